import type { AdminOrder } from "@medusajs/framework/types"

import type {
  CreationSettlement,
  EInvoiceOrderDetail,
  EInvoiceOrderSummary,
} from "../../api/admin/e-invoice/answers"
import { sumOf } from "../lib/form-values"

export type { EInvoiceOrderDetail, EInvoiceOrderSummary }

/** The request an e-invoice order was made from: without the customer. Amounts in major units, tax in percent. */
export type SentRequest = NonNullable<EInvoiceOrderDetail["sent_request"]>

/** Who did what to an e-invoice order, when, and how it ended. */
export type TimelineEntry = EInvoiceOrderDetail["timeline"][number]

/** A refund the service was asked for; `amount` in decimal major units. */
export type EInvoiceRefund = EInvoiceOrderDetail["refunds"][number]

/** `GET /admin/e-invoice/orders` */
export const readOrderList = ({
  e_invoice_orders,
}: {
  e_invoice_orders: EInvoiceOrderSummary[]
}): EInvoiceOrderSummary[] => e_invoice_orders

/** `GET /admin/e-invoice/orders` as a table takes it. */
export const readOrderPage = ({
  e_invoice_orders,
  count,
  search_cut,
}: {
  e_invoice_orders: EInvoiceOrderSummary[]
  count: number
  search_cut?: true
}) => ({ rows: e_invoice_orders, count, isCut: search_cut })

/** `GET /admin/e-invoice/orders/:id` */
export const readOrderDetail = ({
  e_invoice_order,
}: {
  e_invoice_order: EInvoiceOrderDetail
}): EInvoiceOrderDetail => e_invoice_order

/** `GET /admin/e-invoice/orders/:id/settle` */
export const readCreationSettlement = ({ settlement }: { settlement: CreationSettlement }) =>
  settlement

/** In the order in which they were made, which is how staff count them. */
export const oldestFirst = (orders: readonly EInvoiceOrderSummary[]): EInvoiceOrderSummary[] =>
  orders.toSorted((one, other) => one.created_at.localeCompare(other.created_at))

/**
 * Whether an order's page has anything to say of an e-invoice: a bill that the service refused left nothing behind, and
 * its sender was told why.
 */
export const isWorthShowing = ({ state, payment_id, attention }: EInvoiceOrderSummary): boolean =>
  state !== "rejected" || payment_id !== null || attention !== null

/**
 * Changes when Medusa's own view of an order's payments changes. As part of a query key it makes our data follow what
 * happens through Medusa's own buttons: capture, refund, cancel.
 */
export const orderRevision = (order: AdminOrder): string =>
  [
    order.status,
    ...(order.payment_collections ?? []).flatMap((collection) =>
      (collection.payments ?? []).map((payment) =>
        [
          payment.id,
          payment.captured_at ? "captured" : "",
          payment.canceled_at ? "canceled" : "",
          payment.refunds?.length ?? 0,
        ].join()
      )
    ),
  ].join("|")

/**
 * What the customer paid to the service, in major units: an invoice is paid whole or not at all, less what was credited since
 * the order had changed. That something was refunded does not say that money came; the service also credits unpaid invoices.
 */
export const paidTotal = (
  order: Pick<EInvoiceOrderSummary, "remote_status" | "paid_at" | "grand_total" | "credited_total">
): number | null =>
  order.paid_at !== null || order.remote_status === "PAID"
    ? sumOf([order.grand_total, -order.credited_total])
    : 0

/** What was refunded to the customer, in major units: what was credited before they paid is told beside it. */
export const refundedTotal = ({
  refunded_total,
  credited_total,
}: Pick<EInvoiceOrderSummary, "refunded_total" | "credited_total">): number =>
  Math.max(0, sumOf([refunded_total, -credited_total]))

type BookedInvoice = Pick<
  EInvoiceOrderSummary,
  "payment_id" | "paid_at" | "refunded_total" | "credited_total" | "flags"
>

/**
 * Whether Medusa shows less of an order than its e-invoices say: one is paid whose payment is neither captured nor cancelled, or the
 * service gave money back that is not recorded, without a flag that tells staff why. So it does while Medusa writes: it makes the
 * refund of a payment first, and counts it in the payment collection, whose status an order's page shows, afterwards.
 */
