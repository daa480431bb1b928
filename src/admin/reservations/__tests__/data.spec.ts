import {
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
