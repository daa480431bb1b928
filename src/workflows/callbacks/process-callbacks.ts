import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"

import { OperationDisabledError, parseCallback } from "../../connect"
import {
  alikeCallbacks,
  type CallbackVerdict,
  callbackVerdicts,
  isLeased,
  soonAgain,
} from "../../domain/callbacks/callback-verdicts"
import { takeUpNamedRecord } from "../../domain/callbacks/named-by-callback"
import { reconcileRecord } from "../../domain/operations/records-at-service"
import { callbackSecretsOf } from "../../domain/status/reconcile-status"
import type { InboxEntry } from "../../modules/e-invoice/callbacks/inbox"
import { grouped } from "../../modules/e-invoice/database"
import { messageOf } from "../../modules/e-invoice/message-of"
import { isRecordId, type RecordRow } from "../../modules/e-invoice/operations/remote-records"
import type { FollowedOrder } from "../../modules/e-invoice/orders/order-row"
import type EInvoiceModuleService from "../../modules/e-invoice/service"
import type { TimelineActor } from "../../modules/e-invoice/timeline"
import { eInvoiceModule } from "../e-invoice-module"
import {
  synchroniseEInvoiceOrderWorkflow,
  type SynchroniseEInvoiceOrderResult,
} from "../synchronise-e-invoice-order"

/** For whom callbacks are processed, and when: at present unless a sweep says otherwise. */
export type ProcessTerms = { readonly actor: TimelineActor; readonly now?: Date | undefined }

/**
 * Splits the open callbacks of one order or record into groups that one answer of the service settles.
 *
 * @param entries oldest first
 */
export function callbackGroups(
  { options }: EInvoiceModuleService,
  entries: readonly InboxEntry[]
): readonly InboxEntry[][] {
  const [first] = entries
  if (first && isRecordId(first.eInvoiceOrderId)) {
    return [[...entries]]
  }
  return alikeCallbacks(entries, options.operations["orders.status"]?.enabled !== false)
}

/**
 * Asks the service once, brings Medusa to what it says, and settles a group of callbacks. Those that are not leased are
 * settled where the answer covers them, and otherwise left as they are: it was asked for after all of them were stored.
 *
 * @returns when to look again at those that may be settled within seconds
 * @throws MedusaError or ConnectError when the service cannot say; those that are leased are then tried again later
 */
export async function processCallbacks(
  container: MedusaContainer,
  entries: readonly InboxEntry[],
  { actor, now }: ProcessTerms
): Promise<Date | undefined> {
  const leased = entries.filter(isLeased)
  const [oldest] = leased
  if (!oldest) {
    return undefined
  }
  let verdicts: CallbackVerdict[]
  try {
    verdicts = isRecordId(oldest.eInvoiceOrderId)
      ? await verdictsOnRecord(container, entries)
      : await verdictsOnOrder(container, entries, oldest, { actor, now })
  } catch (error) {
    // What else is at the order, as Medusa that changes it, is mostly done within seconds.
    const isSoonOver = MedusaError.isMedusaError(error) && error.type === MedusaError.Types.CONFLICT
    const why = `failed: ${messageOf(error)}`.slice(0, 300)
    const soonest = await leave(container, leased, { why, isSoonOver, now })
    if (soonest) {
      return soonest
    }
    throw error
  }
  return settle(container, verdicts, now)
}

async function verdictsOnOrder(
  container: MedusaContainer,
  entries: readonly InboxEntry[],
  oldest: InboxEntry,
  terms: ProcessTerms
): Promise<CallbackVerdict[]> {
  let answer = await askAbout(container, oldest.eInvoiceOrderId, oldest, terms)
  if (answer.waiting_for === "creation") {
    const owner = await ownerOf(eInvoiceModule(container), oldest)
    answer = owner ? await askAbout(container, owner.id, oldest, terms) : answer
  }
  const { waiting_for } = answer
  return waiting_for === "proof"
    ? disbelieved(container, entries.filter(isLeased), oldest)
    : callbackVerdicts(entries, { ...answer, waiting_for })
}

async function askAbout(
  container: MedusaContainer,
  id: string,
  callback: InboxEntry,
  { actor, now }: ProcessTerms
): Promise<SynchroniseEInvoiceOrderResult> {
  const { result } = await synchroniseEInvoiceOrderWorkflow(container).run({
    input: {
      e_invoice_order_id: id,
      observer: "callback",
      actor,
      callback_id: callback.id,
      at: now?.toISOString(),
    },
  })
  return result
}

/**
 * Whose order a callback names, of a row that has none: a bill that staff gave up by mistake, and whose invoice a later one took up.
 * The service still calls the address of the first.
 */
async function ownerOf(
  { orders: { statuses } }: EInvoiceModuleService,
  { parameters }: InboxEntry
): Promise<FollowedOrder | undefined> {
  const { orderUuid } = parseCallback(parameters)
  return orderUuid === undefined ? undefined : statuses.findCreated(orderUuid)
}

/** Why a callback counts for nothing, as one word for Admin. */
type Disbelieved = "no-secret" | "not-proven" | "switched-off"

