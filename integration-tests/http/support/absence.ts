import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { magicPersonalNumbers } from "../../../src/sandbox"
import type { EInvoiceSuite } from "./e-invoice-suite"
import { Shopper } from "./shopper"

/** Makes it later for all that was sent so far: it was sent so many seconds earlier. */
export const letAge = ({ container }: EInvoiceSuite, seconds: number): Promise<void> =>
  ageOrders(container.resolve(ContainerRegistrationKeys.PG_CONNECTION), seconds)

/** Lets Medusa's own orders age: a checkout may still be at work on a young one. */
export async function letMedusaOrdersAge(
  { container }: EInvoiceSuite,
  seconds: number
): Promise<void> {
  const database = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  await database("order").update({
    created_at: database.raw("created_at - make_interval(secs => ?)", [seconds]),
  })
}

/** As `letAge`, for a store's database. */
export async function ageOrders(database: Knex, seconds: number): Promise<void> {
  const earlier = (column: string) =>
    database.raw("?? - make_interval(secs => ?)", [column, seconds])
  await database("einvoice_order").update({
    created_at: earlier("created_at"),
    sending_at: earlier("sending_at"),
  })
}

/**
 * Another shopper orders. Before what is in doubt, this order is the one by which the service's list proves that it
 * reaches back; once that has aged, the one by which it proves that it is up to date.
 */
export async function orderOfAnother(suite: EInvoiceSuite): Promise<string> {
  const shopper = await Shopper.arrive(suite, { email: "other@example.com" })
  // The service knows people by their number: with the same one, it would be the same customer.
  const { body } = await shopper.buy({
    personal_number: magicPersonalNumbers.moderateRisk,
  })
  if (body.type !== "order") {
    throw new Error(`The other shopper's order failed: ${body.error.message}`)
  }
  return body.order.id
}
