import { leftOf, refundableCycles } from "../refundable-cycles"

const cycle = (
  name: string,
  status: string,
  amount: number | null,
  refundedAmount: number | null
) => ({
  name,
  status,
  amount,
  refundedAmount,
  reference: null,
  startDate: null,
  endDate: null,
})

const cycles = [
  cycle("Cycle 1", "PAID", 99.9, 99.9),
  cycle("Cycle 2", "PAID", 99.9, 30.1),
  cycle("Cycle 3", "Paid", 99.9, null),
  cycle("Cycle 4", "INVOICED", 99.9, 0),
  cycle("Cycle 5", "PAID", null, 0),
]

it("offers what was paid and not paid back", () => {
  expect(refundableCycles(cycles).map(({ name }) => name)).toEqual(["Cycle 2", "Cycle 3"])
})

it("adds up what is left, to the øre", () => {
  const refundable = refundableCycles(cycles)
  expect(leftOf(refundable, ["Cycle 2"])).toBe(69.8)
  expect(leftOf(refundable, ["Cycle 2", "Cycle 3"])).toBe(169.7)
  expect(leftOf(refundable, ["Cycle 4"])).toBe(0)
})
