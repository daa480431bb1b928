import { AdminRequestError } from "../admin-request-error"

describe("AdminRequestError", () => {
  it("keeps all that the server says", () => {
    expect(
      new AdminRequestError(400, "Bad Request", {
        message: "The request was not sent.",
        advice: "Correct it.",
        code: "refused",
        errors: [{ field: "phone", message: "must be digits" }, { other: 1 }],
      })
    ).toMatchObject({
      status: 400,
      message: "The request was not sent.",
      advice: "Correct it.",
      code: "refused",
      errors: [{ field: "phone", message: "must be digits" }],
    })
  })

  it.each([
    [
      "uuid: the service shows no order ODR1",
      { field: "uuid", message: "The service shows no order ODR1" },
    ],
    ["return_to.success: must be an address", { field: "return_to.success" }],
    ["The refund was not sent: it is paid.", null],
    ["Idempotency-Key: was used for another request", null],
  ])("knows whether a sentence is all about one field: %s", (message, field) => {
    const { oneField } = new AdminRequestError(400, "Bad Request", {
      message,
    })
    expect(oneField).toEqual(field && expect.objectContaining(field))
  })

  it("does not look for a field in the sentence where the server names them", () => {
    const errors = [{ field: "phone", message: "must be digits" }]
    const message = "phone: must be digits"
    expect(new AdminRequestError(400, "Bad Request", { message, errors }).oneField).toBeNull()
  })

  it("makes do with an answer that is not ours", () => {
    expect(new AdminRequestError(502, "Bad Gateway", "<html>")).toMatchObject({
      message: "Bad Gateway",
      advice: null,
      code: null,
      errors: [],
    })
  })
})
