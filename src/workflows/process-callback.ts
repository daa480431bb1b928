import { setTimeout as pause } from "node:timers/promises"

import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { hintedStatus } from "../modules/e-invoice/callbacks/callback-evidence"
import type { InboxEntry } from "../modules/e-invoice/callbacks/inbox"
import { judgeStatus } from "../modules/e-invoice/status/order-status-machine"
import { isRecordId } from "../modules/e-invoice/operations/remote-records"
import { Arrivals } from "./arrivals"
import { eInvoiceModule } from "./e-invoice-module"
import { amongFew } from "./in-background"
import { processRecordCallback } from "./operations/process-record-callback"
import {
  synchroniseEInvoiceOrderWorkflow,
  type SynchroniseEInvoiceOrderResult,
} from "./synchronise-e-invoice-order"
import { messageOf } from "../modules/e-invoice/message-of"
import type { TimelineActor } from "../modules/e-invoice/timeline"

/** Milliseconds before each attempt of whoever has just stored a callback; then the sweep takes over. */
const PAUSES = [0, 250, 750, 2_000, 5_000]

/** While many come in, taking them in comes first: they are on disk, and what they say will be asked about anyway. */
const arrivals = new Arrivals({
  many: 20,
  windowMs: 1_000,
  longestWaitMs: 5_000,
})

/** How often a callback that runs ahead of what the service answers is asked about: for an hour and a half. */
const MOST_LOOKS_AHEAD = 4

/** Why a callback stays in the inbox; null when it does not. */
type Kept = "creation" | "medusa-order" | "ahead" | null

/**
 * Processes a callback that was stored a moment ago. What it is about may still be on its way (the answer that names the
 * order, the Medusa order, a read copy at the service), so it is tried for some seconds. What cannot be processed stays
 * in the inbox.
 *
 * @throws BulkheadRejectedError when too much is waiting already
 */
export async function processFreshCallback(
  container: MedusaContainer,
  callbackId: string
): Promise<void> {
  await arrivals.next()
  for (const [attempt, milliseconds] of PAUSES.entries()) {
    await pause(milliseconds, undefined, { ref: false })
    const giveUp = attempt === PAUSES.length - 1
    const finished = await amongFew(() =>
      processCallback(container, callbackId, { giveUp })
    )
    if (finished) {
      return
    }
  }
}

/**
 * Processes a callback: asks the service, and brings Medusa to what it says. Never throws.
 *
 * @param options.giveUp leave it to the sweep, after a gap, if it cannot be finished now
 * @param options.now the moment; the present unless said otherwise
 * @returns false when it may be tried again at once
 */
export async function processCallback(
  container: MedusaContainer,
  callbackId: string,
  { giveUp, now }: { giveUp: boolean; now?: Date }
): Promise<boolean> {
  const { inbox } = eInvoiceModule(container)
  try {
    const entry = await inbox.unprocessed(callbackId)
    if (!entry) {
      return true
    }
    return await processEntry(container, entry, {
      giveUp,
      now,
      actor: "service",
    })
  } catch (error) {
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .error(
        `e-invoice: callback ${callbackId} could not be processed and is tried again: ${messageOf(error)}`
      )
    return true
  }
}

/**
 * Processes what lies in the inbox, on behalf of somebody.
 *
 * @returns false when it may be tried again at once
 * @throws MedusaError or ConnectError when the service cannot say; the callback then stays in the inbox
 */
export async function processEntry(
  container: MedusaContainer,
  entry: InboxEntry,
  {
    giveUp,
    now,
    actor,
  }: { giveUp: boolean; now?: Date | undefined; actor: TimelineActor }
): Promise<boolean> {
  if (isRecordId(entry.eInvoiceOrderId)) {
    return processRecordCallback(container, entry, { giveUp, now })
  }
  const { inbox } = eInvoiceModule(container)
  try {
    const { result } = await synchroniseEInvoiceOrderWorkflow(container).run({
      input: {
        e_invoice_order_id: entry.eInvoiceOrderId,
        observer: "callback",
        actor,
        callback_id: entry.id,
        at: now?.toISOString(),
      },
    })
    if (result.waiting_for === "proof") {
      await disbelieve(container, entry)
      return true
    }
    const kept = keptFor(entry, result)
    if (kept === null) {
      await inbox.processed([entry.id], outcomeOf(entry, result), now)
      return true
    }
    if (giveUp) {
      await inbox.failed(entry, `waiting: ${kept}`, now)
    }
    return giveUp
  } catch (error) {
    await inbox.failed(entry, `failed: ${messageOf(error)}`.slice(0, 300), now)
    throw error
  }
}

function keptFor(
  entry: InboxEntry,
  result: SynchroniseEInvoiceOrderResult
): Kept {
  if (
    result.waiting_for === "creation" ||
    result.waiting_for === "medusa-order"
  ) {
    return result.waiting_for
  }
  return isAhead(entry, result) && entry.attempts < MOST_LOOKS_AHEAD
    ? "ahead"
    : null
}

/** The callback speaks of a status that the service, when asked, does not show yet. */
function isAhead(
  { parameters }: InboxEntry,
  { status, paid }: SynchroniseEInvoiceOrderResult
): boolean {
  const hint = hintedStatus(parameters)
  return (
    hint !== undefined &&
    judgeStatus({ status: status ?? undefined, paid }, hint).verdict ===
      "advanced"
  )
}

const outcomeOf = (
  entry: InboxEntry,
  result: SynchroniseEInvoiceOrderResult
): string =>
  isAhead(entry, result)
    ? `not confirmed: the service says ${result.status}`
    : `${result.verdict}: ${result.status}`

/** The service cannot be asked, and this callback proves nothing: it is kept, and counts for nothing. */
async function disbelieve(
  container: MedusaContainer,
  entry: InboxEntry
): Promise<void> {
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
