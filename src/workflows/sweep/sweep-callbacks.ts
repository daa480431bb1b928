import { eInvoiceModule } from "../e-invoice-module"
import { processCallback } from "../process-callback"
import type { SweepTerms } from "./sweep-terms"

/** How long a processed callback is kept, in milliseconds. */
const KEPT_FOR = 90 * 24 * 60 * 60_000

/**
 * Processes callbacks that nobody finished, and forgets old ones.
 *
 * @returns how many were taken up
 */
export async function sweepCallbacks({
  container,
  now,
  batch,
}: SweepTerms): Promise<number> {
  const { inbox } = eInvoiceModule(container)
  const due = await inbox.due(now, batch)
  await Promise.all(
    due.map(({ id }) =>
      processCallback({ container, callbackId: id, giveUp: true, now })
    )
  )
  await inbox.forgetProcessedBefore(new Date(now.getTime() - KEPT_FOR), batch)
  return due.length
}
