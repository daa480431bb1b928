import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { prepareOrderReservation } from "../../../../../../workflows/operations/reservations"
import { eInvoiceModule } from "../../../../../../workflows/e-invoice-module"
import { actingAdmin, idempotencyKeyOf } from "../../../requests"
import { performOperation } from "../../../perform-operation"
import { recordOf } from "../../../records"
import { reservationAnswer } from "../../../reservations"
import type { AdminReserveOrder } from "../../../medusa-orders"

/** Far more than an order has. */
const MOST = 50

/** The reservations of a Medusa order with their amounts, the oldest first. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const records = await eInvoiceModule(req.scope).listEInvoiceRecords(
    {
      kind: "reservation",
      order_id: req.params["id"] ?? "",
      remote_uuid: { $ne: null },
    },
    { select: ["id"], order: { created_at: "ASC" }, take: MOST }
  )
  const reservations = await Promise.all(
    records.map(async (record) => reservationAnswer(req, await recordOf(req.scope, record.id)))
  )
  res.json({ reservations, count: reservations.length })
}

/**
 * Reserves a Medusa order's lines on the customer's card, when all of its price is outstanding; answers as the operation's
 * own route does.
 */
export const POST = (
  req: AuthenticatedMedusaRequest<AdminReserveOrder>,
  res: MedusaResponse
): Promise<void> => {
  const orderId = req.params["id"] ?? ""
  const { validatedBody: terms } = req
  return performOperation(req, res, () =>
    prepareOrderReservation(
      req.scope,
      {
        orderId,
        chargeValidityDays: terms.charge_validity_days,
        linkDueDate: terms.link_due_date,
        sendBy: terms.send_by,
        customerNotes: terms.customer_notes,
        organizationId: terms.organization_id,
      },
      { actor: actingAdmin(req), idempotencyKey: idempotencyKeyOf(req) }
    )
  )
}
