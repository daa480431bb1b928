import { BudgetSpentError, CallAbortedError, startBudget } from "../exchange"

describe("a budget", () => {
  beforeEach(() => {
    jest.useFakeTimers()
  })
  afterEach(() => {
    jest.useRealTimers()
  })

  it.each([0, -1, NaN, Infinity])("refuses %p milliseconds", (budgetMs) => {
    expect(() => startBudget(budgetMs)).toThrow(RangeError)
    expect(jest.getTimerCount()).toBe(0)
  })

  it("lasts as long as it was given, and says what remains", () => {
    const budget = startBudget(1_000)
    const told = jest.fn()
    budget.tell(told)
    expect(budget.remainingMs()).toBe(1_000)

    jest.advanceTimersByTime(999)
    expect(budget.remainingMs()).toBe(1)
    expect(budget.ended).toBeUndefined()

    jest.advanceTimersByTime(1)
    expect(budget.remainingMs()).toBe(0)
    expect(budget.ended).toBeInstanceOf(BudgetSpentError)
    expect(budget.ended?.name).toBe("BudgetSpentError")
    expect(told.mock.calls).toEqual([[budget.ended]])
  })

  it("has nothing left where its timer is late", () => {
    const budget = startBudget(1_000)
    const now = jest.spyOn(performance, "now").mockReturnValue(performance.now() + 1_500)

    expect(budget.ended).toBeUndefined()
    expect(budget.remainingMs()).toBe(0)
    now.mockRestore()
    budget.release()
  })

  it("ends once, by what came first", () => {
    const caller = new AbortController()
    const reason = new Error("gone")
    const budget = startBudget(1_000, caller.signal)
    const told = jest.fn()
    budget.tell(told)

    caller.abort(reason)
    expect(budget.ended).toBeInstanceOf(CallAbortedError)
    expect(budget.ended).toMatchObject({ name: "CallAbortedError", cause: reason })
    expect(budget.remainingMs()).toBe(0)

    jest.advanceTimersByTime(1_000)
    expect(budget.ended).toBeInstanceOf(CallAbortedError)
    expect(told).toHaveBeenCalledTimes(1)
  })

  it("ends also where no one listens to its end", () => {
    const budget = startBudget(1_000)
    budget.tell(() => {
      throw new Error("its end was told although no one listens")
    })
    budget.tell(undefined)

    jest.advanceTimersByTime(1_000)

    expect(budget.ended).toBeInstanceOf(BudgetSpentError)
  })

  it("has not begun where the caller had given up before", () => {
    const reason = new Error("gone")
    const budget = startBudget(1_000, AbortSignal.abort(reason))

    expect(budget.ended).toMatchObject({ cause: reason })
    expect(startBudget(1_000, new AbortController().signal).ended).toBeUndefined()
  })

  it("pauses as long as it is asked to", async () => {
    const budget = startBudget(1_000)
    const done = jest.fn()
    const pause = budget.pause(300).then(done)

    await jest.advanceTimersByTimeAsync(299)
    expect(done).not.toHaveBeenCalled()
    await jest.advanceTimersByTimeAsync(1)
    await pause

    expect(done).toHaveBeenCalledTimes(1)
    expect(budget.ended).toBeUndefined()
  })

  it("ends a pause early, and pauses no more", async () => {
    const caller = new AbortController()
    const budget = startBudget(60_000, caller.signal)
    const pause = budget.pause(60_000)

    caller.abort()
    await pause
    await budget.pause(60_000)

    budget.release()
    expect(jest.getTimerCount()).toBe(0)
  })

  it("leaves nothing running and hears no caller when released", () => {
    const caller = new AbortController()
    const budget = startBudget(60_000, caller.signal)

    budget.release()
    caller.abort()

    expect(jest.getTimerCount()).toBe(0)
    expect(budget.ended).toBeUndefined()
  })
})
