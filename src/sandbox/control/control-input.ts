import { z } from "zod"
import { checksumFormulas, type ChecksumFormula } from "../callbacks/checksum"

const part = z.number().min(0).optional()
const whole = z.int().min(0).optional()
const formulas = Object.keys(checksumFormulas) as ChecksumFormula[]

export const noteInput = z.strictObject({
  note: z.string().max(500).optional(),
})

export const clockStepInput = z.strictObject({
  days: part,
  hours: part,
  minutes: part,
  seconds: part,
})

export const clockSetInput = z.union([
  z.strictObject({ to: z.iso.datetime({ offset: true }) }),
  z.strictObject({ skew: z.number() }),
])

export const carryOutInput = z.strictObject({ record: z.string().optional() })

export const chaosInput = z.strictObject({
  drop: z
    .union([z.boolean(), z.number().min(0).max(1)])
    .optional()
    .describe("Lose callbacks: all of them, or with this chance."),
  delayMs: whole.describe("Milliseconds (real time) before one is sent."),
  duplicates: whole.describe("Further copies, sent one after the other."),
  burst: whole.describe("Further copies, all sent at once."),
  reorder: whole.describe("Hold callbacks until this many wait, then send them newest first."),
  beforeResponse: z
    .boolean()
    .optional()
    .describe("Deliver before the call that caused it is answered."),
  orderUuid: z
    .string()
    .max(64)
    .optional()
    .describe("Send this identifier in place of the record's own."),
  checksum: z
    .enum(["wrong", "missing"])
    .optional()
    .describe("Send a checksum that does not match, or none."),
  formula: z.enum(formulas).optional().describe("Send the checksum of another revision."),
  times: whole.describe("Only the next callbacks, this many."),
})
