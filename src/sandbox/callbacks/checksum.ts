import { createHash } from "node:crypto"

import { checksumFormulas, type ChecksumFormula } from "../../connect"

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
export function checksumOfValues(values: readonly string[], secret: string): string {
  return createHash("sha256")
    .update(values.join("") + secret)
    .digest("hex")
}
