import { idnr } from "@navikt/fnrvalidator"
import {
  createSandbox,
  magicPersonalNumbers,
  SandboxOptionsError,
  SandboxStateError,
  type Sandbox,
} from ".."
import { callbackListener } from "./callback-listener"
import { waitFor } from "./wait-for"
import { createOrder, eInvoiceBody, send } from "./client"

const open: Sandbox[] = []

afterEach(async () => {
  await Promise.all(open.splice(0).map((sandbox) => sandbox.close()))
})

async function started(options: Parameters<typeof createSandbox>[0] = {}) {
  const sandbox = createSandbox(options)
  open.push(sandbox)
  return { sandbox, url: (await sandbox.listen()).url }
}

describe("starting and stopping", () => {
  it("starts on a free loopback port", async () => {
    const { url } = await started()

    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  })

  it("listens once at a time, and again after closing", async () => {
    const { sandbox, url: before } = await started()
    await expect(sandbox.listen()).rejects.toThrow(SandboxStateError)
    const shop = await callbackListener()
    const uuid = await createOrder(before, { callbackUrl: shop.url })

    await sandbox.close()
    await expect(fetch(before)).rejects.toThrow()
    const { url } = await sandbox.listen()

    const { json } = await send("GET", `${url}/api/v1/connect/orders/status/${uuid}`)
    expect(json).toMatchObject({ data: { uuid, status: "SENT" } })
    sandbox.faults.add({ fault: "slow-headers=5", times: 1 })
    expect(await createOrder(url)).toMatch(/^ODR/)
    sandbox.pay(uuid)
    await sandbox.callbacks.settled()
    expect(sandbox.callbacks.list()).toMatchObject([{ state: "delivered" }])
    await shop.close()
  })

  it("starts its clock at a moment or a day", () => {
    const startOf = (clockStart: string) =>
      createSandbox({ clockStart }).clock.now().toISOString().slice(0, 13)

    expect(startOf("2024-01-01")).toBe("2024-01-01T00")
    expect(startOf("2024-01-01T08:30:00+02:00")).toBe("2024-01-01T06")
    expect(() => startOf("1 January")).toThrow("clockStart: must be a moment such as")
  })

  it("names every wrong option", () => {
    const wrong = { token: "", seed: -1, colour: "red" }

    expect(() => createSandbox(wrong)).toThrow(SandboxOptionsError)
    expect(() => createSandbox(wrong)).toThrow(/token[^]*seed[^]*colour/)
    expect(() => createSandbox({ faults: [{ fault: "boom" }] })).toThrow(/faults\.0\.fault/)
  })

  it("accepts any of its tokens", async () => {
    const { url } = await started({ token: ["one", "two"] })
    const verify = (token: string) =>
      send("GET", `${url}/api/v1/connect/token/verify`, {
        headers: { authorization: `Bearer ${token}` },
      })

    expect((await verify("one")).status).toBe(200)
    expect((await verify("two")).status).toBe(200)
    expect((await verify("three")).status).toBe(401)
  })

  it("writes a line for each call, without personal data", async () => {
    const lines: string[] = []
    const { url } = await started({ log: (line) => lines.push(line) })

    await createOrder(url)

    expect(lines).toEqual([
      expect.stringMatching(
        /^POST \/api\/v1\/connect\/orders\/faktura\/create 201 orderAddedSuccessfully \d+ ms$/
      ),
    ])
  })

  it("writes nothing into its log as a caller has it", async () => {
    const lines: string[] = []
    const { sandbox, url } = await started({ log: (line) => lines.push(line) })
    const service = `${url}/api/v1/connect`

    for (const path of ["01886%3599925", "018865%2099925", "a%0aPOST%20b%1b%5b31m%c3%a6"]) {
      await send("GET", `${service}/orders/status/${path}`)
    }

    expect(sandbox.requests().map(({ path }) => path.split("/").at(-1))).toEqual([
      "***********",
      "************",
      "a%0APOST%20b%1B[31m%C3%A6",
    ])
    for (const line of lines) {
      expect(line).toMatch(/^[ -~]+$/)
      expect(line).not.toMatch(/99925/)
    }
  })
})

