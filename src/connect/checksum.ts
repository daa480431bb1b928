import { createHash, timingSafeEqual } from "node:crypto"

import type { NoticeParameter, StatusNotice } from "./callback"

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
