import { createHash } from "node:crypto"

/** The values a callback carries, as text, before its checksum. */
export type NoticeValues = {
  orderUuid: string
  status: string
  createdAt: string
  amount: string
  paymentMethod: string
  timestamp: string
}

/**
 * Which values the checksum covers, and in which order. The documentation changed more than once and shows the newest
 * order only in part, so each known reading can be chosen:
 *
 * - `with-payment-method`: all values in the order the newest sample code reads them;
 * - `in-query-order`: all values in the order of the sample address;
 * - `with-amount`: the revision before, without the payment method;
 * - `first-revision`: the first revision, without amount and timestamp.
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
  "in-query-order": [
    "orderUuid",
    "status",
    "paymentMethod",
    "amount",
    "createdAt",
    "timestamp",
  ],
  "with-amount": ["orderUuid", "status", "createdAt", "amount", "timestamp"],
  "first-revision": ["orderUuid", "status", "createdAt"],
} as const satisfies Record<string, readonly (keyof NoticeValues)[]>

export type ChecksumFormula = keyof typeof checksumFormulas

/** SHA-256, in hex, of the formula's values followed by the secret. */
export function checksumOf(
  values: NoticeValues,
  secret: string,
  formula: ChecksumFormula
): string {
  return checksumOfValues(
    checksumFormulas[formula].map((name) => values[name]),
    secret
  )
}

/** SHA-256, in hex, of values followed by the secret. */
export function checksumOfValues(
  values: readonly string[],
  secret: string
): string {
  return createHash("sha256")
    .update(values.join("") + secret)
    .digest("hex")
}
