import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import { Intents, SENDER_MARGIN } from "../intent"

const BUDGET = 20_000
const claimedAt = new Date("2026-03-01T12:00:00Z")

const intents = new Intents({} as Knex, {
  table: "intents",
  transitions: {},
  senderLifetime: BUDGET + SENDER_MARGIN,
})

const leftAfter = (ms: number) =>
  intents.timeLeft({ sending_at: claimedAt }, new Date(claimedAt.getTime() + ms))

describe("what is left to send a claimed attempt", () => {
  it("counts from its claim, and is over a margin before its lease", () => {
    expect(leftAfter(0)).toBe(BUDGET)
    expect(leftAfter(7_000)).toBe(13_000)
    expect(leftAfter(BUDGET)).toBe(0)
    expect(leftAfter(BUDGET + SENDER_MARGIN)).toBe(-SENDER_MARGIN)
  })

  it("is never more than its budget, as on a server whose clock is behind", () => {
    expect(leftAfter(-3_600_000)).toBe(BUDGET)
  })

  it("is nothing of one that is not claimed", () => {
    expect(intents.timeLeft({ sending_at: null }, claimedAt)).toBe(-Infinity)
  })
})
