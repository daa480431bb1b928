import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { magicPersonalNumbers } from "../../../src/sandbox"
import type { EInvoiceSuite } from "./e-invoice-suite"
import { Shopper } from "./shopper"

/** Makes it later for what is in doubt: it was sent so many seconds earlier. */
export async function letDoubtAge(
  { container }: EInvoiceSuite,
  seconds: number
): Promise<void> {
  const database: Knex = container.resolve(
    ContainerRegistrationKeys.PG_CONNECTION
  )
  await database("einvoice_order")
    .where({ state: "in_doubt" })
    .update({
      sending_at: database.raw("sending_at - make_interval(secs => ?)", [
        seconds,
      ]),
    })
}

/**
 * Another shopper orders. Once what is in doubt has aged, this order is the one by which the service's list proves that
 * it is up to date.
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
