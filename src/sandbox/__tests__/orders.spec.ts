import { createSandbox, type Sandbox } from ".."
import { createOrder, eInvoiceBody, send } from "./client"

const CREATE = "/api/v1/connect/orders/faktura/create"
const ORDERS = "/api/v1/connect/orders"

let sandbox: Sandbox
let url: string

beforeEach(async () => {
  sandbox = createSandbox({ seed: 7 })
  url = (await sandbox.listen()).url
})

afterEach(() => sandbox.close())

const post = (path: string, body?: unknown) => send("POST", url + path, { body })
const get = (path: string) => send("GET", url + path)

describe("creating an e-invoice order", () => {
  it("answers as specified, with identifiers in the service's form", async () => {
    const { status, json, headers } = await post(CREATE, eInvoiceBody())

    expect(status).toBe(201)
    expect(json).toEqual({
      status_code: 201,
      status_message: "OK",
      message: "orderAddedSuccessfully",
      is_data: false,
      data: {
        uuid: expect.stringMatching(/^ODR\d{10}$/),
        customerUuid: expect.stringMatching(/^CSRT\d{10}$/),
      },
    })
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "x-ratelimit-limit": "240",
      "x-ratelimit-remaining": "239",
    })
  })

  it("keeps the same customer for the same personal number", async () => {
    const first = await post(CREATE, eInvoiceBody())
    const second = await post(CREATE, eInvoiceBody({ email: "k@example.org" }))

    expect(second.json.data).toMatchObject({
      customerUuid: Reflect.get(Object(first.json.data), "customerUuid"),
    })
    expect(sandbox.orders()).toHaveLength(2)
  })

  it("takes products as an object with index keys", async () => {
    const [first, second] = eInvoiceBody().products
    const body = { ...eInvoiceBody(), products: { "0": first, "1": second } }

    expect((await post(CREATE, body)).status).toBe(201)
    expect(sandbox.orders()[0]?.lines).toHaveLength(2)
  })

  it("passes over fields it does not know", async () => {
    const body = {
      ...eInvoiceBody(),
      colour: "red",
      customerDetails: { ...eInvoiceBody().customerDetails, type: "private" },
    }

    expect((await post(CREATE, body)).status).toBe(201)
  })

  it("takes an order date with a fraction of a second, as a number too", async () => {
    const orderDate = Math.floor(Date.now() / 1000) + 0.5
    const { status, json } = await post(`${ORDERS}/faktura/create`, {
      ...eInvoiceBody(),
      orderDate,
    })

    expect(status).toBe(201)
    expect(sandbox.order(String(Reflect.get(Object(json.data), "uuid"))).orderDate).toBe(
      Math.floor(orderDate)
    )
  })

  it.each([
    [
      { customerDetails: { ...eInvoiceBody().customerDetails, email: " kari@example.com" } },
      "The customer details.email must be a valid email address.",
    ],
    [
      { customerDetails: { ...eInvoiceBody().customerDetails, personalNumber: "01886599925 " } },
      "The customer details.personal number must be exactly 11 digits.",
    ],
    [{ invoiceMaturity: "10.0" }, "The selected invoice maturity is invalid."],
  ])("takes a text that has a form as the API document has it: %j", async (change, sentence) => {
    const { status, json } = await post(`${ORDERS}/faktura/create`, {
      ...eInvoiceBody(),
      ...change,
    })

    expect(status).toBe(417)
    expect(json.errors).toEqual([sentence])
  })

  it.each([
    ["0.30000000000000004", 0.3],
    [" 5 ", 5],
    [".5", 0.5],
    ["5.", 5],
    ["+5", 5],
    ["1e3", 1_000],
  ])("takes a number as text as PHP reads one: %j", async (amount, read) => {
    const [line] = eInvoiceBody().products
    const body = eInvoiceBody({ products: [{ ...line!, amount }] })

    expect((await post(CREATE, body)).status).toBe(201)
    expect(sandbox.orders()[0]?.lines[0]?.amount).toBe(read)
  })

  it.each([["0x10"], ["1,5"], ["5 5"], ["-"], ["1e"]])(
    "takes no other text for a number: %j",
    async (amount) => {
      const [line] = eInvoiceBody().products

      expect((await post(CREATE, eInvoiceBody({ products: [{ ...line!, amount }] }))).status).toBe(
        417
      )
    }
  )

  it("takes an order date with spaces around it", async () => {
    expect((await post(CREATE, eInvoiceBody({ orderDate: " 1755764131 " }))).status).toBe(201)
    expect(sandbox.orders()[0]?.orderDate).toBe(1_755_764_131)
  })

  it("names every broken rule in a sentence", async () => {
    const body = {
      products: [{ name: "Coffee", quantity: 1, tax: 25, amount: "ten" }],
      customerDetails: {
        ...eInvoiceBody().customerDetails,
        email: "not an address",
        name: "  ",
        preferredLanguage: "fi",
        personalNumber: "123",
        address: {
          ...eInvoiceBody().customerDetails.address,
          country: "Norge",
        },
      },
      invoiceMaturity: 14,
      invoiceFeeApplicable: "yes",
      callback: { callbackUrl: "ftp://example.com" },
    }

    const { status, json } = await post(CREATE, body)

    expect(status).toBe(417)
    expect(json).toEqual({
      status_code: 417,
      status_message: "Client Error",
      message: "payloadValidationErrors",
      is_error: true,
      errors: expect.any(Array),
    })
    // The order of the sentences is the catalogue's affair.
    expect(json.errors).toEqual([
      "The order summary.sub total field is required.",
      "The order summary.total tax field is required.",
      "The order summary.total discount field is required.",
      "The order summary.grand total field is required.",
      "The order date field is required.",
      "The customer details.email must be a valid email address.",
      "The customer details.name field is required.",
      "The selected customer details.preferred language is invalid.",
      "The customer details.address.country must be an ISO 3166-1 alpha-2 code such as NO.",
      "The customer details.personal number must be exactly 11 digits.",
      "The selected invoice maturity is invalid.",
      "The invoice fee applicable field must be true or false.",
      "The callback.callback url must be a valid URL.",
      "The products.0.rate field is required.",
      "The products.0.amount must be a decimal.",
    ])
    expect(sandbox.orders()).toEqual([])
  })

  it.each([
    ["text that is not JSON", "{", "The request body must be valid JSON."],
    ["a body that is no object", "[]", "The request body must be a JSON object."],
    [
      "a body that is nested too deep",
      `{"products":${"[".repeat(6_000)}${"]".repeat(6_000)}}`,
      "The request body must be valid JSON.",
    ],
    [
      "an empty list where something is needed",
      JSON.stringify({ ...eInvoiceBody(), products: [] }),
      "The products field is required.",
    ],
  ])("refuses %s", async (_what, body, sentence) => {
    const { status, json } = await post(CREATE, body)

    expect(status).toBe(417)
    expect(json.errors).toEqual([sentence])
  })

  it.each([[1e300], [-1e300], [1e13], ["99999999999999.00"]])(
    "refuses an amount that no øre can count: %s",
    async (grandTotal) => {
      const orderSummary = { ...eInvoiceBody().orderSummary, grandTotal }

      const { status, json } = await post(CREATE, { ...eInvoiceBody(), orderSummary })

      expect(status).toBe(417)
      expect(json.errors).toEqual([expect.stringMatching(/^The order summary\.grand total must /)])
    }
  )

  it("refuses a personal number that may be a real person's", async () => {
    const customerDetails = {
      ...eInvoiceBody().customerDetails,
      personalNumber: "01086599925",
    }

    const { status, json, text } = await post(CREATE, eInvoiceBody({ customerDetails }))

    expect(status).toBe(417)
    expect(json.errors).toEqual([
      "The customer details.personal number must be synthetic in the sandbox, such as 17819010188.",
    ])
    expect(text).not.toContain("01086599925")
  })

  it("takes it where the options say so", async () => {
    const lax = createSandbox({ allowRealPersonalNumbers: true })
    const { url: laxUrl } = await lax.listen()
    const customerDetails = {
      ...eInvoiceBody().customerDetails,
      personalNumber: "01086599925",
    }

    const uuid = await createOrder(laxUrl, { customerDetails })

    expect(uuid).toMatch(/^ODR/)
    await lax.close()
  })

  it("answers 401 to a missing, wrong or misspelt token", async () => {
    for (const authorization of ["", "Bearer no", "Basic sandbox-token"]) {
      const { status, json } = await send("POST", url + CREATE, {
        body: eInvoiceBody(),
        headers: { authorization },
      })

      expect(status).toBe(401)
      expect(json).toMatchObject({
        status_code: 401,
        status_message: "Unauthorized",
        is_error: true,
      })
    }
    expect(sandbox.orders()).toEqual([])
  })

  it("declines the customer whose e-mail says so", async () => {
    const { status, json } = await post(CREATE, eInvoiceBody({ email: "kari+denied@example.com" }))

    expect(status).toBe(417)
    expect(json.errors).toEqual(["The selected customer details.personal number is invalid."])
  })
})

