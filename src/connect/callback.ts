import { createHash, timingSafeEqual } from "node:crypto"

import { normaliseStatus, type OrderStatus, parseOrderStatus } from "./order-status"
import { identifier } from "./schemas/request-values"

/** Statuses that a notice can carry beyond those of an order. */
const furtherStatuses = ["RESERVED", "CAPTURED", "CHARGED", "ONGOING"] as const

/** `SUCCESS` and `FAILED` stand in samples; they name no status of a record, so the service must be asked. */
const outcomes = ["SUCCESS", "FAILED"] as const

/** What a notice can report: a status, or an outcome that names none. */
export type NoticeStatus =
  OrderStatus | (typeof furtherStatuses)[number] | (typeof outcomes)[number]

/** Spellings seen in the operator's documentation, or one slip away from it. */
const spellings: Readonly<Record<string, NoticeStatus>> = {
  RESEVRED: "RESERVED",
  SUCCESSFUL: "SUCCESS",
  SUCCEEDED: "SUCCESS",
  FAILURE: "FAILED",
}

/** Parameters of a notice that have a meaning (specification, Events; names from the operator's documentation). */
export const noticeParameters = [
  "orderUuid",
  "status",
  "paymentMethod",
  "amount",
  "createdAt",
  "timestamp",
  "checksum",
] as const

/** Name of a parameter that has a meaning. */
export type NoticeParameter = (typeof noticeParameters)[number]

/**
 * A status change as the service reports it. A hint and no more: ask the service for the status, or verify the checksum
 * where that is not possible.
 */
export type StatusNotice = {
  /** Identifier of the order, reservation or subscription; left out when it cannot be one. */
  orderUuid?: string
  /** The status, when it is a known one; `values.status` holds it as sent. */
  status?: NoticeStatus
  /** Each known parameter that was given exactly one value, as sent: the checksum is made over these. */
  values: Partial<Record<NoticeParameter, string>>
  /** Known parameters that were given several differing values; none of them is believed. */
  conflicting: NoticeParameter[]
  /** Every other parameter, as sent. */
  unknown: Record<string, string[]>
}

/**
 * Reads the query of a callback: names and statuses in any case, parameters repeated or nested, values of any kind.
 * Never throws.
 *
 * @param query - the query as a string, as URLSearchParams, or as a server parsed it
 */
export function parseCallback(query: unknown): StatusNotice {
  const given = new Map<NoticeParameter, Set<string>>()
  const unknown = new Map<string, string[]>()
  for (const [name, value] of pairsOf(query)) {
    const known = parameterNamed(name)
    if (known) {
      given.set(known, (given.get(known) ?? new Set()).add(value))
    } else {
      unknown.set(name, [...(unknown.get(name) ?? []), value])
    }
  }

  const values: StatusNotice["values"] = {}
  const conflicting: NoticeParameter[] = []
  for (const [name, alternatives] of given) {
    const [only, ...others] = alternatives
    if (others.length > 0) {
      conflicting.push(name)
    } else if (only !== undefined) {
      values[name] = only
    }
  }

  const orderUuid = identifier.safeParse(values.orderUuid?.trim()).data
  const status = parseNoticeStatus(values.status)
  return {
    ...(orderUuid ? { orderUuid } : {}),
    ...(status ? { status } : {}),
    values,
    conflicting,
    unknown: Object.fromEntries(unknown),
  }
}

function parseNoticeStatus(raw: string | undefined): NoticeStatus | undefined {
  if (raw === undefined) {
    return undefined
  }
  const normalised = normaliseStatus(raw)
  return (
    parseOrderStatus(raw) ??
    spellings[normalised] ??
    [...furtherStatuses, ...outcomes].find((status) => status === normalised)
  )
}

const plain = (name: string) => name.toLowerCase().replace(/[^a-z]/g, "")

const byPlainName = new Map(noticeParameters.map((name) => [plain(name), name]))

const parameterNamed = (name: string): NoticeParameter | undefined => byPlainName.get(plain(name))

type Pair = readonly [name: string, value: string]

