import { sweepEInvoiceOrders } from "../../../src/workflows"
import type { EInvoiceSuite } from "./e-invoice-suite"
import { eventually } from "./eventually"
import { journalOf } from "./evidence"
import { Merchant } from "./merchant"
import { callbacksProcessed } from "./purchase"
import { Shopper, type Visit } from "./shopper"

export const DAY = 24 * 60 * 60_000

/** An item's price in the demo store, with tax. */
export const PRICE = { "COFFEE-250": 99.9, "MUG-35": 149, "SOCKS-41-45": 119.9 }

export type Held = { merchant: Merchant; orderId: string; total: number; displayId: number }

/** Orders that are held at checkout and billed by the parcel: how they are bought, shipped and paid, and what is known of them then. */
export function heldOrders(suite: EInvoiceSuite) {
  beforeEach(() => {
    suite.eInvoice.options.invoiceOn = "fulfilment"
    suite.forgetFailures()
  })
  afterEach(() => {
    suite.eInvoice.options.invoiceOn = "checkout"
    suite.eInvoice.options.giftCards = "single-purpose"
  })

  /** Three of an item at 99.90 and a delivery at 49.00, unless something else is bought. */
  const buy = async (visit: Visit = {}): Promise<Held> => {
    const shopper = await Shopper.arrive(suite, visit)
    const { body } = await shopper.buy()
    if (body.type !== "order") {
      throw new Error(`Not placed: ${body.error.message}`)
    }
    return {
      merchant: await Merchant.signIn(suite),
      orderId: body.order.id,
      total: body.order.total,
      displayId: Number(body.order.display_id),
    }
  }

  const pack = async ({ merchant, orderId }: Held, quantities: Record<string, number>) => {
    const { items } = await merchant.order(orderId)
    const { status, body } = await merchant.http.post<{
      order: { fulfillments: { id: string; created_at: string }[] }
      message?: string
    }>(`/admin/orders/${orderId}/fulfillments?fields=id,*fulfillments`, {
      items: itemsOf(items, quantities),
    })
    if (status !== 200) {
      throw new Error(body.message)
    }
    const [latest] = [...body.order.fulfillments].sort((one, other) =>
      other.created_at.localeCompare(one.created_at)
    )
    return latest?.id ?? ""
  }
  const itemsOf = (
    items: readonly { id: string; variant_sku?: string | null }[],
    quantities: Record<string, number>
  ) =>
    Object.entries(quantities).map(([sku, quantity]) => ({
      id: items.find(({ variant_sku }) => variant_sku === sku)?.id ?? "",
      quantity,
    }))
  const ship = async (held: Held, quantities: Record<string, number>): Promise<string> => {
    const id = await pack(held, quantities)
    const { items } = await held.merchant.order(held.orderId)
    const { status, body } = await held.merchant.http.post<{ message?: string }>(
      `/admin/orders/${held.orderId}/fulfillments/${id}/shipments`,
      { items: itemsOf(items, quantities), labels: [] }
    )
    if (status !== 200) {
      throw new Error(body.message)
    }
    return id
  }

  /** The invoices at the service that ask for money, the oldest first. */
  const invoices = () =>
    suite.sandbox
      .orders()
      .filter(({ status }) => status !== "CANCELLED")
      .map(({ grandTotal, referenceNo }) => ({ total: Number(grandTotal), referenceNo }))
  const billed = (totals: readonly number[]) =>
    eventually(async () => {
      expect(invoices().map(({ total }) => total)).toEqual(totals)
    })
  const holdOf = async ({ orderId }: Held) => {
    const row = (await journalOf(suite)).find(
      (one) => one.hold_until !== null && one.order_id === orderId
    )
    return { kept: row?.shopper_data_id !== null, flags: row?.attention ?? null, id: row?.id ?? "" }
  }
  const heldAs = (held: Held, expected: { kept: boolean; flags: string | null }) =>
    eventually(async () => {
      expect(await holdOf(held)).toMatchObject(expected)
    })
  /** The smallest first: Medusa lists them in no order. */
  const livingPayments = async ({ merchant, orderId }: Held) => {
    const { payment_collections } = await merchant.order(orderId)
    return payment_collections
      .flatMap(({ payments }) => payments ?? [])
      .filter(({ canceled_at }) => !canceled_at)
      .map(({ amount, captured_at }) => ({ amount, captured: captured_at !== null }))
      .sort((one, other) => one.amount - other.amount)
  }
  const sweep = (later = 0) =>
    sweepEInvoiceOrders(suite.container, { now: new Date(Date.now() + later) })

  /** Staff refund an amount in the Refunds section of the order's first invoice, or of another. */
  const refundParcel = async (held: Held, amount: number, index = 0) => {
    const { http } = held.merchant
    const path = `/admin/e-invoice/orders/${(await parcelInvoices(held))[index]?.id}/refunds`
    const answer = await http.with({ "idempotency-key": `refund-${amount}` }).post(path, { amount })
    expect(answer).toMatchObject({ status: 200 })
    await callbacksProcessed(suite)
  }
  const parcelInvoices = async ({ orderId }: Held) =>
    (await suite.eInvoice.orders.statuses.ofOrder(orderId)).filter(
      ({ fulfillmentId }) => fulfillmentId !== null
    )
  const flagsOfFirst = (held: Held, flags: string[]) =>
    eventually(async () => {
      expect((await parcelInvoices(held))[0]).toMatchObject({ flags })
    })
  const pendingOf = async ({ merchant, orderId }: Held) =>
    (await merchant.order(orderId)).summary.pending_difference
  const payAll = async () => {
    for (const { uuid, actions } of suite.sandbox.orders()) {
      if (actions.includes("pay")) {
        suite.sandbox.pay(uuid)
      }
    }
    await callbacksProcessed(suite)
  }

  return {
    buy,
    pack,
    itemsOf,
    ship,
    invoices,
    billed,
    holdOf,
    heldAs,
    livingPayments,
    sweep,
    refundParcel,
    parcelInvoices,
    flagsOfFirst,
    pendingOf,
    payAll,
  }
}
