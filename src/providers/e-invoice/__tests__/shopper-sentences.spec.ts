import {
  ConflictError,
  MalformedAnswerError,
  NotFoundError,
  OperationDisabledError,
  RefusedError,
  UnauthorisedError,
  UnavailableError,
} from "../../../connect"
import { sentenceFor, shopperSentences } from "../shopper-sentences"

const details = {
  operationId: "orders.create-e-invoice",
  message: "Technical 417 message.",
  advice: "Advice for the merchant.",
}

const refusedFor = (...fields: string[]) =>
  sentenceFor(
    new RefusedError({
      ...details,
      fieldErrors: Object.fromEntries(fields.map((field) => [field, ["is wrong"]])),
    })
  )

describe("what a shopper is told", () => {
  it("names what they can correct", () => {
    expect(refusedFor("customerDetails.personalNumber")).toBe(
      "The invoice service did not accept the personal number. Please correct it and choose invoice again."
    )
    expect(refusedFor("customerDetails.msisdn", "customerDetails.countryCode")).toContain(
      "the phone number."
    )
    expect(
      refusedFor("customerDetails.email", "customerDetails.address.zip", "customerDetails.name")
    ).toContain("the e-mail address, the postal code and the name.")
  })

  it("says nothing of what they cannot correct", () => {
    for (const sentence of [
      refusedFor(),
      refusedFor("products.0.rate"),
      refusedFor(""),
      sentenceFor(new ConflictError(details)),
    ]) {
      expect(sentence).toBe(shopperSentences.refused)
    }
  })

  it("offers another way to pay while the store is set up wrongly", () => {
    for (const error of [
      new UnauthorisedError(details),
      new NotFoundError(details),
      new OperationDisabledError("orders.create-e-invoice"),
    ]) {
      expect(sentenceFor(error)).toBe(shopperSentences.notOffered)
    }
  })

  it("says that a service that is down did nothing", () => {
    expect(sentenceFor(new UnavailableError(details))).toBe(shopperSentences.unreachable)
    expect(shopperSentences.unreachable).toContain("no invoice was made")
  })

  it("never repeats the technical message", () => {
    expect(
      sentenceFor(new MalformedAnswerError({ ...details, outcomeUnknown: false }))
    ).not.toContain("Technical")
  })

  it.each(Object.entries(shopperSentences))(
    "is a plain sentence that says what to do: %s",
    (_name, sentence) => {
      expect(sentence).toMatch(/^[A-Z][^<>{}_0-9]+\.$/)
      expect(sentence).toMatch(/Please|do not need/)
    }
  )
})
