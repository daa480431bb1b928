import { randomBytes } from "node:crypto"

import { keyRing } from "../../personal-data/encryption"
import { CallbackSelfTest } from "../callback"

const MINUTE = 60_000
const START = Date.UTC(2026, 5, 1, 12, 0, 30)

let now = START

const clock = { now: () => new Date(now) }

const storeWithOwnKey = () =>
  new CallbackSelfTest(keyRing(randomBytes(32).toString("base64")), clock)

describe("the self-test of the callback address", () => {
  const store = storeWithOwnKey()
  const { token, challenge } = store.call()
  const query = `self_test=${challenge}`

  beforeEach(() => {
    now = START
  })

  it("looks like the token of an order in the address", () => {
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
  })

  it("is answered with a proof that this store accepts", () => {
    const answer = store.answer(token, query)

    expect(answer).toMatchObject({ self_test: true, challenge })
    expect(store.isProof(challenge, answer?.proof ?? "")).toBe(true)
  })

  it("is not answered by another store", () => {
    expect(storeWithOwnKey().answer(token, query)).toBeUndefined()
  })

  it("does not accept the proof of another store, or of another challenge", () => {
    const other = storeWithOwnKey()
    const { token: theirs } = other.call()
    const forged = other.answer(theirs, query)?.proof ?? ""
    const earlier = store.call().challenge
    const replayed = store.answer(token, `self_test=${earlier}`)?.proof

    expect(store.isProof(challenge, forged)).toBe(false)
    expect(store.isProof(challenge, replayed ?? "")).toBe(false)
    expect(store.isProof(challenge, "")).toBe(false)
  })

  it("is answered in the minute after, and then no more", () => {
    now = START + MINUTE
    expect(store.answer(token, query)).toBeDefined()
    now = START + 2 * MINUTE
    expect(store.answer(token, query)).toBeUndefined()
  })

  it.each(["", "other=1", "self_test=", "self_test=<script>"])(
    "says so when the challenge did not arrive: %s",
    (arrived) => {
      expect(store.answer(token, arrived)).toEqual({
        self_test: true,
        challenge: null,
        proof: null,
      })
    }
  )

  it("does not take any other token", () => {
    for (const other of ["", "a".repeat(43), `${token}a`]) {
      expect(store.answer(other, query)).toBeUndefined()
    }
  })
})
