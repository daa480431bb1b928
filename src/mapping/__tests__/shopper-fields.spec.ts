import { fieldProblemsOf, shopperFieldsSchema } from ".."
import {
  FIELD_PROBLEMS,
  languageProblem,
  phoneLengthProblem,
  referenceProblem,
} from "../shopper-rules"

it("takes a phone number of 40 characters, and none longer", () => {
  expect(phoneLengthProblem("4".repeat(40))).toBeUndefined()
  expect(phoneLengthProblem("4".repeat(41))).toBe(FIELD_PROBLEMS.phone_too_long)
})

it.each(["\0", "half a smile \ud83d", "\ude00"])(
  "takes no reference that is no text: %j",
  (text) => {
    expect(referenceProblem(text)).toBe(FIELD_PROBLEMS.not_text)
  }
)

it("takes a reference of 100 characters, however many units each is, and none longer", () => {
  expect(referenceProblem("😀".repeat(100))).toBeUndefined()
  expect(referenceProblem("a".repeat(101))).toBe(FIELD_PROBLEMS.reference_too_long)
})

it("takes a language of the service alone", () => {
  expect(languageProblem("nb-NO")).toBeUndefined()
  expect(languageProblem("fr")).toBe(FIELD_PROBLEMS.language_not_offered)
})

describe("the fields of a shopper, in a payment session", () => {
  const NUMBER = "01819010001"
  const schema = shopperFieldsSchema({
    personalNumber: { checkDigits: true, acceptSynthetic: true },
    country: "se",
  })
  const problems = (data: unknown) => {
    const { error } = schema.safeParse(data)
    return error && fieldProblemsOf(error)
  }

  it("are taken without the blanks around them, and with the service's language", () => {
    expect(
      schema.parse({
        personal_number: "018190-10001",
        phone: " 070-174 06 05 ",
        language: "nb-NO",
        reference: " Kari ",
      })
    ).toEqual({
      personal_number: NUMBER,
      phone: "070-174 06 05",
      language: "no",
      reference: "Kari",
    })
  })

  it.each([undefined, null, "", " "])(
    "may be left out, as by %j, but for the number",
    (nothing) => {
      const data = { phone: nothing, language: nothing, reference: nothing }

      expect(schema.parse({ ...data, personal_number: NUMBER })).toEqual({
        personal_number: NUMBER,
      })
      expect(problems(data)).toEqual([
        { field: "personal_number", message: FIELD_PROBLEMS.not_eleven_digits },
      ])
    }
  )

  it.each<[string, unknown, string]>([
    ["personal_number", "01819010002", FIELD_PROBLEMS.typing_error],
    ["personal_number", 1819010001, FIELD_PROBLEMS.not_eleven_digits],
    ["phone", 40000000, FIELD_PROBLEMS.not_text],
    ["phone", "12", FIELD_PROBLEMS.phone_not_complete],
    ["phone", "4".repeat(41), FIELD_PROBLEMS.phone_too_long],
    ["language", "fr", FIELD_PROBLEMS.language_not_offered],
    ["reference", "a".repeat(101), FIELD_PROBLEMS.reference_too_long],
  ])("name %s alone where it is wrong: %j", (field, value, message) => {
    expect(problems({ personal_number: NUMBER, [field]: value })).toEqual([{ field, message }])
  })

  it("name each field that is none of them, in 40 characters, and no personal number", () => {
    const [long, number] = ["n".repeat(50), "17819010188"]

    expect(problems({ personal_number: NUMBER, [long]: 1, [number]: 1 })).toEqual([
      { field: "n".repeat(40), message: FIELD_PROBLEMS.not_accepted },
      { field: "[redacted]", message: FIELD_PROBLEMS.not_accepted },
    ])
  })

  it("are fields of an object", () => {
    expect(problems("Kari")).toMatchObject([{ field: "data" }])
  })
})
