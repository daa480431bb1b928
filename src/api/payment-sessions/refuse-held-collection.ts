import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { E_INVOICE_MODULE } from "../../modules/e-invoice"
import type EInvoiceModuleService from "../../modules/e-invoice/service"
import {
  heldError,
  holdOf,
} from "../../modules/e-invoice/status/collection-hold"

/**
 * Refuses a new payment session, of any provider, while a live invoice pays the order that was placed with the payment
 * collection, or one is being made: Medusa would delete the session of the invoice.
 */
export async function refuseHeldCollection(
  request: MedusaRequest,
  _response: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  try {
    const hold = await holdOf(
      request.scope.resolve<EInvoiceModuleService>(E_INVOICE_MODULE),
      request.scope.resolve(ContainerRegistrationKeys.QUERY),
      request.params["id"] ?? ""
    )
    return next(hold && heldError(hold))
  } catch (error) {
    return next(error)
  }
}
