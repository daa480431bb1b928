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

export const clockSetInput = z.strictObject({
  to: z.iso.datetime({ offset: true }),
})

export const chaosInput = z.strictObject({
  drop: z.union([z.boolean(), z.number().min(0).max(1)]).optional(),
  delayMs: whole,
  duplicates: whole,
  burst: whole,
  reorder: whole,
  beforeResponse: z.boolean().optional(),
  orderUuid: z.string().max(64).optional(),
  checksum: z.enum(["wrong", "missing"]).optional(),
  formula: z.enum(formulas).optional(),
  times: whole,
})
