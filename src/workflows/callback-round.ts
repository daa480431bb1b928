import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { parseCallback } from "../connect"
import { hintedStatus } from "../domain/status/learn-status"
import type { Inbox, InboxEntry } from "../modules/e-invoice/callbacks/inbox"
import { grouped } from "../modules/e-invoice/database"
import { messageOf } from "../modules/e-invoice/message-of"
import { judgeStatus } from "../modules/e-invoice/status/order-status-machine"
import type { TimelineActor } from "../modules/e-invoice/timeline"
import { eInvoiceModule } from "./e-invoice-module"
import { amongFew, type Slots } from "./in-background"
import {
  type SynchroniseEInvoiceOrderResult,
  synchroniseEInvoiceOrderWorkflow,
} from "./synchronise-e-invoice-order"

/** A callback whose turn it is. */
export type CallbackLook = {
  readonly container: MedusaContainer
  readonly callbackId: string
  /** Leave it to the sweep, after a gap, if it cannot be finished now. */
  readonly giveUp: boolean
  /** The moment of the look; the present unless said otherwise. */
  readonly now?: Date | undefined
  /** Those of fresh callbacks unless said otherwise. */
  readonly slots?: Slots
}

/**
 * Settles the callbacks of one order that are in the inbox by now, those of others as well as those whose turn it is;
 * docs/status.md says which, and why never one that is stored meanwhile. Asks nobody when another was quicker.
 *
 * @returns ids of the callbacks that may be tried again at once
 */
export const answerCallbacks = (
  eInvoiceOrderId: string,
  looks: readonly CallbackLook[]
): Promise<ReadonlySet<string>> => {
  const { slots = amongFew } = looks[0] ?? {}
  return slots(async () => {
    const waiting = new Set<string>()
    const [first] = looks
    if (!first) {
      return waiting
    }
    const { container } = first
    const { inbox, options } = eInvoiceModule(container)
    const isShared = options.operations["orders.status"]?.enabled !== false
    const turns = new Map(looks.map((look) => [look.callbackId, look]))
    const open = await inbox.openOf(eInvoiceOrderId)
    for (const entries of alike(open, turns, isShared)) {
      try {
        const left = await settle(container, entries, turns, "service")
        left.forEach((id) => waiting.add(id))
      } catch (error) {
        container
          .resolve(ContainerRegistrationKeys.LOGGER)
          .error(
            `e-invoice: callbacks of ${eInvoiceOrderId} could not be processed and are tried again: ${messageOf(error)}`
          )
      }
    }
    return waiting
  })
}

/** Callbacks that one answer can settle: they name the same order at the service, and it is somebody's turn. */
function alike(
  open: readonly InboxEntry[],
  turns: ReadonlyMap<string, CallbackLook>,
  isShared: boolean
): InboxEntry[][] {
  const groups = grouped(open, ({ id, parameters }) =>
    isShared ? (parseCallback(parameters).orderUuid ?? "") : id
  )
  return [...groups.values()].filter((entries) => entries.some(({ id }) => turns.has(id)))
}

/**
 * Asks the service once, brings Medusa to what it says, and settles callbacks that are alike.
 *
 * @param entries oldest first
 * @param turns those whose turn it is, by their ids
 * @returns ids of those that may be tried again at once
 * @throws MedusaError or ConnectError when the service cannot say; they then stay in the inbox
 */
export async function settle(
  container: MedusaContainer,
  entries: readonly InboxEntry[],
  turns: ReadonlyMap<string, Pick<CallbackLook, "giveUp" | "now">>,
  actor: TimelineActor
): Promise<string[]> {
  const { inbox } = eInvoiceModule(container)
  const ofTurn = entries.filter(({ id }) => turns.has(id))
  const [oldest] = ofTurn
  if (!oldest) {
    return []
  }
  const now = latest([...turns.values()].map((turn) => turn.now))
  const answer = await synchronise(container, oldest, actor, now).catch(async (error: unknown) => {
    const why = `failed: ${messageOf(error)}`.slice(0, 300)
    for (const entry of ofTurn) {
      await inbox.failed(entry, why, turns.get(entry.id)?.now)
    }
    throw error
  })
  const { waiting_for: waitsFor } = answer
  if (waitsFor === "proof") {
    for (const entry of ofTurn) {
      await disbelieve(container, entry)
    }
    return []
  }
  const verdicts = callbackVerdicts(entries, { ...answer, waiting_for: waitsFor }, ({ id }) =>
    turns.has(id)
  )
  const settled = verdicts.filter((verdict) => "outcome" in verdict)
  for (const [outcome, alike] of grouped(settled, (one) => one.outcome)) {
    const ids = alike.map(({ entry }) => entry.id)
    await inbox.processed(ids, outcome, now)
  }
  return keepWaiting(inbox, verdicts, turns)
}

