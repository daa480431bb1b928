import { z } from "zod"

import { catalogue } from ".."
import { fieldErrorsOfAnswer, fieldErrorsOfIssues } from "../failure"

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

  it.each<[string, unknown, string]>([
    ["a position in a list of many", { 12: "The order date is odd." }, "orderDate"],
    ["a name that ends in a number", { line2: "is odd" }, "line2"],
    ["a name that begins with one", { "2nd": "is odd" }, "2nd"],
    ["words with gaps", ["The odd   thing is odd."], "oddThing"],
  ])("takes %s for what it is", (_what, errors, field) => {
    expect(Object.keys(fieldErrorsOfAnswer(errors, body))).toEqual([field])
  })

  it("restores the names of every form that a body may take", () => {
    const either = z.union([
      z.object({ oneNAME: z.string() }),
      z.object({ other_Name: z.string() }),
    ])
    const errors = ["The one name is odd.", "The other name is odd.", "The third name is odd."]

    expect(Object.keys(fieldErrorsOfAnswer(errors, either))).toEqual([
      "oneNAME",
      "other_Name",
      "thirdName",
    ])
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

describe("fieldErrorsOfIssues", () => {
  const schema = z.strictObject({
    name: z.string(),
    list: z.array(z.object({ count: z.int() })),
    kind: z.enum(["one", "other"]),
    email: z.email(),
    own: z.string().regex(/^a/, "must begin with a"),
    short: z.string().max(2),
  })
  const good = {
    name: "Mug",
    list: [{ count: 1 }],
    kind: "one",
    email: "kari@example.com",
    own: "a",
    short: "no",
  }

  it.each<[object, string, string | RegExp]>([
    [{ name: undefined }, "name", "is required"],
    [{ name: 7 }, "name", "must be a string"],
    [{ list: 7 }, "list", "must be an array"],
    [{ list: [{ count: "1" }] }, "list.0.count", "must be a number"],
    [{ kind: "third" }, "kind", "must be one of one, other"],
    [{ own: "b" }, "own", "must begin with a"],
    [{ email: "kari" }, "email", /./],
    [{ short: "long" }, "short", /./],
    [{ "01819012345": 1 }, "", "is not a field of this request"],
  ])("says of %j what is wrong with it", (changes, field, sentence) => {
    const { error } = schema.safeParse({ ...good, ...changes })
    const found = Object.entries(fieldErrorsOfIssues(error?.issues ?? []))

    expect(found).toHaveLength(1)
    const [[name, sentences]] = found as [[string, string[]]]
    expect(sentences).toEqual([
      typeof sentence === "string" ? sentence : expect.stringMatching(sentence),
    ])
    if (field) {
      expect(name).toBe(field)
    } else {
      expect(name).not.toContain("0181901")
    }
  })

  it("keeps zod's own words where they say more", () => {
    const { error } = schema.safeParse({ ...good, short: "long", email: "kari" })
    const issues = error?.issues ?? []

    expect(Object.values(fieldErrorsOfIssues(issues))).toEqual(
      issues.map(({ message }) => [message])
    )
  })
})
