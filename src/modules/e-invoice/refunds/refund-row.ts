import type { InferTypeOf } from "@medusajs/framework/types"

import type { StoredRow } from "../database"
import type { Transitions } from "../intent"
import type EInvoiceRefund from "../models/e-invoice-refund"
import type { REFUND_PURPOSES } from "../models/e-invoice-refund"

/** How a refund is asked for: `regular` for an order that was paid, `invoiced` for one whose invoice is out. */
export type RefundType = "regular" | "invoiced"

/** Whether Medusa pays back, or an unpaid invoice follows its changed order. */
export type RefundPurpose = (typeof REFUND_PURPOSES)[number]

/** One line's part of a refund: the line's id at the service and decimal major units. */
export type RefundShare = { id: number; amount: string }

/** Why a refund was refused or is in doubt, in technical terms. */
export type RefundFailure = {
  kind: string
  message: string
  /** ISO 8601. */
  at: string
  httpStatus?: number | undefined
  messageKey?: string | undefined
}

/** Kind of the failure of a refund that staff found not carried out. */
export const NOT_CARRIED_OUT = "not-carried-out"

/** Kind of the failure of a refund whose approval staff found refused. */
export const APPROVAL_REFUSED = "approval-refused"

/** Why a credit is rejected that was not sent: staff may have given it in the service's own portal. */
export const leftToStaff = (now: Date): RefundFailure => ({
  kind: "left-to-staff",
  message: "Not sent: it may have been given in the service's portal already.",
  at: now.toISOString(),
})

/** Kind of the failure of a credit that staff may have given by hand before another amount took its place. */
export const REPLACED = "replaced"

export const replaced = (now: Date): RefundFailure => ({
  kind: REPLACED,
  message: "The order changed again before it was recorded whether this was given by hand.",
  at: now.toISOString(),
})

/** Kind of the failure of a credit that another took the place of, and that staff found not given. */
export const REPLACED_NOT_GIVEN = "replaced-not-given"

/** Kind of the failure of a credit that is missing no more, or only a part of it, as staff gave another. */
export const LESSENED = "lessened"

export const lessenedBy = (now: Date): RefundFailure => ({
  kind: LESSENED,
  message: "Another credit was given since: no more than the rest is missing.",
  at: now.toISOString(),
})

/** Whether staff found that what was sent was not carried out. */
const isFoundNotCarriedOut = ({ failure }: Pick<RefundRow, "failure">): boolean =>
  failure?.kind === NOT_CARRIED_OUT || failure?.kind === APPROVAL_REFUSED

/**
 * Whether staff found that a refund was not carried out, and may find otherwise. A credit is one intent while it is missing; once
 * another took its place, it is as any other.
 */
export const isRuledOut = (row: Pick<RefundRow, "purpose" | "failure">): boolean =>
  row.failure?.kind === REPLACED_NOT_GIVEN ||
  (row.purpose === "refund" && isFoundNotCarriedOut(row))

/**
 * As what an attempt that staff ruled out stays beside the next one of its intent. The next one takes the place of a credit.
 *
 * @returns undefined of one that staff did not rule out
 */
export function besideNext(row: Pick<RefundRow, "purpose" | "failure">): RefundFailure | undefined {
  const { purpose, failure } = row
  if (!failure || !(isRuledOut(row) || isFoundNotCarriedOut(row))) {
    return undefined
  }
  return purpose === "credit" ? { ...failure, kind: REPLACED_NOT_GIVEN } : failure
}

/**
 * A refund as it is journalled; the amount is decimal major units in text. `refund_id` is its own id while Medusa has no
 * refund of it, `attempt` counts from 1, and `settled_at` is when a doubt ended, or another request was taken for it.
 */
export type RefundRow = StoredRow<
  InferTypeOf<typeof EInvoiceRefund>,
  {
    amount: string
    type: RefundType | null
    products: RefundShare[] | null
    goods: RefundShare[] | null
    failure: RefundFailure | null
  }
>

/** An attempt of a refund that is about to be written down. */
export type NewAttempt = {
  /** Decimal major units. */
  amount: string
  products: readonly RefundShare[]
  /** What of it is owed because goods went, by line. */
  goods: readonly RefundShare[]
  /** What a credit leaves its invoice asking for, in decimal major units. */
  downTo?: string | undefined
  /** Id of the Medusa refund that it is sent for at once; left out while Medusa has none. */
  refundId?: string | undefined
  /** Left out or null when nothing is sent. */
  type?: RefundType | null | undefined
  statusBefore?: string | null | undefined
}

/** A further attempt of an intent whose last one had no effect. */
export type NextAttempt = NewAttempt & {
  mayBeGiven?: boolean
  holdsLast?: boolean
}

/** A refund that is about to be written down, under the key by which it is found again. */
export type NewRefund = NewAttempt & {
  eInvoiceOrderId: string
  key: string
  /** `refund` when left out. */
  purpose?: RefundPurpose
}

/** What staff gave of a rejected credit in the service's own portal, and what is missing after it. */
export type CreditGiven = {
  readonly share: Pick<NewAttempt, "amount" | "products" | "goods">
  /** `refund` where Medusa captured more than the invoice asks for after it: Medusa pays back what it has too much. */
  readonly purpose: RefundPurpose
  /** The credit that was missing until then, where that was another, and not all of it is missing still. */
  readonly lessened: Pick<RefundRow, "id" | "attempt"> | undefined
  /** What is missing now, with its key; left out where nothing is, or the same as before. */
  readonly left: (NewAttempt & { readonly key: string }) | undefined
}

/** Under this name a Medusa refund carries the id of the refund here that it is made for. */
export const REFUND_METADATA = "e_invoice_refund_id"

/** Whether a refund still waits for the Medusa refund that stands for it. */
export const isUnlinked = (row: Pick<RefundRow, "id" | "refund_id">): boolean =>
  row.refund_id === row.id

/**
 * Every change of state of a refund, by who may make it. A `prepared` one is rejected when it is withdrawn or its process ended: nothing
 * was sent. No look-up rejects one: the service accepts refunds and carries them out later. A rejected one succeeds by a late
 * answer, where the operator approved it after all, or where staff had ruled it out by mistake.
 */
export const REFUND_TRANSITIONS = {
  sender: {
    prepared: ["sending", "rejected"],
    sending: ["succeeded", "rejected", "in_doubt"],
    rejected: ["prepared", "sending", "succeeded"],
    in_doubt: ["succeeded", "rejected"],
  },
  lease: { prepared: ["rejected"], sending: ["in_doubt"] },
  "look-up": { rejected: ["succeeded"], in_doubt: ["succeeded"] },
  staff: { rejected: ["succeeded"], in_doubt: ["succeeded", "rejected"] },
} as const satisfies Transitions
