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
