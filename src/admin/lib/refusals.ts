import type { TextKey, Translate } from "./texts"

/** What the server says of a refusal, for programs. */
type Refusal = {
  readonly code: string | null
  /** The service's own word. */
  readonly messageKey: string | null
  /** What the server's sentence names; amounts are decimal major units. */
  readonly values: Readonly<Record<string, string>>
  /** That of the amounts, where it is known. */
  readonly currencyCode?: string | undefined
  /** What is wrong with single fields of the body. */
  readonly errors: readonly ServerFieldError[]
}

/** What the server says of one field: its name as the server writes it, and a sentence. */
export type ServerFieldError = { readonly field: string; readonly message: string }

/** Refusals by the server's code, as the sentence that each is in full. */
const whole: Readonly<Record<string, TextKey>> = {
  amount_fixed: "refusals.amountFixed",
  approval_asked: "refusals.approvalAsked",
  approval_not_needed: "refusals.approvalNotNeeded",
  beyond_left: "refunds.lines.tooMuch",
  beyond_outstanding: "refusals.beyondOutstanding",
  beyond_returned: "refusals.beyondReturned",
  bill_under_way: "refusals.billUnderWay",
  candidate_not_excluded: "refusals.candidateNotExcluded",
  capture_beyond_outstanding: "refusals.captureBeyondOutstanding",
  case_changed: "refusals.caseChanged",
  confirm_repeat: "refusals.repeated",
  credit_unsettled: "refusals.creditUnsettled",
  credited_at_service: "refusals.creditedAtService",
  paid_uncapturable: "refusals.paidUncapturable",
  credit_missing: "billing.notBillable.creditMissing",
  disabled: "forms.unavailable.switchedOff",
  in_doubt: "refusals.inDoubt",
  line_beyond_left: "refusals.lineBeyondLeft",
  lines_unknown: "refunds.obstacle.linesUnknown",
  linked_elsewhere: "refusals.linkedElsewhere",
  malformed_answer: "refusals.malformedAnswer",
  moved_at_service: "refusals.movedAtService",
  not_at_service: "refusals.notAtService",
  not_captured: "refunds.obstacle.notCaptured",
  not_created: "refunds.obstacle.notCreated",
  not_found: "refusals.notFound",
  not_moved_at_service: "refusals.notMovedAtService",
  not_sent: "refusals.notSent",
  not_sent_in_time: "refusals.notSentInTime",
  not_this_order: "refusals.notThisOrder",
  order_change_active: "refusals.orderChangeActive",
  order_changed_meanwhile: "refusals.orderChangedMeanwhile",
  order_in_doubt: "refusals.orderInDoubt",
  owed_elsewhere: "refusals.owedElsewhere",
  paid_at_checkout: "refusals.paidAtCheckout",
  paid_by_customer: "refusals.paidByCustomer",
  payment_under_way: "refusals.paymentUnderWay",
  refund_not_shown: "refusals.refundNotShown",
  refund_shown: "refusals.refundShown",
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
  not_billed: "refusals.notBilled",
  not_cancelled_yet: "refusals.notCancelledYet",
  not_followed: "refusals.notFollowed",
  not_followed_yet: "refusals.notFollowedYet",
  refund_not_recorded: "refusals.refundNotRecorded",
  refund_not_sent: "refusals.refundNotSent",
  refund_rejected: "refusals.refundRejected",
  refund_unclear: "refusals.refundUnclear",
  status_unknown: "refusals.statusUnknown",
}

const kinds: Readonly<Record<string, TextKey>> = {
  ambiguous: "refusals.kind.ambiguous",
  "left-to-staff": "refunds.reason.leftToStaff",
  lessened: "refunds.reason.lessened",
  "malformed-answer": "refusals.malformedAnswer",
  replaced: "refunds.reason.replaced",
  "replaced-not-given": "refunds.reason.notGiven",
  unauthorised: "refusals.kind.unauthorised",
  unavailable: "refusals.kind.unavailable",
}

/** Why something was not done, by the kind of failure; undefined for what has no words yet. */
export const kindText = (kind: string | undefined): TextKey | undefined => kinds[kind ?? ""]