describe("magic inputs", () => {
  it.each([
    ["invoiced", "INVOICED"],
    ["paid", "PAID"],
    ["cancelled", "CANCELLED"],
    ["expired", "EXPIRED"],
    ["pending", "SENT"],
    ["anything-else", "SENT"],
  ])("an e-mail with +%s makes the order %s", async (tag, status) => {
    const { sandbox, url } = await started()

    const uuid = await createOrder(url, { email: `kari+${tag}@example.com` })
    await waitFor(() => sandbox.order(uuid).status === status)

    expect(sandbox.order(uuid).status).toBe(status)
  })

  it("+pending-05 waits five minutes of the virtual clock", async () => {
    const { sandbox, url } = await started()
    const uuid = await createOrder(url, {
      email: "kari+pending-05@example.com",
    })

    sandbox.clock.advance({ minutes: 4 })
    expect(sandbox.order(uuid).status).toBe("SENT")
    sandbox.clock.advance({ minutes: 1 })
    expect(sandbox.order(uuid).status).toBe("INVOICED")
  })

  it.each(Object.entries(magicPersonalNumbers))(
    "the number for %s is a valid synthetic one",
    (_person, number) => {
      expect(idnr(number)).toEqual({ status: "valid", type: "tnr" })
    }
  )

  it("the denied person is refused, the pending one stays", async () => {
    const { sandbox, url } = await started({ afterCreation: "pay" })
    const person = (personalNumber: string) =>
      send("POST", `${url}/api/v1/connect/orders/faktura/create`, {
        body: eInvoiceBody({
          customerDetails: {
            ...eInvoiceBody().customerDetails,
            personalNumber,
          },
        }),
      })

    expect((await person(magicPersonalNumbers.denied)).status).toBe(417)
    expect((await person(magicPersonalNumbers.pending)).status).toBe(201)
    await new Promise((resolve) => setTimeout(resolve, 20))

    expect(sandbox.orders()).toMatchObject([{ status: "SENT" }])
  })

  it("without any, afterCreation decides", async () => {
    const { sandbox, url } = await started({ afterCreation: "invoice" })

    const uuid = await createOrder(url)
    await waitFor(() => sandbox.order(uuid).status === "INVOICED")

    expect(sandbox.order(uuid).status).toBe("INVOICED")
  })
})

describe("what an order cannot do once it is answered", () => {
  const free = {
    products: [{ name: "Sample", quantity: 1, rate: 0, tax: 25, amount: 0 }],
    orderSummary: {
      subTotal: "0.00",
      totalTax: "0.00",
      totalDiscount: "0.00",
      grandTotal: "0.00",
    },
  }

  it.each([
    ["an e-mail's tag", {}, { email: "a+paid@example.com" }],
    ["afterCreation", { afterCreation: "pay" as const }, {}],
  ])(
    "is left out: a free order stays as it is, whatever %s asks for",
    async (_who, options, sent) => {
      const { sandbox, url } = await started(options)

      const uuid = await createOrder(url, { ...free, ...sent })
      await new Promise((resolve) => setTimeout(resolve, 20))

      expect(sandbox.order(uuid)).toMatchObject({ status: "SENT" })
      expect(sandbox.audit().money.balanced).toBe(true)
    }
  )

  it("is left out where it happened while the creation was under way", async () => {
    const lines: string[] = []
    const { sandbox, url } = await started({
      latency: 100,
      afterCreation: "invoice",
      log: (line) => lines.push(line),
    })

    const created = createOrder(url)
    await waitFor(() => sandbox.orders().length === 1)
    const [order] = sandbox.orders()
    sandbox.pay(order?.uuid ?? "")
    const uuid = await created
    await new Promise((resolve) => setTimeout(resolve, 20))

    expect(sandbox.order(uuid).status).toBe("PAID")
    expect(lines).not.toContainEqual(expect.stringContaining("failed"))
  })
})

