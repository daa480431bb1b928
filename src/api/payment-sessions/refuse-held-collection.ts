import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { E_INVOICE_MODULE } from "../../modules/e-invoice"
import type EInvoiceModuleService from "../../modules/e-invoice/service"
import { heldError, holdOf } from "../../domain/status/collection-hold"
import { noteLeftOrder } from "../../workflows/sweep/sweep-left-orders"

/**
 * Refuses a new payment session, of any provider, while a live invoice pays the order that was placed with the payment
 * collection, or one is being made: Medusa would delete the session of the invoice. An order that a checkout left on the
 * collection without a payment is written down before that.
 */
export async function refuseHeldCollection(
  request: MedusaRequest,
  _response: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  try {
    const collectionId = request.params["id"] ?? ""
    const hold = await holdOf(
      request.scope.resolve<EInvoiceModuleService>(E_INVOICE_MODULE),
      request.scope.resolve(ContainerRegistrationKeys.QUERY),
      collectionId
    )
    if (!hold) {
      await noteLeftOrder(request.scope, collectionId)
    }
    return next(hold && heldError(hold))
  } catch (error) {
    return next(error)
  }
}
