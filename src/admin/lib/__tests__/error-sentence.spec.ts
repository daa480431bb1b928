import { FetchError } from "@medusajs/js-sdk"
import { z } from "zod"

import { errorSentence } from "../error-sentence"

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
    const { error } = z.object({ a: z.string() }).safeParse({})
    expect(sentence(error)).toBe("errors.unreadable")
  })
})
