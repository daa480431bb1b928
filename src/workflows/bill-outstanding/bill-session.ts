import type { MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  MedusaError,
  Modules,
  PaymentCollectionStatus,
} from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { createOrderPaymentCollectionWorkflow } from "@medusajs/medusa/core-flows"

import { notAllowed } from "../../domain/failure"
import { untilPaymentsAreRecorded } from "../../domain/payment-lease"
import { type Lease, retryUntilDone } from "../../modules/e-invoice/leases"
import { messageOf } from "../../modules/e-invoice/message-of"
import { isEInvoiceProvider } from "../../modules/e-invoice/registration"
import { eInvoiceModule } from "../e-invoice-module"
import { markOf, noMark, readBillMark } from "./bill-mark"
import { bySource, type OpenBill } from "./open-bills"
import { covers, leftBeside, type Outstanding, outstandingOfOrder } from "./outstanding-of-order"
import { notBillable, whyNotBillable } from "./why-not-billable"

export type OpenBillInput = {
  order_id: string
  /** Whom to bill and how, kept encrypted (`ShopperDataStore`): workflows store their input. */
  shopper_data_id: string
  /** The same key opens one bill of the order. It counts within its order: two orders under one key are billed each. */
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
 * order edit leaves one, or else in a new one. Sends no bill yet. The same key gets the session it got before. To be called
 * under the lease of `oneBillAtATime`.
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
  await waitForPayments(container, input.order_id)
  const outstanding = await outstandingOfOrder(container, input.order_id)
  const reason = whyNotBillable(outstanding)
  if (reason) {
    throw notBillable(reason)
  }
  return openSession(container, input, outstanding)
}

/**
 * Lets one process at a time read and bill a Medusa order's outstanding amount, of all on the same database, whatever locking
 * module the store has. See docs/decisions/bills-are-payments.md.
 *
 * @param bill must check the lease before it bills the order
 * @param underWay what to throw when another bill of the order stays under way
 */
export async function oneBillAtATime<Result>(
  container: MedusaContainer,
  orderId: string,
  bill: (lease: Lease) => Promise<Result>,
  underWay: (orderId: string) => MedusaError = billUnderWay
): Promise<Result> {
  const { leases } = eInvoiceModule(container)
  const done = await retryUntilDone(() =>
    leases.hold(`bill:${orderId}`, async (lease) => ({ result: await bill(lease) }))
  )
  if (!done) {
    throw underWay(orderId)
  }
  return done.result
}

const billUnderWay = () =>
  notAllowed(
    "Nothing was billed: another bill of this order is under way. Wait for its outcome before you bill the order again.",
    { code: "bill_under_way" }
  )

/** What Medusa says of an order's amounts while it records a payment or a refund may be of the middle of that. */
async function waitForPayments(container: MedusaContainer, orderId: string): Promise<void> {
  if (!(await untilPaymentsAreRecorded(eInvoiceModule(container).leases, orderId))) {
    throw notBillable("payment-under-way")
  }
}

/**
 * Opens a payment session over a part of what is outstanding, in a payment collection of its own: the one that waits belongs
 * to a change of the order. As `openBill` otherwise.
 */
export const openPartialBill = async (
  container: MedusaContainer,
  input: OpenBillInput,
  { outstanding, amount }: { outstanding: Outstanding; amount: string }
): Promise<OpenedBill> =>
  openSession(container, input, {
    ...outstanding,
    billable: amount,
    unpaidCollection: undefined,
    // A parcel is billed by its own lines, whatever changed since.
    version: undefined,
  })