describe("totals that do not add up", () => {
  const off = eInvoiceBody({
    orderSummary: {
      subTotal: "1016.52",
      totalTax: "232.48",
      totalDiscount: "1.00",
      grandTotal: "1249.01",
    },
  })

  it("are taken, and noted in the audit", async () => {
    expect((await post(CREATE, off)).status).toBe(201)

    expect(sandbox.audit().totalsOff).toEqual([
      {
        orderUuid: sandbox.orders()[0]?.uuid,
        referenceNo: "1001",
        problems: [
          "The products amounts sum to 1249.00, the order summary.grand total is 1249.01.",
          "The order summary.sub total - total discount + total tax is 1248.00, the grand total is 1249.01.",
          "The order summary.total discount is 1.00, the products discounts sum to 0.00 with tax and 0.00 without.",
        ],
      },
    ])
  })

  it.each([
    ["with tax, as the lines have it", "125.00", "249.80"],
    ["without tax", "100.00", "224.80"],
  ])("are not those of a discount %s", async (_, totalDiscount, totalTax) => {
    const discounted = eInvoiceBody({
      products: [
        {
          name: "Chair",
          quantity: 1,
          rate: 1249,
          discount: 125,
          tax: 25,
          amount: 1124,
        },
      ],
      orderSummary: {
        subTotal: "999.20",
        totalTax,
        totalDiscount,
        grandTotal: "1124.00",
      },
    })
    expect((await post(CREATE, discounted)).status).toBe(201)
    expect(sandbox.audit().totalsOff).toEqual([])
  })

  it("are refused when the options say so", async () => {
    const strict = createSandbox({ strictTotals: true })
    const { url: strictUrl } = await strict.listen()

    const { status, json } = await send("POST", strictUrl + CREATE, {
      body: off,
    })

    expect(status).toBe(417)
    expect(json.errors).toHaveLength(3)
    expect(strict.orders()).toEqual([])
    await strict.close()
  })
})

