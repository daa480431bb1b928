import type { CallbackAnswer } from "../../api/admin/e-invoice/answers"
import type { TextKey } from "../lib/texts"
import type { BadgeColor } from "../orders/words"

/** A call with which the service reported something. */
export type Callback = CallbackAnswer

/** What a callback is about. */
export type CallbackSubject = NonNullable<Callback["subject"]>

/** `GET /admin/e-invoice/callbacks` */
export const readCallbackPage = ({
  callbacks,
  count,
  search_cut,
}: {
  callbacks: Callback[]
  count: number
  search_cut?: true
}) => ({ rows: callbacks, count, isCut: search_cut })

/** `POST /admin/e-invoice/callbacks/:id/process` */
export const readCallback = ({ callback }: { callback: Callback }) => callback

type CallbackStateWords = { text: TextKey; color: BadgeColor }

const states: Readonly<Record<string, CallbackStateWords>> = {
  received: { text: "callbacks.state.received", color: "blue" },
  processed: { text: "callbacks.state.processed", color: "green" },
  failed: { text: "callbacks.state.failed", color: "orange" },
}

/** The state of a callback for staff; undefined for one that has no words yet. */
export const callbackStateWords = (state: string): CallbackStateWords | undefined => states[state]

const outcomes: Readonly<Record<string, TextKey>> = {
  advanced: "callbacks.outcome.advanced",
  repeated: "callbacks.outcome.repeated",
  late: "callbacks.outcome.late",
  passing: "callbacks.outcome.passing",
  "not confirmed": "callbacks.outcome.notConfirmed",
  reported: "callbacks.outcome.reported",
  told: "callbacks.outcome.told",
  "the record is forgotten": "callbacks.outcome.forgotten",
  failed: "callbacks.outcome.failed",
}

const disbelieved: Readonly<Record<string, TextKey>> = {
  "no-secret": "timeline.fact.noSecret",
  "not-proven": "timeline.fact.notProven",
  "switched-off": "timeline.fact.switchedOff",
}

const waits: Readonly<Record<string, TextKey>> = {
  creation: "callbacks.outcome.waitsForCreation",
  "medusa-order": "callbacks.outcome.waitsForMedusa",
  ahead: "callbacks.outcome.waitsForService",
}

/** Outcomes of which the server writes one word more, as the sentence that each word stands for. */
const whys: Readonly<Record<string, Readonly<Record<string, TextKey>>>> = {
  waiting: waits,
  "not believed": disbelieved,
}

type OutcomeWords = {
  text: TextKey
  /** What the server adds, in its own words: a status, or why it failed. */
  detail: string | undefined
}

/**
 * The outcome of a callback, for staff. The server writes it as a word, or as a word, a colon and more.
 *
 * @returns undefined for what has no words yet; show it as the server wrote it
 */
export const outcomeWords = (outcome: string): OutcomeWords | undefined => {
  const [, word = outcome, detail] = /^([^:]+): ([^]*)$/.exec(outcome) ?? []
  const why = whys[word]
  if (why) {
    const text = why[detail ?? ""]
    return text && { text, detail: undefined }
  }
  const text = outcomes[word]
  return text && { text, detail }
}

/** Pages of records at the service, by kind. */
const pages: Readonly<Record<string, string>> = {
  reservation: "/e-invoice/reservations",
  subscription: "/e-invoice/subscriptions",
}

/**
 * Where staff see what a callback is about.
 *
 * @returns undefined when there is no page for it
 */
export const subjectTarget = ({
  kind,
  id,
  order_id,
  remote_uuid,
}: Pick<CallbackSubject, "kind" | "id" | "order_id" | "remote_uuid">): string | undefined => {
  if (kind === "checkout") {
    return `/e-invoice/orders/${id}`
  }
  const page = pages[kind]
  if (page && remote_uuid) {
    return `${page}/${encodeURIComponent(remote_uuid)}`
  }
  return order_id === null ? undefined : `/orders/${order_id}`
}
