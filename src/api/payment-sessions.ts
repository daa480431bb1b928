import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { RemoteQueryFunction } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import { mayHoldPersonalNumber } from "../connect/personal-numbers"
import { heldError, holdOf } from "../domain/status/collection-hold"
import { E_INVOICE_MODULE } from "../modules/e-invoice"
import type { ShopperData } from "../modules/e-invoice/personal-data/shopper-data"
import { isEInvoiceProvider } from "../modules/e-invoice/registration"
import type EInvoiceModuleService from "../modules/e-invoice/service"
import {
  type FieldProblem,
  fieldProblemsOf,
  type ShopperFieldSettings,
  shopperFieldsSchema,
} from "../mapping"
import { recordLeftOrder } from "../workflows/sweep/sweep-left-orders"

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
    if ("rejected" in fields) {
      return sendFieldProblems(response, fields.rejected)
    }
    const id = await eInvoice.shopperData.store(fields.accepted)
    eraseWhenRejected(response, () => eInvoice.shopperData.erase(id))
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

/** Without a session there is nothing to keep the data for; what cannot be erased here expires. */
function eraseWhenRejected(response: MedusaResponse, erase: () => Promise<void>): void {
  response.once("close", () => {
    if (response.statusCode >= 400) {
      void erase().catch(() => undefined)
    }
  })
}

type ReadShopperFields = { accepted: ShopperData } | { rejected: readonly FieldProblem[] }

/**
 * Reads what a shopper sent in `data` of a payment session. Every wrong field is named, unknown ones too; no value is
 * repeated.
 */
export function readShopperFields(
  data: unknown,
  settings: ShopperFieldSettings
): ReadShopperFields {
  const result = shopperFieldsSchema(settings).safeParse(data ?? {})
  if (!result.success) {
    return { rejected: fieldProblemsOf(result.error) }
  }
  const { personal_number, phone, language, reference } = result.data
  return {
    accepted: {
      personalNumber: personal_number,
      ...(phone && { phone }),
      ...(language && { language }),
      ...(reference && { reference }),
    },
  }
}

/** Assumed of a shopper who gave no address yet. */
const DEFAULT_COUNTRY = "no"

const address = z
  .object({ country_code: z.string().nullish() })
  .nullish()
  .transform((value) => value?.country_code ?? undefined)

const buyer = z
  .object({ billing_address: address, shipping_address: address })
  .partial()
  .nullish()
  .transform((value) => value?.billing_address ?? value?.shipping_address)

const paymentCollection = z.object({ cart: buyer, order: buyer }).partial()

/**
 * The country that a phone number without calling code belongs to: that of the billing address, as far as it is known.
 *
 * @returns ISO 3166-1 alpha-2 code
 */
async function shopperCountry(
  query: Omit<RemoteQueryFunction, symbol>,
  paymentCollectionId: string | undefined
): Promise<string> {
  const { data } = await query.graph({
    entity: "payment_collection",
    fields: ["cart", "order"].flatMap((buyer) => [
      `${buyer}.billing_address.country_code`,
      `${buyer}.shipping_address.country_code`,
    ]),
    filters: { id: paymentCollectionId ?? "" },
  })
  const [found] = z.array(paymentCollection).parse(data)
  return found?.order ?? found?.cart ?? DEFAULT_COUNTRY
}

/** The body of a request for a payment session; `data` is what the storefront sent, whatever it is. */
type SessionBody = { provider_id: string; data?: unknown }

/** Whether a request for a payment session asks for our provider. */
const isSessionOfOurs = (body: unknown): body is SessionBody =>
  typeof body === "object" &&
  body !== null &&
  "provider_id" in body &&
  typeof body.provider_id === "string" &&
  isEInvoiceProvider(body.provider_id)

/**
 * Rejects a new payment session, of any provider, while a live invoice pays the order placed with the payment collection, or
 * one is being created: Medusa would delete the invoice's session. Otherwise records an order that a checkout left on the
 * collection without a payment.
 */
export async function rejectHeldCollection(
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
      await recordLeftOrder(request.scope, collectionId)
    }
    return next(hold && heldError(hold))
  } catch (error) {
    return next(error)
  }
}

/**
 * Rejects a malformed request for a payment session before Medusa does: Medusa's answer and log repeat the value, which may
 * be a personal number that a storefront sent without its field name, or without a provider.
 */
export function rejectBareData(
  request: MedusaRequest,
  response: MedusaResponse,
  next: MedusaNextFunction
): void {
  const body: unknown = request.body
  const errors = isObject(body) ? problemsOf(body) : [problem("body", "must be an object")]
  if (errors.length > 0) {
    sendFieldProblems(response, errors)
    return
  }
  next()
}

/** Medusa repeats the name of a field and the id of a provider that it does not know: neither may hold a personal number. */
const problemsOf = ({
  provider_id = "pp_",
  data = {},
  ...others
}: Record<string, unknown>): FieldProblem[] => [
  ...(typeof provider_id === "string" &&
  provider_id.startsWith("pp_") &&
  !mayHoldPersonalNumber(provider_id)
    ? []
    : [problem("provider_id", "must be the id of a payment provider: pp_…")]),
  ...(data === null || isObject(data) ? [] : [problem("data", "must be an object")]),
  ...(Object.keys(others).some((name) => /\d{6}/.test(name))
    ? [problem("body", "must have no field with a number for its name")]
    : []),
]

const problem = (field: string, message: string): FieldProblem => ({
  field,
  message,
})

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Answers 400 with every wrong field, in Medusa's form and field by field. */
function sendFieldProblems(response: MedusaResponse, errors: readonly FieldProblem[]): void {
  response.status(400).json({
    type: "invalid_data",
    message: errors.map(({ field, message }) => `${field}: ${message}`).join("; "),
    errors,
  })
}
