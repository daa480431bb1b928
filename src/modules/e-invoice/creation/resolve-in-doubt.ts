import type { ConnectClient } from "../../../connect"
import type { JournalFailure, JournalRow } from "./journal-row"
import { type LookUp, lookUpOrder } from "./look-up-order"
import type { ListedOrder } from "./recognise-order"
import { adoptOrder } from "./adopt-order"
import type EInvoiceModuleService from "../service"
import type { TimelineActor } from "../timeline"

/** Milliseconds until the sweep looks again at a row that stays in doubt. */
const NEXT_LOOK = 5 * 60_000

/** What became of a row whose creation was open. */
export type Resolution =
  /** Nothing is open: the row's state says what is known. */
  | { open: false; row: JournalRow }
  | {
      open: true
      row: JournalRow
      /** `in-flight`: the sender may still be at work; `quiet-period`: it is too early to conclude from absence. */
      reason: "in-flight" | "quiet-period" | "unclear" | "failed"
    }

export type ResolveDependencies = Pick<
  EInvoiceModuleService,
  "clock" | "journal" | "keys" | "options" | "timeline" | "shopperData"
> & { connect: Pick<ConnectClient, "call"> }

/**
 * Finds out what became of a creation that was sent and not answered: looks the order up and adopts it, or concludes
 * after the quiet period that it does not exist, or leaves the row in doubt with the evidence. Sends no creation.
 *
 * @param actor who asked, for the timeline
 * @param budgetMs milliseconds the service may take
 */
export async function resolveInDoubt(
  dependencies: ResolveDependencies,
  row: JournalRow,
  {
    actor,
    budgetMs,
    now = dependencies.clock.now(),
  }: { actor: TimelineActor; budgetMs: number; now?: Date }
): Promise<Resolution> {
  const { journal } = dependencies
  if (row.state !== "sending" && row.state !== "in_doubt") {
    return { open: false, row }
  }
  if (row.state === "sending" && !journal.senderHasEnded(row, now)) {
    return { open: true, row, reason: "in-flight" }
  }
  const doubted =
    row.state === "sending" ? await senderLost(dependencies, row, now) : row
  if (doubted.state !== "in_doubt") {
    return { open: false, row: doubted }
  }
  const lookUp = await lookUpOrder(dependencies, doubted, { now, budgetMs })
  return conclude(dependencies, doubted, lookUp, { actor, now })
}

async function senderLost(
  { journal }: ResolveDependencies,
  row: JournalRow,
  now: Date
): Promise<JournalRow> {
  const failure: JournalFailure = {
    kind: "sender-lost",
    message: "The server stopped while the creation was under way.",
    at: now.toISOString(),
  }
  return (await journal.inDoubt(row.id, failure, now)) ?? current(journal, row)
}

async function conclude(
  dependencies: ResolveDependencies,
  row: JournalRow,
  lookUp: LookUp,
  { actor, now }: { actor: TimelineActor; now: Date }
): Promise<Resolution> {
  const { journal, options } = dependencies
  if (lookUp.result === "found") {
    return adopt(dependencies, row, lookUp.order, { actor, now })
  }
  const failure = withEvidence(row, lookUp, now)
  if (lookUp.result !== "none") {
    await journal.keepEvidence(row.id, failure, later(now))
    return {
      open: true,
      row: await current(journal, row),
      reason: lookUp.result,
    }
  }
  const quietUntil =
    (row.sending_at ?? row.created_at).getTime() +
    options.inDoubtQuietPeriod * 1000
  if (now.getTime() < quietUntil) {
    await journal.keepEvidence(row.id, failure, new Date(quietUntil))
    return {
      open: true,
      row: await current(journal, row),
      reason: "quiet-period",
    }
  }
  const rejected = await journal.rejected(row.id, failure)
  if (rejected) {
    await dependencies.timeline.record(
      {
        eInvoiceOrderId: row.id,
        actor,
        action: "resolve",
        outcome: "done",
        detail: { found: false },
      },
      now
    )
  }
  return { open: false, row: rejected ?? (await current(journal, row)) }
}

async function adopt(
  dependencies: ResolveDependencies,
  row: JournalRow,
  order: ListedOrder,
  context: { actor: TimelineActor; now: Date }
): Promise<Resolution> {
  const adopted = await adoptOrder(dependencies, row, order, context)
  return adopted
    ? { open: false, row: adopted }
    : {
        open: true,
        row: await current(dependencies.journal, row),
        reason: "unclear",
      }
}

function withEvidence(
  row: JournalRow,
  lookUp: Exclude<LookUp, { result: "found" }>,
  now: Date
): JournalFailure {
  const at = now.toISOString()
  return {
    kind: "ambiguous",
    message: "The creation was sent and not answered.",
    at,
    ...row.failure,
    lookup: {
      at,
      result: lookUp.result,
      orderUuids: "orderUuids" in lookUp ? lookUp.orderUuids : [],
      ...("reason" in lookUp && { reason: lookUp.reason }),
    },
  }
}

const later = (now: Date) => new Date(now.getTime() + NEXT_LOOK)

async function current(
  journal: ResolveDependencies["journal"],
  row: JournalRow
): Promise<JournalRow> {
  return (await journal.find(row.id)) ?? row
}
