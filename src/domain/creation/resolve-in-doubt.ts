import { senderLost } from "./journal-failure"
import type { JournalFailure, JournalRow } from "../../modules/e-invoice/creation/journal-row"
import { type LookUp, lookUpOrder, type ReadingTerms } from "./look-up-order"
import type { ListedOrder } from "./recognise-order"
import { adoptOrder } from "./adopt-order"
import { flagSecondOrder } from "./flag-second-order"
import type EInvoiceModuleService from "../../modules/e-invoice/service"
import type { TimelineActor } from "../../modules/e-invoice/timeline"

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
  "clock" | "connect" | "journal" | "keys" | "options" | "otherOrders" | "timeline" | "shopperData"
>

/**
 * Finds out what became of a creation that was sent and not answered: looks the order up and adopts it, or concludes
 * after the quiet period that it does not exist, or leaves the row in doubt with the evidence. Sends no creation.
 *
 * @param actor who asked, for the timeline
 */
export async function resolveInDoubt(
  dependencies: ResolveDependencies,
  row: JournalRow,
  {
    actor,
    now = dependencies.clock.now(),
    ...reading
  }: { actor: TimelineActor; now?: Date } & ReadingTerms
): Promise<Resolution> {
  const { journal } = dependencies
  if (row.state !== "sending" && row.state !== "in_doubt") {
    return { open: false, row }
  }
  if (row.state === "sending" && !journal.senderHasEnded(row, now)) {
    return { open: true, row, reason: "in-flight" }
  }
  const doubted = row.state === "sending" ? await withoutSender(dependencies, row, now) : row
  if (doubted.state !== "in_doubt") {
    return overtaken(doubted)
  }
  const lookUp = await lookUpOrder(dependencies, doubted, {
    ...reading,
    now,
    quietPeriod: dependencies.options.inDoubtQuietPeriod,
  })
  return conclude(dependencies, doubted, lookUp, { actor, now })
}

async function withoutSender(
  { journal }: ResolveDependencies,
  row: JournalRow,
  now: Date
): Promise<JournalRow> {
  return (
    (await journal.inDoubt(row, "lease", senderLost(now), now)) ?? (await current(journal, row))
  )
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
    const isEarly = lookUp.result === "unclear" && lookUp.missing.includes("quiet-period")
    const quietUntil =
      (row.sending_at ?? row.created_at).getTime() + options.inDoubtQuietPeriod * 1000
    const nextLook = isEarly ? new Date(quietUntil) : later(now)
    await journal.keepEvidence(row, failure, nextLook)
    return {
      open: true,
      row: await current(journal, row),
      reason: isEarly ? "quiet-period" : lookUp.result,
    }
  }
  const rejected = await journal.rejected(row, "look-up", failure)
  if (!rejected) {
    return overtaken(await current(journal, row))
  }
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
  return { open: false, row: rejected }
}

/** The row has moved on since the look-up began: what that showed is of an earlier attempt. */
const overtaken = (row: JournalRow): Resolution =>
  row.state === "sending" || row.state === "in_doubt"
    ? { open: true, row, reason: "in-flight" }
    : { open: false, row }

async function adopt(
  dependencies: ResolveDependencies,
  row: JournalRow,
  order: ListedOrder,
  context: { actor: TimelineActor; now: Date }
): Promise<Resolution> {
  const adopted = await adoptOrder(dependencies, row, order, {
    ...context,
    by: "look-up",
  })
  if (adopted) {
    return { open: false, row: adopted }
  }
  const found = await current(dependencies.journal, row)
  if (found.state === "in_doubt" && found.attempts === row.attempts) {
    return { open: true, row: found, reason: "unclear" }
  }
  await flagSecondOrder(dependencies, row.id, order.orderUuid, {
    foundBy: "look-up",
    actor: context.actor,
  })
  return overtaken(found)
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
      ...("missing" in lookUp && { missing: lookUp.missing }),
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
