import { createHash, randomBytes } from "node:crypto"

import { z } from "zod"

import { type ChecksumFormula, checksumFormulas } from "../../connect"

/** News of an order's, reservation's or subscription order's status. */
const statusNoticeSchema = z.object({
  kind: z.literal("status"),
  callbackUrl: z.string(),
  /** Identifier of the record: travels as `orderUuid`, whatever it is. */
  recordUuid: z.string(),
  status: z.string(),
  paymentMethod: z.string(),
  /** Kroner, as text. */
  amount: z.string(),
  /** Unix seconds. */
  createdAt: z.int(),
})

type StatusNotice = z.infer<typeof statusNoticeSchema>

/** The result of a company check. */
const companyCheckNoticeSchema = z.object({
  kind: z.literal("company-check"),
  callbackUrl: z.string(),
  recordUuid: z.string(),
  status: z.string(),
  companyId: z.string(),
  score: z.string(),
  riskLevel: z.string(),
})

type CompanyCheckNotice = z.infer<typeof companyCheckNoticeSchema>

export const noticeSchema = z.discriminatedUnion("kind", [
  statusNoticeSchema,
  companyCheckNoticeSchema,
])

/** News to be sent to the merchant. */
export type Notice = z.infer<typeof noticeSchema>

type NoticeSigning = {
  secret: string
  formula: ChecksumFormula
  /** `wrong` sends a checksum that does not match, `missing` none. */
  flaw?: "wrong" | "missing"
}

/** Whether a notice can be sent there at all: an absolute http or https address. */
export function isCallable(callbackUrl: string): boolean {
  return URL.canParse(callbackUrl) && ["http:", "https:"].includes(new URL(callbackUrl).protocol)
}

/**
 * The address to call: the merchant's own, query and all, with the notice's parameters appended in the documented
 * order.
 *
 * @param timestamp Unix seconds of sending
 */
export function noticeAddress(notice: Notice, timestamp: number, signing: NoticeSigning): string {
  const { parameters, checksum } =
    notice.kind === "status"
      ? statusParameters(notice, timestamp, signing)
      : companyParameters(notice, timestamp, signing)
  const query = new URLSearchParams(parameters)
  if (signing.flaw !== "missing") {
    query.append("checksum", signing.flaw === "wrong" ? randomBytes(32).toString("hex") : checksum)
  }
  // Not through searchParams: that would rewrite how the merchant's own query is encoded.
  const url = new URL(notice.callbackUrl)
  url.hash = ""
  url.search = url.search ? `${url.search}&${query}` : String(query)
  return url.href
}

/** What the callback of a company check carries. No source names it: these are the record's own names. */
export const companyNoticeParameters = [
  "companyCheckUuid",
  "companyId",
  "status",
  "score",
  "riskLevel",
  "timestamp",
  "checksum",
] as const

/** One of these names. */
export type CompanyNoticeParameter = (typeof companyNoticeParameters)[number]

type Parameters = { parameters: Record<string, string>; checksum: string }

function statusParameters(
  notice: StatusNotice,
  timestamp: number,
  { formula, secret }: NoticeSigning
): Parameters {
  const parameters = {
    orderUuid: notice.recordUuid,
    status: notice.status,
    paymentMethod: notice.paymentMethod,
    amount: notice.amount,
    createdAt: String(notice.createdAt),
    timestamp: String(timestamp),
  }
  return { parameters, checksum: checksumOf(parameters, secret, formula) }
}

function companyParameters(
  notice: CompanyCheckNotice,
  timestamp: number,
  { secret }: NoticeSigning
): Parameters {
  const parameters: Record<Exclude<CompanyNoticeParameter, "checksum">, string> = {
    companyCheckUuid: notice.recordUuid,
    companyId: notice.companyId,
    status: notice.status,
    score: notice.score,
    riskLevel: notice.riskLevel,
    timestamp: String(timestamp),
  }
  const values = Object.values(parameters)
  return { parameters, checksum: checksumOfValues(values, secret) }
}

/** The values a callback carries, as text, before its checksum. */
export type NoticeValues = {
  orderUuid: string
  status: string
  createdAt: string
  amount: string
  paymentMethod: string
  timestamp: string
}

export { checksumFormulas, type ChecksumFormula }

/** SHA-256, in hex, of the formula's values followed by the secret. */
export function checksumOf(values: NoticeValues, secret: string, formula: ChecksumFormula): string {
  return checksumOfValues(
    checksumFormulas[formula].map((name) => values[name]),
    secret
  )
}

/** SHA-256, in hex, of values followed by the secret. */
function checksumOfValues(values: readonly string[], secret: string): string {
  return createHash("sha256")
    .update(values.join("") + secret)
    .digest("hex")
}

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
  /** Hold callbacks until this many wait, then send each once, the newest first; other than `drop`, nothing else applies to these. */
  reorder?: number
  /** Deliver before the call that caused it is answered, where a call did. */
  beforeResponse?: boolean
  /** Send this identifier in place of the record's own. */
  orderUuid?: string
  /** Send this status in place of the record's own: `success`, as the documentation's printed address has it. */
  status?: "success"
  /** Send a checksum that does not match, or none. */
  checksum?: "wrong" | "missing"
  /** Send the checksum of another revision. */
  formula?: ChecksumFormula
  /** Only the next callbacks, this many. */
  times?: number
}

/** The longest wait that a timer keeps: it takes a longer one for none. */
export const LONGEST_DELAY_MS = 2 ** 31 - 1

/** Copies of a callback that one sandbox can send without choking on them. */
export const MOST_COPIES = 1_000

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
  const most = { delayMs: LONGEST_DELAY_MS, duplicates: MOST_COPIES, burst: MOST_COPIES }
  for (const name of Object.keys(most) as (keyof typeof most)[]) {
    if ((chaos[name] ?? 0) > most[name]) {
      throw new RangeError(`${name} must be at most ${most[name]}.`)
    }
  }
  if (typeof chaos.drop === "number" && !(chaos.drop >= 0 && chaos.drop <= 1)) {
    throw new RangeError("drop must be true, false or a number from 0 to 1.")
  }
  return { ...chaos }
}
