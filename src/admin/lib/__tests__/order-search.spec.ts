import { bestMatches } from "../order-search"

describe("the orders that a search shows first", () => {
  const numbered = (...numbers: number[]) => numbers.map((display_id) => ({ display_id }))

  it("begins with the order whose number was typed", () => {
    expect(bestMatches(numbered(412, 121, 12, 512), "12")).toEqual(numbered(12, 412, 121, 512))
  })

  it("shows the first five as they come where none has that number", () => {
    expect(bestMatches(numbered(9, 8, 7, 6, 5, 4), "ola")).toEqual(numbered(9, 8, 7, 6, 5))
  })
})
