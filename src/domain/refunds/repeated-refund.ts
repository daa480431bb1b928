import { createHash } from "node:crypto"

import { formatOre, toOre } from "../../mapping"
import type { FollowedOrder } from "../../modules/e-invoice/orders/order-row"
import { isOpenRefund } from "../../modules/e-invoice/refunds/refund-journal"
import type { ReservationRefund } from "../../modules/e-invoice/operations/earlier-operations"
import type { RefundRow } from "../../modules/e-invoice/refunds/refund-row"
import { notAllowed } from "../failure"
import { type CountedRefund, countedRefunds } from "./refund-approval"
import type { RefundDependencies } from "./refund-request"

/** How long a second person may not have seen a refund of another provider; milliseconds. */
const JUST_MADE = 10 * 60_000

/** Code of the refusal that asks for an explicit confirmation. */
export const CONFIRM_REPEAT = "confirm_repeat"

/**
 * Refuses a refund that may be an earlier one once more: from a window that was told to press again, or of a second person
 * who had not seen the first one's, of any invoice or reservation of the Medusa order, or of another provider's payment: what is owed is
 * owed once. The answer names what stands for the refunds now. To be asked under the payment lease of the Medusa order, along with what writes the refund down.
 *
 * @param further.isOwed whether Medusa owes the amount beside all refunds there have been; it knows of none of a reservation
 * @param further.isCancelling whether all of the payment goes back, whatever a reservation gave back
 * @param further.isOwedNoMore whether its order is flagged for goods that came back, and Medusa owes nothing for them any more: they may
 *   have been refunded another way
 * @param further.isGiven whether the service's portal gave it: one of the same amount that awaits approval may be what it shows
 * @param further.seen what stood for them where it was chosen; where it does not any more, no confirmation helps
 * @throws MedusaError not_allowed with the code `confirm_repeat`
 */
export async function refuseUnconfirmedRepeat(
  dependencies: Pick<
    RefundDependencies,
    "refunds" | "operations" | "orders" | "medusaRefunds" | "clock"
  >,
  order: Pick<FollowedOrder, "id" | "orderId">,
  {
    amountOre,
    isOwed,
    isCancelling = false,
    isOwedNoMore = false,
    isGiven = false,
    seen,
    isConfirmed = false,
  }: {
    amountOre: bigint
    isOwed: boolean
    isCancelling?: boolean
    isOwedNoMore?: boolean
    isGiven?: boolean
    seen?: string | undefined
    isConfirmed?: boolean
  }
): Promise<void> {
  const amount = formatOre(amountOre)
  const ids = await invoicesBeside(dependencies, order)
  const counted = await countedRefunds(dependencies, ...ids)
  const ofReservations = await refundsOfReservations(dependencies, order)
  const byOthers = await refundsByOtherProviders(dependencies, order)
  const now = standingFor([...counted, ...ofReservations, ...byOthers])
  const isAsked = isOwed || seen !== undefined
  // A window is told to press again of its own invoice.
  const repeatable = isAsked ? [order.id] : ids
  const isLikeAwaited = counted.some(
    (one) =>
      one.e_invoice_order_id === order.id && one.awaitsApproval && toOre(one.amount) === amountOre
  )
  const isSent = !isGiven && !isCancelling
  const mayBeRepeat = async () =>
    (isGiven && isLikeAwaited) ||
    (isSent && isOwedNoMore) ||
    // Of one that is open, also a window that saw it cannot tell what becomes of it.
    (isSent &&
      ofReservations.some(
        (one) => isOpenRefund(one.state) || (seen === undefined && one.may_be_repeated)
      )) ||
    (!isAsked && counted.some(mayStillBeMade)) ||
    (isSent &&
      !isAsked &&
      byOthers.some(
        ({ createdAt }) => createdAt.getTime() > dependencies.clock.now().getTime() - JUST_MADE
      )) ||
    (await dependencies.refunds.repeated(repeatable, { amount, isOwed: isAsked })) !== undefined
  if ((seen !== undefined && seen !== now) || (!isConfirmed && (await mayBeRepeat()))) {
    throw notAllowed(
      `The refund was not sent: another refund of this order was made shortly before. ${amount} is refunded besides only when it is confirmed: refund it in the order's Refunds section, and confirm it there.`,
      { code: CONFIRM_REPEAT, values: { seen: now } }
    )
  }
}

/**
 * Refuses to have the operator approve a rejected refund where another of its Medusa order was made since, or may be: staff may have
 * given the same back another way, in the service's own portal too, and the page that offers the approval may be older.
 *
 * @param order.id the invoice that it is of; left out of a reservation's
 * @param rejected.at when it was sent
 * @throws MedusaError not_allowed with the code `confirm_repeat`
 */
