import { randomBytes, timingSafeEqual } from "node:crypto"

import { derive, type KeyRing } from "../personal-data/encryption"

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
export type SelfTestAnswer = {
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

  constructor(private readonly keys: KeyRing) {}

  call(now = Date.now()): SelfTestCall {
    return {
      token: this.tokenAt(windowOf(now)),
      challenge: randomBytes(16).toString("base64url"),
    }
  }

  /**
   * @param token from the path of a callback
   * @param query of the callback, still encoded
   * @returns undefined when the token is not one of the self-test
   */
  answer(token: string, query: string, now = Date.now()): SelfTestAnswer | undefined {
    const current = windowOf(now)
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

const windowOf = (now: number) => Math.floor(now / WINDOW)

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
