import { grouped } from "../../modules/e-invoice/database"
import { isRecordId } from "../../modules/e-invoice/operations/remote-records"
import { answerCallbacks } from "../callback-round"
import { eInvoiceModule } from "../e-invoice-module"
import { amongFewOfSweep, quietly } from "../in-background"
import { processCallback } from "../process-callback"
import type { SweepTerms } from "./sweep-terms"

/** How long a processed callback is kept, in milliseconds. */
const KEPT_FOR = 90 * 24 * 60 * 60_000

/**
 * Processes callbacks that nobody finished, and forgets old ones.
 *
 * @returns how many were taken up
 */
export async function sweepCallbacks(terms: SweepTerms): Promise<number> {
  const { container, now, batch, lease } = terms
  const { inbox } = eInvoiceModule(container)
  await lease.check()
  const due = await inbox.due(now, batch)
  await Promise.all(
    [...grouped(due, ({ eInvoiceOrderId }) => eInvoiceOrderId)].map(([orderId, entries]) => {
      const looks = entries.map(({ id }) => ({
        container,
        callbackId: id,
        giveUp: true,
        now,
        slots: amongFewOfSweep,
      }))
      return isRecordId(orderId)
        ? Promise.all(looks.map(processCallback))
        : // Not in turn with the rounds of fresh ones: should one of them stand still, the order's lock bounds the wait.
          quietly(terms, `callbacks of ${orderId}`, () => answerCallbacks(orderId, looks))
    })
  )
  await inbox.forgetProcessedBefore(new Date(now.getTime() - KEPT_FOR), batch)
  return due.length
}
