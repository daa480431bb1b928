import type { IntentState } from "../../../modules/e-invoice/intent"
import { paymentStatusOf } from "../payment"

const paid = new Date()
const statusOf = (
  state: IntentState,
  remote_status: string | null = null,
  paid_at: Date | null = null
) => paymentStatusOf({ state, remote_status, paid_at }, ["PAID"])

describe("a payment's status", () => {
  it.each<[IntentState, string]>([
    ["prepared", "pending"],
    ["sending", "pending"],
    ["in_doubt", "pending"],
    ["rejected", "pending"],
    ["abandoned", "canceled"],
    ["succeeded", "authorized"],
  ])("of a row that is %s is %s", (state, status) => {
    expect(statusOf(state)).toBe(status)
  })

  it.each([
    ["SENT", null, "authorized"],
    ["INVOICED", null, "authorized"],
    ["something new", null, "authorized"],
    ["CANCELLED", null, "canceled"],
    ["EXPIRED", null, "canceled"],
    ["PAID", paid, "captured"],
    ["REFUNDED", paid, "captured"],
  ])("of an order that is %s at the service is right", (remote, at, status) => {
    expect(statusOf("succeeded", remote, at)).toBe(status)
  })

  it("of an invoiced order is captured where the option says so", () => {
    expect(
      paymentStatusOf({ state: "succeeded", remote_status: "INVOICED", paid_at: null }, [
        "PAID",
        "INVOICED",
      ])
    ).toBe("captured")
  })
})
