import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import { orderFields, ordersSchema } from "./medusa-payment"
import { reviewFlagsOfOrder } from "./review-flags"

const payments = z.array(
  z.object({
    payment_collection: z.object({ order: ordersSchema }).nullish(),
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
    fields: orderFields.map((field) => `payment_collection.order.${field}`),
    filters: { id: paymentId },
  })
  for (const { id } of payments.parse(data)[0]?.payment_collection?.order ?? []) {
    await reviewFlagsOfOrder(container, id)
  }
}
