/**
 * States of an intent: of what is sent to the service at most once, be it a creation, a refund or another operation.
 *
 * - `prepared`: written down, nothing was sent
 * - `sending`: the request may be on its way
 * - `succeeded`: the service carried it out
 * - `rejected`: certainly without effect; a further attempt may be sent
 * - `in_doubt`: bytes were sent and no usable answer came
 * - `abandoned`: staff gave it up, and whether it took effect is unknown
 */
export const INTENT_STATES = [
  "prepared",
  "sending",
  "succeeded",
  "rejected",
  "in_doubt",
  "abandoned",
] as const

export type IntentState = (typeof INTENT_STATES)[number]
