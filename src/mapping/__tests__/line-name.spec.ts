import { lineName, nameWithQuantity } from "../read-order"

describe("a line's name", () => {
  it.each([
    [{ title: "Coffee", variantTitle: "250 g" }, "Coffee, 250 g"],
    [{ title: "Coffee", variantTitle: "Coffee" }, "Coffee"],
    [{ title: "Coffee", variantTitle: "Default variant" }, "Coffee"],
    [{ title: "Coffee", variantTitle: "default" }, "Coffee"],
    [{ title: "Coffee" }, "Coffee"],
    [{ variantTitle: "250 g" }, "250 g"],
    [{ title: "Dark\n  roast" }, "Dark roast"],
    [{ title: "Dark  roast" }, "Dark roast"],
    [{ title: "Dark\troast" }, "Dark roast"],
    [{ title: "Dark\u00a0roast,  250 g" }, "Dark roast, 250 g"],
    [{}, "–"],
  ])("of %j is %p", (titles, name) => {
    expect(lineName(titles)).toBe(name)
  })

  it("is at most 100 characters, and does not cut one in two", () => {
    expect(lineName({ title: "x".repeat(100) })).toBe("x".repeat(100))
    expect(lineName({ title: "☕️".repeat(80) })).toHaveLength(100)
    expect([...lineName({ title: "🫖".repeat(101) })]).toEqual([
      ...Array<string>(99).fill("🫖"),
      "…",
    ])
    expect([...lineName({ title: "🫖".repeat(100) })]).toHaveLength(100)
  })

  it("keeps a fractional quantity in front, whatever the length", () => {
    const name = nameWithQuantity("0.5", "x".repeat(100))

    expect(name).toBe(`0.5 × ${"x".repeat(93)}…`)
  })
})
