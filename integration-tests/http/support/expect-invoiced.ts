import { toOre } from "../../../src/mapping"
import { CHECKOUT_REFUSALS } from "../../../src/mapping/checkout-refusals"
import type { OrderRow } from "../../../src/modules/e-invoice/orders/order-row"
import type { OrderView } from "../../../src/sandbox"
import type { EInvoiceSuite } from "./e-invoice-suite"
import { journalOf, paymentDataOf, placesHolding, shopperDataCount } from "./evidence"
import type { HttpAnswer } from "./http-client"
import { type Completion, PERSONAL_NUMBER } from "./shopper"

/** The invoices that are not cancelled. */
export const liveInvoices = ({ sandbox }: EInvoiceSuite): OrderView[] =>
  sandbox.orders().filter(({ status }) => status !== "CANCELLED")

/**
 * Expects that a cart became an order and one invoice over the same amount, and that nothing of the shopper's was left
 * behind.
 *
 * @returns the order, its invoice and its journal row
 */
export async function expectInvoiced(
  suite: EInvoiceSuite,
  { status, body }: HttpAnswer<Completion>
): Promise<{
  order: Extract<Completion, { type: "order" }>["order"]
  invoice: OrderView
  row: OrderRow
}> {
  if (body.type !== "order") {
    throw new Error(`Not placed: ${body.error?.message ?? `HTTP ${status}`}`)
  }
  const [invoice, ...others] = liveInvoices(suite)
  expect(others).toEqual([])
  const rows = await journalOf(suite)
  const row = rows.find(({ remote_order_uuid }) => remote_order_uuid === invoice?.uuid)
  if (!invoice || !row) {
    throw new Error("There is no invoice, or no journal row names it.")
  }
  expect(toOre(invoice.grandTotal)).toBe(toOre(body.order.total))
  expect(suite.sandbox.audit()).toMatchObject({
    billedTwice: [],
    totalsOff: [],
    money: { balanced: true },
  })
  expect(row).toMatchObject({
    state: "succeeded",
    order_id: body.order.id,
    failure: null,
    shopper_data_id: null,
  })
  await expectNothingPersonalLeft(suite)
  const { sessions, payments } = await paymentDataOf(suite)
  const data = {
    e_invoice_order_id: row.id,
    order_uuid: invoice.uuid,
    reference_no: invoice.referenceNo,
    status: "SENT",
  }
  expect(sessions).toEqual([data])
  expect(payments).toEqual([data])
  return { order: body.order, invoice, row }
}

/** Expects that no shopper data is kept and that the personal number stands nowhere in the database. */
export async function expectNothingPersonalLeft(suite: EInvoiceSuite): Promise<void> {
  expect(await shopperDataCount(suite)).toBe(0)
  expect(await placesHolding(suite, PERSONAL_NUMBER)).toEqual([])
}

/**
 * Expects that Medusa kept the cart, with a sentence for the shopper that says nothing technical.
 *
 * @returns the code of the reason
 */
export function expectDeclined({ status, body }: HttpAnswer<Completion>): string {
  expect(status).toBe(200)
  if (body.type !== "cart") {
    throw new Error("An order was placed that should have been declined.")
  }
  expect(body.error.type).toBe("payment_authorization_error")
  expect(body.error.message).toMatch(/^[A-Z].*\.$/)
  expect(body.error.message).not.toMatch(
    /error|exception|HTTP|\d{3}|undefined|null|einv|payses|socket|ECONN/i
  )
  expect(body.error.message).not.toContain(PERSONAL_NUMBER)
  expect(Object.keys(CHECKOUT_REFUSALS)).toContain(body.error.name)
  return body.error.name
}
