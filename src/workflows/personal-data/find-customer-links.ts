import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import type { CustomerLinks } from "../../domain/personal-data/customer-traces"

const withId = z.array(z.object({ id: z.string() }))

const carts = z.array(
  z.object({
    id: z.string(),
    payment_collection: z
      .object({
        payment_sessions: z
          .array(
            z.object({
              data: z
                .object({
                  shopper_data_id: z.string().optional().catch(undefined),
                })
                .nullish(),
            })
          )
          .nullish(),
      })
      .nullish(),
  })
)

/** Reads by which of Medusa's records a customer is known. A customer that Medusa has deleted keeps their orders. */
export async function findCustomerLinks(
  container: MedusaContainer,
  customerId: string
): Promise<CustomerLinks> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const filters = { customer_id: customerId }
  const [orders, cartList] = await Promise.all([
    query.graph({ entity: "order", fields: ["id"], filters }),
    query.graph({
      entity: "cart",
      fields: ["id", "payment_collection.payment_sessions.data"],
      filters,
    }),
  ])
  const found = carts.parse(cartList.data)
  return {
    customerId,
    orderIds: withId.parse(orders.data).map(({ id }) => id),
    cartIds: found.map(({ id }) => id),
    shopperDataIds: found.flatMap(({ payment_collection }) =>
      (payment_collection?.payment_sessions ?? []).flatMap(
        ({ data }) => data?.shopper_data_id ?? []
      )
    ),
  }
}
