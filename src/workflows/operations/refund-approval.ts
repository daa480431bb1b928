import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"

import { notAllowed } from "../../domain/failure"
import { prepareOperation, type OperationIntent } from "../../domain/operations/prepare-operation"
import { canBeApproved, needsApproval, wasAsked } from "../../domain/refunds/refund-approval"
import { refuseUnconfirmedApproval } from "../../domain/refunds/repeated-refund"
import { reservationMoves } from "../../domain/reservations/reservation-account"
import { formatOre } from "../../mapping"
import { approvalKey, type OperationRow } from "../../modules/e-invoice/operations/operation"
import { eInvoiceModule } from "../e-invoice-module"
import { lookAtInvoices } from "../synchronise-e-invoice-order"
import { prepareWithinOutstanding } from "./perform-operation"

/**
 * Prepares the request that the operator approve a rejected refund of a reservation: with its lines and amounts, and the
 * reason that the service gave. One refund has one request.
 *
 * @param refundId id of the rejected operation
 * @throws MedusaError when there is no such refund, or approval does not lift its rejection; with the code `confirm_repeat` where
 *   another was made since
 */
export async function prepareReservationApproval(
  container: MedusaContainer,
  { uuid, refundId }: { uuid: string; refundId: string },
  { actor, repeatConfirmed }: Pick<OperationIntent, "actor" | "repeatConfirmed">
): Promise<OperationRow> {
  const eInvoice = eInvoiceModule(container)
  const moves = await reservationMoves(eInvoice, uuid)
  const refund = moves.find(({ id, kind }) => id === refundId && kind === "refund")
  if (!refund?.source || !refund.reference) {
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      `There is no refund ${refundId} of this reservation.`
    )
  }
  const messageKey = refund.failure?.messageKey
  if (refund.state !== "rejected" || !needsApproval(messageKey)) {
    throw notAllowed(
      "Approval was not requested: the service did not reject this refund for lack of approval.",
      { code: "approval_not_needed" }
    )
  }
  if (!repeatConfirmed) {
    const orderId = (await eInvoice.records.ofUuid("reservation", uuid))?.order_id ?? null
    await refuseUnlessAsked(container, { orderId }, refund, actor)
  }
  return prepareWithinOutstanding(
    container,
    "refunds.request-approval",
    {
      params: { order_uuid: uuid },
      body: {
        type: "reservation",
        grandTotal: formatOre(refund.amountOre),
        products: refund.products,
        message: messageKey,
        source: refund.source,
        reference: refund.reference,
      },
    },
    { actor, repeatConfirmed, idempotencyKey: approvalKey(refund.id, refund.attempt) }
  )
}

/**
 * Prepares the request that the operator approve a rejected refund of an e-invoice order: with its lines and amounts, and the
 * reason that the service gave. One refund has one request.
 *
 * @throws MedusaError when there is no such refund, or approval does not lift its rejection; with the code `confirm_repeat` where
 *   another was made since
 */
export async function prepareRefundApproval(
  container: MedusaContainer,
  {
    eInvoiceOrderId,
    refundId,
    actor,
    repeatConfirmed,
  }: { eInvoiceOrderId: string; refundId: string } & Pick<
    OperationIntent,
    "actor" | "repeatConfirmed"
  >
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
      "Approval was not requested: the service did not reject this refund for lack of approval.",
      { code: "approval_not_needed" }
    )
  }
  if (!repeatConfirmed) {
    const rejected = { ...row, at: row.sending_at ?? row.created_at }
    await refuseUnlessAsked(container, order, rejected, actor)
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
      repeatConfirmed,
      idempotencyKey: approvalKey(row.id, row.attempt),
      orderId: order.orderId ?? undefined,
      refundId: row.id,
    }
  )
}

/** What was asked for already sends nothing: it is answered as before, whatever was made since. */
async function refuseUnlessAsked(
  container: MedusaContainer,
  order: Parameters<typeof refuseUnconfirmedApproval>[1],
  rejected: { readonly id: string; readonly attempt: number; readonly at: Date },
  actor: OperationIntent["actor"]
): Promise<void> {
  const eInvoice = eInvoiceModule(container)
  const request = await eInvoice.operations.ofKey(approvalKey(rejected.id, rejected.attempt))
  if (!wasAsked(request)) {
    await lookAtInvoices(container, order, { actor, refused: "Approval was not requested" })
    await refuseUnconfirmedApproval(eInvoice, order, rejected)
  }
}
