import { readShopperFields, rejectBareData } from "../payment-sessions"

const settings = {
  personalNumber: { checkDigits: true, acceptSynthetic: true },
  country: "no",
}
const NUMBER = "17819010188"

const rejectedFields = (data: unknown, country = "no") => {
  const fields = readShopperFields(data, { ...settings, country })
  return "rejected" in fields ? fields.rejected.map(({ field }) => field) : []
}

describe("readShopperFields", () => {
  it("reads all that a shopper may say", () => {
    expect(
      readShopperFields(
        {
          personal_number: "178190 10188",
          phone: " 400 00 000 ",
          language: "nb-NO",
          reference: " Cabin ",
        },
        settings
      )
    ).toEqual({
      accepted: {
        personalNumber: NUMBER,
        phone: "400 00 000",
        language: "no",
        reference: "Cabin",
      },
    })
  })

  it.each([null, "", "  ", undefined])("takes %j for a field that was left out", (nothing) => {
    expect(
      readShopperFields(
        {
          personal_number: NUMBER,
          phone: nothing,
          language: nothing,
          reference: nothing,
        },
        settings
      )
    ).toEqual({ accepted: { personalNumber: NUMBER } })
  })

  it.each<[string, unknown, string[]]>([
    ["nothing at all", undefined, ["personal_number"]],
    ["null", null, ["personal_number"]],
    ["text", "x", ["data"]],
    ["a list", [NUMBER], ["data"]],
    ["no personal number", {}, ["personal_number"]],
    ["a short one", { personal_number: "123" }, ["personal_number"]],
    ["a number", { personal_number: 17819010188 }, ["personal_number"]],
    ["a list of one", { personal_number: [NUMBER] }, ["personal_number"]],
    ["null for one", { personal_number: null }, ["personal_number"]],
    ["a typing error", { personal_number: "17819010189" }, ["personal_number"]],
    ["letters", { personal_number: "1781901018x" }, ["personal_number"]],
    ["a wrong phone", { personal_number: NUMBER, phone: "12" }, ["phone"]],
    ["an object", { personal_number: NUMBER, phone: { a: 1 } }, ["phone"]],
    ["a number for it", { personal_number: NUMBER, phone: 40000000 }, ["phone"]],
    ["a very long phone", { personal_number: NUMBER, phone: "4".repeat(100_000) }, ["phone"]],
    [
      "a phone with a long tail",
      { personal_number: NUMBER, phone: `40000000${" ".repeat(40)}x` },
      ["phone"],
    ],
    ["Finnish", { personal_number: NUMBER, language: "fi" }, ["language"]],
    ["true", { personal_number: NUMBER, language: true }, ["language"]],
    [
      "a very long reference",
      { personal_number: NUMBER, reference: "x".repeat(101) },
      ["reference"],
    ],
    ["a list for it", { personal_number: NUMBER, reference: ["x"] }, ["reference"]],
    ["unknown fields", { personal_number: NUMBER, ssn: "x", iban: "y" }, ["ssn", "iban"]],
    [
      "a session's own keys",
      { personal_number: NUMBER, shopper_data_id: "x", order_uuid: "y" },
      ["shopper_data_id", "order_uuid"],
    ],
    [
      "several at once",
      { personal_number: "1", phone: "2", language: "x", extra: 1 },
      ["personal_number", "phone", "language", "extra"],
    ],
  ])("refuses %s by field", (_case, data, fields) => {
    expect(rejectedFields(data)).toEqual(fields)
  })

  it("does not repeat a long name of an unknown field in full", () => {
    const [field] = rejectedFields({
      personal_number: NUMBER,
      ["x".repeat(5_000)]: 1,
    })

    expect(field).toHaveLength(40)
  })

  it("never repeats a value", () => {
    const fields = readShopperFields(
      { personal_number: "secret", phone: "secret", language: "secret" },
      settings
    )

    expect(JSON.stringify(fields)).not.toContain("secret")
  })

  it("reads a phone without calling code as one of the country", () => {
    const swedish = { personal_number: NUMBER, phone: "070-174 06 05" }

    expect(rejectedFields(swedish, "se")).toEqual([])
    expect(rejectedFields(swedish, "no")).toEqual(["phone"])
    expect(rejectedFields({ personal_number: NUMBER, phone: "+46701740605" }, "no")).toEqual([])
  })

  it("refuses a synthetic number where they are not accepted", () => {
    expect(
      readShopperFields(
        { personal_number: NUMBER },
        {
          country: "no",
          personalNumber: { checkDigits: true, acceptSynthetic: false },
        }
      )
    ).toEqual({
      rejected: [
        {
          field: "personal_number",
          message: "must be a real personal number, not a test number",
        },
      ],
    })
  })
})

describe("rejectBareData", () => {
  /** The fields that are refused, before Medusa reads the body. */
  const refused = (body: unknown): string[] => {
    const answers: { errors: { field: string }[] }[] = []
    const response = {
      status: () => ({ json: (answer: { errors: { field: string }[] }) => answers.push(answer) }),
    }
    const next = jest.fn()
    rejectBareData({ body } as never, response as never, next)
    expect(next).toHaveBeenCalledTimes(answers.length === 0 ? 1 : 0)
    return answers.flatMap(({ errors }) => errors.map(({ field }) => field))
  }

  it.each<[string, unknown, string[]]>([
    ["for a provider's id", { provider_id: NUMBER }, ["provider_id"]],
    ["as a number for it", { provider_id: Number(NUMBER) }, ["provider_id"]],
    ["in a provider's id", { provider_id: `pp_${NUMBER}` }, ["provider_id"]],
    ["behind ours", { provider_id: `pp_e-invoice_${NUMBER}` }, ["provider_id"]],
    ["for data", { provider_id: "pp_e-invoice_private", data: NUMBER }, ["data"]],
    ["for a field's name", { provider_id: "pp_system_default", [NUMBER]: 1 }, ["body"]],
    ["for the body", NUMBER, ["body"]],
  ])("refuses a personal number %s", (_where, body, fields) => {
    expect(refused(body)).toEqual(fields)
  })

  it.each([
    {},
    { provider_id: "pp_system_default" },
    { provider_id: "pp_e-invoice_private", data: null },
    { provider_id: "pp_stripe-20261130_stripe", data: { anything: NUMBER } },
  ])("leaves the rest to Medusa: %j", (body) => {
    expect(refused(body)).toEqual([])
  })
})