async function openSession(
  container: MedusaContainer,
  input: OpenBillInput,
  outstanding: Omit<Outstanding, "version"> & { readonly version: number | undefined }
): Promise<OpenedBill> {
  const payments = container.resolve(Modules.PAYMENT)
  const collectionId = await collectionFor(container, outstanding)
  await payments.updatePaymentCollections(collectionId, {
    amount: outstanding.billable,
  })
  const session = await payments.createPaymentSession(collectionId, {
    provider_id: await ourProvider(container),
    currency_code: outstanding.currencyCode,
    amount: outstanding.billable,
    data: { shopper_data_id: input.shopper_data_id, order_version: outstanding.version },
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

/** Removes a session whose bill was certainly not created. */
export async function closeBill(
  container: MedusaContainer,
  { session_id, collection_id, is_new_collection }: OpenedBill
): Promise<void> {
  const payments = container.resolve(Modules.PAYMENT)
  await payments.deletePaymentSession(session_id)
  if (is_new_collection) {
    await removeCollection(container, collection_id)
  } else {
    await payments.updatePaymentCollections(collection_id, {
      metadata: noMark,
    })
  }
}

/** Removes a payment collection that nothing pays, and its order from it. */
export async function removeCollection(container: MedusaContainer, id: string): Promise<void> {
  await container
    .resolve(ContainerRegistrationKeys.LINK)
    .delete({ [Modules.PAYMENT]: { payment_collection_id: id } })
  await container.resolve(Modules.PAYMENT).deletePaymentCollections([id])
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

export async function openedBefore(
  container: MedusaContainer,
  { order_id, idempotency_key }: Pick<OpenBillInput, "order_id" | "idempotency_key">
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

/** The payment collection that waits for its payment, as an order change leaves one, or else a new one over `billable`. */
export async function collectionFor(
  container: MedusaContainer,
  {
    order,
    billable,
    unpaidCollection,
  }: Pick<Outstanding, "order" | "billable" | "unpaidCollection">
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

/**
 * Cancels the payments that a bill replaces: those of Medusa's own provider, which collects nothing. Captured beside the bill,
 * they would count as paid twice. To be called before a bill is linked to its Medusa order; idempotent.
 *
 * @param collectionId the bill's payment collection; without one nothing is replaced
 * @returns false where a payment stays, such as one captured meanwhile: review the order's flags once the bill is linked
 */
export async function replacePlaceholders(
  container: MedusaContainer,
  collectionId: string | undefined
): Promise<boolean> {
  if (collectionId === undefined) {
    return true
  }
  let areReplaced = true
  const payments = container.resolve(Modules.PAYMENT)
  const { metadata } = await payments.retrievePaymentCollection(collectionId)
  for (const paymentId of readBillMark(metadata)?.replaces ?? []) {
    try {
      await cancelPlaceholder(container, paymentId)
    } catch (error) {
      areReplaced = false
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .warn(
          `e-invoice: payment ${paymentId} was replaced by a bill and could not be cancelled: ${messageOf(error)}`
        )
    }
  }
  return areReplaced
}

/**
 * Cancels a payment that held an order, where the customer was asked for its price outside of Medusa's books, as by a reservation, and
 * leaves a payment collection that staff can mark as paid, as an order edit does. Idempotent: the collection comes first.
 */
export async function leaveToMarkAsPaid(
  container: MedusaContainer,
  { order, pending, open, unpaidCollection }: Outstanding,
  paymentId: string
): Promise<void> {
  const inMedusa = open.filter(({ source }) => !isOutsideMedusa(source))
  const billable = leftBeside(pending, inMedusa).toFixed()
  if (covers(billable, "0")) {
    await collectionFor(container, { order, billable, unpaidCollection })
  }
  await cancelPlaceholder(container, paymentId)
}

/** Whether the customer was asked for a part of an order's price outside of Medusa's books, as by a reservation. */
export const isAskedForOutside = ({ open }: Pick<Outstanding, "open">): boolean =>
  open.some(({ source }) => isOutsideMedusa(source))

const isOutsideMedusa = (source: OpenBill["source"]): boolean =>
  source === bySource.reservation || source === bySource.record

async function cancelPlaceholder(container: MedusaContainer, paymentId: string): Promise<void> {
  const payments = container.resolve(Modules.PAYMENT)
  const payment = await payments.retrievePayment(paymentId, {
    relations: ["captures"],
  })
  if (payment.canceled_at) {
    return
  }
  // Medusa would cancel it nevertheless, and its money would be missing from the books.
  if (payment.captures?.length) {
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      "it was captured meanwhile, so that Medusa counts the amount twice once the bill is paid."
    )
  }
  await payments.cancelPayment(paymentId)
  await payments.updatePaymentCollections(payment.payment_collection_id, {
    status: PaymentCollectionStatus.CANCELED,
  })
}