describe("reading orders", () => {
  it("gives the status of one order", async () => {
    const uuid = await createOrder(url)

    expect((await get(`${ORDERS}/status/${uuid}`)).json).toEqual({
      status_code: 200,
      status_message: "OK",
      message: "Order Status Retrieved Successfully",
      is_data: true,
      data: { uuid, status: "SENT" },
    })
  })

  it("gives the status list, filtered in any spelling of the status", async () => {
    const paid = await createOrder(url)
    const sent = await createOrder(url)
    sandbox.pay(paid)

    expect((await get(`${ORDERS}/status`)).json.data).toEqual([
      { uuid: paid, status: "PAID" },
      { uuid: sent, status: "SENT" },
    ])
    expect((await get(`${ORDERS}/status?type=Paid`)).json.data).toEqual([
      { uuid: paid, status: "PAID" },
    ])
  })

  it("answers 404 with a sentence to an empty status list", async () => {
    const { status, json } = await get(`${ORDERS}/status?type=EXPIRED`)

    expect(status).toBe(404)
    expect(json).toEqual({
      status_code: 404,
      status_message: "Not Found",
      message: "Order Not Found",
      is_data: false,
      data: null,
    })
  })

  it("gives the details with the line ids a refund needs", async () => {
    const uuid = await createOrder(url)

    const { json } = await get(`${ORDERS}/details/${uuid}`)

    expect(json).toMatchObject({
      status_code: 200,
      message: "orderRetrievedSuccessfully",
      data: {
        orderUuid: uuid,
        status: "SENT",
        invoiceNumber: null,
        productList: [
          { id: 1001, name: "Wool blanket", amount: 1000 },
          { id: 1002, name: "Coffee", quantity: 3, amount: 249 },
        ],
        orderSummary: {
          subTotal: 1016.52,
          tax: 232.48,
          discount: 0,
          grandTotal: 1249,
        },
        customerDetails: { name: "Kari Nordmann", type: "Private" },
      },
    })
  })

  it("gives the details of a date range", async () => {
    const uuid = await createOrder(url)
    const now = Math.floor(Date.now() / 1000)
    const range = (from: number, to: number) =>
      get(`${ORDERS}/details?startTimestamp=${from}&endTimestamp=${to}`)

    expect((await range(now - 60, now + 60)).json.data).toMatchObject([{ orderUuid: uuid }])
    expect((await range(now - 120, now - 60)).json.data).toEqual([])
  })

  it.each([
    ["details", "orderNotFound"],
    ["status", "Order Not Found"],
    ["invoice-number", "orderNotFound"],
  ])("answers 404 to an unknown identifier in %s", async (read, message) => {
    for (const uuid of ["ODR0000000000", "__proto__", "..%2f..%2fetc", "%00"]) {
      const { status, json } = await get(`${ORDERS}/${read}/${uuid}`)

      expect(status).toBe(404)
      expect(json).toMatchObject({ message, is_data: false, data: null })
    }
  })

  it("gives an invoice number once there is an invoice", async () => {
    const uuid = await createOrder(url)
    expect((await get(`${ORDERS}/invoice-number/${uuid}`)).status).toBe(404)

    sandbox.invoice(uuid)

    expect((await get(`${ORDERS}/invoice-number/${uuid}`)).json).toMatchObject({
      message: "orderInvoiceNoRetrievedSuccessfully",
      data: {
        orderUuid: uuid,
        invoiceNumber: expect.stringMatching(/^\d{8}$/),
        status: "INVOICED",
      },
    })
  })

  it("verifies the token", async () => {
    expect((await get("/api/v1/connect/token/verify")).status).toBe(200)
  })
})

