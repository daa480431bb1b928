import { grouped } from "../database"

describe("grouping", () => {
  it("keeps keys and items in the order in which they came", () => {
    const groups = grouped(["b1", "a1", "b2", "a2"], ([key]) => key)

    expect([...groups]).toEqual([
      ["b", ["b1", "b2"]],
      ["a", ["a1", "a2"]],
    ])
  })
})
