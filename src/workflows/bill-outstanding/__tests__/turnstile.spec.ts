import { Turnstile } from "../turnstile"

/** Work that lasts until it is told to end. */
function task() {
  let end = (): void => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const begun = jest.fn(() => ended)
  return { begun, end }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe("Turnstile", () => {
  it("lets in so many, and the next in line when one leaves", async () => {
    const turnstile = new Turnstile(2)
    const tasks = [task(), task(), task(), task()]
    const results = tasks.map(({ begun }) => turnstile.through(begun))
    const begun = () => tasks.map((each) => each.begun.mock.calls.length)
    await settled()
    expect(begun()).toEqual([1, 1, 0, 0])

    tasks[1]?.end()
    await settled()
    expect(begun()).toEqual([1, 1, 1, 0])

    tasks.forEach(({ end }) => end())
    await Promise.all(results)
    expect(begun()).toEqual([1, 1, 1, 1])
  })

  it("gives back the place of one that failed", async () => {
    const turnstile = new Turnstile(1)
    const failing = turnstile.through(() => Promise.reject(new Error("no")))
    const next = turnstile.through(() => Promise.resolve("in"))

    await expect(failing).rejects.toThrow("no")
    await expect(next).resolves.toBe("in")
    await expect(turnstile.through(() => Promise.resolve("in"))).resolves.toBe(
      "in"
    )
  })
})
