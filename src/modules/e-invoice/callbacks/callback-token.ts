import { createHash } from "node:crypto"

import { derive, type KeyRing } from "../personal-data/encryption"

/** What is stored of a callback token: useless to whoever reads the database. */
export const callbackTokenHash = (token: string): string =>
  createHash("sha256").update(token).digest("hex")

/**
 * The token in the callback address of one journal row: 256 bits that nobody can guess, and the same for every attempt
 * of the row, so that a late callback still finds it.
 */
export class CallbackTokens {
  constructor(
    private readonly keys: KeyRing,
    private readonly callbackBaseUrl: string
  ) {}

  /** The token of a row that has none yet. */
  issue(rowId: string): string {
    return tokenUnder(this.keys[0], rowId)
  }

  /**
   * The token that belongs to a stored hash, whichever key it was made with.
   *
   * @returns undefined when the key it was made with is no longer configured
   */
  recover(rowId: string, hash: string): string | undefined {
    return this.keys
      .map((key) => tokenUnder(key, rowId))
      .find((token) => callbackTokenHash(token) === hash)
  }

  /** The address that the service calls when the order's status changes. */
  addressOf(token: string): string {
    return `${this.callbackBaseUrl}/hooks/e-invoice/${token}`
  }
}

const tokenUnder = (key: KeyRing[number], rowId: string) =>
  derive(key, "callback", rowId).toString("base64url")
