import { callbackListener } from "./callback-listener"
import { send } from "./client"
import {
  connected,
  corporateCustomer,
  order,
  privateCustomer,
  refusalOf,
  sessionCallback,
  statusCallback,
  type Connected,
} from "./connect"
import { waitFor } from "./wait-for"

let service: Connected

beforeEach(async () => {
  service = await connected()
})

afterEach(() => service.close())

const at = (uuid: string) => ({ params: { order_uuid: uuid } })

const newLink = async (change: object = {}) => {
  const { data } = await service.client.call("orders.create-payment-link", {
    body: {
      ...order(),
      customerDetails: privateCustomer,
      callback: statusCallback,
      ...change,
    },
  })
  return data.uuid
}

describe("a payment link", () => {
  it("can be changed while it is SENT, and only then", async () => {
    const { client, sandbox } = service
    const uuid = await newLink()
    const change = {
      ...at(uuid),
      body: {
        products: [{ name: "Rug", quantity: 1, rate: 800, tax: 25, amount: 800 }],
        orderSummary: {
          subTotal: "640.00",
          totalTax: "160.00",
          totalDiscount: "0.00",
          grandTotal: "800.00",
        },
        referenceNo: "changed",
      },
    }

    await client.call("orders.update-payment-link", change)
    expect(sandbox.order(uuid)).toMatchObject({
      grandTotal: 800,
      referenceNo: "changed",
      lines: [{ name: "Rug" }],
    })
    sandbox.pay(uuid)

    expect(await refusalOf(client.call("orders.update-payment-link", change))).toMatchObject({
      status: 400,
      key: "orderStatusNotSent",
    })
    expect(sandbox.audit().money).toMatchObject({
      billed: 800,
      received: 800,
      balanced: true,
    })
  })

  it("can be sent again until it is paid or cancelled", async () => {
    const { client, sandbox } = service
    const resend = (uuid: string) =>
      client.call("orders.resend-payment-link", {
        ...at(uuid),
        body: { email: "other@example.com" },
      })
    const uuid = await newLink()
    const cancelled = await newLink()
    sandbox.cancel(cancelled)

    expect((await resend(uuid)).httpStatus).toBe(202)
    sandbox.pay(uuid)

    expect(await refusalOf(resend(uuid))).toMatchObject({
      status: 400,
      key: "orderStatusAlreadyPaid",
    })
    expect(await refusalOf(resend(cancelled))).toMatchObject({
      status: 400,
      key: "orderStatusAlreadyCancelled",
    })
    expect(await refusalOf(resend("ODR0"))).toMatchObject({ status: 404 })
  })

  it("expires when its due date passes", async () => {
    const { sandbox } = service
    const due = Math.floor(Date.now() / 1000) + 3_600
    const uuid = await newLink({ dueDateForPaymentLink: String(due) })

    sandbox.clock.advance({ minutes: 59 })
    expect(sandbox.order(uuid).status).toBe("SENT")
    sandbox.clock.advance({ minutes: 2 })

    expect(sandbox.order(uuid).status).toBe("EXPIRED")
    expect(sandbox.audit().money).toMatchObject({ open: 0, balanced: true })
  })
})

describe("delayed charge", () => {
  it("charges an order that is paid by card once", async () => {
    const { client, sandbox } = service
    const { data } = await client.call("checkout.create-session", {
      body: {
        ...order(),
        orderSummary: { ...order().orderSummary, shippingCost: "0.00" },
        customerDetails: privateCustomer,
        submitPayment: { via: "visa" },
        callback: sessionCallback,
      },
    })
    const uuid = data.orderUuid
    const charge = () => client.call("orders.delayed-charge", at(uuid))

    expect((await charge()).messageKey).toBe("orderDelayedChargedSuccessfully")
    expect(sandbox.order(uuid).status).toBe("PAID")
    expect(await refusalOf(charge())).toMatchObject({ status: 510 })
  })

  it("is refused for an order that its customer pays", async () => {
    const { client, sandbox } = service
    const uuid = await newLink()

    expect(await refusalOf(client.call("orders.delayed-charge", at(uuid)))).toMatchObject({
      status: 510,
    })
    expect(sandbox.order(uuid).status).toBe("SENT")
  })
})

describe("invoices", () => {
  const common = {
    invoiceFeeApplicable: true,
    callback: statusCallback,
  }

  it("go to customers of either kind", async () => {
    const { client, sandbox } = service
    for (const customerDetails of [privateCustomer, corporateCustomer]) {
      const { data } = await client.call("orders.create-invoice", {
        body: { ...order(), ...common, customerDetails },
      })
      expect(sandbox.invoice(data.uuid).invoiceNumber).toMatch(/^\d{8}$/)
    }
    expect(sandbox.customers().map(({ type }) => type)).toEqual(["private", "corporate"])
  })

  it("go as EHF, whose first identifier has another name", async () => {
    const { type: _type, ...customerDetails } = corporateCustomer
    const { data } = await service.client.call("orders.create-ehf-invoice", {
      body: { ...order(), ...common, customerDetails },
    })

    expect(data.uuid).toMatch(/^ODR/)
    expect(data.orderUuid).toBe(data.uuid)
    expect(service.sandbox.order(data.uuid).kind).toBe("ehf-invoice")
  })
})

