import { operationPage, subjectPage } from "../operations/operation-target"
import type { AttentionItem } from "./overview-answer"

/**
 * Where a person can see to it: the Medusa order where there is one, else the page of the record in question, else a
 * page of its own.
 */
export const attentionTarget = ({
  kind,
  id,
  reason,
  order_id,
  display_id,
  customer_id,
  subject_kind,
  remote_uuid,
}: Pick<
  AttentionItem,
  | "kind"
  | "reason"
  | "id"
  | "order_id"
  | "display_id"
  | "customer_id"
  | "subject_kind"
  | "remote_uuid"
>): string => {
  if (reason === "operation_contradicted") {
    return operationPage(id)
  }
  // Medusa takes an order back when its checkout fails; the id stays, and has no number any more.
  if (order_id !== null && display_id !== null) {
    return `/orders/${order_id}`
  }
  if (kind === "order") {
    return `/e-invoice/orders/${id}`
  }
  return (
    subjectPage({
      subject_kind,
      subject_uuid: remote_uuid,
      customer_id,
      e_invoice_order_id: null,
    }) ?? operationPage(id)
  )
}