export async function refuseUnconfirmedApproval(
  dependencies: Pick<RefundDependencies, "refunds" | "operations" | "orders">,
  order: { readonly id?: string; readonly orderId: string | null },
  rejected: { readonly id: string; readonly at: Date }
): Promise<void> {
  const beside = await refundsBeside(dependencies, order)
  const isMadeSince = beside.some(
    (one) =>
      one.id !== rejected.id &&
      isMadeOrOpen(one) &&
      (one.sending_at ?? one.created_at) > rejected.at
  )
  if (
    isMadeSince ||
    (await isUnrecorded(dependencies, await invoicesBeside(dependencies, order)))
  ) {
    throw notAllowed(
      "Approval was not requested: another refund of this order was made after this one, or may be. Money is refunded besides only when it is confirmed.",
      { code: CONFIRM_REPEAT }
    )
  }
}

/** Whether the service shows a refund of one of these invoices that is not recorded here. */
async function isUnrecorded(
  { orders: { statuses } }: Pick<RefundDependencies, "orders">,
  invoiceIds: readonly string[]
): Promise<boolean> {
  const invoices = await Promise.all(invoiceIds.map((id) => statuses.find(id)))
  return invoices.some((invoice) => invoice?.flags.includes("refunded_at_service"))
}

const mayStillBeMade = ({ awaitsApproval, purpose, state }: CountedRefund): boolean =>
  awaitsApproval || (purpose === "refund" && isOpenRefund(state))

/**
 * Whether a refund of a reservation may be one of an invoice of its Medusa order once more, or an unpaid one's credit: any that is open,
 * was made just now, or was given in the service's portal and is not recorded.
 */
export async function mayRepeatOfInvoices(
  dependencies: Pick<RefundDependencies, "refunds" | "operations" | "orders">,
  invoiceIds: readonly string[]
): Promise<boolean> {
  const counted = await countedRefunds(dependencies, ...invoiceIds)
  return (
    counted.some(({ state }) => isOpenRefund(state)) ||
    (await isUnrecorded(dependencies, invoiceIds)) ||
    dependencies.refunds.isMadeJustNow(invoiceIds)
  )
}

/** The e-invoice orders of the same Medusa order, which owes what it owes once; without one, this one alone. */
export async function invoicesBeside(
  { orders }: Pick<RefundDependencies, "orders">,
  { id, orderId }: { readonly id?: string; readonly orderId: string | null }
): Promise<string[]> {
  const beside = orderId === null ? [] : await orders.statuses.ofOrder(orderId)
  return [...new Set([...(id === undefined ? [] : [id]), ...beside.map((other) => other.id)])]
}

/** What stands for the refunds of all invoices, reservations and other payments of a Medusa order, as they are now. */
export const standingRefunds = async (
  dependencies: Pick<RefundDependencies, "refunds" | "operations" | "orders" | "medusaRefunds">,
  order: Pick<FollowedOrder, "id" | "orderId">
): Promise<string> =>
  standingFor([
    ...(await refundsBeside(dependencies, order)),
    ...(await refundsByOtherProviders(dependencies, order)),
  ])

/** Refunds of the same Medusa order's payments by other providers. */
async function refundsByOtherProviders(
  { medusaRefunds }: Pick<RefundDependencies, "medusaRefunds">,
  { orderId }: Pick<FollowedOrder, "orderId">
) {
  const refunds = orderId === null ? [] : await medusaRefunds.byOthers(orderId)
  return refunds.map((one) => ({ ...one, attempt: 1, state: "succeeded" as const }))
}

/** The refunds of all invoices and reservations of a Medusa order. */
const refundsBeside = async (
  dependencies: Pick<RefundDependencies, "refunds" | "operations" | "orders">,
  order: { readonly id?: string; readonly orderId: string | null }
): Promise<(CountedRefund | ReservationRefund)[]> => [
  ...(await countedRefunds(dependencies, ...(await invoicesBeside(dependencies, order)))),
  ...(await refundsOfReservations(dependencies, order)),
]

const isMadeOrOpen = ({ state }: Pick<RefundRow, "state">): boolean =>
  state === "succeeded" || isOpenRefund(state)

/** Refunds of the same Medusa order's reservations, those that wait for approval counted as in doubt. */
async function refundsOfReservations(
  { operations }: Pick<RefundDependencies, "operations">,
  { orderId }: Pick<FollowedOrder, "orderId">
): Promise<ReservationRefund[]> {
  const refunds = orderId === null ? [] : await operations.earlier.refundsOfReservations(orderId)
  return refunds.map((one) => ({
    ...one,
    state: one.state === "rejected" ? ("in_doubt" as const) : one.state,
  }))
}

/** What stands for refunds: another text as soon as one is made, is settled, or waits for approval. */
const standingFor = (refunds: readonly Pick<RefundRow, "id" | "attempt" | "state">[]): string =>
  createHash("sha256")
    .update(
      JSON.stringify(
        refunds.filter(isMadeOrOpen).map(({ id, attempt, state }) => [id, attempt, state])
      )
    )
    .digest("hex")
    .slice(0, 16)
