import type { MedusaContainer } from "@medusajs/framework/types"

import { logErrors } from "../background-work"
import { eInvoiceModule } from "../e-invoice-module"
import { billShippedParcelsWorkflow } from "./bill-shipped-parcels"
import { orderOfFulfillment } from "./shipped-parcels"

/** Bills a parcel that was shipped or delivered, where its order waits for that; the sweep goes on with what fails. */
export async function followShipment(
  container: MedusaContainer,
  fulfillmentId: string
): Promise<void> {
  const orderId = await orderOfFulfillment(container, fulfillmentId)
  await (orderId && followHeldOrder(container, orderId, `the shipped parcel ${fulfillmentId}`))
}

/** The same, once a reservation of an order was captured: what took the whole price replaces the payment that holds the order. */
export const followCapture = (
  container: MedusaContainer,
  orderId: string,
  uuid: string
): Promise<void> => followHeldOrder(container, orderId, `the captured reservation ${uuid}`)

async function followHeldOrder(
  container: MedusaContainer,
  orderId: string,
  what: string
): Promise<void> {
  const { clock, orders } = eInvoiceModule(container)
  const [held] = await orders.holds.ofOrder(orderId)
  if (!held) {
    return
  }
  const isBilled = await logErrors({ container }, what, () =>
    billShippedParcelsWorkflow(container).run({ input: { order_id: orderId } })
  )
  if (!isBilled) {
    await orders.holds.lookAt(held.id, clock.now())
  }
}
