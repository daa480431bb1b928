import { setTimeout } from "node:timers/promises"

import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { exclusively } from "../../modules/e-invoice/exclusively"
import { notAllowed } from "../../modules/e-invoice/refusal"
import { fewAtATime } from "../few-at-a-time"

/** Milliseconds to wait for another bill of the same order. */
const PATIENCE = 20_000

/** Milliseconds after which it is asked again whether the other bill is made. */
const PAUSE = 200

/**
 * How many bills a process makes at once, whatever their orders. Each keeps a connection of the database for as long as it
 * takes, and needs others meanwhile: without a limit, many at once could wait for each other's connections for ever.
 */
const slots = fewAtATime(2, Infinity)

/**
 * Reads what is outstanding of a Medusa order and bills it, while nobody else does so, in this process or any other on the
 * same database, whatever locking module the store has. See docs/decisions/bills-are-payments.md.
 *
 * @throws MedusaError not_allowed when another bill of the order stays under way
 */
export async function oneBillAtATime<Result>(
  container: MedusaContainer,
  orderId: string,
  bill: () => Promise<Result>
): Promise<Result> {
  const database = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  for (let waited = 0; waited <= PATIENCE; waited += PAUSE) {
    const billed = await slots().execute(() =>
      exclusively(database, `bill:${orderId}`, async () => ({
        result: await bill(),
      }))
    )
    if (billed) {
      return billed.result
    }
    await setTimeout(PAUSE)
  }
  throw notAllowed(
    "Nothing was billed: another bill of this order is under way. See what comes of it before you bill the order again."
  )
}
