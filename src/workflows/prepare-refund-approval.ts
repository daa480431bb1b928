import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"

import type { OperationRow } from "../modules/e-invoice/operations/operation-row"
import { prepareOperation } from "../domain/operations/prepare-operation"
import { approvalKey, canBeApproved } from "../domain/refunds/refund-approval"
import { notAllowed } from "../domain/failure"
import type { TimelineActor } from "../modules/e-invoice/timeline"
import { eInvoiceModule } from "./e-invoice-module"

/**
 * Writes down the request that the operator approve a refused refund: of the same lines and amounts, for the reason that
 * the service gave. One refund has one request.
 *
 * @throws MedusaError when there is no such refund, or its refusal is none that approval lifts
 */
export async function prepareRefundApproval(
  container: MedusaContainer,
  {
    eInvoiceOrderId,
    refundId,
    actor,
  }: { eInvoiceOrderId: string; refundId: string; actor: TimelineActor }
): Promise<OperationRow> {
  const eInvoice = eInvoiceModule(container)
  const [order, row] = await Promise.all([
    eInvoice.orders.statuses.find(eInvoiceOrderId),
    eInvoice.refunds.find(refundId),
  ])
  if (!order?.orderUuid || row?.e_invoice_order_id !== eInvoiceOrderId) {
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      `There is no refund ${refundId} of this order.`
    )
  }
  if (!canBeApproved(row)) {
    throw notAllowed(
      "Approval was not requested: the service did not reject this refund for lack of approval."
    )
  }
  return prepareOperation(
    eInvoice,
    "refunds.request-approval",
    {
      params: { order_uuid: order.orderUuid },
      body: {
        type: row.type ?? "regular",
        grandTotal: row.amount,
        products: row.products ?? [],
        message: row.failure?.messageKey ?? "",
      },
    },
    {
      actor,
      idempotencyKey: approvalKey(row.id, row.attempt),
      orderId: order.orderId ?? undefined,
      refundId: row.id,
    }
  )
}
