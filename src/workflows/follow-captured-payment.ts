import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import { reviewFlagsOfOrder } from "./review-flags"

const payments = z.array(
  z.object({
    payment_collection: z
      .object({ order: z.object({ id: z.string() }).nullish() })
      .nullish(),
  })
)

/** Takes away the flags of a Medusa order that wanted another payment, and got it: of whichever provider. */
export async function followCapturedPayment(
  container: MedusaContainer,
  paymentId: string
): Promise<void> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "payment",
    fields: ["payment_collection.order.id"],
    filters: { id: paymentId },
  })
  const orderId = payments.parse(data)[0]?.payment_collection?.order?.id
  if (orderId !== undefined) {
    await reviewFlagsOfOrder(container, orderId)
  }
}
