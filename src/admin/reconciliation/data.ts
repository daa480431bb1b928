import type { ReconciliationAnswer } from "../../api/admin/e-invoice/answers"
import { writeDay } from "../lib/form-values"
import { type Period, type PeriodName, periods } from "../lib/periods"
import type { TextKey } from "../lib/texts"

export type Reconciliation = ReconciliationAnswer

export type ReconciledRow = Reconciliation["rows"][number]

export type ReconciledDay = Reconciliation["days"][number]

/** `GET /admin/e-invoice/reconciliation` */
export const readReconciliation = ({ reconciliation }: { reconciliation: Reconciliation }) =>
  reconciliation

/** First and last day, such as `2026-11-23`. */
export type Days = { readonly from: string; readonly to: string }

const daysOf = ({ from, to }: Period): Days => ({
  from: writeDay(from),
  to: writeDay(new Date(to.getTime() - 1)),
})

/** The days of a usual period. */
export const daysOfPeriod = (name: PeriodName, now = new Date()): Days => daysOf(periods[name](now))

const CALENDAR_DAY = /^\d{4}-\d{2}-\d{2}$/

/** The days that the page's address names; yesterday when it names none. */
export const daysOfAddress = (address: URLSearchParams, now = new Date()): Days => {
  const from = address.get("from") ?? ""
  const to = address.get("to") ?? ""
  return CALENDAR_DAY.test(from) && CALENDAR_DAY.test(to) && from <= to
    ? { from, to }
    : daysOfPeriod("yesterday", now)
}

/** In words, what the two sides disagree about. */
export const differenceWords = {
  invoiced: "reconciliation.differs.invoiced",
  paid: "reconciliation.differs.paid",
  refunded: "reconciliation.differs.refunded",
} as const satisfies Record<ReconciledRow["differs"][number], TextKey>

/** Where staff look after a row: the Medusa order, else our own page of the invoice. */
export const rowTarget = ({
  order_id,
  order_number,
  e_invoice_order,
}: Pick<ReconciledRow, "order_id" | "order_number" | "e_invoice_order">): string | undefined =>
  order_id !== null && order_number !== null
    ? `/orders/${order_id}`
    : e_invoice_order !== null
      ? `/e-invoice/orders/${e_invoice_order}`
      : undefined
