import { sentMembers } from "../sent-members"

describe("what a request carried", () => {
  it("is one line for each value, lines of products counted from one", () => {
    expect(
      sentMembers({
        params: { reservation_uuid: "RES1" },
        body: {
          products: [{ id: 7, amount: "30.00" }],
          orderSummary: { grandTotal: "30.00" },
          additionalText: null,
        },
      })
    ).toEqual([
      ["products.1.id", "7"],
      ["products.1.amount", "30.00"],
      ["orderSummary.grandTotal", "30.00"],
    ])
  })

  it("is nothing where nothing was sent along", () => {
    expect(sentMembers({ params: { order_uuid: "ODR1" } })).toEqual([])
    expect(sentMembers(null)).toEqual([])
  })
})
