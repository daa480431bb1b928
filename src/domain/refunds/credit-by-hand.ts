import { MedusaError } from "@medusajs/framework/utils"

import { toOre } from "../../mapping"
import type { Attention } from "../../modules/e-invoice/orders/flags"
import type { FollowedOrder } from "../../modules/e-invoice/orders/order-row"
import { isOpenRefund } from "../../modules/e-invoice/refunds/refund-journal"
import {
  isRuledOut,
  REPLACED,
  REPLACED_NOT_GIVEN,
  type RefundRow,
} from "../../modules/e-invoice/refunds/refund-row"
import {
  approvalKey,
  type ApprovalState,
  approvalState,
  type CountedRefund,
  countedRefunds,
} from "./refund-approval"
import type { RefundDependencies } from "./refund-request"

/** Code of the refusal of a refund of an invoice that waits to be credited. */
export const CREDIT_MISSING = "credit_missing"

/**
 * Refuses to refund a paid invoice of which a credit is missing: Medusa counts as paid only what is left after that, so the
 * refund would take what went off the order a second time there, and have it billed again.
 *
 * @throws MedusaError not_allowed with the code `credit_missing`
 */
export async function refuseWhereCreditIsMissing(
  dependencies: Pick<RefundDependencies, "refunds">,
  order: Pick<FollowedOrder, "id" | "paid" | "flags">
): Promise<void> {
  const missing = missingCreditOf(order, await dependencies.refunds.list(order.id))
  if (missing) {
    const first = order.flags.includes("refunded_at_service")
      ? " The service shows a refund that is not recorded here: if a part of it was given already, record that first."
      : ""
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `The refund was not sent: the customer paid ${missing.amount} for what went off the order before, and that credit is missing.${first} Refund it in the service's own portal, and record it in the order's Refunds section as carried out. Refund anything else after that.`,
      CREDIT_MISSING
    )
  }
}

/**
 * The credit that a paid invoice lacks: the customer paid for what went off the order before. Staff give it in the portal.
 *
 * @param rows the invoice's refunds, the oldest first
 */
export const missingCreditOf = <Row extends Pick<RefundRow, "purpose" | "state" | "failure">>(
  { paid, flags }: Pick<FollowedOrder, "paid" | "flags">,
  rows: readonly Row[]
): Row | undefined =>
  paid && flags.includes("change_not_followed") ? lastRejectedCredit(rows) : undefined

/** Flags of an order whose invoice may ask for more than it is to, or was lowered in the service's own portal. */
const CREDIT_MAY_BE_MISSING: readonly Attention[] = [
  "change_not_followed",
  "cancel_failed",
  "refunded_at_service",
  "overbilled",
]

/**
 * The rejected credit that staff may have given in the service's own portal: the last one, while the order shows that it is missing.
 * One that is missing no more was for a change that was taken back.
 *
 * @param rows the order's refunds, the oldest first
 */
export const creditGivenByHand = <Row extends Pick<RefundRow, "purpose" | "state" | "failure">>(
  order: Pick<FollowedOrder, "flags" | "cancelRequestedAt">,
  rows: readonly Row[]
): Row | undefined => (mayLackCredit(order) ? lastRejectedCredit(rows) : undefined)

const mayLackCredit = ({
  flags,
  cancelRequestedAt,
}: Pick<FollowedOrder, "flags" | "cancelRequestedAt">): boolean =>
  cancelRequestedAt !== null || flags.some((flag) => CREDIT_MAY_BE_MISSING.includes(flag))

/** Whether another amount took the place of a credit that staff may have given by hand, and it is not known whether they did. */
export const isReplaced = ({ failure }: Pick<RefundRow, "failure">): boolean =>
  failure?.kind === REPLACED

/**
 * The credits of an invoice of which it is not known whether they were carried out, while it is not known that it follows its order:
 * those that are open or await approval, and those that another took the place of. What is missing now is none of them: without
 * it, the invoice asks for more than the order.
 *
 * @param rows the order's refunds, as `countedRefunds` counts them
 */
export const creditsInDoubt = (
  order: Pick<FollowedOrder, "flags" | "cancelRequestedAt">,
  rows: readonly CountedRefund[]
): CountedRefund[] =>
  rows.filter(
    (row) =>
      row.purpose === "credit" &&
      (isOpenRefund(row.state) || (isReplaced(row) && mayLackCredit(order)))
  )

/**
 * Whether staff may say of a rejected refund that it was carried out after all: a credit that they gave in the service's own
 * portal, be it before another amount took its place, or a refund of which they recorded by mistake that it was not carried out,
 * or that the operator had not approved it.
 *
 * @param rows the order's refunds, the oldest first
 */
export const mayBeCarriedOutYet = <
  Row extends Pick<
    RefundRow,
    "id" | "purpose" | "state" | "failure" | "amount" | "type" | "created_at"
  >,
>(
  order: Pick<FollowedOrder, "flags" | "cancelRequestedAt">,
  { row, approval, rows }: { row: Row; approval: ApprovalState | undefined; rows: readonly Row[] }
): boolean =>
  row.state === "rejected" &&
  approval !== "open" &&
  approval !== "asking" &&
  (((approval === "not-carried-out" || isRuledOut(row)) && !isGivenSince(row, rows)) ||
    (isReplaced(row) && mayLackCredit(order)) ||
    // Of the one that is missing now, staff cannot tell before they said what became of those before it.
    (creditGivenByHand(order, rows)?.id === row.id && !rows.some(isReplaced)))

/** Whether staff recorded since that the service's portal refunded the same amount: what it shows is recorded. */
const isGivenSince = <Row extends Pick<RefundRow, "state" | "amount" | "type" | "created_at">>(
  { amount, created_at: at }: Row,
  rows: readonly Row[]
): boolean =>
  rows.some(
    (other) =>
      other.state === "succeeded" &&
      other.type === null &&
      other.amount === amount &&
      other.created_at > at
  )

/**
 * What the order's other refunds may explain of what the service shows, in øre: of those that are open, await approval, or are
 * rejected and may have been carried out after all.
 */
export async function perhapsCarriedOutBeside(
  dependencies: Pick<RefundDependencies, "refunds" | "operations">,
  order: Pick<FollowedOrder, "id" | "flags" | "cancelRequestedAt">,
  { id }: Pick<RefundRow, "id">
): Promise<bigint[]> {
  const { operations } = dependencies
  const rows = await countedRefunds(dependencies, order.id)
  const others: bigint[] = []
  for (const row of rows.filter((other) => other.id !== id)) {
    const request = await operations.ofKey(approvalKey(row.id, row.attempt))
    const approval = approvalState(row, request)
    if (isOpenRefund(row.state) || mayBeCarriedOutYet(order, { row, approval, rows })) {
      others.push(toOre(row.amount))
    }
  }
  return others
}

const lastRejectedCredit = <Row extends Pick<RefundRow, "purpose" | "state" | "failure">>(
  rows: readonly Row[]
): Row | undefined =>
  rows.findLast(
    ({ purpose, state, failure }) =>
      purpose === "credit" &&
      state === "rejected" &&
      failure?.kind !== REPLACED &&
      failure?.kind !== REPLACED_NOT_GIVEN
  )
