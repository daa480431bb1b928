import type { EInvoiceSuite } from "./e-invoice-suite"
import type { HttpAnswer } from "./http-client"
import { Merchant } from "./merchant"
import { Shopper, type Visit } from "./shopper"

/** What `POST …/bill` answers. */
export type Bill = {
  e_invoice_order: {
    id: string
    order_id: string
    payment_id: string
    grand_total: number
    remote_order_uuid: string
    timeline: { action: string; actor: string }[]
  }
  /** Of a reservation. */
  operation?: { subject_uuid: string }
  code?: string
  message: string
  errors?: { field: string; message: string }[]
}

export type Outstanding = {
  outstanding: {
    pending: number
    billable: number
    open: { source: string; amount: number }[]
    not_billable: string | null
    reserved_beyond: number
    set_off_beyond: number
    capturable_beyond: number
    marked_beyond: number
    charged_beyond: number
    reserved_goodwill: number
    waits_for_parcels: boolean
  }
}

/** The way of billing that needs no further input. */
export const BY_LINK = {
  by: "payment-link",
  send_by: { sms: false, email: true },
}

/** Reserving what is outstanding on a card. */
export const RESERVE = {
  by: "reservation",
  send_by: { sms: false, email: true },
}

/** An order that was paid for in another way: Medusa's own provider only notes that the money is to be collected. */
export async function orderWithoutInvoice(
  suite: EInvoiceSuite,
  visit?: Visit
): Promise<{ merchant: Merchant; orderId: string; total: number }> {
  const shopper = await Shopper.arrive(suite, visit)
  await shopper.chooseInvoice({}, "pp_system_default")
  const { body } = await shopper.complete()
  if (body.type !== "order") {
    throw new Error(`Not placed: ${body.error.message}`)
  }
  return {
    merchant: await Merchant.signIn(suite),
    orderId: body.order.id,
    total: body.order.total,
  }
}

/** Bills what is outstanding of an order. */
export const bill = (
  { merchant, orderId }: { merchant: Merchant; orderId: string },
  body: object,
  key?: string
): Promise<HttpAnswer<Bill>> =>
  (key === undefined ? merchant.http : merchant.http.with({ "idempotency-key": key })).post(
    `/admin/e-invoice/medusa-orders/${orderId}/bill`,
    body
  )

/** What is outstanding of an order. */
export const outstanding = async ({
  merchant,
  orderId,
}: {
  merchant: Merchant
  orderId: string
}): Promise<Outstanding["outstanding"]> => {
  const { body } = await merchant.http.get<Outstanding>(
    `/admin/e-invoice/medusa-orders/${orderId}/bill`
  )
  return body.outstanding
}

/**
 * Staff mark an amount of an order as paid in Medusa.
 *
 * @returns the id of Medusa's payment
 */
export async function markAsPaid(
  { merchant: { http }, orderId }: { merchant: Merchant; orderId: string },
  amount: number
): Promise<string | undefined> {
  const { body } = await http.post<{ payment_collection: { id: string } }>(
    "/admin/payment-collections",
    { order_id: orderId, amount }
  )
  const { body: marked } = await http.post<{
    payment_collection: { payments: { id: string }[] }
  }>(`/admin/payment-collections/${body.payment_collection.id}/mark-as-paid?fields=*payments`, {
    order_id: orderId,
  })
  return marked.payment_collection.payments[0]?.id
}
