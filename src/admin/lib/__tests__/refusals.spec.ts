import { failureText, fieldName, fieldProblem, refusalText } from "../refusals"
import { serverWords } from "./server-words"

const t = (key: string, values?: Record<string, string | number>) =>
  `${key}${values && Object.keys(values).length > 0 ? JSON.stringify(values) : ""}`

const said = (
  code: string | null,
  values: Record<string, string> = {},
  messageKey: string | null = null
) => refusalText(t, { code, values, messageKey, errors: [] })

describe("refusalText", () => {
  it.each(serverWords("domain/failure.ts", "RefusalCode"))("has words for the code %s", (code) => {
    expect(said(code, { reason: "cancelled" })).toBeDefined()
  })

  it.each(serverWords("workflows/bill-outstanding/why-not-billable.ts", "NotBillable"))(
    "has words for what is not billable: %s",
    (reason) => {
      expect(said("not_billable", { reason })).toMatch(/^billing\.notBillable\./)
    }
  )

  it("names amounts as the person's language writes them", () => {
    expect(said("refund_to_record", { amount: "1249.50" })).toMatch(/1.?249[.,]50/)
  })

  it("names amounts in their currency where it is known", () => {
    const values = { amount: "1249.50" }
    const refusal = { code: "beyond_left", values, messageKey: null, errors: [] }

    expect(refusalText(t, { ...refusal, currencyCode: "nok" })).toMatch(
      /(kr\s1.?249[.,]50|1.?249[.,]50\skr)/
    )
  })

  it.each([
    ["the service's own word", "refundRejectionForWeeklyThresholdExceed", "refunds.reason.weekly"],
    ["the kind of failure", null, "refusals.kind.unavailable"],
  ])("lets why the service did not do it follow: by %s", (_what, messageKey, why) => {
    const values = { kind: "unavailable", why: "No." }
    expect(said("refund_rejected", values, messageKey)).toMatch(new RegExp(`} ${why}$`))
  })

  it("quotes a word of the service that has no words yet", () => {
    expect(said("conflict", {}, "somethingNew")).toBe('refusals.reason.said{"said":"somethingNew"}')
    expect(said("refund_rejected", { kind: "conflict", why: "No." }, "somethingNew")).toMatch(
      /refusals\.reason\.said/
    )
    expect(said("in_doubt", {}, "somethingNew")).toBe("refusals.inDoubt")
  })

  it("leaves what is new to the server's sentence", () => {
    expect(said("refund_rejected", { kind: "conflict", why: "It is new." })).toMatch(/It is new\.$/)
    expect(said("something_new")).toBeUndefined()
    expect(said(null)).toBeUndefined()
  })
})

describe("failureText", () => {
  it.each([
    ["refundRejectionForRequestAmountThresholdExceed", "refunds.reason.threshold"],
    ["refundRejectionForOutOfRunwayParamAmount", "refunds.reason.tooMuch"],
    ["somethingNew", 'refusals.reason.said{"said":"somethingNew"}'],
    [null, "No."],
  ])("says why the service refused: %s", (messageKey, why) => {
    expect(failureText(t, { kind: "refused", messageKey, message: "No." })).toBe(why)
  })

  it("says what kind of failure it is before it quotes the service", () => {
    expect(failureText(t, { kind: "ambiguous", messageKey: "somethingWentWrong" })).toBe(
      "refusals.kind.ambiguous"
    )
  })
})

describe("fields that the server rejects", () => {
  const rejecting = (fields: string[], messageKey: string | null = null) => ({
    code: "refused",
    messageKey,
    values: {},
    errors: fields.map((field) => ({ field, message: "is wrong" })),
  })

  it("are named in one sentence, each once", () => {
    const refusal = rejecting(["personal_number", "customerDetails.personalNumber", "phone"])
    expect(refusalText(t, refusal)).toBe(
      'refusals.wrongFields{"fields":"billing.personalNumber, customers.contact.phone"}'
    )
  })

  it("are left to the server's sentence where one has no words yet", () => {
    expect(refusalText(t, rejecting(["phone", "products.0.rate"]))).toBeUndefined()
    expect(fieldName(t, "products.0.rate")).toBe("products.0.rate")
  })

  it.each([
    ["billing_address.country_code", "customers.edit.countryProblem"],
    ["billing_address.city", "forms.errors.invalid"],
    ["products.0.rate", "is wrong"],
  ])("have a problem to stand beside them: %s", (field, problem) => {
    const refusal = rejecting([field])
    expect(fieldProblem(t, refusal, { field, message: "is wrong" })).toBe(problem)
  })

  it("are quoted where the service itself says it", () => {
    const refusal = rejecting(["email"], "payloadValidationErrors")
    expect(refusalText(t, refusal)).toBe(
      'refusals.reason.fields{"fields":"customers.contact.email"}'
    )
    expect(fieldProblem(t, refusal, { field: "email", message: "Taken." })).toBe(
      'refusals.reason.said{"said":"Taken"}'
    )
  })

  it("are told what the refusal says in full", () => {
    const refusal = { ...rejecting(["amount"]), code: "beyond_left", values: { amount: "5.00" } }
    expect(fieldProblem(t, refusal, { field: "amount", message: "only 5.00" })).toMatch(
      /^refunds\.lines\.tooMuch/
    )
  })
})
