import { reservationLine, reservationLines } from "../product-lines"

describe("a reservation's line", () => {
  it("carries its amount as its rate", () => {
    expect(
      reservationLine({ name: "Minibar", amountOre: 12_345n, tax: 15 }, "tax-inclusive")
    ).toEqual({ name: "Minibar", rate: 123.45, tax: 15, amount: 123.45 })
  })

  it("carries its rate without tax where the account reads rates so", () => {
    expect(
      reservationLine(
        { name: "Room", productId: "r1", amountOre: 50_000n, tax: "25" },
        "tax-exclusive"
      )
    ).toEqual({
      name: "Room",
      productId: "r1",
      rate: 400,
      tax: 25,
      amount: 500,
    })
  })

  it("names how many there are, since it has no quantity", () => {
    expect(
      reservationLines(
        [
          {
            name: "Coffee",
            quantity: 3,
            rate: 99.9,
            discount: 9.7,
            tax: 15,
            amount: 290,
          },
          { name: "Delivery", quantity: 1, rate: 49, tax: 25, amount: 49 },
        ],
        "tax-inclusive"
      )
    ).toEqual([
      { name: "3 × Coffee", rate: 290, tax: 15, amount: 290 },
      { name: "Delivery", rate: 49, tax: 25, amount: 49 },
    ])
  })
})
