import { AmbiguousError, RefusedError } from "../../connect"
import { excludesEffect, sendOnce, type SendingPolicy } from "../send-once"

const refusal = new RefusedError({ operationId: "orders.cancel", message: "No.", advice: "" })
const silence = new AmbiguousError({ operationId: "orders.cancel", message: "?", advice: "" })

/** What is written down, in order; each says what it was told. */
async function sent(changes: Partial<SendingPolicy<string, string>>) {
  const told: string[] = []
  const tell = (what: string) => (about: unknown) => {
    told.push(what)
    return Promise.resolve(`${what}: ${about instanceof Error ? about.name : String(about)}`)
  }
  const send = jest.fn(changes.send ?? (() => Promise.resolve("answer")))
  const result = await sendOnce<string, string>({
    operationId: "orders.cancel",
    timeLeft: () => 20_000,
    excludesEffect,
    succeeded: tell("succeeded"),
    overtaken: tell("overtaken"),
    rejected: tell("rejected"),
    inDoubt: tell("in doubt"),
    ...changes,
    send,
  })
  expect(send).toHaveBeenCalledTimes(1)
  return { told, result }
}

const failing = (error: Error) => () => Promise.reject(error)

describe("an attempt that is sent once", () => {
  it("is given what is left of its time, and is rejected unsent once that is over", async () => {
    const budgets: number[] = []
    const send = async (budgetMs: () => number) => {
      budgets.push(budgetMs())
      return "answer"
    }

    expect((await sent({ send, timeLeft: () => 1 })).told).toEqual(["succeeded"])
    expect((await sent({ send, timeLeft: () => 0 })).told).toEqual(["rejected"])
    expect((await sent({ send, timeLeft: () => -Infinity })).told).toEqual(["rejected"])
    expect(budgets).toEqual([1])
  })

  it("succeeds with its answer", async () => {
    expect(await sent({})).toEqual({ told: ["succeeded"], result: "succeeded: answer" })
  })

  it("is rejected by an error that excludes an effect, and in doubt after any other", async () => {
    expect((await sent({ send: failing(refusal) })).told).toEqual(["rejected"])
    expect((await sent({ send: failing(silence) })).told).toEqual(["in doubt"])
    expect((await sent({ send: failing(new TypeError("our own")) })).told).toEqual(["in doubt"])
  })

  it("is never rejected once its answer came", async () => {
    const { told } = await sent({ succeeded: failing(refusal) })

    expect(told).toEqual(["in doubt"])
  })

  it("is told of as overtaken where the intent has moved on without it", async () => {
    const { told, result } = await sent({ succeeded: () => Promise.resolve(undefined) })

    expect(told).toEqual(["overtaken"])
    expect(result).toBe("overtaken: answer")
  })

  it("passes on what its overtaking throws, and writes nothing after it", async () => {
    const moved = sent({
      succeeded: () => Promise.resolve(undefined),
      overtaken: failing(new Error("moved on")),
    })

    await expect(moved).rejects.toThrow("moved on")
  })
})
