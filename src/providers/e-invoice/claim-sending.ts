import { failureOf } from "../../domain/creation/journal-failure"
import type { JournalFailure, JournalRow } from "../../modules/e-invoice/creation/journal-row"
import { clearSiblings, hasUnclaimedSibling } from "./clear-siblings"
import type { Deadline } from "./deadline"
import { declined } from "./declined"
import type { ProviderDependencies } from "./dependencies"
import type { CreationInput, PreparedAttempt } from "./prepare-attempt"
import { shopperSentences } from "./shopper-sentences"

/**
 * Claims the right to send the one POST of a session. Other sessions of the same payment are seen to only when they stand
 * in the way, which they seldom do: the first claim or the look after it shows whether.
 *
 * @throws MedusaError telling the shopper to wait, or that an earlier invoice was paid
 */
export async function claimSending(
  dependencies: ProviderDependencies,
  { session, earlier }: CreationInput,
  prepared: PreparedAttempt,
  deadline: Deadline
): Promise<JournalRow> {
  const first = await claim(dependencies, earlier, prepared, deadline)
  if (first && !(await stepsBack(dependencies, session, first))) {
    return first
  }
  const leftExpired = await clearSiblings(dependencies, session, deadline)
  const row = first ?? earlier
  const second = await claim(dependencies, row, prepared, deadline)
  if (!second || (await stepsBack(dependencies, session, second, leftExpired))) {
    throw declined(shopperSentences.waiting)
  }
  return second
}

/** @param row the session's row, when it has one */
async function claim(
  { eInvoice: { journal } }: ProviderDependencies,
  row: JournalRow | undefined,
  { row: fresh, attempt }: PreparedAttempt,
  deadline: Deadline
): Promise<JournalRow | undefined> {
  if (deadline.isNear) {
    throw declined(shopperSentences.unreachable)
  }
  return row ? journal.send(row, attempt) : journal.begin(fresh, attempt)
}

/** Gives the right back when another session has an order that no payment claims. */
async function stepsBack(
  dependencies: ProviderDependencies,
  session: CreationInput["session"],
  row: JournalRow,
  leftExpired: ReadonlySet<string> = new Set()
): Promise<boolean> {
  const { journal } = dependencies.eInvoice
  try {
    if (!(await hasUnclaimedSibling(dependencies, session, leftExpired))) {
      return false
    }
  } catch (error) {
    await journal.rejected(row, "sender", failureOf(error))
    throw error
  }
  await journal.rejected(row, "sender", replaced())
  return true
}

const replaced = (): JournalFailure => ({
  kind: "replaced",
  message: "Another session of the same payment got an order first.",
  at: new Date().toISOString(),
})
