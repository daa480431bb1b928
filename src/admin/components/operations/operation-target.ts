import type { LoggedOperation } from "./operation-data"

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