/** The service cannot be asked, and these prove nothing: they are kept, and count for nothing. */
async function disbelieved(
  container: MedusaContainer,
  entries: readonly InboxEntry[],
  oldest: InboxEntry
): Promise<CallbackVerdict[]> {
  const { timeline, options } = eInvoiceModule(container)
  const word = callbackSecretsOf(options).length === 0 ? "no-secret" : "not-proven"
  const why = {
    "no-secret": "orders.status is switched off and callbackSecret is not configured",
    "not-proven": "orders.status is switched off and the checksum does not prove it",
  }[word]
  for (const { id, eInvoiceOrderId } of entries) {
    await timeline.recordOnce({
      eInvoiceOrderId,
      actor: "service",
      action: "callback",
      outcome: "refused",
      detail: { why: word },
    })
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`e-invoice: callback ${id} was not believed: ${why}.`)
  }
  if (options.operations["orders.status-list"]?.enabled === false) {
    await flagIfUnpaid(container, oldest.eInvoiceOrderId)
  }
  return entries.map((entry) => ({ entry, outcome: notBelieved(word) }))
}

/** Nor does a sweep see what became of it. */
async function flagIfUnpaid(container: MedusaContainer, id: string): Promise<void> {
  const { statuses } = eInvoiceModule(container).orders
  if ((await statuses.find(id))?.paid === false) {
    await statuses.flag(id, "status_unknown")
  }
}

const notBelieved = (word: Disbelieved): string => `not believed: ${word}`

/** Asks the service what has become of a record that was created beside a checkout. */
async function verdictsOnRecord(
  container: MedusaContainer,
  entries: readonly InboxEntry[]
): Promise<CallbackVerdict[]> {
  const eInvoice = eInvoiceModule(container)
  const all = (outcome: string) => entries.map((entry) => ({ entry, outcome }))
  const [first] = entries
  const row = first && (await eInvoice.records.find(first.eInvoiceOrderId))
  if (!row) {
    return all("the record is forgotten")
  }
  try {
    const named = row.remote_uuid === null ? await namedRecord(eInvoice, row, entries) : row
    if (!named) {
      return entries.map((entry) => ({ entry, waitsFor: "creation" }))
    }
    const reconciled = await reconcileRecord(
      eInvoice,
      named,
      "callback",
      row.kind === "company-check"
    )
    return all(reconciled ? `reported: ${reconciled.status}` : "told")
  } catch (error) {
    if (!(error instanceof OperationDisabledError)) {
      throw error
    }
    return all(notBelieved("switched-off"))
  }
}

async function namedRecord(
  eInvoice: EInvoiceModuleService,
  row: RecordRow,
  entries: readonly InboxEntry[]
): Promise<RecordRow | undefined> {
  for (const { parameters } of entries) {
    const named = await takeUpNamedRecord(eInvoice, row, parameters)
    if (named) {
      return named
    }
  }
  return undefined
}

/** @returns when to look again at those that may be settled within seconds */
async function settle(
  container: MedusaContainer,
  verdicts: readonly CallbackVerdict[],
  at: Date | undefined
): Promise<Date | undefined> {
  const { clock, inbox } = eInvoiceModule(container)
  const now = at ?? clock.now()
  const settled = verdicts.filter((verdict) => "outcome" in verdict)
  for (const [outcome, alike] of grouped(settled, (verdict) => verdict.outcome)) {
    await inbox.processed(
      alike.map(({ entry }) => entry.id),
      outcome,
      now
    )
  }
  const waiting = verdicts.filter((verdict) => "waitsFor" in verdict)
  const moments: (Date | undefined)[] = []
  for (const [waitsFor, alike] of grouped(waiting, (verdict) => verdict.waitsFor)) {
    const left = alike.map(({ entry }) => entry).filter(isLeased)
    moments.push(
      await leave(container, left, { why: `waiting: ${waitsFor}`, isSoonOver: true, now })
    )
  }
  return firstOf(moments)
}

/**
 * Leaves callbacks in the inbox, to be looked at again.
 *
 * @param wait.isSoonOver whether what they wait for may be there within seconds
 * @returns when to look again at those that are fresh, where it may
 */
async function leave(
  container: MedusaContainer,
  entries: readonly InboxEntry[],
  { why, isSoonOver, now: at }: { why: string; isSoonOver: boolean; now: Date | undefined }
): Promise<Date | undefined> {
  const { clock, inbox } = eInvoiceModule(container)
  const now = at ?? clock.now()
  const moments: (Date | undefined)[] = []
  for (const entry of entries) {
    const soon = isSoonOver ? soonAgain(entry, now) : undefined
    moments.push(soon)
    await (soon ? inbox.postponed(entry, soon, now) : inbox.failed(entry, why, now))
  }
  return firstOf(moments)
}

const firstOf = (moments: readonly (Date | undefined)[]): Date | undefined =>
  moments
    .flatMap((moment) => moment ?? [])
    .toSorted((one, other) => one.getTime() - other.getTime())[0]
