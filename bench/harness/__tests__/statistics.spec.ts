import { quantile, ratiosByRound, summarise } from "../statistics"

describe("the statistics of the benchmarks", () => {
  it("finds the middle and the quartiles, whatever the order", () => {
    expect(summarise([5, 1, 4, 2, 3])).toEqual({
      median: 3,
      low: 2,
      high: 4,
      least: 1,
      most: 5,
      count: 5,
    })
  })

  it("goes half-way between the two in the middle of an even number", () => {
    expect(summarise([1, 2, 3, 100]).median).toBe(2.5)
  })

  it.each([
    [0, 10],
    [0.5, 20],
    [0.95, 29],
    [1, 30],
  ])("puts the quantile of %d at %d", (share, expected) => {
    expect(quantile([30, 10, 20], share)).toBeCloseTo(expected)
  })

  it("does not sort what it was given", () => {
    const measurements = [3, 1, 2]
    summarise(measurements)
    expect(measurements).toEqual([3, 1, 2])
  })

  it("compares within a round, so that a slow round does not count", () => {
    expect(ratiosByRound([100, 10], [50, 5])).toEqual([2, 2])
  })

  it.each([
    ["nothing", []],
    ["no number", [1, NaN]],
  ])("refuses to summarise %s", (_, measurements) => {
    expect(() => summarise(measurements)).toThrow(RangeError)
  })

  it("refuses a share above one, and rounds that do not match", () => {
    expect(() => quantile([1], 95)).toThrow(RangeError)
    expect(() => ratiosByRound([1, 2], [1])).toThrow(RangeError)
  })
})
