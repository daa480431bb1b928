import type { InferTypeOf } from "@medusajs/framework/types"

import { normaliseStatus, parseOrderStatus, type RecordKind } from "../../../connect"
import type { StoredRow } from "../database"
import type EInvoiceRecord from "../models/e-invoice-record"
import {
  isEndedWithoutPayment,
  isLastingStatus,
  isWhollyRefunded,
  nextAttemptAt,
  nextCheckAt,
} from "../orders/order-status"

/** A record at the service as the plugin remembers it; the amount is decimal major units in text. */
export type RecordRow = StoredRow<InferTypeOf<typeof EInvoiceRecord>, { amount: string | null }>

/** What tells when a record is looked at again. */
export type FollowedRecord = Pick<RecordRow, "id" | "kind" | "status" | "check_count">

/** What the service says of a record; the amount in decimal major units. */
export type LearnedOfRecord = {
  status: string
  amount?: string | undefined
  customerUuid?: string | undefined
  /** What is kept of a customer's money, in øre, where the service says so. */
  kept?: number | undefined
}

/** A record that is about to be created. */
export type NewRecord = {
  kind: RecordKind
  orderId: string | undefined
  customerId: string | undefined
  /** Decimal major units. */
  amount: string | undefined
  currencyCode: string
  /** The service reports what becomes of it, to an address of ours. */
  reportsBack: boolean
}

/** Statuses after which the service says nothing more of a record, by kind. */
const FINAL: Readonly<Record<"reservation" | "subscription", ReadonlySet<string>>> = {
  reservation: new Set(["COMPLETED", "CANCELLED", "EXPIRED"]),
  subscription: new Set(["COMPLETED", "CANCELLED"]),
}

/** Statuses of a reservation in which the customer may still be charged without a further word of theirs. */
const HELD: ReadonlySet<string> = new Set(["SENT", "RESERVED"])

/**
 * Whether a record asks its customer for nothing, and nothing of their money is kept.
 *
 * @returns undefined when that cannot be said of its kind, or by what is known
 */
export function isOver(
  kind: RecordKind,
  status: string,
  kept: number | undefined
): boolean | undefined {
  switch (kind) {
    case "order": {
      const known = parseOrderStatus(status)
      return isLastingStatus(known) && (isEndedWithoutPayment(known) || isWhollyRefunded(known))
    }
    // Its status stays what it was when its money went back.
    case "reservation":
      return kept === undefined ? undefined : kept <= 0 && !HELD.has(normaliseStatus(status))
    default:
      return undefined
  }
}

/**
 * When a remembered record is looked at again if no callback comes before: after growing gaps, in the end daily.
 *
 * @param status in the service's words; null while none is known
 * @param count looks so far that brought no news
 * @returns null when nothing can change any more, or the service cannot be asked about its kind
 */
export function nextLookAt(
  kind: RecordKind,
  status: string | null,
  count: number,
  now: Date
): Date | null {
  switch (kind) {
    case "order": {
      const known = status === null ? undefined : parseOrderStatus(status)
      return nextCheckAt(isLastingStatus(known) ? known : undefined, count, now)
    }
    case "reservation":
    case "subscription":
      return status !== null && FINAL[kind].has(normaliseStatus(status))
        ? null
        : nextAttemptAt(count, now)
    // The service tells the outcome of a company check by company, with no identifier of the check.
    case "company-check":
      return null
  }
}
