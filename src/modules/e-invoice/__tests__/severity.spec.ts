import { ATTENTION, MOST_SEVERE_FIRST } from "../orders/flags"

describe("gravity", () => {
  it("has a place for every flag, for an order in doubt and for an operation in doubt or contradicted", () => {
    expect([...MOST_SEVERE_FIRST].sort()).toEqual(
      [
        ...ATTENTION,
        "in_doubt",
        "operation_in_doubt",
        "operation_contradicted",
        "record_after_cancel",
      ].sort()
    )
  })
})
