import { setImmediate as turn } from "node:timers/promises"

import { Rounds } from "../process-callback"

/** Rounds that end when the test says so. */
function heldRounds() {
  const rounds: {
    key: string
    requests: readonly string[]
    end: (answer: string) => void
    fail: (error: Error) => void
  }[] = []
  const subject = new Rounds<string, string>(
    (key, requests) => new Promise((end, fail) => rounds.push({ key, requests, end, fail }))
  )
  return { subject, rounds }
}

describe("rounds", () => {
  it("answer together who asked at the same time", async () => {
    const { subject, rounds } = heldRounds()
    const answers = Promise.all(["a", "b"].map((it) => subject.join("k", it)))
    await turn()

    expect(rounds).toMatchObject([{ key: "k", requests: ["a", "b"] }])
    rounds[0]?.end("done")
    expect(await answers).toEqual(["done", "done"])
  })

  it("have whoever asks while one is under way wait for the next", async () => {
    const { subject, rounds } = heldRounds()
    const first = subject.join("k", "a")
    await turn()
    const later = Promise.all(["b", "c"].map((it) => subject.join("k", it)))
    await turn()
    expect(rounds).toHaveLength(1)

    rounds[0]?.end("first")
    expect(await first).toBe("first")
    await turn()

    expect(rounds).toHaveLength(2)
    expect(rounds[1]?.requests).toEqual(["b", "c"])
    rounds[1]?.end("second")
    expect(await later).toEqual(["second", "second"])
  })

  it("add nobody to a round that has begun", async () => {
    const { subject, rounds } = heldRounds()
    const answers = [subject.join("k", "a")]
    await turn()
    answers.push(subject.join("k", "b"))
    await turn()

    expect(rounds.map(({ requests }) => requests)).toEqual([["a"]])

    rounds[0]?.end("")
    await turn()
    rounds[1]?.end("")
    await Promise.all(answers)
  })

  it("never overlap, whenever somebody asks", async () => {
    let open = 0
    let most = 0
    let asked = 0
    const subject = new Rounds<number, void>(async (_, requests) => {
      most = Math.max(most, ++open)
      asked += requests.length
      await turn()
      open--
    })
    const answers: Promise<void>[] = []
    for (let request = 0; request < 50; request++) {
      answers.push(subject.join("k", request))
      if (request % 3 === 0) {
        await turn()
      }
    }
    await Promise.all(answers)

    expect({ most, asked }).toEqual({ most: 1, asked: 50 })
  })

  it("go on after one failed, and tell those who took part in it", async () => {
    const { subject, rounds } = heldRounds()
    const failed = subject.join("k", "a")
    await turn()
    const later = subject.join("k", "b")

    rounds[0]?.fail(new Error("no"))
    await expect(failed).rejects.toThrow("no")
    await turn()
    rounds[1]?.end("yes")

    expect(await later).toBe("yes")
  })

  it("of different keys do not wait for each other", async () => {
    const { subject, rounds } = heldRounds()
    const answers = [subject.join("k", "a"), subject.join("l", "b")]
    await turn()

    expect(rounds.map(({ key }) => key)).toEqual(["k", "l"])
    rounds.forEach(({ end }) => end(""))
    await Promise.all(answers)
  })
})
