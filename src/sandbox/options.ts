import { randomInt } from "node:crypto"

import { z } from "zod"

import { isOperationId, type OperationId } from "../connect"
import { type ChecksumFormula, checksumFormulas } from "./callbacks/notice"
import { parseFault } from "./faults/fault"
import { isOnClock } from "./world/clock"

const milliseconds = z.number().min(0).max(600_000)

const latencySchema = z.union([
  milliseconds,
  z.strictObject({ least: milliseconds, most: milliseconds }),
  z.strictObject({ median: milliseconds, sigma: z.number().min(0).max(5) }),
  z.strictObject({
    base: milliseconds,
    spike: milliseconds,
    spikeProbability: z.number().min(0).max(1),
  }),
])

const YEARS = "must lead to a date of the years 1970 to 8999"

const count = z.int().min(1)

export const faultRuleSchema = z.strictObject({
  fault: z.string().superRefine((text, context) => {
    try {
      parseFault(text)
    } catch (error) {
      context.addIssue({
        code: "custom",
        message: error instanceof Error ? error.message : String(error),
      })
    }
  }),
  operation: z
    .custom<OperationId | "all">(
      (value) => value === "all" || isOperationId(String(value)),
      "must be all, or the id of an operation"
    )
    .optional(),
  nth: z.union([count, z.array(count)]).optional(),
  probability: z.number().min(0).max(1).optional(),
  times: count.optional(),
})

const formulas = Object.keys(checksumFormulas) as ChecksumFormula[]

const seconds = z
  .int()
  .min(0)
  .max(365 * 24 * 60 * 60)

const yesOrNo = z.boolean().optional()

/**
 * What the service may do otherwise than a merchant's server expects, without failing: none of it is documented, and
 * none of it is excluded. See `sandbox.setQuirks`.
 */
export const quirksSchema = z.strictObject({
  refundDelay: z
    .union([seconds, z.literal("held")])
    .optional()
    .describe(
      "Carry out an accepted refund so many seconds of the sandbox's clock later, or when told to (`held`)."
    ),
  noDateHeader: yesOrNo.describe("Answer without a `Date` header."),
  emptyLists: yesOrNo.describe("Answer every list as empty."),
  listLag: seconds
    .optional()
    .describe(
      "Leave what is younger than so many seconds of the sandbox's clock out of every list."
    ),
  ignoredFilters: yesOrNo.describe("Ignore the filters of every list: status, dates, time range."),
  listLimit: z
    .int()
    .min(1)
    .optional()
    .describe("Answer only so many orders by date range, the newest, without saying so."),
  strictRange: yesOrNo.describe(
    "Match a time range against the creation alone: start <= created <= end."
  ),
  rangeInMilliseconds: yesOrNo.describe("Read the limits of a time range as milliseconds."),
  rangeZone: z
    .number()
    .min(-14)
    .max(14)
    .optional()
    .describe("Read the limits of a time range as local time, so many hours ahead of UTC."),
})

/** The quirks in force; all that is given applies together. */
export type Quirks = z.infer<typeof quirksSchema>

/** Reads `name`, or `name=value`, as a command line has it. */
export function readQuirk(text: string): Record<string, unknown> {
  const [name = "", value] = text.split(/=(.*)/s)
  const read =
    value === undefined
      ? true
      : value !== "" && !Number.isNaN(Number(value))
        ? Number(value)
        : value
  return { [name]: read }
}

