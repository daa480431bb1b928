import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/**
 * The flags of an order stand in one column, the most severe first and with spaces between: code that sets
 * one flag must not take the others away.
 */
const SEPARATOR = " "

/** Reads the flags of an order, the most severe first. */
export const flagsOf = (stored: string | null): Attention[] =>
  (stored?.split(SEPARATOR) ?? []).filter(isFlag)

const isFlag = (word: string): word is Attention => ATTENTION.some((flag) => flag === word)

const inOrder = "string_agg(flag, ? order by array_position(?::text[], flag))"

/** Statement that adds a flag to those in the column `attention`. */
export const withFlag = (database: Knex, flag: Attention): Knex.Raw =>
  database.raw(
    `(select ${inOrder} from (
        select unnest(string_to_array(attention, ?)) as flag union select ?
      ) as flags)`,
    [SEPARATOR, [...MOST_SEVERE_FIRST], SEPARATOR, flag]
  )

/**
 * Statement that takes flags away from those in the column `attention`. `refund_failed` stays while not all of the order
 * was refunded: a refund of a part does not make up for one of the whole.
 */
export const withoutFlags = (database: Knex, flags: readonly Attention[]): Knex.Raw =>
  database.raw(
    `(select ${inOrder} from unnest(string_to_array(attention, ?)) as flag
      where flag <> all(?::text[]) or (flag = 'refund_failed' and refunded_total < grand_total))`,
    [SEPARATOR, [...MOST_SEVERE_FIRST], SEPARATOR, [...flags]]
  )

/** Statement that says whether any of these flags is set. */
export const hasAnyFlag = (database: Knex, flags: readonly Attention[]): Knex.Raw =>
  database.raw("string_to_array(attention, ?) && ?::text[]", [SEPARATOR, [...flags]])

/** What staff have to look at; docs/status.md says what each means and what to do. */
export const ATTENTION = [
  "cancelled_at_service",
  "cancelled_after_capture",
  "paid_after_cancel",
  "paid_uncapturable",
  "invoiced_after_cancel",
  "change_not_followed",
  "return_unrefunded",
  "refunded_at_service",
  "refund_in_doubt",
  "refund_failed",
  "cancel_failed",
  "order_missing",
  "payment_missing",
  "placed_unbilled",
  "shipped_unbilled",
  "change_unbilled",
  "hold_expired",
  "second_order",
  "ordered_twice",
  "overbilled",
  "status_unknown",
] as const

export type Attention = (typeof ATTENTION)[number]

/** What staff have to look at of a Medusa order that was billed beside Medusa's books, and no e-invoice carries a flag of. */
export const RECORD_FLAGS = [
  "overbilled",
  "reservation_overcharged",
  "reservation_ended",
  "change_unbilled",
  "cancelled_at_service",
] as const

export type RecordFlag = (typeof RECORD_FLAGS)[number]

/**
 * Why something stands on the overview: a flag, an order in doubt, an operation in doubt, one that the service carried out
 * although staff had settled it as not carried out, a record that outlives its cancelled Medusa order, a refund that waits for
 * the operator's approval, or was or may be carried out after it, a reservation that holds what was not captured and may expire soon,
 * or what reservations take of an order that costs something else.
 */
export type AttentionReason =
  | Attention
  | RecordFlag
  | "in_doubt"
  | "operation_in_doubt"
  | "operation_contradicted"
  | "record_after_cancel"
  | "refund_awaiting_approval"
  | "refund_approved"
  | "refund_perhaps_approved"
  | "reservation_expiring"

/**
 * The most severe first: money that may be taken or given twice, then money that may go missing,
 * then goods that may be delivered for nothing, then what merely differs.
 */
export const MOST_SEVERE_FIRST = [
  "second_order",
  "ordered_twice",
  "overbilled",
  "reservation_overcharged",
  "paid_after_cancel",
  "paid_uncapturable",
  "invoiced_after_cancel",
  "change_not_followed",
  "record_after_cancel",
  "refund_in_doubt",
  "refund_failed",
  "return_unrefunded",
  "operation_contradicted",
  "operation_in_doubt",
  "in_doubt",
  "refund_approved",
  "refund_perhaps_approved",
  "refund_awaiting_approval",
  "cancel_failed",
  "payment_missing",
  "placed_unbilled",
  "shipped_unbilled",
  "change_unbilled",
  "reservation_ended",
  "reservation_expiring",
  "cancelled_at_service",
  "cancelled_after_capture",
  "hold_expired",
  "refunded_at_service",
  "order_missing",
  "status_unknown",
] as const satisfies readonly AttentionReason[]

/**
 * What goes on outside the store and the service, so that staff alone know when it is settled: an order placed anew, an agreement
 * with the customer, money paid back another way.
 */
export const KNOWN_TO_STAFF_ALONE = [
  "paid_after_cancel",
  "paid_uncapturable",
  "invoiced_after_cancel",
  "refund_failed",
  "payment_missing",
  "refunded_at_service",
  "status_unknown",
] as const satisfies readonly Attention[]
