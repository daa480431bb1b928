import {
  ConflictError,
  MalformedAnswerError,
  NotFoundError,
  OperationDisabledError,
  RefusedError,
  UnauthorisedError,
  UnavailableError,
} from "../../../connect"
import { CHECKOUT_REFUSALS } from "../../../mapping/checkout-refusals"
import { declined, declinedBecause } from "../declined"

const details = {
  operationId: "orders.create-e-invoice",
  message: "Technical 417 message.",
  advice: "Advice for the merchant.",
}

const refusedFor = (...fields: string[]) =>
  declinedBecause(
    new RefusedError({
      ...details,
      fieldErrors: Object.fromEntries(fields.map((field) => [field, ["is wrong"]])),
    })
  )

describe("what a shopper is told", () => {
  it("carries its code where Medusa passes it on, as the error's name", () => {
    expect(declined("e_invoice_cart_changed")).toMatchObject({
      type: "payment_authorization_error",
      name: "e_invoice_cart_changed",
      message: CHECKOUT_REFUSALS.e_invoice_cart_changed,
    })
  })

  it("does not call a declined customer's number wrong", () => {
    expect(refusedFor("customerDetails.personalNumber")).toMatchObject({
      name: "e_invoice_not_granted",
      message: CHECKOUT_REFUSALS.e_invoice_not_granted,
    })
  })

  it("names what they can correct", () => {
    const { name, message } = refusedFor("customerDetails.msisdn", "customerDetails.countryCode")
    expect(name).toBe("e_invoice_details_rejected")
    expect(message).toContain("the phone number.")
    expect(
      refusedFor(
        "customerDetails.personalNumber",
        "customerDetails.address.zip",
        "customerDetails.name"
      ).message
    ).toContain("the personal number, the postal code and the name.")
  })

  it.each([
    ["e_invoice_not_made", refusedFor()],
    ["e_invoice_not_made", refusedFor("products.0.rate")],
    ["e_invoice_not_made", refusedFor("")],
    ["e_invoice_not_made", declinedBecause(new ConflictError(details))],
    [
      "e_invoice_not_made",
      declinedBecause(new MalformedAnswerError({ ...details, outcomeUnknown: false })),
    ],
    ["e_invoice_not_offered", declinedBecause(new UnauthorisedError(details))],
    ["e_invoice_not_offered", declinedBecause(new NotFoundError(details))],
    [
      "e_invoice_not_offered",
      declinedBecause(new OperationDisabledError("orders.create-e-invoice")),
    ],
    ["e_invoice_unavailable", declinedBecause(new UnavailableError(details))],
  ] as const)("says %s, and nothing of what they cannot correct", (code, { name, message }) => {
    expect({ name, message }).toEqual({ name: code, message: CHECKOUT_REFUSALS[code] })
  })

  it.each(Object.entries(CHECKOUT_REFUSALS))(
    "is a plain sentence that says what to do: %s",
    (_code, sentence) => {
      expect(sentence).toMatch(/^[A-Z][^<>{}_0-9]+\.$/)
      expect(sentence).toMatch(/Please|do not need/)
    }
  )
})
