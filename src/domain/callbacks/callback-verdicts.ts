import { parseCallback } from "../../connect"
import type { InboxEntry } from "../../modules/e-invoice/callbacks/inbox"
import { grouped } from "../../modules/e-invoice/database"
import {
  judgeStatus,
  type LastingStatus,
  type Verdict,
} from "../../modules/e-invoice/orders/order-status"
import { hintedStatus } from "../status/reconcile-status"

/** How often a callback that runs ahead of what the service answers is asked about: for an hour and a half. */
const MOST_LOOKS_AHEAD = 4

/** Milliseconds before the second look at a fresh callback; each further one comes at three times its age. */
const FIRST_PAUSE = 250

/** Age in milliseconds up to which what a callback is about may be on its way. */
const FRESH_FOR = 6_000

/** Why a callback stays in the inbox. */
type CallbackWait = "creation" | "medusa-order" | "ahead"

/** What becomes of a callback. */
export type CallbackVerdict = {
  readonly entry: InboxEntry
} & ({ readonly waitsFor: CallbackWait } | { readonly outcome: string })

/** What the service says of an order, and whether Medusa was brought to it. */
export type CallbackAnswer = {
  readonly status: LastingStatus | null
  readonly paid: boolean
  readonly verdict: Verdict
  readonly waiting_for: Exclude<CallbackWait, "ahead"> | null
}

/**
 * Callbacks of one order that one answer can settle: they name the same order at the service, and one of them is leased.
 *
 * @param canAsk whether the service can be asked for the status; where it cannot, each callback proves what it says
 */
export function alikeCallbacks(entries: readonly InboxEntry[], canAsk: boolean): InboxEntry[][] {
  const groups = grouped(entries, ({ id, parameters }) =>
    canAsk ? (parseCallback(parameters).orderUuid ?? "") : id
  )
  return [...groups.values()].filter((alike) => alike.some(isLeased))
}

/** Whether the worker that reads an entry may give it up. */
export const isLeased = ({ leasedUntil }: InboxEntry): boolean => leasedUntil !== undefined

/**
 * What one answer of the service makes of callbacks that were stored before it, each as if they had come one after the
 * other. One that runs ahead is given up only while it is leased.
 *
 * @param entries oldest first
 */
export function callbackVerdicts(
  entries: readonly InboxEntry[],
  answer: CallbackAnswer
): CallbackVerdict[] {
  const { status, waiting_for: waitsFor } = answer
  let { verdict } = answer
  return entries.map((entry): CallbackVerdict => {
    if (waitsFor !== null) {
      return { entry, waitsFor }
    }
    if (isAhead(entry, answer)) {
      return isLeased(entry) && entry.attempts >= MOST_LOOKS_AHEAD
        ? { entry, outcome: `not confirmed: ${status}` }
        : { entry, waitsFor: "ahead" }
    }
    const outcome = `${verdict}: ${status}`
    verdict = verdict === "advanced" ? "repeated" : verdict
    return { entry, outcome }
  })
}

/** The callback speaks of a status that the service, when asked, does not show yet. */
function isAhead({ parameters }: InboxEntry, { status, paid }: CallbackAnswer): boolean {
  const hint = hintedStatus(parameters)
  return (
    hint !== undefined &&
    judgeStatus({ status: status ?? undefined, paid }, hint).verdict === "advanced"
  )
}

/**
 * When a callback that must wait is looked at again within seconds: what it is about may still be on its way, such as
 * the answer that names the order, the Medusa order, or a read copy at the service.
 *
 * @returns undefined for one that is no longer fresh
 */
export function soonAgain({ createdAt }: InboxEntry, now: Date): Date | undefined {
  const age = now.getTime() - createdAt.getTime()
  const next = Math.min(Math.max(age + FIRST_PAUSE, 3 * age), FRESH_FOR)
  return age < FRESH_FOR ? new Date(createdAt.getTime() + next) : undefined
}
