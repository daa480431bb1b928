import { isOperationId, operationOf } from "../../connect"
import { performOperation } from "./perform-operation"
import { prepareOperation } from "./prepare-operation"
import type EInvoiceModuleService from "../../modules/e-invoice/service"

export type Undone =
  | { readonly undoneBy: string; readonly leaves: string | undefined }
  | { readonly nothingDone: string }

/**
 * Undoes an operation that was carried out, where the service has an inverse. The undoing is an operation of its own
 * with its own row, and is sent at most once, however often it is asked for.
 *
 * @returns what undid it, and what stays nevertheless; or why nothing was done
 * @throws ConnectError when the service refused, or left it in doubt
 */
export async function undoOperation(eInvoice: EInvoiceModuleService, id: string): Promise<Undone> {
  const { operations } = eInvoice
  const row = await operations.find(id)
  if (!row || row.state !== "succeeded") {
    return { nothingDone: "It was not carried out." }
  }
  const { inverse } = operationOf(row.operation_id)
  if (!inverse || "none" in inverse || !isOperationId(inverse.operation)) {
    return {
      nothingDone: inverse && "none" in inverse ? inverse.none : "It changed nothing.",
    }
  }
  const request =
    row.subject_uuid === null
      ? undefined
      : inverse.request(row.subject_uuid, operations.secrets.valuesBefore(row))
  if (!request) {
    return { nothingDone: "Too little is known of what was there before." }
  }
  const prepared = await prepareOperation(eInvoice, inverse.operation, request, {
    actor: "medusa",
    idempotencyKey: `undo:${row.id}`,
    orderId: row.order_id ?? undefined,
    customerId: row.customer_id ?? undefined,
  })
  const { row: undone } = await performOperation(eInvoice, prepared.id)
  return { undoneBy: undone.id, leaves: inverse.leaves?.(row.request) }
}
