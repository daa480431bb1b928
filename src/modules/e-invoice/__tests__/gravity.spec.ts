import { ATTENTION, GRAVEST_FIRST } from "../orders/flags"

describe("gravity", () => {
  it("has a place for every flag, for an order in doubt and for an operation in doubt or contradicted", () => {
    expect([...GRAVEST_FIRST].sort()).toEqual(
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