export const isMedusaBehind = (order: AdminOrder, invoices: readonly BookedInvoice[]): boolean => {
  const collections = order.payment_collections ?? []
  return invoices.some((invoice) =>
    collections.some((collection) => {
      const payment = (collection.payments ?? []).find(({ id }) => id === invoice.payment_id)
      return (
        payment !== undefined &&
        (isPaymentBehind(payment, invoice) || isCollectionBehind(collection))
      )
    })
  )
}

type MedusaCollection = NonNullable<AdminOrder["payment_collections"]>[number]
type MedusaPayment = NonNullable<MedusaCollection["payments"]>[number]

const isPaymentBehind = (payment: MedusaPayment, invoice: BookedInvoice): boolean => {
  const awaitsCapture = invoice.paid_at !== null && !payment.captured_at && !payment.canceled_at
  const awaitsRefund =
    Boolean(payment.captured_at) && refundedTotal(invoice) > refundedInMedusa([payment])
  return awaitsCapture || (awaitsRefund && invoice.flags.length === 0)
}

const isCollectionBehind = ({
  payments = [],
  captured_amount: captured,
  refunded_amount: refunded,
}: MedusaCollection): boolean =>
  refundedInMedusa(payments) > Number(refunded ?? 0) ||
  (payments.some((payment) => payment.captured_at) && Number(captured ?? 0) === 0)

const refundedInMedusa = (payments: readonly MedusaPayment[]): number =>
  sumOf(payments.flatMap(({ refunds }) => (refunds ?? []).map(({ amount }) => Number(amount))))

const PROVIDER_PREFIX = "pp_e-invoice_"

/** Whether an order was paid, or is to be paid, through this plugin, as far as Medusa's own order tells. */
export const isPaidByEInvoice = (order: AdminOrder): boolean =>
  (order.payment_collections ?? [])
    .flatMap((collection) => [
      ...(collection.payments ?? []),
      ...(collection.payment_sessions ?? []),
    ])
    .some(({ provider_id }) => provider_id.startsWith(PROVIDER_PREFIX))

/** How an order's customer can be reached, as the fields of a form begin. */
export type OrderContact = {
  readonly email: string
  readonly countryCode: string
  /** Digits alone, without the calling code. */
  readonly msisdn: string
}

const HOME = { country: "no", callingCode: "+47" }

/** What the contact is read from. */
export type ReachableOrder = Pick<AdminOrder, "email" | "billing_address" | "shipping_address">

/**
 * The contact of a Medusa order, as far as it says. A number without a calling code is a Norwegian one where its address
 * is in Norway or names no country; any other is left to the person, so that nothing is sent to a stranger.
 */
export const contactOf = (order: ReachableOrder): OrderContact => {
  const address = addressWithPhone(order) ?? order.billing_address ?? order.shipping_address
  const phone = (address?.phone ?? "").replace(/[^\d+]/g, "")
  const withoutHome = phone.replace(/^(\+|00)47/, "")
  const isNational = !/^(\+|00)/.test(phone)
  const isAtHome = (address?.country_code || HOME.country).toLowerCase() === HOME.country
  const isNorwegian = withoutHome !== phone || (isNational && isAtHome)

  return {
    email: order.email ?? "",
    countryCode: isNorwegian ? HOME.callingCode : "",
    msisdn: isNorwegian ? withoutHome.replace(/\D/g, "") : "",
  }
}

/** Whether an order names a phone number, of whatever country. */
export const hasPhone = (order: ReachableOrder): boolean => addressWithPhone(order) !== undefined

const addressWithPhone = ({ billing_address, shipping_address }: ReachableOrder) =>
  [billing_address, shipping_address].find((address) => address?.phone?.trim())

/**
 * Where an invoice order is looked after: on the Medusa order's page where there is one, else on its own. Medusa takes an
 * order back when its checkout fails, or never makes it; only an order that is there has a number.
 */
export const orderTarget = ({
  id,
  order_id,
  order_number,
  state,
}: Pick<EInvoiceOrderSummary, "id" | "order_id" | "order_number" | "state">): string =>
  order_id !== null && order_number !== null && state === "succeeded"
    ? `/orders/${order_id}`
    : `/e-invoice/orders/${id}`