describe("cancelling", () => {
  const note = { cancellationNote: "Changed my mind" }

  it("cancels, and again without complaint", async () => {
    const uuid = await createOrder(url)

    const answers = [
      await post(`${ORDERS}/cancel/${uuid}`, note),
      await post(`${ORDERS}/cancel/${uuid}`, note),
    ]

    for (const { status, json } of answers) {
      expect(status).toBe(202)
      expect(json).toMatchObject({
        message: "cancelledOrderSuccessfully",
        is_data: false,
        data: null,
      })
    }
    expect(sandbox.order(uuid).status).toBe("CANCELLED")
  })

  it("refuses a paid order with 400", async () => {
    const uuid = await createOrder(url)
    sandbox.pay(uuid)

    const { status, json } = await post(`${ORDERS}/cancel/${uuid}`, note)

    expect(status).toBe(400)
    expect(json).toEqual({
      status_code: 400,
      status_message: "Conflict of Business Logic",
      message: "orderStatusAlreadyPaid",
      is_data: false,
      data: null,
    })
  })

  it("wants a note", async () => {
    const uuid = await createOrder(url)

    const { status, json } = await post(`${ORDERS}/cancel/${uuid}`, {})

    expect(status).toBe(417)
    expect(json.errors).toEqual(["The cancellation note field is required."])
  })
})

