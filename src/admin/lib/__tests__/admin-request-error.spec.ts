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

  it("makes do with an answer that is not ours", () => {
    expect(new AdminRequestError(502, "Bad Gateway", "<html>")).toMatchObject({
      message: "Bad Gateway",
      advice: null,
      code: null,
      errors: [],
    })
  })
})
