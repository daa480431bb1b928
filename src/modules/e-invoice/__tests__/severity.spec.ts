import { ATTENTION, MOST_SEVERE_FIRST } from "../orders/flags"

describe("gravity", () => {
  it("has a place for every flag, and for all else that waits for staff", () => {
    expect([...MOST_SEVERE_FIRST].sort()).toEqual(
      [
        ...ATTENTION,
        "in_doubt",
        "operation_in_doubt",
        "operation_contradicted",
        "record_after_cancel",
        "refund_approved",
        "refund_perhaps_approved",
        "refund_awaiting_approval",
        "reservation_overcharged",
        "reservation_ended",
        "reservation_expiring",
      ].sort()
    )
  })
})
