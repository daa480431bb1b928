import type {
  BigNumberInput,
  DeletePaymentInput,
  DeletePaymentOutput,
  InitiatePaymentInput,
  InitiatePaymentOutput,
  UpdatePaymentInput,
  UpdatePaymentOutput,
} from "@medusajs/framework/types"
import { MathBN, MedusaError, PaymentSessionStatus } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import { heldError, holdOf, isLive } from "../../domain/status/collection-hold"
import { isUnsettled } from "../../modules/e-invoice/intent"
import { followed } from "../../modules/e-invoice/orders/order-row"
import { UnreadableError } from "../../modules/e-invoice/personal-data/encryption"
import type { ShopperData } from "../../modules/e-invoice/personal-data/shopper-data"
import type { ProviderDependencies } from "./dependencies"

/**
 * Opens a session without asking the service: Medusa throws sessions away on every change of the cart.
 *
 * @throws MedusaError when the currency, the amount or the data cannot be accepted
 */
export async function initiatePayment(
  { eInvoice }: ProviderDependencies,
  input: InitiatePaymentInput
): Promise<InitiatePaymentOutput> {
  checkSessionTerms(input, eInvoice.options.currencies)
  return {
    id: input.context?.idempotency_key ?? "",
    status: PaymentSessionStatus.PENDING,
    // Medusa merges this over what it was given: undefined keeps a key out of the stored session.
    data: { ...readSessionData(input.data), session_id: undefined },
  }
}

/**
 * Accepts new terms for a session, under the same conditions as a new one.
 *
 * @throws MedusaError when the currency, the amount or the data cannot be accepted
 */
export async function updatePayment(
  { eInvoice }: ProviderDependencies,
  input: UpdatePaymentInput
): Promise<UpdatePaymentOutput> {
  checkSessionTerms(input, eInvoice.options.currencies)
  return { data: { ...readSessionData(input.data) } }
}

export type SessionTerms = {
  amount: BigNumberInput
  currency_code: string
  data?: Record<string, unknown> | undefined
}

/**
 * Refuses a session that could not become an invoice, or that carries what must not be stored.
 *
 * @param currencies the configured currencies, in lower case; the interface carries no currency, so that an amount in
 *   any other would be billed as if it were one of these
 * @throws MedusaError of type invalid_data
 */
export function checkSessionTerms(terms: SessionTerms, currencies: readonly string[]): void {
  // Without a shopper's data no invoice can be made: it is the payment of one that is there, of whatever currency.
  const isToBeMade = readSessionData(terms.data).shopper_data_id !== undefined
  if (isToBeMade && !currencies.includes(terms.currency_code.toLowerCase())) {
    refuse(
      `Invoice payment is not offered in ${terms.currency_code.toUpperCase()}, only in ${listed(currencies)}.`
    )
  }
  if (MathBN.lte(terms.amount, 0)) {
    refuse("Invoice payment needs an amount above zero.")
  }
  const foreign = foreignKeys(terms.data)
  if (foreign.length > 0) {
    refuse(
      `The payment session's data must not carry ${foreign.join(", ")}: it is stored as it is and shown by the Store API. Create the session through POST /store/payment-collections/{id}/payment-sessions, which takes the shopper's fields out of it.`
    )
  }
}

function refuse(message: string): never {
  throw new MedusaError(MedusaError.Types.INVALID_DATA, message)
}

const listed = (currencies: readonly string[]) =>
  currencies.map((currency) => currency.toUpperCase()).join(", ")

const sessionDataSchema = z.object({
  shopper_data_id: z.string().optional(),
  /** Of a bill: the version of the Medusa order that its amount was read of. */
  order_version: z.number().optional(),
  e_invoice_order_id: z.string().optional(),
  order_uuid: z.string().optional(),
  reference_no: z.string().optional(),
  status: z.string().optional(),
})

/**
 * What a session and a payment of ours carry: ids, the number that the invoice names, and a status, because the Store API
 * shows them to anyone.
 */
export type SessionData = z.infer<typeof sessionDataSchema>

const ownKeys = new Set(Object.keys(sessionDataSchema.shape))

/** Added by Medusa's payment module to what it was given. */
const MEDUSA_KEYS = ["session_id"]

/** Reads our keys out of a session's or payment's data and drops every other. */
export function readSessionData(data: Record<string, unknown> | undefined): SessionData {
  const parsed = sessionDataSchema.safeParse(data ?? {})
  return parsed.success ? parsed.data : {}
}

/** Names of the keys that must not be in our data, whatever they hold. */
export function foreignKeys(data: Record<string, unknown> | undefined): string[] {
  return Object.keys(data ?? {}).filter((key) => !ownKeys.has(key) && !MEDUSA_KEYS.includes(key))
}

/** What the shopper entered, and the id by which it is erased. */
export type EnteredData = ShopperData & { id: string }

/**
 * Reads what the shopper entered for a session.
 *
 * @param data the session's
 * @returns undefined when it was erased, has expired or cannot be read: the shopper has to enter it again
 */
export async function readShopper(
  { eInvoice, logger }: ProviderDependencies,
  data: Record<string, unknown> | undefined
): Promise<EnteredData | undefined> {
  const { shopper_data_id: id } = readSessionData(data)
  if (!id) {
    return undefined
  }
  try {
    const shopper = await eInvoice.shopperData.read(id)
    return shopper && { id, ...shopper }
  } catch (error) {
    if (!(error instanceof UnreadableError)) {
      throw error
    }
    logger.error(`e-invoice: shopper data ${id}: ${error.message}`)
    return undefined
  }
}

/**
 * Ends a session: the shopper's data is erased. Whether an order at the service was left without an owner is for the
 * sweep to find out, which is told to look at once.
 *
 * Asks the database only: a change of the cart holds its lock.
 *
 * @throws MedusaError of type not_allowed while a live invoice pays the order that was placed with the session: Medusa
 *   keeps the session, and takes back what it deleted it for
 */
export async function deletePayment(
  { eInvoice, query }: ProviderDependencies,
  input: DeletePaymentInput
): Promise<DeletePaymentOutput> {
  const { e_invoice_order_id: id, shopper_data_id: shopperDataId } = readSessionData(input.data)
  const waiting = shopperDataId
    ? await eInvoice.orders.creations.ofShopperData(shopperDataId)
    : undefined
  const row = id ? await eInvoice.orders.creations.find(id) : waiting
  // Where its own invoice is not live, other sessions of the collection come and go.
  if (
    row?.payment_collection_id &&
    isLive(followed(row)) &&
    (await holdOf(eInvoice, query, row.payment_collection_id)) === "placed"
  ) {
    throw heldError("placed")
  }
  if (shopperDataId) {
    if (waiting && isUnsettled(waiting)) {
      await eInvoice.orders.statuses.lookSoon(waiting.id)
    }
    await eInvoice.shopperData.erase(shopperDataId)
  }
  return {}
}