/** Options of the sandbox, with their defaults. */
export const sandboxOptionsSchema = z.strictObject({
  token: z
    .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
    .default("sandbox-token")
    .describe("Accepted bearer tokens, all of one merchant; never a real one."),
  secret: z.string().min(1).default("sandbox-secret").describe("Secret of the callback checksum."),
  publicUrl: z
    .string()
    .refine(
      isOrigin,
      "must be an http or https address without path, such as https://sandbox.example"
    )
    .transform((url) => new URL(url).origin)
    .optional()
    .describe(
      "Where browsers reach the sandbox, behind a proxy or in a container. Default: where a call came to."
    ),
  seed: z
    .int()
    .min(0)
    .max(0xffffffff)
    .default(() => randomInt(0xffffffff))
    .describe("Seed of all that is random. Default: another at each start."),
  clockStart: z
    .union(
      [z.date(), z.union([z.iso.datetime({ offset: true }), z.iso.date()]).transform(toDate)],
      "must be a moment such as 2024-01-01T08:00:00Z, or a day such as 2024-01-01"
    )
    .refine((start) => isOnClock(start.getTime()), YEARS)
    .optional()
    .describe("Where the sandbox's clock starts. Default: now."),
  clockSkew: z
    .number()
    .refine((seconds) => isOnClock(Date.now() + seconds * 1000), YEARS)
    .optional()
    .describe(
      "Seconds by which the sandbox's clock is ahead of the real one; not with `clockStart`."
    ),
  quirks: quirksSchema.default({}).describe("Quirks in force from the start, as below."),
  latency: latencySchema.default(0).describe("How long each answer takes."),
  faults: z.array(faultRuleSchema).default([]).describe("Faults in force from the start."),
  allowRealPersonalNumbers: z
    .boolean()
    .default(false)
    .describe("Accept personal numbers that may be real."),
  strictTotals: z
    .boolean()
    .default(false)
    .describe("Reject an order whose totals do not add up (417); otherwise the audit notes it."),
  afterCreation: z
    .enum(["wait", "invoice", "pay"])
    .default("wait")
    .describe(
      "Whether a new e-invoice order stays SENT, or becomes INVOICED or PAID by itself, with its callback."
    ),
  addInvoiceFee: z
    .boolean()
    .default(false)
    .describe("Add the fee of `companies.invoice-fee` to orders that ask for it."),
  rateLimit: z
    .strictObject({
      perMinute: z
        .int()
        .min(1)
        .default(240)
        .describe("Calls a minute, in the x-ratelimit headers."),
      enforced: z.boolean().default(false).describe("Answer calls beyond it with 429."),
    })
    .prefault({}),
  refundLimits: z
    .strictObject({
      amount: z
        .number()
        .min(0)
        .default(5_000)
        .describe("Kroner beyond which a refund needs approval."),
      perWeek: z
        .int()
        .min(1)
        .default(3)
        .describe("Refunds of a record in a week beyond which another needs approval."),
      enforced: z.boolean().default(true).describe("Reject refunds beyond these limits."),
    })
    .prefault({}),
  callbacks: z
    .strictObject({
      formula: z
        .enum(formulas)
        .default("with-payment-method")
        .describe("Revision of the checksum."),
      timeoutMs: milliseconds
        .default(10_000)
        .describe("Milliseconds that a receiver has to answer."),
      attempts: z
        .int()
        .min(1)
        .max(100)
        .default(1)
        .describe("How often a callback is tried; unknown of the service."),
      retryDelayMs: milliseconds.default(1_000).describe("Milliseconds between two tries."),
      forwardTo: z
        .union([z.literal("console"), z.url({ protocol: /^https?$/ })])
        .optional()
        .describe(
          "Address that gets every callback, at its own path or else the callback's; `console`: they wait until you send them."
        ),
    })
    .prefault({}),
  logSize: z.int().min(1).default(1_000).describe("How many requests and callbacks are kept."),
  log: z
    .custom<(line: string) => void>((value) => typeof value === "function")
    .default(() => () => undefined)
    .describe("Receives one line per call, without personal data."),
})

/** Options of the sandbox as its user writes them: every one has a default. */
export type SandboxOptions = z.input<typeof sandboxOptionsSchema>

/** The options with defaults filled in. */
export type SandboxSettings = z.output<typeof sandboxOptionsSchema>

/** Thrown when options are wrong; its message names every bad field. */
export class SandboxOptionsError extends Error {
  constructor(issues: readonly z.core.$ZodIssue[]) {
    const problems = issues.map(
      (issue) => `  - ${issue.path.join(".") || "options"}: ${issue.message}`
    )
    super(`The sandbox's options are wrong:\n${problems.join("\n")}`)
    this.name = "SandboxOptionsError"
  }
}

/** @throws SandboxOptionsError naming every bad field */
export function parseSandboxOptions(options: unknown): SandboxSettings {
  const result = sandboxOptionsSchema.safeParse(options ?? {})
  if (!result.success) {
    throw new SandboxOptionsError(result.error.issues)
  }
  return result.data
}

/** Whether an address of http or https names scheme, host and port alone. */
function isOrigin(address: string): boolean {
  if (!/^https?:/i.test(address) || !URL.canParse(address)) {
    return false
  }
  const { href, origin } = new URL(address)
  return href === `${origin}/`
}

function toDate(text: string): Date {
  return new Date(text)
}
