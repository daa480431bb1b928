import type { TextKey } from "../lib/texts"
import type { BadgeColor } from "./words"

/** One fact of a timeline entry, ready to be shown. */
export type TimelineFact =
  | { readonly kind: "sentence"; readonly text: TextKey }
  | { readonly kind: "message"; readonly message: string }
  | {
      readonly kind: "change"
      readonly from: string | null
      readonly to: string
    }
  | {
      readonly kind: "labelled"
      readonly label: TextKey | { readonly plain: string }
      readonly as: "status" | "amount" | "moment" | "text"
      readonly value: string
    }

type Labelled = Omit<Extract<TimelineFact, { kind: "labelled" }>, "kind" | "value">

const labels: Readonly<Record<string, Labelled>> = {
  heard: { label: "timeline.fact.heard", as: "text" },
  stays: { label: "timeline.fact.stays", as: "status" },
  status: { label: "timeline.fact.status", as: "status" },
  amount: { label: "timeline.fact.amount", as: "amount" },
  grand_total: { label: "timeline.fact.grandTotal", as: "amount" },
  refunded: { label: "timeline.fact.refunded", as: "amount" },
  charged: { label: "timeline.fact.charged", as: "amount" },
  refunded_at_service: {
    label: "timeline.fact.refundedAtService",
    as: "amount",
  },
  refunded_in_medusa: { label: "timeline.fact.refundedInMedusa", as: "amount" },
  why: { label: "timeline.fact.why", as: "text" },
  reason: { label: "timeline.fact.reason", as: "text" },
  second_order_uuid: { label: "timeline.fact.secondOrderUuid", as: "text" },
  order_uuid: { label: "timeline.fact.orderUuid", as: "text" },
  attempt: { label: "timeline.fact.attempt", as: "text" },
  type: { label: "timeline.fact.refundType", as: "text" },
  note: { label: "timeline.fact.note", as: "text" },
  notes: { label: "timeline.fact.notes", as: "text" },
  found_by: { label: "timeline.fact.foundBy", as: "text" },
  credit: { label: "timeline.fact.credit", as: "amount" },
  parcel: { label: "timeline.fact.parcel", as: "text" },
  outstanding: { label: "billing.rest", as: "amount" },
  invoice: { label: "timeline.fact.invoice", as: "text" },
  operation: { label: "timeline.fact.operation", as: "text" },
  order_ids: { label: "timeline.fact.orderIds", as: "text" },
  until: { label: "fields.heldUntil", as: "moment" },
  left_by_a_killed_process: { label: "timeline.fact.leftCaptures", as: "text" },
  message_key: { label: "timeline.fact.messageKey", as: "text" },
  http_status: { label: "timeline.fact.httpStatus", as: "text" },
}

/** Facts that are true or false, as the sentence each says. */
const sentences: Readonly<
  Record<string, { readonly whenTrue?: TextKey; readonly whenFalse?: TextKey }>
> = {
  found: {
    whenTrue: "timeline.fact.found",
    whenFalse: "timeline.fact.notFound",
  },
  paid: { whenTrue: "timeline.fact.paid" },
  on_their_word: { whenTrue: "timeline.fact.onTheirWord" },
  sent: { whenFalse: "timeline.fact.nothingSent" },
  in_doubt: { whenTrue: "timeline.fact.inDoubt" },
  carried_out: {
    whenTrue: "timeline.fact.carriedOut",
    whenFalse: "timeline.fact.notCarriedOut",
  },
  // Says nothing that the entry's title does not.
  session_gone: {},
  carried_out_before: { whenTrue: "timeline.fact.carriedOutBefore" },
  foreign: { whenTrue: "timeline.fact.foreign" },
  order_found: { whenTrue: "timeline.fact.orderFound", whenFalse: "timeline.fact.orderNotFound" },
  order_stands: { whenTrue: "timeline.fact.orderStands" },
  ordered_twice: { whenTrue: "timeline.fact.orderedTwice" },
  paid_another_way: { whenTrue: "timeline.fact.paidAnotherWay" },
  payment_made_up_for: { whenTrue: "timeline.fact.paymentMadeUpFor" },
  session_replaced: { whenTrue: "timeline.fact.sessionReplaced" },
  checkout_broke_off: { whenTrue: "timeline.fact.checkoutBrokeOff" },
}

/** Facts of which the server keeps one word, as the sentence that each word stands for. */
const codes: Readonly<Record<string, Readonly<Record<string, TextKey>>>> = {
  reason: {
    unclear: "timeline.fact.nothingProven",
    failed: "timeline.fact.notAsked",
  },
  why: {
    expired: "timeline.fact.holdExpired",
    "all-billed": "timeline.fact.allBilled",
    "order-cancelled": "timeline.fact.orderCancelled",
    "not-placed": "timeline.fact.notPlaced",
    "taken-beside": "timeline.fact.takenBeside",
    "beyond-outstanding": "timeline.fact.beyondOutstanding",
    "details-erased": "timeline.fact.detailsErased",
    "service-away": "timeline.fact.serviceAway",
    "no-secret": "timeline.fact.noSecret",
    "not-proven": "timeline.fact.notProven",
    "switched-off": "timeline.fact.switchedOff",
  },
  type: {
    regular: "timeline.fact.refundOfPaid",
    invoiced: "timeline.fact.creditOfUnpaid",
  },
  found_by: {
    sender: "timeline.fact.foundBySender",
    "look-up": "timeline.fact.foundByLookUp",
    callback: "timeline.fact.foundByCallback",
    candidate: "timeline.fact.foundByStaff",
    "same-order": "timeline.fact.foundOnSameOrder",
  },
}

