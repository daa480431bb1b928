import type { OrderView } from "../../../src/sandbox"
import type { EInvoiceSuite } from "./e-invoice-suite"
import { eventually } from "./eventually"
import { journalOf } from "./evidence"
import { Merchant } from "./merchant"
import { Shopper, type Visit } from "./shopper"

/** A Medusa order that was bought by invoice, and the merchant who looks after it. */
export type Purchase = {
  readonly merchant: Merchant
  readonly orderId: string
  readonly total: number
  /** Id of the e-invoice order in the plugin. */
  readonly id: string
  /** Id of the order at the service. */
  readonly uuid: string
  /** What the service reports to. */
  readonly callbackUrl: string
}

/** A shopper buys by invoice, and the merchant sees the order. */
export async function purchase(suite: EInvoiceSuite, visit?: Visit): Promise<Purchase> {
  return placedBy(suite, await Shopper.arrive(suite, visit))
}

/** A shopper whose cart is filled buys it by invoice. */
export async function placedBy(suite: EInvoiceSuite, shopper: Shopper): Promise<Purchase> {
  const { body } = await shopper.buy()
  if (body.type !== "order") {
    throw new Error(`Not placed: ${body.error.message}`)
  }
  const merchant = await Merchant.signIn(suite)
  const row = (await journalOf(suite)).find(({ order_id }) => order_id === body.order.id)
  const view = suite.sandbox.orders().find(({ uuid }) => uuid === row?.remote_order_uuid)
  if (!row || !view?.callbackUrl) {
    throw new Error("The order is not in the journal, or not at the service.")
  }
  await placedFollowed(suite, row.id)
  return {
    merchant,
    orderId: body.order.id,
    total: body.order.total,
    id: row.id,
    uuid: view.uuid,
    callbackUrl: view.callbackUrl,
  }
}

/** The plugin hears of a placed order through the event bus, a moment after the shopper. */
async function placedFollowed(suite: EInvoiceSuite, id: string): Promise<void> {
  await eventually(async () => {
    const order = await suite.eInvoice.orders.statuses.find(id)
    expect(order?.paymentId).toEqual(expect.any(String))
  })
}

/** Waits until every callback that came has been processed. */
export async function callbacksProcessed(suite: EInvoiceSuite): Promise<void> {
  await suite.sandbox.callbacks.settled()
  await eventually(async () => {
    const open = await suite.eInvoice.listEInvoiceCallbacks({
      state: ["received", "failed"],
    })
    expect(open).toEqual([])
  })
}

/** The order at the service. */
export const atService = (
  { sandbox }: EInvoiceSuite,
  { uuid }: Pick<Purchase, "uuid">
): OrderView => sandbox.order(uuid)

/** How often the service was asked to do something. */
export const callsOf = ({ sandbox }: EInvoiceSuite, operationId: string): number =>
  sandbox.requests().filter((request) => request.operationId === operationId).length

/** Refunds so far were made eleven minutes ago: longer than a second person is taken not to have seen them. */
export const minutesPass = (suite: EInvoiceSuite) =>
  suite.eInvoice.refunds["database"]("einvoice_refund")
    .where({ state: "succeeded" })
    .update({ updated_at: new Date(Date.now() - 11 * 60_000) })