function pairsOf(query: unknown): Pair[] {
  if (typeof query === "string" || query instanceof URLSearchParams) {
    return [...new URLSearchParams(query)]
  }
  if (typeof query !== "object" || query === null) {
    return []
  }
  return Object.entries(query).flatMap(([name, value]) =>
    textsOf(value).map((text): Pair => [name, text])
  )
}

/** Servers parse `a=1&a=2` and `a[]=1` to lists and `a[b]=1` to objects; what is no text is kept as JSON. */
const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).map(textOf).filter((text) => text !== undefined)

function textOf(value: unknown): string | undefined {
  switch (typeof value) {
    case "string":
      return value
    case "number":
    case "boolean":
    case "bigint":
      return String(value)
    case "object":
      return value === null ? undefined : jsonOf(value)
    default:
      return undefined
  }
}

function jsonOf(value: object): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

/**
 * What a checksum is made over: SHA-256 in hex of the values one after the other, then the secret. The operator's
 * documentation changed more than once and shows the newest order only in part, so every known reading stands here:
 *
 * - `with-payment-method`: all values in the order in which the newest sample code reads them
 * - `in-query-order`: all values in the order of the sample address
 * - `with-amount`: the revision before, without the payment method
 * - `first-revision`: without amount and timestamp
 */
export const checksumFormulas = {
  "with-payment-method": [
    "orderUuid",
    "status",
    "createdAt",
    "amount",
    "paymentMethod",
    "timestamp",
  ],
  "in-query-order": ["orderUuid", "status", "paymentMethod", "amount", "createdAt", "timestamp"],
  "with-amount": ["orderUuid", "status", "createdAt", "amount", "timestamp"],
  "first-revision": ["orderUuid", "status", "createdAt"],
} as const satisfies Readonly<Record<string, readonly NoticeParameter[]>>

/** Name of a formula. */
export type ChecksumFormula = keyof typeof checksumFormulas

/**
 * Forms without which values run together could be cut apart elsewhere (amount 1 and timestamp 00... for amount 100).
 * The identifier ends in digits and the status begins with a letter; both times have ten digits until the year 2286.
 */
const unmistakable: Partial<Record<NoticeParameter, RegExp>> = {
  orderUuid: /^[A-Za-z]+\d+$/,
  status: /^[A-Za-z]+(?: [A-Za-z]+)*$/,
  paymentMethod: /^(?:[A-Za-z][A-Za-z _-]*)?$/,
  amount: /^\d+(?:\.\d+)?$/,
  createdAt: /^\d{10}$/,
  timestamp: /^\d{10}$/,
}

/** The checksum of a notice's values by one formula, as the service would make it. */
export function checksumOf(
  values: StatusNotice["values"],
  formula: ChecksumFormula,
  secret: string
): string {
  const text = checksumFormulas[formula].map((name) => values[name] ?? "")
  return createHash("sha256")
    .update(text.join("") + secret)
    .digest("hex")
}

/**
 * Verifies a notice by any documented formula, in constant time.
 *
 * @param secret - the key that the operator issued for checksums
 * @returns the parameters that the checksum vouches for, or undefined when it is missing or wrong
 */
export function verifyChecksum(
  notice: StatusNotice,
  secret: string
): readonly NoticeParameter[] | undefined {
  const { values } = notice
  const sent = values.checksum?.trim().toLowerCase() ?? ""
  if (secret === "" || !/^[0-9a-f]{64}$/.test(sent)) {
    return undefined
  }
  let verified: readonly NoticeParameter[] | undefined
  for (const formula of Object.keys(checksumFormulas) as ChecksumFormula[]) {
    const covered = checksumFormulas[formula]
    const matches = timingSafeEqual(
      Buffer.from(checksumOf(values, formula, secret), "hex"),
      Buffer.from(sent, "hex")
    )
    if (matches && covered.every((name) => isUnmistakable(name, values))) {
      verified ??= covered
    }
  }
  return verified
}

const isUnmistakable = (name: NoticeParameter, values: StatusNotice["values"]): boolean =>
  unmistakable[name]?.test(values[name] ?? "") ?? false
