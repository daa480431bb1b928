import { startBudget } from "../exchange"

describe("a budget", () => {
  it.each([0, -1, NaN, Infinity])("refuses %p milliseconds", (budgetMs) => {
    expect(() => startBudget(budgetMs)).toThrow(RangeError)
  })

  it("ends a pause early, and leaves nothing running when released", async () => {
    const caller = new AbortController()
    const budget = startBudget(60_000, caller.signal)
    const pause = budget.pause(60_000)

    caller.abort()
    await pause
    await budget.pause(60_000)

    expect(budget.remainingMs()).toBe(0)
    budget.release()
  })
})
