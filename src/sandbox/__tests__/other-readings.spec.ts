import { ConnectClient, type OperationOverrides } from "../../connect"
import { usablePersonalNumber } from "../magic-inputs"
import { TOKEN } from "./client"
import {
  connected,
  type Connected,
  contact,
  order,
  sessionCallback,
  statusCallback,
} from "./connect"

/*
 * A merchant whose account answers at another address chooses it by an override: the client then writes the body in the
 * form that was recorded there.
 */

const regular = "/api/v1/connect/orders/regular/submit"
const overrides = {
  "orders.create-e-invoice": { path: "/api/v1/connect/orders/invoice/create/faktura" },
  "orders.create-ehf-invoice": {
    path: "/api/v1/connect/orders/invoice/create/ehf",
    body: { isCreditCheckAvailable: true },
  },
  "checkout.create-invoice-session": { path: regular },
} satisfies OperationOverrides

let service: Connected
let client: ConnectClient

beforeAll(async () => {
  service = await connected()
  client = new ConnectClient({ baseUrl: service.url, token: TOKEN, operations: overrides })
})

afterAll(async () => {
  await client.close()
  await service.close()
})

// A minute past midnight in Norway, still the day before by UTC.
const orderDate = String(Date.parse("2026-11-20T23:01:00Z") / 1000)
const invoice = {
  ...order(),
  orderDate,
  invoiceInterval: 0 as const,
  invoiceFeeApplicable: false,
  referenceNo: "1001",
  customerReference: "A-1",
}
const person = { ...contact, personalNumber: usablePersonalNumber }

const lastBody = () => service.sandbox.requests().at(-1)?.body

it("writes an e-invoice order as it was taken in mid-2025", async () => {
  const { data } = await client.call("orders.create-e-invoice", {
    body: { ...invoice, customerDetails: person, callback: statusCallback },
  })

  expect(lastBody()).toMatchObject({
    orderDate: "21 Nov, 2026",
    sendOrderBy: { sms: false, email: false, invoice: true },
    customerDetails: { type: "private", preferredLanguage: "no" },
    invoiceReferences: { referenceNo: "1001", customerReference: "A-1" },
  })
  expect(service.sandbox.order(data.uuid)).toMatchObject({
    kind: "e-invoice",
    referenceNo: "1001",
    customerReference: "A-1",
    callbackUrl: statusCallback.callbackUrl,
    invoiceTerms: { invoiceFeeApplicable: false },
  })
})

it("writes an EHF invoice so, with the merchant's own members last", async () => {
  const { data } = await client.call("orders.create-ehf-invoice", {
    body: {
      ...invoice,
      customerDetails: { ...contact, organizationId: "999999999" },
      callback: statusCallback,
    },
  })

  expect(lastBody()).toMatchObject({
    isCreditCheckAvailable: true,
    customerDetails: { type: "corporate", organizationId: "999999999" },
  })
  expect(service.sandbox.order(data.uuid)).toMatchObject({
    kind: "ehf-invoice",
    referenceNo: "1001",
  })
})

it("asks for a session that is paid by invoice where sessions are asked for", async () => {
  const { data } = await client.call("checkout.create-invoice-session", {
    body: {
      ...invoice,
      customerDetails: { ...person, type: "private" },
      callback: sessionCallback,
    },
  })

  expect(service.sandbox.requests().at(-1)?.path).toBe(regular)
  expect(service.sandbox.order(data.orderUuid)).toMatchObject({
    kind: "checkout-session",
    grandTotal: 500,
    referenceNo: "1001",
  })
})
