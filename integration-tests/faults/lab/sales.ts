import { buy } from "./buying"
import type { Scene } from "./scene"

/** A cart that a shopper tried to complete, by what it became here and at the service. */
export type Sale = {
  cartId: string
  /** Id of the journal row. */
  id: string
  /** Id of the Medusa order, empty when there is none. */
  orderId: string
  /** Id of the order at the service, empty when none is known here. */
  uuid: string
}

/** A shopper places an order, and the plugin has heard of it. */
export async function sell(scene: Scene): Promise<Sale> {
  const { shopper, orderId, sentence } = await buy(scene)
  if (orderId === undefined) {
    throw new Error(`Not placed: ${sentence}`)
  }
  const sale = await saleOf(scene, shopper.cartId)
  await scene.until("the placed order is linked", async () => {
    const row: { payment_id: string | null } | undefined = await scene
      .database("einvoice_order")
      .where({ id: sale.id })
      .first("payment_id")
    return typeof row?.payment_id === "string"
  })
  return sale
}

/** What is written of a cart, as `stateOf` says it; `nothing` when there is no journal row. */
export async function stateOfCart(scene: Scene, cartId: string): Promise<string> {
  const row = await journalRowOf(scene, cartId)
  return row ? stateOf(scene, row.id) : "nothing"
}

/** What a cart became. @throws when there is no journal row for it */
export async function saleOf(scene: Scene, cartId: string): Promise<Sale> {
  const row = await journalRowOf(scene, cartId)
  const order: { order_id: string } | undefined = await scene
    .database("order_cart")
    .where({ cart_id: cartId })
    .whereNull("deleted_at")
    .first("order_id")
  if (!row) {
    throw new Error(`There is no journal row for cart ${cartId}.`)
  }
  return {
    cartId,
    id: row.id,
    orderId: order?.order_id ?? "",
    uuid: row.remote_order_uuid ?? "",
  }
}

/** What is written of a sale, in a few words: `succeeded PAID captured, refund succeeded`. */
export async function stateOf({ database }: Scene, id: string): Promise<string> {
  const row: Record<string, string | null> = await database("einvoice_order as e")
    .leftJoin("payment as p", "p.payment_session_id", "e.payment_session_id")
    .where({ "e.id": id })
    .first(
      "e.state",
      "e.remote_status",
      "e.attention",
      "p.id as payment",
      "p.captured_at",
      "p.canceled_at"
    )
  const refunds: string[] = await database("einvoice_refund")
    .where({ e_invoice_order_id: id })
    .pluck("state")
  const payment = row.captured_at
    ? "captured"
    : row.canceled_at
      ? "released"
      : row.payment && "authorised"
  const words = [row.state, row.remote_status, payment].filter(Boolean)
  return [
    words.join(" "),
    ...refunds.map((state) => `refund ${state}`),
    ...(row.attention ? [`flagged ${row.attention}`] : []),
  ].join(", ")
}

function journalRowOf(
  { database }: Scene,
  cartId: string
): Promise<{ id: string; remote_order_uuid: string | null } | undefined> {
  return database("einvoice_order as e")
    .join("cart_payment_collection as l", "l.payment_collection_id", "e.payment_collection_id")
    .where({ "l.cart_id": cartId })
    .first("e.id", "e.remote_order_uuid")
}