describe("how an order is invoiced", () => {
  it("is remembered, with the interface's defaults", async () => {
    const { sandbox, url } = await started()
    const plain = await createOrder(url)
    const asked = await createOrder(url, {
      invoiceInterval: 2,
      invoiceMaturity: 10,
      separateInvoices: false,
      invoiceFeeApplicable: true,
    })

    expect(sandbox.order(plain).invoiceTerms).toEqual({
      invoiceInterval: 0,
      invoiceMaturity: null,
      separateInvoices: true,
      invoiceFeeApplicable: false,
    })
    expect(sandbox.order(asked)).toMatchObject({
      grandTotal: 1249,
      invoiceTerms: {
        invoiceInterval: 2,
        invoiceMaturity: 10,
        separateInvoices: false,
        invoiceFeeApplicable: true,
      },
    })
  })

  it("adds the account's fee where the order allows it", async () => {
    const { sandbox, url } = await started({ addInvoiceFee: true })
    const without = await createOrder(url)
    const withFee = await createOrder(url, { invoiceFeeApplicable: true })

    expect(sandbox.order(without).grandTotal).toBe(1249)
    expect(sandbox.order(withFee)).toMatchObject({ grandTotal: 1297.75, totalsOff: [] })
    expect(sandbox.order(withFee).lines.at(-1)).toMatchObject({ amount: 48.75, tax: 25 })
    expect(sandbox.audit().money).toMatchObject({ billed: 2546.75, balanced: true })
  })
})

describe("the audit", () => {
  it("groups orders by reference, whatever address they report to", async () => {
    const { sandbox, url } = await started()
    const first = await createOrder(url, { referenceNo: "1" })
    const again = await createOrder(url, { referenceNo: "1" })
    const other = await createOrder(url, { referenceNo: "2" })
    await createOrder(url, { referenceNo: null })
    await createOrder(url, { referenceNo: "" })

    const audit = sandbox.audit()

    expect(audit.orders).toEqual({ total: 5, byStatus: { SENT: 5 } })
    expect(audit.byReference).toEqual([
      { referenceNo: "1", orderUuids: [first, again] },
      { referenceNo: "2", orderUuids: [other] },
    ])
    expect(audit.billedTwice).toEqual([{ referenceNo: "1", uuids: [first, again] }])
  })

  it("counts no bill that ended, and no difference, as a second one", async () => {
    const { sandbox, url } = await started()
    const [cancelled, expired, refunded, standing] = await Promise.all(
      Array.from({ length: 4 }, () => createOrder(url, { referenceNo: "1" }))
    )
    const products = [{ name: "Difference", quantity: 1, rate: 100, tax: 25, amount: 100 }]
    const orderSummary = {
      subTotal: "80.00",
      totalTax: "20.00",
      totalDiscount: "0.00",
      grandTotal: "100.00",
    }
    await createOrder(url, { referenceNo: "1", products, orderSummary })

    sandbox.cancel(cancelled!)
    sandbox.expire(expired!)
    expect(sandbox.audit().billedTwice).toEqual([{ referenceNo: "1", uuids: [refunded, standing] }])

    sandbox.pay(refunded!)
    const { lines } = sandbox.order(refunded!)
    await send("POST", `${url}/api/v1/connect/orders/refund/${refunded}`, {
      body: {
        type: "regular",
        grandTotal: 1249,
        products: lines.map(({ id }, index) => ({ id, amount: index === 0 ? 1000 : 249 })),
      },
    })
    expect(sandbox.order(refunded!).status).toBe("REFUNDED")
    expect(sandbox.audit().billedTwice).toEqual([])
  })

  it("balances through every way an order can go", async () => {
    const { sandbox, url } = await started()
    const [paid, credited, cancelled, expired, refunded] = await Promise.all(
      ["1", "2", "3", "4", "5"].map((referenceNo) => createOrder(url, { referenceNo }))
    )
    const refund = (uuid: string, type: string) => {
      const id = sandbox.order(uuid).lines[0]?.id
      return send("POST", `${url}/api/v1/connect/orders/refund/${uuid}`, {
        body: { type, grandTotal: 400, products: [{ id, amount: 400 }] },
      })
    }
    sandbox.pay(paid!)
    sandbox.invoice(credited!)
    await refund(credited!, "invoiced")
    sandbox.cancel(cancelled!)
    sandbox.expire(expired!)
    sandbox.pay(refunded!)
    await refund(refunded!, "regular")

    expect(sandbox.audit().money).toEqual({
      billed: 5 * 1249,
      received: 2 * 1249,
      refunded: 400,
      credited: 400,
      writtenOff: 2 * 1249,
      open: 849,
      balanced: true,
    })
  })
})
