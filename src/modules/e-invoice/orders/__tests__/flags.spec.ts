import { ATTENTION, flagsOf } from "../flags"

it("reads the flags of an order as they stand", () => {
  expect(flagsOf(null)).toEqual([])
  expect(flagsOf("second_order cancel_failed")).toEqual(["second_order", "cancel_failed"])
})

it("knows no flag whose name is a part of another's: a list is searched for parts", () => {
  const parts = ATTENTION.filter((flag) =>
    ATTENTION.some((other) => other !== flag && other.includes(flag))
  )
  expect(parts).toEqual([])
})