const notBillable: Readonly<Record<string, TextKey>> = {
  cancelled: "billing.notBillable.cancelled",
  draft: "billing.notBillable.draft",
  "listed-twice": "billing.notBillable.listedTwice",
  "credit-missing": "billing.notBillable.creditMissing",
  "credit-open": "billing.notBillable.creditOpen",
  "credit-awaited": "billing.notBillable.creditAwaited",
  "checkout-open": "billing.notBillable.checkoutOpen",
  unsettled: "billing.notBillable.unsettled",
  "order-change-active": "billing.notBillable.orderChangeActive",
  "payment-under-way": "billing.notBillable.paymentUnderWay",
  "open-bill": "billing.notBillable.openBill",
  "nothing-outstanding": "billing.notBillable.nothing",
}

/** Why an order cannot be billed; undefined where it can, or has no words yet. */
export const notBillableText = (reason: string | null | undefined): TextKey | undefined =>
  notBillable[reason ?? ""]

const reasons: Readonly<Record<string, TextKey>> = {
  orderStatusAlreadyCancelled: "refunds.reason.cancelled",
  orderStatusAlreadyInvoiced: "refusals.reason.invoiced",
  orderStatusAlreadyPaid: "refusals.reason.alreadyPaid",
  orderStatusAlreadyPaidOrCancelled: "refusals.reason.paidOrCancelled",
  refundRejectionForRequestAmountThresholdExceed: "refunds.reason.threshold",
  refundRejectionForWeeklyThresholdExceed: "refunds.reason.weekly",
  refundRejectionForRefundedCancelledInvoicedOrderParamRefunded: "refunds.reason.alreadyRefunded",
  refundRejectionForRefundedCancelledInvoicedOrderParamCancelled: "refunds.reason.cancelled",
  refundRejectionForRefundRequestGreaterThanOrderAmount: "refunds.reason.tooMuch",
  refundRejectionForTransactionNotFound: "refunds.reason.nothingPaid",
  prerequisiteFailedToCompleteReservation: "refusals.reason.nothingTaken",
  requestProductIdNotAvailable: "refusals.reason.lineUnknown",
  someCyclesFailedToPassValidation: "refusals.reason.cyclesNotRefundable",
  organizationNotFound: "refusals.reason.organizationUnknown",
  personCurrentStatusIsWrong: "refusals.reason.personNotAssessed",
  userAlreadyExistsWithSameEmail: "refusals.reason.userExists",
}

/**
 * Why the service refused, in the person's language.
 *
 * @returns undefined for a reason that has no words yet
 */
const reasonText = (messageKey: string | null): TextKey | undefined => {
  if (messageKey === null) {
    return undefined
  }
  return messageKey.startsWith("refundRejectionForOutOfRunwayParam")
    ? "refunds.reason.tooMuch"
    : reasons[messageKey]
}

/** What has no words in the person's language, as the service says it. */
const inServicesWords = (t: Translate, said: string): string =>
  said === "payloadValidationErrors"
    ? t("refusals.reason.details")
    : t("refusals.reason.said", { said: said.replace(/\.$/, "") })

/** Why the service did not do something, as far as the server says. */
type Failure = {
  readonly kind?: string | undefined
  readonly messageKey?: string | null | undefined
  readonly message?: string | null | undefined
}

/** Why the service did not do something: in the person's language, as the service says it, or else as the server does. */
export const failureText = (
  t: Translate,
  { kind, messageKey = null, message }: Failure
): string | undefined => {
  const why = reasonText(messageKey) ?? kindText(kind)
  if (why) {
    return t(why)
  }
  return messageKey === null ? (message ?? undefined) : inServicesWords(t, messageKey)
}

/** Names of fields that only the server can judge, and of the order's own, by the last part of the server's name. */
const labels: ReadonlyMap<string, TextKey> = new Map<string, TextKey>([
  ["address_1", "customers.edit.street"],
  ["city", "customers.edit.city"],
  ["country", "customers.edit.country"],
  ["countryCode", "customers.contact.callingCode"],
  ["country_code", "customers.edit.country"],
  ["customerReference", "orderActions.reference"],
  ["dueDateForPaymentLink", "orderActions.due"],
  ["email", "customers.contact.email"],
  ["end_date", "subscriptions.create.ends"],
  ["link_due_date", "orderActions.due"],
  ["msisdn", "customers.contact.phone"],
  ["name", "customers.contact.name"],
  ["organizationId", "companies.number"],
  ["organization_id", "companies.number"],
  ["personalId", "billing.personalNumber"],
  ["personalNumber", "billing.personalNumber"],
  ["personal_number", "billing.personalNumber"],
  ["phone", "customers.contact.phone"],
  ["postal_code", "customers.edit.zip"],
  ["reference", "orderActions.reference"],
  ["start_date", "subscriptions.create.starts"],
  ["street", "customers.edit.street"],
  ["zip", "customers.edit.zip"],
])

