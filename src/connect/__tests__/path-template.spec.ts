import { fillPath, pathParameters } from ".."

describe("path templates", () => {
  it("keep odd slashes and encode each value as one segment", () => {
    expect(fillPath("/api//credit/{a}/{b}", { a: "x y", b: "ø?" })).toBe(
      "/api//credit/x%20y/%C3%B8%3F"
    )
  })

  it("leave out what is optional, with its slash", () => {
    expect(pathParameters("/list/{status?}/{page}")).toEqual([
      { name: "status", optional: true },
      { name: "page", optional: false },
    ])
    expect(fillPath("/list/{status?}", {})).toBe("/list")
    expect(fillPath("/history/{a?}/{b?}", { a: 1, b: 2 })).toBe("/history/1/2")
  })

  it.each([undefined, null, "", ".", ".."])("refuse %j for a required segment", (id) => {
    expect(() => fillPath("/orders/{id}", { id })).toThrow(new RangeError("id"))
  })
})