async function synchronise(
  container: MedusaContainer,
  entry: InboxEntry,
  actor: TimelineActor,
  now: Date | undefined
): Promise<SynchroniseEInvoiceOrderResult> {
  const { result } = await synchroniseEInvoiceOrderWorkflow(container).run({
    input: {
      e_invoice_order_id: entry.eInvoiceOrderId,
      observer: "callback",
      actor,
      callback_id: entry.id,
      at: now?.toISOString(),
    },
  })
  return result
}

/** @returns ids of those that may be tried again at once */
async function keepWaiting(
  inbox: Inbox,
  verdicts: readonly CallbackVerdict[],
  turns: ReadonlyMap<string, Pick<CallbackLook, "giveUp" | "now">>
): Promise<string[]> {
  const again: string[] = []
  for (const verdict of verdicts) {
    const turn = turns.get(verdict.entry.id)
    if (turn && "waitsFor" in verdict) {
      if (turn.giveUp) {
        const why = `waiting: ${verdict.waitsFor}`
        await inbox.failed(verdict.entry, why, turn.now)
      } else {
        again.push(verdict.entry.id)
      }
    }
  }
  return again
}

const latest = (moments: readonly (Date | undefined)[]): Date | undefined =>
  moments.reduce((last, moment) => (moment && !(last && last > moment) ? moment : last), undefined)

/** How often a callback that runs ahead of what the service answers is asked about: for an hour and a half. */
const MOST_LOOKS_AHEAD = 4

/** Why a callback stays in the inbox. */
type CallbackWait = "creation" | "medusa-order" | "ahead"

type CallbackVerdict = {
  readonly entry: InboxEntry
} & ({ readonly waitsFor: CallbackWait } | { readonly outcome: string })

type Answer = Omit<SynchroniseEInvoiceOrderResult, "waiting_for"> & {
  readonly waiting_for: Exclude<CallbackWait, "ahead"> | null
}

/**
 * What one answer of the service makes of callbacks that were stored before it, each as if they had come one after the
 * other.
 *
 * @param entries oldest first
 * @param isItsTurn whether this is one of a callback's own looks: no other may give it up for running ahead
 */
export function callbackVerdicts(
  entries: readonly InboxEntry[],
  answer: Answer,
  isItsTurn: (entry: InboxEntry) => boolean
): CallbackVerdict[] {
  const { status, waiting_for: waitsFor } = answer
  let { verdict } = answer
  return entries.map((entry): CallbackVerdict => {
    if (waitsFor !== null) {
      return { entry, waitsFor }
    }
    if (isAhead(entry, answer)) {
      return isItsTurn(entry) && entry.attempts >= MOST_LOOKS_AHEAD
        ? { entry, outcome: `not confirmed: the service says ${status}` }
        : { entry, waitsFor: "ahead" }
    }
    const outcome = `${verdict}: ${status}`
    verdict = verdict === "advanced" ? "repeated" : verdict
    return { entry, outcome }
  })
}

/** The callback speaks of a status that the service, when asked, does not show yet. */
function isAhead(
  { parameters }: InboxEntry,
  { status, paid }: Pick<Answer, "status" | "paid">
): boolean {
  const hint = hintedStatus(parameters)
  return (
    hint !== undefined &&
    judgeStatus({ status: status ?? undefined, paid }, hint).verdict === "advanced"
  )
}

/** The service cannot be asked, and this callback proves nothing: it is kept, and counts for nothing. */
async function disbelieve(container: MedusaContainer, entry: InboxEntry): Promise<void> {
  const { inbox, timeline, options } = eInvoiceModule(container)
  const why =
    options.callbackSecret === undefined
      ? "orders.status is switched off and callbackSecret is not configured"
      : "orders.status is switched off and the checksum does not prove it"
  await inbox.processed([entry.id], `not believed: ${why}`)
  await timeline.recordOnce({
    eInvoiceOrderId: entry.eInvoiceOrderId,
    actor: "service",
    action: "callback",
    outcome: "refused",
    detail: { why },
  })
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .warn(`e-invoice: callback ${entry.id} was not believed: ${why}.`)
}
