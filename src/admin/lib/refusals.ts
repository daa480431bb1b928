import type { TextKey, Translate } from "./texts"

/** What the server says of a refusal, for programs. */
type Refusal = {
  readonly code: string | null
  /** The service's own word. */
  readonly messageKey: string | null
  /** What the server's sentence names; amounts are decimal major units. */
  readonly values: Readonly<Record<string, string>>
}

/** Refusals by the server's code, as the sentence that each is in full. */
const whole: Readonly<Record<string, TextKey>> = {
  approval_asked: "refusals.approvalAsked",
  beyond_left: "refunds.lines.tooMuch",
  beyond_returned: "refusals.beyondReturned",
  bill_under_way: "refusals.billUnderWay",
  candidate_not_excluded: "refusals.candidateNotExcluded",
  case_changed: "refusals.caseChanged",
  confirm_repeat: "forms.repeat.description",
  credited_at_service: "refusals.creditedAtService",
  credit_missing: "billing.notBillable.creditMissing",
  in_doubt: "refusals.inDoubt",
  linked_elsewhere: "refusals.linkedElsewhere",
  malformed_answer: "refusals.malformedAnswer",
  moved_at_service: "refusals.movedAtService",
  not_at_service: "refusals.notAtService",
  not_captured: "refunds.obstacle.notCaptured",
  not_created: "refunds.obstacle.notCreated",
  not_this_order: "refusals.notThisOrder",
  order_change_active: "refusals.orderChangeActive",
  owed_elsewhere: "refusals.owedElsewhere",
  payment_under_way: "refusals.paymentUnderWay",
  refund_not_shown: "refusals.refundNotShown",
  refund_to_record: "refusals.refundToRecord",
  refund_under_way: "refusals.refundUnderWay",
  refund_unrecorded: "refusals.refundUnrecorded",
  refunded_at_service: "refusals.refundedAtService",
  settled_meanwhile: "refusals.settledMeanwhile",
  still_under_way: "refusals.stillUnderWay",
  token: "refusals.kind.unauthorised",
  unavailable: "refusals.kind.unavailable",
  under_way: "refusals.underWay",
}

/** Refusals by the server's code, as the sentence that why the service did not do it follows on. */
const beginnings: Readonly<Record<string, TextKey>> = {
  cancel_rejected: "refusals.cancelRejected",
  not_adopted: "refusals.notAdopted",
  not_cancelled_yet: "refusals.notCancelledYet",
  refund_not_recorded: "refusals.refundNotRecorded",
  refund_not_sent: "refusals.refundNotSent",
  refund_rejected: "refusals.refundRejected",
  refund_unclear: "refusals.refundUnclear",
  status_unknown: "refusals.statusUnknown",
}

const kinds: Readonly<Record<string, TextKey>> = {
  ambiguous: "refusals.kind.ambiguous",
  "malformed-answer": "refusals.malformedAnswer",
  unauthorised: "refusals.kind.unauthorised",
  unavailable: "refusals.kind.unavailable",
}

/** Why the service could not be asked, by the kind of failure; undefined for what has no words yet. */
export const kindText = (kind: string | undefined): TextKey | undefined => kinds[kind ?? ""]

const notBillable: Readonly<Record<string, TextKey>> = {
  cancelled: "billing.notBillable.cancelled",
  "listed-twice": "billing.notBillable.listedTwice",
  "credit-missing": "billing.notBillable.creditMissing",
  "credit-open": "billing.notBillable.creditOpen",
  "checkout-open": "billing.notBillable.checkoutOpen",
  unsettled: "billing.notBillable.unsettled",
  "open-bill": "billing.notBillable.openBill",
  "nothing-outstanding": "billing.notBillable.nothing",
}

/** Why an order cannot be billed; undefined where it can, or has no words yet. */
export const notBillableText = (reason: string | null | undefined): TextKey | undefined =>
  notBillable[reason ?? ""]

const reasons: Readonly<Record<string, TextKey>> = {
  orderStatusAlreadyPaid: "refusals.reason.alreadyPaid",
  orderStatusAlreadyPaidOrCancelled: "refusals.reason.paidOrCancelled",
  refundRejectionForRequestAmountThresholdExceed: "refunds.reason.threshold",
  refundRejectionForWeeklyThresholdExceed: "refunds.reason.weekly",
  refundRejectionForRefundedCancelledInvoicedOrderParamRefunded: "refunds.reason.alreadyRefunded",
  refundRejectionForRefundedCancelledInvoicedOrderParamCancelled: "refunds.reason.cancelled",
  refundRejectionForRefundRequestGreaterThanOrderAmount: "refunds.reason.tooMuch",
  refundRejectionForTransactionNotFound: "refunds.reason.nothingPaid",
}

/**
 * Why the service refused, in the person's language.
 *
 * @returns undefined for a reason that has no words yet; show the server's sentence
 */
export const reasonText = (messageKey: string | null): TextKey | undefined => {
  if (messageKey === null) {
    return undefined
  }
  return messageKey.startsWith("refundRejectionForOutOfRunwayParam")
    ? "refunds.reason.tooMuch"
    : reasons[messageKey]
}

/**
 * A refusal in the person's language, with what to do about it.
 *
 * @returns undefined for a refusal that has no words yet; show the server's sentence
 */
export const refusalText = (
  t: Translate,
  { code, messageKey, values: named }: Refusal
): string | undefined => {
  const reason = reasonText(messageKey)
  const values = inWords(named)
  const beginning = beginnings[code ?? ""]
  if (beginning) {
    const why = reason ?? kindText(named["kind"])
    return [t(beginning, values), why ? t(why) : named["why"]].filter(Boolean).join(" ")
  }
  const text =
    reason ?? (code === "not_billable" ? notBillableText(named["reason"]) : whole[code ?? ""])
  return text && t(text, values)
}

const AMOUNTS: ReadonlySet<string> = new Set(["amount", "shown", "recorded"])

const twoDecimals = new Intl.NumberFormat(undefined, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})

const inWords = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      AMOUNTS.has(name) ? twoDecimals.format(Number(value)) : value,
    ])
  )
