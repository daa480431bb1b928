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
  const { clock, orders } = eInvoiceModule(container)
  const orderId = await orderOfFulfillment(container, fulfillmentId)
  const [held] = orderId === undefined ? [] : await orders.holds.ofOrder(orderId)
  if (!held || orderId === undefined) {
    return
  }
  const isBilled = await logErrors({ container }, `the shipped parcel ${fulfillmentId}`, () =>
    billShippedParcelsWorkflow(container).run({ input: { order_id: orderId } })
  )
  if (!isBilled) {
    await orders.holds.lookAt(held.id, clock.now())
  }
}
