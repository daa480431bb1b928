import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { E_INVOICE_MODULE } from "../../modules/e-invoice"
import type EInvoiceModuleService from "../../modules/e-invoice/service"
import { sendFieldProblems } from "./send-field-problems"
import { isSessionOfOurs, type SessionBody } from "./session-body"
import { readShopperFields } from "./shopper-fields"
import { shopperCountry } from "./shopper-country"

/**
 * Takes what only the shopper knows out of the request for a payment session before Medusa stores it, and leaves the
 * opaque id under which it is kept encrypted. Requests for other providers pass untouched.
 */
export async function keepShopperDataApart(
  request: MedusaRequest,
  response: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const body: unknown = request.body
  if (!isSessionOfOurs(body)) {
    return next()
  }
  try {
    const eInvoice = request.scope.resolve<EInvoiceModuleService>(E_INVOICE_MODULE)
    const fields = readShopperFields(body.data, {
      personalNumber: eInvoice.options.personalNumber,
      country: await shopperCountry(
        request.scope.resolve(ContainerRegistrationKeys.QUERY),
        request.params["id"]
      ),
    })
    if ("refused" in fields) {
      return sendFieldProblems(response, fields.refused)
    }
    const id = await eInvoice.shopperData.store(fields.accepted)
    eraseWhenRefused(response, () => eInvoice.shopperData.erase(id))
    replaceData(request, body, { shopper_data_id: id })
  } catch (error) {
    return next(error)
  }
  return next()
}

/** Medusa's Store route reads the body as it came, its Admin route the one that was validated. */
function replaceData(
  request: MedusaRequest,
  body: SessionBody,
  data: { shopper_data_id: string }
): void {
  request.body = { ...body, data }
  if (isSessionOfOurs(request.validatedBody)) {
    request.validatedBody = { ...request.validatedBody, data }
  }
}

/** No session, nothing to keep for it; what cannot be erased here expires. */
function eraseWhenRefused(response: MedusaResponse, erase: () => Promise<void>): void {
  response.once("close", () => {
    if (response.statusCode >= 400) {
      void erase().catch(() => undefined)
    }
  })
}
