import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"

import type { TimelineActor } from "../modules/e-invoice/timeline"
import { eInvoiceModule } from "./e-invoice-module"
import { amongFew } from "./in-background"
import { processEntry } from "./process-callback"

/**
 * Processes a callback because a person asks, also one that was processed before: the service is asked anew, and Medusa
 * is brought to what it says. Twice does no more than once.
 *
 * @throws MedusaError not_found when there is no such callback
 * @throws MedusaError or ConnectError when the service cannot say; the callback then waits for the sweep
 * @throws BulkheadRejectedError when too much is waiting already
 */
export async function runCallbackAgain(
  container: MedusaContainer,
  callbackId: string,
  actor: TimelineActor
): Promise<void> {
  const entry = await eInvoiceModule(container).inbox.takeUpAgain(callbackId)
  if (!entry) {
    throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no callback ${callbackId}.`)
  }
  await amongFew(() => processEntry(container, entry, { giveUp: true, actor }))
}
