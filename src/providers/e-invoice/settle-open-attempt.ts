import type { JournalRow } from "../../modules/e-invoice/creation/journal-row"
import { resolveInDoubt } from "../../domain/creation/resolve-in-doubt"
import type { Deadline } from "./deadline"
import { declined } from "./declined"
import type { ProviderDependencies } from "./dependencies"
import { shopperSentences } from "./shopper-sentences"

/** How much of the time left a look-up may take, so that the creation after it has the rest. */
const LOOK_UP_SHARE = 0.4

/**
 * Finds out what became of an earlier attempt.
 *
 * @returns the row, in a state that leaves nothing open
 * @throws MedusaError telling the shopper to wait, while that is unknown
 */
export async function settleOpenAttempt(
  { eInvoice, logger }: ProviderDependencies,
  row: JournalRow,
  deadline: Deadline
): Promise<JournalRow> {
  const resolution = await resolveInDoubt(eInvoice, row, {
    actor: "shopper",
    budgetMs: deadline.share(LOOK_UP_SHARE),
  })
  if (resolution.open) {
    logger.warn(
      `e-invoice: what became of the creation of ${row.id} is still open (${resolution.reason}); no other is sent.`
    )
    throw declined(shopperSentences.waiting)
  }
  return resolution.row
}
