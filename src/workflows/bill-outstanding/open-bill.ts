import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError, Modules } from "@medusajs/framework/utils"
import { createOrderPaymentCollectionWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "@medusajs/framework/zod"

import { isEInvoiceProvider } from "../../modules/e-invoice/registration/registration"
import { notAllowed } from "../../domain/refusal"
import { markOf, noMark, readBillMark } from "./bill-mark"
import { type Outstanding, outstandingOfOrder } from "./outstanding-of-order"
import { notBillableSentence, whyNotBillable } from "./why-not-billable"

export type OpenBillInput = {
  order_id: string
  /** Whom to bill and how, kept encrypted (`ShopperDataStore`): workflows store their input. */
  shopper_data_id: string
  /** The same key opens one bill. */
  idempotency_key: string
}

export type OpenedBill = {
  session_id: string
  collection_id: string
  /** The payment collection was made for this bill. */
  is_new_collection: boolean
}

/**
 * Opens a payment session over what is outstanding of a Medusa order: in the payment collection that waits for it, as an
 * order edit leaves one, or else in a new one. Nobody is asked to pay yet. The same key gets the session it got before.
 * Only for whoever alone bills the order (`oneBillAtATime`).
 *
 * @throws MedusaError not_allowed when there is nothing to bill
 */
export async function openBill(
  container: MedusaContainer,
  input: OpenBillInput
): Promise<OpenedBill> {
  const repeated = await openedBefore(container, input)
  if (repeated) {
    return repeated
  }
  const outstanding = await outstandingOfOrder(container, input.order_id)
  const reason = whyNotBillable(outstanding)
  if (reason) {
    throw notAllowed(notBillableSentence(reason))
  }
  const payments = container.resolve(Modules.PAYMENT)
  const collectionId = await collectionFor(container, outstanding)
  await payments.updatePaymentCollections(collectionId, {
    amount: outstanding.billable,
  })
  const session = await payments.createPaymentSession(collectionId, {
    provider_id: await ourProvider(container),
    currency_code: outstanding.currencyCode,
    amount: outstanding.billable,
    data: { shopper_data_id: input.shopper_data_id },
  })
  const opened = {
    session_id: session.id,
    is_new_collection: outstanding.unpaidCollection === undefined,
  }
  await payments.updatePaymentCollections(collectionId, {
    metadata: markOf({
      ...opened,
      key: input.idempotency_key,
      replaces: outstanding.placeholders.map(({ id }) => id),
    }),
  })
  return { ...opened, collection_id: collectionId }
}

/** Takes back a session that certainly came to nothing. */
export async function closeBill(
  container: MedusaContainer,
  { session_id, collection_id, is_new_collection }: OpenedBill
): Promise<void> {
  const payments = container.resolve(Modules.PAYMENT)
  await payments.deletePaymentSession(session_id)
  if (is_new_collection) {
    await container
      .resolve(ContainerRegistrationKeys.LINK)
      .delete({ [Modules.PAYMENT]: { payment_collection_id: collection_id } })
    await payments.deletePaymentCollections([collection_id])
  } else {
    await payments.updatePaymentCollections(collection_id, {
      metadata: noMark,
    })
  }
}

const collections = z.array(
  z.object({
    payment_collections: z
      .array(
        z.object({
          id: z.string(),
          metadata: z.unknown(),
        })
      )
      .nullish(),
  })
)

async function openedBefore(
  container: MedusaContainer,
  { order_id, idempotency_key }: OpenBillInput
): Promise<OpenedBill | undefined> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "order",
    fields: ["payment_collections.id", "payment_collections.metadata"],
    filters: { id: order_id },
  })
  for (const { id, metadata } of collections
    .parse(data)
    .flatMap(({ payment_collections }) => payment_collections ?? [])) {
    const mark = readBillMark(metadata)
    if (mark?.key === idempotency_key) {
      const { session_id, is_new_collection } = mark
      return { session_id, is_new_collection, collection_id: id }
    }
  }
  return undefined
}

async function collectionFor(
  container: MedusaContainer,
  { order, billable, unpaidCollection }: Outstanding
): Promise<string> {
  if (unpaidCollection !== undefined) {
    return unpaidCollection
  }
  const { result } = await createOrderPaymentCollectionWorkflow(container).run({
    input: { order_id: order.id, amount: Number(billable) },
  })
  const [created] = result
  if (!created) {
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      `Medusa made no payment collection for order ${order.id}.`
    )
  }
  return created.id
}

/** @throws MedusaError not_allowed when the e-invoice payment provider is not enabled */
export async function ourProvider(container: MedusaContainer): Promise<string> {
  const [provider] = await container
    .resolve(Modules.PAYMENT)
    .listPaymentProviders({ is_enabled: true })
    .then((providers) => providers.filter(({ id }) => isEInvoiceProvider(id)))
  if (!provider) {
    throw notAllowed("Nothing was billed: the e-invoice payment provider is not enabled.")
  }
  return provider.id
}