describe("refunding", () => {
  const refund = (uuid: string, change: object = {}) =>
    post(`${ORDERS}/refund/${uuid}`, {
      type: "regular",
      grandTotal: "1249.00",
      products: [
        { id: 1001, amount: 1000 },
        { id: 1002, amount: 249 },
      ],
      ...change,
    })
  const part = { grandTotal: 100, products: [{ id: 1001, amount: 100 }] }

  it("pays a paid order back in full", async () => {
    const uuid = await createOrder(url)
    sandbox.pay(uuid)

    const { status, json } = await refund(uuid)

    expect(status).toBe(202)
    expect(json.message).toBe("orderRefundedSuccessfully")
    expect(sandbox.order(uuid)).toMatchObject({
      status: "REFUNDED",
      received: 1249,
      refunded: 1249,
    })
    expect((await refund(uuid)).json.message).toBe(
      "refundRejectionForRefundedCancelledInvoicedOrderParamRefunded"
    )
  })

  it("pays back in parts, never more than there is", async () => {
    const uuid = await createOrder(url)
    sandbox.pay(uuid)

    expect((await refund(uuid, part)).status).toBe(202)
    expect(sandbox.order(uuid).status).toBe("PARTIAL REFUNDED")
    expect((await refund(uuid)).json).toMatchObject({
      status_code: 400,
      message: "refundRejectionForOutOfRunwayParamAmount",
    })
    expect((await refund(uuid, { ...part, grandTotal: 2000 })).json.message).toBe(
      "refundRejectionForRefundRequestGreaterThanOrderAmount"
    )
  })

  it.each([
    ["a line below zero", 300, { 1001: [500], 1002: [-200] }],
    ["a line beyond what it was", 300, { 1002: [250] }],
    ["a line in two shares, together beyond what it was", 300, { 1002: [149, 101] }],
  ])("refuses %s", async (_what, grandTotal, lines) => {
    const uuid = await createOrder(url)
    sandbox.pay(uuid)
    const products = Object.entries(lines).flatMap(([id, amounts]) =>
      amounts.map((amount) => ({ id, amount }))
    )

    expect((await refund(uuid, { grandTotal, products })).json).toMatchObject({
      status_code: 400,
      message: "refundRejectionForOutOfRunwayParamAmount",
    })
    expect(sandbox.order(uuid)).toMatchObject({
      refunded: 0,
      lines: [{ refunded: 0 }, { refunded: 0 }],
    })
  })

  it("lets lines come to less than the total, as the documentation has it, and to no more", async () => {
    const uuid = await createOrder(url)
    sandbox.pay(uuid)

    expect((await refund(uuid, { ...part, grandTotal: 99 })).json).toMatchObject({
      status_code: 417,
      errors: ["The grand total must be at least the sum of the products amounts."],
    })
    expect((await refund(uuid, { ...part, grandTotal: 200 })).status).toBe(202)
    expect(sandbox.order(uuid)).toMatchObject({
      refunded: 200,
      lines: [{ refunded: 100 }, { refunded: 0 }],
    })
  })

  it("takes it off an invoice that is not paid yet", async () => {
    const uuid = await createOrder(url)
    sandbox.invoice(uuid)

    expect((await refund(uuid, part)).json.message).toBe(
      "refundRejectionForRefundedCancelledInvoicedOrderParamInvoiced"
    )
    expect((await refund(uuid, { ...part, type: "invoiced" })).status).toBe(202)
    expect(sandbox.order(uuid)).toMatchObject({
      status: "PARTIAL REFUNDED",
      credited: 100,
      refunded: 0,
      open: 1149,
    })
    expect(sandbox.pay(uuid)).toMatchObject({ status: "PAID", received: 1149 })
  })

  it.each([
    ["nothing was paid", "SENT", 404, "refundRejectionForTransactionNotFound"],
    [
      "the order is cancelled",
      "CANCELLED",
      400,
      "refundRejectionForRefundedCancelledInvoicedOrderParamCancelled",
    ],
  ])("refuses when %s", async (_why, state, status, message) => {
    const uuid = await createOrder(url)
    if (state === "CANCELLED") {
      sandbox.cancel(uuid)
    }

    expect((await refund(uuid)).json).toMatchObject({
      status_code: status,
      message,
    })
  })

  it("answers 404 to an unknown identifier", async () => {
    expect((await refund("ODR0000000000")).json).toMatchObject({
      status_code: 404,
      message: "orderNotFound",
    })
  })

  it("refuses lines that are not the order's", async () => {
    const uuid = await createOrder(url)
    sandbox.pay(uuid)

    expect((await refund(uuid, { products: [{ id: 1, amount: 1 }] })).json.message).toBe(
      "requestProductIdNotAvailable"
    )
  })
})

it("notes in the audit where a customer was credited more than was billed", async () => {
  await createOrder(url)
  const { ledger, orders, ...rest } = sandbox.snapshot()
  const [order] = orders
  const credited = 1_300_00
  sandbox.restore({
    ...rest,
    orders: [{ ...order!, creditedOre: credited }],
    ledger: [...ledger, { ...ledger[0]!, entry: "credited", amountOre: credited }],
  })

  expect(sandbox.audit().money).toMatchObject({ open: -51, balanced: false })
})

it("answers 404 in words to an address no operation has", async () => {
  expect(await get("/api/v1/connect/nothing")).toMatchObject({
    status: 404,
    json: {
      message: "notFound",
      errors: ["GET /api/v1/connect/nothing is no operation of this sandbox."],
    },
  })
  expect((await get("/api/v1/connect/terminal/orders/payment-status/ODR0")).json.errors).toEqual([
    "Terminal operations are not part of this sandbox.",
  ])
})
