import { setTimeout as pause } from "node:timers/promises"

import { Arrivals } from "../process-callback"

const MANY = 5
const WINDOW_MS = 100

const arrivalsUpTo = (longestWaitMs: number) =>
  new Arrivals({ many: MANY, windowMs: WINDOW_MS, longestWaitMs })

const flood = (arrivals: Arrivals) => Array.from({ length: MANY }, () => arrivals.next())

const isOver = async (waiting: Promise<unknown>) => {
  const open = Symbol()
  return (await Promise.race([waiting, pause(0, open)])) !== open
}

describe("arrivals", () => {
  it("let a trickle through at once", async () => {
    const arrivals = arrivalsUpTo(60_000)
    for (let arrival = 1; arrival < MANY; arrival++) {
      expect(await isOver(arrivals.next())).toBe(true)
    }
  })

  it("have those of a flood wait together until it is over", async () => {
    const arrivals = arrivalsUpTo(60_000)
    const last = flood(arrivals).at(-1)
    const another = arrivals.next()
    expect(await isOver(Promise.race([last, another]))).toBe(false)

    await Promise.all([last, another])

    await pause(WINDOW_MS)
    expect(await isOver(arrivals.next())).toBe(true)
  })

  it("have nobody wait longer than is allowed, however long the flood", async () => {
    const arrivals = arrivalsUpTo(3 * WINDOW_MS)
    const first = flood(arrivals).at(-1)
    const goesOn = setInterval(() => void arrivals.next(), WINDOW_MS / MANY / 4)
    try {
      await first
    } finally {
      clearInterval(goesOn)
    }
  })
})
