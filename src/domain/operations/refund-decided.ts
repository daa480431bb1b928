import { operationOf } from "../../connect"
import type { OperationRow } from "../../modules/e-invoice/operations/operation"
import type EInvoiceModuleService from "../../modules/e-invoice/service"

/** Tells the store what the service decided about a refund; nothing for other operations. */
export async function tellOfRefund(
  { events }: Pick<EInvoiceModuleService, "events">,
  row: OperationRow,
  decision: "accepted" | "refused",
  messageKey: string | undefined
): Promise<void> {
  const approval = row.operation_id === "refunds.request-approval"
  if (operationOf(row.operation_id).permission !== "refund") {
    return
  }
  await events.emit("e_invoice.refund_decided", {
    id: row.id,
    order_id: row.order_id,
    uuid: row.subject_uuid,
    decision: approval && decision === "accepted" ? "approval_requested" : decision,
    message_key: messageKey ?? null,
  })
}
