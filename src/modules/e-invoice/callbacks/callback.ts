import { createHash } from "node:crypto"

import { derive, type KeyRing } from "../personal-data/encryption"
import { maskPersonalNumbersIn } from "../personal-data/personal-masks"

/** What is stored of a callback token: useless to a reader of the database. */
export const callbackTokenHash = (token: string): string =>
  createHash("sha256").update(token).digest("hex")

/**
 * The token in the callback address of one journal row: 256 bits that cannot be guessed, and the same for every attempt
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

/** Longest query, in characters, that a callback may carry; the documented one takes about 200. */
export const LONGEST_CALLBACK_QUERY = 4096

/** A callback's query as it is stored: a name given several times has a list of values. */
export type CallbackParameters = Record<string, string | string[]>

export type CallbackContent = {
  readonly parameters: CallbackParameters
  /** SHA-256, in hex, of the parameters whatever their order in the address. */
  readonly contentHash: string
}

/** Thrown for a query longer than any callback has reason to be. */
export class OversizedCallbackError extends Error {
  constructor(length: number) {
    super(
      `The callback's query has ${length} characters; at most ${LONGEST_CALLBACK_QUERY} are read.`
    )
    this.name = "OversizedCallbackError"
  }
}

/**
 * Reads the query of a callback as plain names and values; nothing in it is believed. What looks like a personal number
 * is masked: no callback is known to carry one, and none may bring it into the database.
 *
 * @param query what follows the question mark, still encoded
 * @throws OversizedCallbackError
 */
export function readCallbackContent(query: string): CallbackContent {
  if (query.length > LONGEST_CALLBACK_QUERY) {
    throw new OversizedCallbackError(query.length)
  }
  const pairs = [...new URLSearchParams(query)].map(
    ([name, value]) => [storable(name), storable(value)] as const
  )
  return { parameters: gathered(pairs), contentHash: hashOf(pairs) }
}

type Pair = readonly [name: string, value: string]

function gathered(pairs: readonly Pair[]): CallbackParameters {
  const values = new Map<string, string[]>()
  for (const [name, value] of pairs) {
    values.set(name, [...(values.get(name) ?? []), value])
  }
  return Object.fromEntries(
    [...values].map(([name, all]) => [
      name,
      all.length === 1 && all[0] !== undefined ? all[0] : all,
    ])
  )
}

function hashOf(pairs: readonly Pair[]): string {
  const canonical = pairs.map((pair) => JSON.stringify(pair)).sort()
  return createHash("sha256").update(canonical.join("\n")).digest("hex")
}

/** PostgreSQL's jsonb has no place for the NUL character, and an unstorable callback would be repeated for ever. */
const storable = (text: string) => maskPersonalNumbersIn(text.replaceAll("\0", "\uFFFD"))
