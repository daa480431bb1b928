import { setTimeout } from "node:timers/promises"

import type { MedusaContainer } from "@medusajs/framework/types"

import type { Lease } from "../../modules/e-invoice/leases"
import { notAllowed } from "../../domain/refusal"
import { eInvoiceModule } from "../e-invoice-module"

/** Milliseconds to wait for another bill of the same order. */
const PATIENCE = 20_000

/** Milliseconds after which it is asked again whether the other bill is made. */
const PAUSE = 200

/**
 * Reads what is outstanding of a Medusa order and bills it, while nobody else does so, in this process or any other on the
 * same database, whatever locking module the store has. See docs/decisions/bills-are-payments.md.
 *
 * @param bill checks the lease before whatever bills the order
 * @throws MedusaError not_allowed when another bill of the order stays under way
 */
export async function oneBillAtATime<Result>(
  container: MedusaContainer,
  orderId: string,
  bill: (lease: Lease) => Promise<Result>
): Promise<Result> {
  const { leases } = eInvoiceModule(container)
  for (let waited = 0; waited <= PATIENCE; waited += PAUSE) {
    const billed = await leases.hold(`bill:${orderId}`, async (lease) => ({
      result: await bill(lease),
    }))
    if (billed) {
      return billed.result
    }
    await setTimeout(PAUSE)
  }
  throw notAllowed(
    "Nothing was billed: another bill of this order is under way. See what comes of it before you bill the order again."
  )
}
