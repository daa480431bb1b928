import type { JournalState } from "../models/e-invoice-order"

/**
 * Who learned something about an attempt. `sender`: whoever sends it. `lease`: whoever finds that the sender has ended.
 * `look-up`: whoever looked the order up at the service. `staff`: a member of staff decided. `callback`: the service named
 * the order under the row's token.
 */
export type JournalActor = "sender" | "lease" | "look-up" | "staff" | "callback"

type Transitions = Readonly<Partial<Record<JournalState, readonly JournalState[]>>>

/**
 * Every change of state there is, by who may make it; docs/journal.md says when each happens. All but `sending` are made
 * on the attempt about which something was learned, and on no later one.
 */
export const JOURNAL_TRANSITIONS: Readonly<Record<JournalActor, Transitions>> = {
  sender: {
    prepared: ["sending"],
    sending: ["created", "rejected", "in_doubt"],
    rejected: ["sending", "created"],
    in_doubt: ["created", "rejected"],
    abandoned: ["created"],
  },
  lease: { sending: ["in_doubt"] },
  "look-up": { in_doubt: ["created", "rejected"] },
  staff: { in_doubt: ["created", "rejected", "abandoned"] },
  callback: {
    rejected: ["created"],
    in_doubt: ["created"],
    abandoned: ["created"],
  },
}

/** The states from which an actor may move a row to `to`. */
export function statesBefore(actor: JournalActor, to: JournalState): JournalState[] {
  const transitions = JOURNAL_TRANSITIONS[actor]
  const states = Object.keys(transitions) as JournalState[]
  return states.filter((from) => transitions[from]?.includes(to))
}