describe("a checkout session", () => {
  const session = async (change: object = {}) => {
    const { data } = await service.client.call("checkout.create-session", {
      body: {
        ...order(),
        orderSummary: { ...order().orderSummary, shippingCost: "0.00" },
        customerDetails: privateCustomer,
        submitPayment: { via: "visa" },
        callback: sessionCallback,
        ...change,
      },
    })
    return data
  }
  const browser = (method: "GET" | "POST", url: string) =>
    send(method, url, { headers: { "sec-fetch-site": "same-origin" } })

  it("leads the customer over the pay page to the merchant's success", async () => {
    const merchant = await callbackListener()
    const { orderUuid, paymentUrl } = await session({
      callback: { ...sessionCallback, callbackUrl: merchant.url },
    })

    const page = await browser("GET", paymentUrl)
    const paid = await browser("POST", `${paymentUrl}/accept`)
    const again = await browser("POST", `${paymentUrl}/accept`)
    await service.sandbox.callbacks.settled()

    expect(page.text).toContain("NOK 500.00")
    expect(page.headers["content-security-policy"]).toContain(
      "form-action 'self' https://shop.example;"
    )
    expect(paid.status).toBe(303)
    expect(paid.headers.location).toBe(sessionCallback.success)
    expect(again.status).toBe(409)
    expect(service.sandbox.order(orderUuid).status).toBe("PAID")
    expect(merchant.received[0]?.get("paymentMethod")).toBe("visa")
    await merchant.close()
  })

  it("takes no address with a line break, to which it could not lead", async () => {
    const { json, status } = await send(
      "POST",
      `${service.url}/api/v1/connect/hosted/orders/payment-link/create`,
      {
        body: {
          ...order(),
          orderSummary: { ...order().orderSummary, shippingCost: "0.00" },
          customerDetails: privateCustomer,
          submitPayment: { via: "visa" },
          callback: { ...sessionCallback, success: "https://shop.example/\nthanks" },
        },
      }
    )

    expect(status).toBe(417)
    expect(json.errors).toEqual(["The callback.success must be an absolute http or https address."])
  })

  it("leads to failure when the customer gives up, and stays open", async () => {
    const { orderUuid, paymentUrl } = await session()

    const { headers } = await browser("POST", `${paymentUrl}/refuse`)

    expect(headers.location).toBe(sessionCallback.failure)
    expect(service.sandbox.order(orderUuid).status).toBe("SENT")
    expect((await browser("POST", `${paymentUrl}/accept`)).headers.location).toBe(
      sessionCallback.success
    )
  })

  it("leads to failure when the card is refused", async () => {
    const { orderUuid, paymentUrl } = await session({
      customerDetails: { ...privateCustomer, email: "k+denied@example.com" },
    })

    const { headers } = await browser("POST", `${paymentUrl}/accept`)

    expect(headers.location).toBe(sessionCallback.failure)
    expect(service.sandbox.order(orderUuid).status).toBe("SENT")
  })

  it("can do without a customer", async () => {
    const { customerUuid } = await session({
      withCustomer: false,
      customerDetails: undefined,
    })

    expect(customerUuid).toBeUndefined()
    expect(service.sandbox.customers()).toEqual([])
  })

  it("wants a personal number to pay by invoice, in the recorded words", async () => {
    const { json } = await send("POST", `${service.url}/api/v1/connect/orders/regular/submit`, {
      body: {
        ...order(),
        orderSummary: { ...order().orderSummary, shippingCost: 0 },
        customerDetails: privateCustomer,
        submitPayment: { via: "invoice" },
        callback: sessionCallback,
      },
    })

    expect(json.errors).toEqual([
      "The customer details.personal number field is required when submit payment.via is invoice.",
    ])
  })

  it("takes no post from another site, and knows no other address", async () => {
    const { orderUuid, paymentUrl } = await session()
    const foreign = await send("POST", `${paymentUrl}/accept`, {
      headers: { origin: "https://evil.example" },
    })

    expect(foreign.status).toBe(403)
    expect(service.sandbox.order(orderUuid).status).toBe("SENT")
    expect((await browser("GET", `${service.url}/pay/ODR0`)).status).toBe(404)
  })
})

describe("an invoice session", () => {
  const session = async (customerDetails: object) => {
    const { data } = await service.client.call("checkout.create-invoice-session", {
      body: {
        ...order(),
        invoiceFeeApplicable: false,
        callback: sessionCallback,
        customerDetails: customerDetails as typeof privateCustomer,
      },
    })
    return data
  }

  it("invoices a private customer at once", async () => {
    const { orderUuid, paymentUrl } = await session(privateCustomer)
    await waitFor(() => service.sandbox.order(orderUuid).status === "INVOICED")

    expect(paymentUrl).toBeUndefined()
    expect(service.sandbox.order(orderUuid).status).toBe("INVOICED")
  })

  it("has a company confirm who it is first", async () => {
    const { orderUuid, paymentUrl } = await session(corporateCustomer)
    expect(service.sandbox.order(orderUuid).status).toBe("SENT")

    await send("POST", `${paymentUrl}/accept`)

    expect(service.sandbox.order(orderUuid).status).toBe("INVOICED")
  })
})

it("hosts a checkout", async () => {
  const { type: _type, ...customerDetails } = privateCustomer
  const { data } = await service.client.call("checkout.create-hosted", {
    body: {
      ...order(),
      customerDetails,
      checkoutLanguage: "en",
      referencesNo: "77",
      callback: sessionCallback,
    },
  })

  expect(data.paymentUrl).toBe(`${service.url}/pay/${data.orderUuid}`)
  expect(service.sandbox.orders()).toMatchObject([{ kind: "hosted-checkout", referenceNo: "77" }])
})