/** What was adapted of the lines or the customer, by the server's words; several stand in one fact. */
const notes: Readonly<Record<string, TextKey>> = {
  "phone-not-valid": "timeline.note.phoneNotValid",
  "language-not-offered": "timeline.note.languageNotOffered",
  "credit-spread": "timeline.note.creditSpread",
  "voucher-line": "timeline.note.voucherLine",
  "vat-rate": "timeline.note.vatRate",
}

/**
 * What is to be told of a timeline entry: sentences first, then the rest in the server's order. A fact we have no words
 * for is shown by its plain name, so that nothing the server recorded is hidden.
 */
export const timelineFacts = (detail: Readonly<Record<string, unknown>>): TimelineFact[] => {
  // Which kind of failure it is, the message says in words.
  const { from, to, message, kind: _kind, ...rest } = detail
  const others = Object.entries(rest).flatMap(([name, value]) => factOf(name, value))
  return [
    ...(typeof to === "string" ? [{ kind: "change", from: textOrNull(from), to } as const] : []),
    ...(typeof message === "string" ? [{ kind: "message", message } as const] : []),
    ...others.filter(({ kind }) => kind === "sentence"),
    ...others.filter(({ kind }) => kind !== "sentence"),
  ]
}

const factOf = (name: string, value: unknown): TimelineFact[] => {
  if (value === null || value === undefined || value === "") {
    return []
  }
  const sentence = sentences[name]
  if (sentence && typeof value === "boolean") {
    const text = value ? sentence.whenTrue : sentence.whenFalse
    return text ? [{ kind: "sentence", text }] : []
  }
  const words = name === "notes" ? notes : codes[name]
  const said =
    words &&
    String(value)
      .split(", ")
      .map((word) => words[word])
  if (said?.every((text) => text !== undefined)) {
    return said.map((text) => ({ kind: "sentence", text }))
  }
  const label = labels[name] ?? {
    label: { plain: plainWords(name) },
    as: "text",
  }
  const isUnreadable = label.as === "amount" && Number.isNaN(Number(value))
  return [
    {
      kind: "labelled",
      ...label,
      ...(isUnreadable && { as: "text" }),
      value: String(value),
    },
  ]
}

const textOrNull = (value: unknown): string | null => (typeof value === "string" ? value : null)

type OutcomeWords = { readonly text: TextKey; readonly color: BadgeColor }

const actions: Readonly<Record<string, TextKey>> = {
  create: "timeline.action.create",
  resolve: "timeline.action.resolve",
  "creation-in-doubt": "timeline.action.creationInDoubt",
  "create-again": "timeline.action.createAgain",
  "give-up": "timeline.action.giveUp",
  "find-medusa-order": "timeline.action.findMedusaOrder",
  "find-medusa-payment": "timeline.action.findMedusaPayment",
  "placed-unbilled": "timeline.action.placedUnbilled",
  hold: "timeline.action.hold",
  "bill-parcel": "timeline.action.billParcel",
  "end-hold": "timeline.action.endHold",
  "second-order": "timeline.action.secondOrder",
  "ordered-twice": "timeline.action.orderedTwice",
  callback: "timeline.action.callback",
  status: "timeline.action.status",
  "status-without-effect": "timeline.action.statusWithoutEffect",
  capture: "timeline.action.capture",
  "paid-after-cancel": "timeline.action.paidAfterCancel",
  "follow-order-change": "timeline.action.followOrderChange",
  "invoiced-after-cancel": "timeline.action.invoicedAfterCancel",
  overbilled: "timeline.action.overbilled",
  "cancelled-after-capture": "timeline.action.cancelledAfterCapture",
  "release-payment": "timeline.action.release",
  cancel: "timeline.action.cancel",
  refund: "timeline.action.refund",
  "settle-refund": "timeline.action.settleRefund",
  "refund-at-service": "timeline.action.refundAtService",
  "refund-of-cancelled-order": "timeline.action.refundOfCancelledOrder",
  "erase-personal-data": "timeline.action.erasePersonalData",
  "orders.cancel": "timeline.action.cancel",
  "orders.resend-payment-link": "timeline.action.resendLink",
  "orders.update-payment-link": "timeline.action.updateLink",
  "orders.delayed-charge": "timeline.action.delayedCharge",
  "refunds.request-approval": "timeline.action.requestApproval",
}

const outcomes: Readonly<Record<string, OutcomeWords>> = {
  done: { text: "timeline.outcome.done", color: "green" },
  refused: { text: "timeline.outcome.refused", color: "red" },
  failed: { text: "timeline.outcome.failed", color: "red" },
  note: { text: "timeline.outcome.note", color: "grey" },
}

/** What was done, in words; undefined for an act that has none yet. */
export const actionText = (action: string): TextKey | undefined => actions[action]

/** How it ended, in words. */
export const outcomeWords = (outcome: string | null): OutcomeWords | undefined =>
  outcome === null ? undefined : outcomes[outcome]

/** A name from the code as words, for what has no text yet: `verify-token` becomes `Verify token`. */
export const plainWords = (name: string): string => {
  const words = name.replace(/[-_]+/g, " ").trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
