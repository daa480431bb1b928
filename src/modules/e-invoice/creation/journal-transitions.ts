import type { JournalState } from "../models/e-invoice-order"

/** Every change of state there is; docs/journal.md says when each happens. */
export const JOURNAL_TRANSITIONS: Readonly<
  Record<JournalState, readonly JournalState[]>
> = {
  prepared: ["sending"],
  sending: ["created", "rejected", "in_doubt"],
  created: [],
  rejected: ["sending", "created"],
  in_doubt: ["created", "rejected", "abandoned"],
  abandoned: ["created"],
}

/** The states from which a row may move to `to`. */
export function statesBefore(to: JournalState): JournalState[] {
  return journalStates.filter((from) => JOURNAL_TRANSITIONS[from].includes(to))
}

const journalStates = Object.keys(JOURNAL_TRANSITIONS) as JournalState[]
