import { FetchError } from "@medusajs/js-sdk"

import { AdminRequestError, errorSentence } from "../errors"

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

const sentence = (error: unknown) => errorSentence((key) => key, error)

describe("errorSentence", () => {
  it("passes on a refusal as the server put it", () => {
    expect(sentence(new FetchError("The invoice is paid already.", "", 409))).toBe(
      "The invoice is paid already."
    )
  })

  it("explains a network failure", () => {
    expect(sentence(new TypeError("Failed to fetch"))).toBe("errors.unreachable")
  })

  it.each([
    [401, "errors.signedOut"],
    [403, "errors.notAllowed"],
    [500, "errors.serverFailed"],
    [502, "errors.serverFailed"],
  ])("explains status %d", (status, text) => {
    expect(sentence(new FetchError("An unknown error", "", status))).toBe(text)
  })

  it("keeps our own server's words about the service", () => {
    const error = new FetchError("The service did not answer.", "", 504)
    expect(sentence(Object.assign(error, { code: "in_doubt" }))).toBe("The service did not answer.")
    expect(sentence(Object.assign(error, { code: null }))).toBe("errors.serverFailed")
  })

  it("explains a refusal without words", () => {
    expect(sentence(new FetchError("", "", 400))).toBe("errors.serverFailed")
  })

  it("explains an answer it cannot read", () => {
    expect(sentence(new SyntaxError("Unexpected token '<'"))).toBe("errors.unreadable")
  })
})