/** What to write in a field, by its name. */
const problems: Partial<Readonly<Record<TextKey, TextKey>>> = {
  "billing.personalNumber": "refusals.field.personalNumber",
  "companies.number": "forms.errors.organizationNumber",
  "customers.contact.callingCode": "customers.contact.callingCodeProblem",
  "customers.contact.email": "forms.errors.email",
  "customers.contact.phone": "refusals.field.phone",
  "customers.edit.country": "customers.edit.countryProblem",
  "subscriptions.create.ends": "refusals.field.endDate",
  "subscriptions.create.starts": "refusals.field.startDate",
}

const labelOf = (field: string): TextKey | undefined =>
  labels.get(field.slice(field.lastIndexOf(".") + 1))

/** A field's name in the person's language; the server's own where it has none yet. */
export const fieldName = (t: Translate, field: string): string => {
  const label = labelOf(field)
  return label ? t(label) : field
}

/** What is wrong with a field, to stand beside it: in the person's language, or as the service says it. */
export const fieldProblem = (
  t: Translate,
  refusal: Refusal,
  { field, message }: ServerFieldError
): string => {
  const inFull = refusal.code === "refused" ? undefined : refusalText(t, refusal)
  if (inFull !== undefined || refusal.messageKey !== null) {
    return inFull ?? inServicesWords(t, message)
  }
  const label = labelOf(field)
  return label ? t(problems[label] ?? "forms.errors.invalid") : message
}

/** The fields that are wrong, in one sentence; undefined where our own server names one that has no words yet. */
const wrongFields = (t: Translate, { messageKey, errors }: Refusal): string | undefined => {
  const named = errors.filter(({ field }) => field !== "")
  if (named.length === 0 || (messageKey === null && !named.every(({ field }) => labelOf(field)))) {
    return undefined
  }
  const names = new Set(named.map(({ field }) => fieldName(t, field)))
  return t(messageKey === null ? "refusals.wrongFields" : "refusals.reason.fields", {
    fields: [...names].join(", "),
  })
}

/**
 * A refusal in the person's language, with what to do about it.
 *
 * @returns undefined for a refusal that has no words yet; show the server's sentence
 */
export const refusalText = (t: Translate, refusal: Refusal): string | undefined => {
  const { code, messageKey, values: named } = refusal
  const reason = reasonText(messageKey)
  const values = inWords(refusal)
  const beginning = beginnings[code ?? ""]
  if (beginning) {
    const why = failureText(t, { kind: named["kind"], messageKey, message: named["why"] })
    return [t(beginning, values), why].filter(Boolean).join(" ")
  }
  const text = reason ?? ofCode(code, named)
  if (text) {
    return t(text, values)
  }
  const said = messageKey === null ? undefined : inServicesWords(t, messageKey)
  return wrongFields(t, refusal) ?? said
}

/** What is to be confirmed, by what the server names of it. */
const REPEATS = [
  ["ruled_out", "refusals.ruledOut"],
  ["subscription", "refusals.subscribed"],
] as const

/** A code of several sentences has that which fits what the server names. */
const ofCode = (code: string | null, named: Refusal["values"]): TextKey | undefined => {
  if (code === "not_billable") {
    return notBillableText(named["reason"])
  }
  if (code === "confirm_repeat") {
    const [, text] = REPEATS.find(([name]) => named[name] !== undefined) ?? []
    return text ?? whole[code]
  }
  return whole[code ?? ""]
}

const AMOUNTS: ReadonlySet<string> = new Set(["amount", "left", "shown", "recorded"])

const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const

const inWords = ({ values, currencyCode }: Refusal): Record<string, string> => {
  const { format } = new Intl.NumberFormat(
    undefined,
    currencyCode === undefined
      ? twoDecimals
      : // As Medusa's own pages write amounts.
        { style: "currency", currencyDisplay: "narrowSymbol", currency: currencyCode }
  )
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      AMOUNTS.has(name) ? format(Number(value)) : value,
    ])
  )
}
