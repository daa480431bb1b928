import type { LoggedOperation } from "../../api/admin/e-invoice/answers"
import type { TextKey } from "../lib/texts"

/** Something that was changed at the service, or was to be. */
export type { LoggedOperation }

/** `GET /admin/e-invoice/operation-log` */
export const readOperationPage = ({
  operations,
  count,
  search_cut,
}: {
  operations: LoggedOperation[]
  count: number
  search_cut?: true
}) => ({ rows: operations, count, isCut: search_cut })

/** `GET /admin/e-invoice/operation-log/:id` */
export const readOperation = ({ operation }: { operation: LoggedOperation }) => operation

/** Pages of records at the service, by kind. */
const pages: Readonly<Record<string, string>> = {
  reservation: "/e-invoice/reservations",
  subscription: "/e-invoice/subscriptions",
}

/** The page of one operation. */
export const operationPage = (id: string): string =>
  `/e-invoice/operations/${encodeURIComponent(id)}`

/**
 * The page of what an operation is about.
 *
 * @returns undefined when there is none
 */
export const subjectPage = ({
  subject_kind,
  subject_uuid,
  e_invoice_order_id,
  customer_id,
}: Pick<LoggedOperation, "subject_kind" | "subject_uuid" | "e_invoice_order_id" | "customer_id">):
  string | undefined => {
  if (e_invoice_order_id !== null) {
    return `/e-invoice/orders/${encodeURIComponent(e_invoice_order_id)}`
  }
  const page = pages[subject_kind ?? ""]
  if (page && subject_uuid !== null) {
    return `${page}/${encodeURIComponent(subject_uuid)}`
  }
  return subject_kind === "customer" && customer_id !== null
    ? `/customers/${encodeURIComponent(customer_id)}`
    : undefined
}

/** What to do about an operation that took effect although staff had settled it otherwise. */
export const contradictionAdvice = (operation: string): TextKey =>
  showsAmountsAlone.has(operation)
    ? "overview.attention.contradicted.moved"
    : "overview.attention.contradicted.advice"

/** Of these the service shows how much was moved in all, and not by which operation. */
const showsAmountsAlone: ReadonlySet<string> = new Set([
  "reservations.capture",
  "reservations.charge",
  "reservations.refund",
])

type Words = {
  readonly text: TextKey
  /** What the id of the record that it makes looks like, where it makes one that has to be named. */
  readonly makes?: string
}

const ORDER = "ODR1234567890"
const RESERVATION = "RES1234567890"
const SUBSCRIPTION = "SUB1234567890"
const COMPANY_CHECK = "COMCHK1234567890"

/** By area and name of the operation's id. */
const operations: Readonly<Record<string, Readonly<Record<string, Words>>>> = {
  orders: {
    "create-e-invoice": { text: "operations.what.eInvoice", makes: ORDER },
    "create-payment-link": {
      text: "operations.what.paymentLink",
      makes: ORDER,
    },
    "create-invoice": { text: "operations.what.invoice", makes: ORDER },
    "create-ehf-invoice": { text: "operations.what.ehfInvoice", makes: ORDER },
    "update-payment-link": { text: "operations.what.updateLink" },
    "resend-payment-link": { text: "operations.what.resendLink" },
    cancel: { text: "operations.what.cancelOrder" },
    refund: { text: "operations.what.refundOrder" },
    "delayed-charge": { text: "operations.what.delayedCharge" },
  },
  checkout: {
    "create-session": { text: "operations.what.checkout", makes: ORDER },
    "create-invoice-session": {
      text: "operations.what.checkout",
      makes: ORDER,
    },
    "create-hosted": { text: "operations.what.checkout", makes: ORDER },
  },
  reservations: {
    submit: { text: "operations.what.reserve", makes: RESERVATION },
    "create-session": { text: "operations.what.reserve", makes: RESERVATION },
    capture: { text: "operations.what.capture" },
    charge: { text: "operations.what.charge" },
    cancel: { text: "operations.what.cancelReservation" },
    complete: { text: "operations.what.complete" },
    resend: { text: "operations.what.resendReservation" },
    refund: { text: "operations.what.refundReservation" },
  },
  subscriptions: {
    create: { text: "operations.what.subscribe", makes: SUBSCRIPTION },
    "create-session": {
      text: "operations.what.subscribe",
      makes: SUBSCRIPTION,
    },
    cancel: { text: "operations.what.cancelSubscription" },
    resend: { text: "operations.what.resendSubscription" },
    "refund-cycle": { text: "operations.what.refundCycles" },
  },
  customers: {
    "update-private": { text: "operations.what.customer" },
    "update-corporate": { text: "operations.what.customer" },
  },
  refunds: { "request-approval": { text: "operations.what.approval" } },
  "credit-checks": {
    private: { text: "operations.what.creditCheck" },
    corporate: { text: "operations.what.creditCheck" },
  },
  companies: {
    check: { text: "operations.what.companyCheck", makes: COMPANY_CHECK },
  },
  users: { create: { text: "operations.what.user" } },
}

const wordsOf = (operation: string): Words | undefined => {
  const [area = "", name = ""] = operation.split(".")
  return operations[area]?.[name]
}

/** What was asked for, in words; undefined for an operation that has none here. */
export const operationText = (operation: string): TextKey | undefined => wordsOf(operation)?.text

/**
 * Whether an operation makes a record at the service, which has to be named when it is said to exist.
 *
 * @returns what the record's id looks like; undefined for an operation that makes none
 */
export const madeRecordExample = (operation: string): string | undefined =>
  wordsOf(operation)?.makes

/** Whether the service lists records of the kind that an operation makes. */
export const isListedAtService = (operation: string): boolean =>
  [ORDER, SUBSCRIPTION].includes(madeRecordExample(operation) ?? "")

const subjects: Readonly<Record<string, TextKey>> = {
  order: "operations.subject.order",
  reservation: "operations.subject.reservation",
  subscription: "operations.subject.subscription",
  customer: "operations.subject.customer",
  company: "operations.subject.company",
  "user-role": "operations.subject.userRole",
  "credit-check": "operations.subject.creditCheck",
  "company-check": "operations.subject.companyCheck",
}

/** What kind of record an operation is about, in words. */
export const subjectText = (kind: string): TextKey | undefined => subjects[kind]

const isBranch = (value: unknown): value is object => typeof value === "object" && value !== null

const membersOf = (value: object, prefix: string): [name: string, value: string][] =>
  Object.entries(value).flatMap(([name, member]): [string, string][] => {
    const path = `${prefix}${Array.isArray(value) ? Number(name) + 1 : name}`
    if (isBranch(member)) {
      return membersOf(member, `${path}.`)
    }
    return member === null || member === undefined || member === "" ? [] : [[path, String(member)]]
  })

/**
 * What a request carried, one line for each value that was given: `products.1.amount` is the first line's amount.
 *
 * @param request as the operation log shows it
 */
export const sentMembers = (request: unknown): readonly [name: string, value: string][] => {
  if (!isBranch(request)) {
    return []
  }
  const { query, body } = request as { query?: unknown; body?: unknown }
  return [query, body].flatMap((part) => (isBranch(part) ? membersOf(part, "") : []))
}
