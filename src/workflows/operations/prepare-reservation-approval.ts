import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"

import { formatOre } from "../../mapping"
import type { OperationRow } from "../../modules/e-invoice/operations/operation-row"
import type { Wish } from "../../domain/operations/prepare-operation"
import { approvalKey, needsApproval } from "../../domain/refunds/refund-approval"
import { notAllowed } from "../../domain/failure"
import { prepareChecked } from "./prepare-operation"
import { reservationMoves } from "./reservation-moves"

/**
 * Writes down the request that the operator approve a refused refund of a reservation: of the same lines and amounts, for
 * the reason that the service gave. One refund has one request.
 *
 * @param refundId id of the operation that was refused
 * @throws MedusaError when there is no such refund, or its refusal is none that approval lifts
 */
export async function prepareReservationApproval(
  container: MedusaContainer,
  { uuid, refundId }: { uuid: string; refundId: string },
  { actor }: Pick<Wish, "actor">
): Promise<OperationRow> {
  const moves = await reservationMoves(container, uuid)
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
      "Approval was not requested: the service did not reject this refund for lack of approval."
    )
  }
  return prepareChecked(
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
    { actor, idempotencyKey: approvalKey(refund.id) }
  )
}
