import { Deadline } from "../dependencies"

describe("a deadline", () => {
  beforeEach(() => jest.useFakeTimers())
  afterEach(() => jest.useRealTimers())

  it("tells what is left, and never less than nothing", () => {
    const deadline = new Deadline(10_000)
    expect(deadline.left).toBe(10_000)
    expect(deadline.share(0.4)).toBe(4_000)

    jest.advanceTimersByTime(6_000)
    expect(deadline.left).toBe(4_000)
    expect(deadline.share(0.4)).toBe(1_600)

    jest.advanceTimersByTime(60_000)
    expect(deadline.left).toBe(0)
    expect(deadline.share(0.4)).toBe(0)
  })

  it("is near when a creation begun now would be cut off", () => {
    const deadline = new Deadline(10_000)

    jest.advanceTimersByTime(8_500)
    expect(deadline.isNear).toBe(false)
    jest.advanceTimersByTime(1)
    expect(deadline.isNear).toBe(true)
  })
})
