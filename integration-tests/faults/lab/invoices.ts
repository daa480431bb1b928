import type { OrderView } from "../../../src/sandbox"
import type { Scene } from "./scene"

/** The order that the service got last. */
export function lastInvoice({ sandbox }: Scene): OrderView {
  const last = sandbox.orders().at(-1)
  if (!last) {
    throw new Error("The service has no order.")
  }
  return last
}

/** Whether the payment of a Medusa order is captured. */
export async function isCaptured(
  { database }: Scene,
  orderId: string | undefined
): Promise<boolean> {
  const row = await database("payment as p")
    .join("einvoice_order as e", "e.payment_session_id", "p.payment_session_id")
    .where({ "e.order_id": orderId ?? "" })
    .whereNotNull("p.captured_at")
    .first("p.id")
  return row !== undefined
}
