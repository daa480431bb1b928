import { isForbiddenByStatus } from "../operation-preconditions"

const refusing = {
  preconditions: [{ refused: { PAID: "orderStatusAlreadyPaid" } }],
}
const allowing = { preconditions: [{ allowed: ["SENT"] }] }

describe("isForbiddenByStatus", () => {
  it("knows what the service refuses", () => {
    expect(isForbiddenByStatus(refusing, "paid ")).toBe(true)
    expect(isForbiddenByStatus(refusing, "SENT")).toBe(false)
  })

  it("knows where the service allows it at all", () => {
    expect(isForbiddenByStatus(allowing, "PARTIAL_REFUNDED")).toBe(true)
    expect(isForbiddenByStatus(allowing, "Sent")).toBe(false)
  })

  it("leaves rules for one kind of request to the server", () => {
    expect(
      isForbiddenByStatus(
        {
          preconditions: [{ when: { field: "type", is: "regular" }, refused: { PAID: "x" } }],
        },
        "PAID"
      )
    ).toBe(false)
  })
})
