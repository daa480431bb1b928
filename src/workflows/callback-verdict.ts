import { hintedStatus } from "../domain/callbacks/callback-evidence"
import type { InboxEntry } from "../modules/e-invoice/callbacks/inbox"
import { judgeStatus } from "../modules/e-invoice/status/order-status-machine"
import type { SynchroniseEInvoiceOrderResult } from "./synchronise-e-invoice-order"

/** How often a callback that runs ahead of what the service answers is asked about: for an hour and a half. */
const MOST_LOOKS_AHEAD = 4

/** Why a callback stays in the inbox. */
export type CallbackWait = "creation" | "medusa-order" | "ahead"

export type CallbackVerdict = {
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
