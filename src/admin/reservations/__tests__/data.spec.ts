import {
  chargeableUntil,
  eventWords,
  operationStateWords,
  operationWords,
  reservationStatuses,
  reservationWords,
} from "../data"

describe("words for a reservation", () => {
  it.each(["NOT PAID", "not_paid", " Not Paid "])("know %j", (status) => {
    expect(reservationWords(status)?.text).toBe("reservations.status.notPaid")
  })

  it("offer every status to filter by", () => {
    expect(reservationStatuses.map(({ value }) => value)).toEqual([
      "SENT",
      "RESERVED",
      "CAPTURED",
      "CHARGED",
      "COMPLETED",
      "CANCELLED",
      "EXPIRED",
      "NOT PAID",
    ])
  })

  it("leave unpublished words as the service wrote them", () => {
    expect(reservationWords("FROZEN")).toBeUndefined()
    expect(eventWords("something-else")).toBeUndefined()
    expect(operationWords("reservations.cancel")).toBe("reservations.operation.cancel")
    expect(operationWords("token.verify")).toBeUndefined()
  })

  it("say how an operation ended", () => {
    expect(operationStateWords("in_doubt")).toBe("reservations.state.inDoubt")
    expect(operationStateWords("prepared")).toBe("reservations.state.sending")
  })
})

it.each([
  ["21.11.2026 10:15", "10", "2026-12-01"],
  ["21.11.2026", "365", "2027-11-21"],
  [null, "10", undefined],
  ["21.11.2026", null, undefined],
  ["soon", "10", undefined],
])("a card confirmed on %s for %s days can be charged until %s", (reserved_at, days, expected) => {
  expect(chargeableUntil({ reserved_at, charge_validity: days })).toBe(expected)
})
