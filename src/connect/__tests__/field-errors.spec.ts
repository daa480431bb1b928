import { catalogue } from ".."
import { fieldErrorsOfAnswer } from "../failure"

const { body } = catalogue["orders.create-e-invoice"]

describe("fieldErrorsOfAnswer", () => {
  it.each([
    ["The customer details.personal number field is required.", "customerDetails.personalNumber"],
    ["The products.12.product id must be a string.", "products.12.productId"],
    ["The order summary.sub total must be a number.", "orderSummary.subTotal"],
    ["The customer details.address.zip field is required.", "customerDetails.address.zip"],
    ["The selected invoice interval is invalid.", "invoiceInterval"],
    ["The callback.callback url format is invalid.", "callback.callbackUrl"],
    ["The customer details.msisdn must be between 8 and 12 characters.", "customerDetails.msisdn"],
    [
      "The customer details.country code may not be greater than 4 characters.",
      "customerDetails.countryCode",
    ],
    ["The invoice fee applicable field must be true or false.", "invoiceFeeApplicable"],
    ["The order summary.shipping cost field is required.", "orderSummary.shippingCost"],
    ["Something else is wrong.", ""],
  ])("reads %j as %j and keeps the sentence", (sentence, field) => {
    expect(fieldErrorsOfAnswer([sentence], body)).toEqual({
      [field]: [sentence],
    })
  })

  it("restores names that camel case alone cannot", () => {
    const { body: subscription } = catalogue["subscriptions.create"]

    expect(
      Object.keys(
        fieldErrorsOfAnswer(
          [
            "The subscription ends date field is required.",
            "The customer details.organization id field is required.",
          ],
          subscription
        )
      )
    ).toEqual(["subscriptionEndsDate", "customerDetails.organizationId"])
  })

  it("reads sentences already keyed by field, and a single sentence", () => {
    expect(fieldErrorsOfAnswer({ "products.0.rate": ["is wrong", "is odd"] }, body)).toEqual({
      "products.0.rate": ["is wrong", "is odd"],
    })
    expect(fieldErrorsOfAnswer("The order date field is required.", body)).toEqual({
      orderDate: ["The order date field is required."],
    })
  })

  it.each([null, undefined, 1, [], {}, [null, 2], { a: null }])("finds nothing in %j", (errors) => {
    expect(fieldErrorsOfAnswer(errors, body)).toEqual({})
  })

  it("never repeats a personal value", () => {
    const found = fieldErrorsOfAnswer(
      {
        "kari@example.com": "01819012345 is taken",
        x: ["The 018190 12345 is odd."],
      },
      body
    )

    expect(JSON.stringify(found)).not.toMatch(/kari|0181/)
  })

  it("keeps odd names as fields of their own", () => {
    const errors = JSON.parse('{"__proto__": ["is odd"]}') as unknown

    expect(Object.entries(fieldErrorsOfAnswer(errors, body))).toEqual([["__proto__", ["is odd"]]])
  })

  it("works without a schema and on a flood", () => {
    const flood = Array.from({ length: 10_000 }, (_, n) => `The products.${n}.rate is wrong.`)

    expect(Object.keys(fieldErrorsOfAnswer(flood, undefined))).toHaveLength(100)
  })
})
