import { setTimeout as pause } from "node:timers/promises"

import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import type { InboxEntry } from "../modules/e-invoice/callbacks/inbox"
import { messageOf } from "../modules/e-invoice/message-of"
import { isRecordId } from "../modules/e-invoice/operations/remote-records"
import type { TimelineActor } from "../modules/e-invoice/timeline"
import { Arrivals } from "./arrivals"
import { answerCallbacks, type CallbackLook, settle } from "./callback-round"
import { eInvoiceModule } from "./e-invoice-module"
import { amongFew } from "./in-background"
import { processRecordCallback } from "./operations/process-record-callback"
import { Rounds } from "./rounds"

/** Milliseconds before each attempt of whoever has just stored a callback; then the sweep takes over. */
const PAUSES = [0, 250, 750, 2_000, 5_000]

/** While many come in, taking them in comes first: they are on disk, and what they say will be asked about anyway. */
const arrivals = new Arrivals({
  many: 8,
  windowMs: 1_000,
  longestWaitMs: 5_000,
})

/** Many callbacks of one order, one question to the service. */
const rounds = new Rounds<CallbackLook, ReadonlySet<string>>(answerCallbacks)

/**
 * Processes a callback that was stored a moment ago. What it is about may still be on its way (the answer that names the
 * order, the Medusa order, a read copy at the service), so it is tried for some seconds. What cannot be processed stays
 * in the inbox. Never throws.
 */
export async function processFreshCallback(
  container: MedusaContainer,
  callbackId: string
): Promise<void> {
  await arrivals.next()
  for (const [attempt, milliseconds] of PAUSES.entries()) {
    await pause(milliseconds, undefined, { ref: false })
    const giveUp = attempt === PAUSES.length - 1
    if (await processCallback({ container, callbackId, giveUp })) {
      return
    }
  }
}

/**
 * Processes a callback: asks the service, and brings Medusa to what it says. Those of one order take part in rounds. Never
 * throws.
 *
 * @returns false when it may be tried again at once
 */
export async function processCallback(look: CallbackLook): Promise<boolean> {
  const { container, callbackId, slots = amongFew } = look
  const { inbox } = eInvoiceModule(container)
  try {
    const entry = await slots(() => inbox.unprocessed(callbackId))
    if (!entry) {
      return true
    }
    if (isRecordId(entry.eInvoiceOrderId)) {
      return await slots(() =>
        processRecordCallback(container, entry, {
          giveUp: look.giveUp,
          now: look.now,
        })
      )
    }
    const waiting = await rounds.join(entry.eInvoiceOrderId, look)
    return !waiting.has(callbackId)
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
 * Processes what lies in the inbox, and nothing else, on behalf of somebody.
 *
 * @returns false when it may be tried again at once
 * @throws MedusaError or ConnectError when the service cannot say; the callback then stays in the inbox
 */
export async function processEntry(
  container: MedusaContainer,
  entry: InboxEntry,
  { giveUp, now, actor }: { giveUp: boolean; now?: Date | undefined; actor: TimelineActor }
): Promise<boolean> {
  if (isRecordId(entry.eInvoiceOrderId)) {
    return processRecordCallback(container, entry, { giveUp, now })
  }
  const turns = new Map([[entry.id, { giveUp, now }]])
  const again = await settle(container, [entry], turns, actor)
  return again.length === 0
}
