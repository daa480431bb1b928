import { createHash, randomBytes, timingSafeEqual } from "node:crypto"

import type { Clock } from "../database"
import { derive, type KeyRing } from "../personal-data/encryption"
import { maskPersonalNumbersIn } from "../../../connect/personal-numbers"

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

/** How long a token of the self-test is honoured at least, in milliseconds; at most twice as long. */
const WINDOW = 60_000

/** Query parameter that carries the challenge: it shows that the query arrives as it was sent. */
export const CHALLENGE_PARAMETER = "self_test"

/** 128 bits in base64url. */
const CHALLENGE_FORM = /^[A-Za-z0-9_-]{22}$/

/** What a self-test sends to the store's own callback address. */
export type SelfTestCall = {
  /** Stands where the token of an order stands, and belongs to none. */
  readonly token: string
  readonly challenge: string
}

/** What the callback address answers to a self-test; `challenge` is null when none arrived. */
type SelfTestAnswer = {
  readonly self_test: true
  readonly challenge: string | null
  /** Proves that the server that answers holds this store's encryption key. */
  readonly proof: string | null
}

/**
 * The callback address tested from end to end without an order. Token and proof are made from the encryption key and
 * the time, so that any server of this store can answer what another one asked, and nothing is stored.
 */
export class CallbackSelfTest {
  /** Every callback is compared with the tokens of two windows: they are made once in each. */
  readonly #tokens = new Map<number, string>()

  constructor(
    private readonly keys: KeyRing,
    private readonly clock: Clock
  ) {}

  call(): SelfTestCall {
    return {
      token: this.tokenAt(this.window),
      challenge: randomBytes(16).toString("base64url"),
    }
  }

  /**
   * @param token from the path of a callback
   * @param query of the callback, still encoded
   * @returns undefined when the token is not one of the self-test
   */
  answer(token: string, query: string): SelfTestAnswer | undefined {
    const current = this.window
    const isOurs = [current, current - 1]
      .map((window) => isSame(token, this.tokenAt(window)))
      .includes(true)
    if (!isOurs) {
      return undefined
    }
    const challenge = new URLSearchParams(query).get(CHALLENGE_PARAMETER)
    return challenge !== null && CHALLENGE_FORM.test(challenge)
      ? { self_test: true, challenge, proof: this.proofOf(challenge) }
      : { self_test: true, challenge: null, proof: null }
  }

  /** Whether a proof could only come from a server with this store's encryption key. */
  isProof(challenge: string, proof: string): boolean {
    return isSame(proof, this.proofOf(challenge))
  }

  private get window(): number {
    return Math.floor(this.clock.now().getTime() / WINDOW)
  }

  private tokenAt(window: number): string {
    const known = this.#tokens.get(window)
    if (known !== undefined) {
      return known
    }
    const token = derive(this.keys[0], "callback-self-test-token", String(window)).toString(
      "base64url"
    )
    for (const past of this.#tokens.keys()) {
      if (past < window - 1) {
        this.#tokens.delete(past)
      }
    }
    this.#tokens.set(window, token)
    return token
  }

  private proofOf(challenge: string): string {
    return derive(this.keys[0], "callback-self-test-proof", challenge).toString("base64url")
  }
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
