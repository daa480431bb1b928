import type { ChecksumFormula } from "./checksum"

/** What goes wrong with callbacks. All that is set applies together, to every callback or the next `times`. */
export type CallbackChaos = {
  /** Lose the callback: `true`, or a seeded chance from 0 to 1. */
  drop?: boolean | number
  /** Milliseconds (real time) before it is sent. */
  delayMs?: number
  /** Further copies, sent one after the other. */
  duplicates?: number
  /** Further copies, all sent at once. */
  burst?: number
  /** Hold callbacks until this many wait, then send them newest first. */
  reorder?: number
  /** Deliver before the call that caused it is answered, where a call did. */
  beforeResponse?: boolean
  /** Send this identifier in place of the record's own. */
  orderUuid?: string
  /** Send a checksum that does not match, or none. */
  checksum?: "wrong" | "missing"
  /** Send the checksum of another revision. */
  formula?: ChecksumFormula
  /** Only the next callbacks, this many. */
  times?: number
}

/** @throws RangeError when a number makes no sense */
export function checkChaos(chaos: CallbackChaos): CallbackChaos {
  const counts = {
    delayMs: chaos.delayMs,
    duplicates: chaos.duplicates,
    burst: chaos.burst,
    reorder: chaos.reorder,
    times: chaos.times,
  }
  for (const [name, count] of Object.entries(counts)) {
    if (count !== undefined && !(Number.isInteger(count) && count >= 0)) {
      throw new RangeError(`${name} must be a whole number from 0.`)
    }
  }
  if (typeof chaos.drop === "number" && !(chaos.drop >= 0 && chaos.drop <= 1)) {
    throw new RangeError("drop must be true, false or a number from 0 to 1.")
  }
  return { ...chaos }
}
