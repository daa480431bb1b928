import type { MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  MathBN,
  Modules,
} from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import type { FollowedOrder } from "../modules/e-invoice/status/followed-order"
import { ourProvider } from "./bill-outstanding/open-bill"
import { isBilledOtherwise } from "./bill-outstanding/outstanding-of-order"
import { eInvoiceModule } from "./e-invoice-module"
import type { MedusaPayment } from "./medusa-payment"

const collections = z.array(
  z.object({
    id: z.string(),
    currency_code: z.string(),
    raw_amount: z
      .object({ value: z.union([z.string(), z.number()]) })
      .transform(({ value }) => MathBN.convert(value).toFixed()),
    order: z
      .object({
        id: z.string(),
        status: z.string(),
        canceled_at: z.unknown().transform(Boolean),
      })
      .nullish(),
  })
)

/** The payment collection of a checkout. */
type Collection = Omit<z.output<typeof collections>[number], "order">

/** A Medusa order that stands, and that nothing bills but an e-invoice order without a payment in Medusa. */
export type UnbilledOrder = {
  readonly orderId: string
  /** Undefined where Medusa has lost it. */
  readonly collection: Collection | undefined
}

/**
 * The Medusa order that an e-invoice order without a payment was made for, when it stands and nothing else bills it. It is
 * found by the payment collection as well: the payment session may be gone, and Medusa answers a shopper whose checkout was
 * cut off with the order that it left, and asks no payment provider. The session they chose anew pays nothing.
 */
export async function unbilledOrderOf(
  container: MedusaContainer,
  { id }: Pick<FollowedOrder, "id">,
  medusa: MedusaPayment | undefined
): Promise<UnbilledOrder | undefined> {
  const found = await collectionOf(container, id)
  const order = [standing(found?.order), medusa?.order].find(
    (each) => each && !each.cancelled
  )
  if (!order || (await isBilledOtherwise(container, order.id, id))) {
    return undefined
  }
  return { orderId: order.id, collection: found }
}

const standing = (order: z.output<typeof collections>[number]["order"]) =>
  order && {
    id: order.id,
    cancelled: order.canceled_at || order.status === "canceled",
  }

async function collectionOf(container: MedusaContainer, id: string) {
  const row = await eInvoiceModule(container).journal.find(id)
  if (!row?.payment_collection_id) {
    return undefined
  }
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({
      entity: "payment_collection",
      fields: [
        "id",
        "currency_code",
        "amount",
        "raw_amount",
        "order.id",
        "order.status",
        "order.canceled_at",
      ],
      filters: { id: row.payment_collection_id },
    })
  return collections.parse(data)[0]
}

/**
 * Gives an e-invoice order whose payment session is gone a session of its own again, so that its Medusa order can be
 * authorised through it.
 *
 * @returns the session's id; undefined when another process was quicker
 */
export async function reopenSession(
  container: MedusaContainer,
  { id, paymentSessionId }: FollowedOrder,
  collection: Collection
): Promise<string | undefined> {
  const { journal, timeline } = eInvoiceModule(container)
  const payments = container.resolve(Modules.PAYMENT)
  const session = await payments.createPaymentSession(collection.id, {
    provider_id: await ourProvider(container),
    currency_code: collection.currency_code,
    amount: collection.raw_amount,
    data: {},
  })
  if (!(await journal.moveToSession(id, paymentSessionId, session.id))) {
    await payments.deletePaymentSession(session.id)
    return undefined
  }
  await timeline.record({
    eInvoiceOrderId: id,
    actor: "schedule",
    action: "find-medusa-order",
    outcome: "note",
    detail: { session_replaced: true },
  })
  return session.id
}
