import {
  optionalText,
  readAmount,
  requiredAmount,
  requiredDate,
  requiredText,
  requiredWholeNumber,
  typedAmount,
} from "../form-values"

const messageOf = (schema: { safeParse: (value: unknown) => unknown }, value: unknown) =>
  (
    schema.safeParse(value) as {
      error?: { issues: { message: string }[] }
    }
  ).error?.issues[0]?.message

describe("an amount as typed", () => {
  it.each([
    ["1249,50", 1249.5],
    ["1249.5", 1249.5],
    ["1 249,50", 1249.5],
    ["1\u00a0249", 1249],
    ["0,01", 0.01],
  ])("reads %s", (typed, amount) => {
    expect(readAmount(typed)).toBe(amount)
  })

  it.each(["1,249", "1.249,50", "12,345", "-5", "1e3", "10k", "", "NaN"])(
    "refuses %s rather than guess",
    (typed) => {
      expect(readAmount(typed)).toBeUndefined()
    }
  )

  it("is written so that it can be read again", () => {
    expect(typedAmount(1249.5, "nb-NO")).toBe("1249,50")
    expect(typedAmount(1249.5, "en-GB")).toBe("1249.50")
  })

  it("has its limits", () => {
    const schema = requiredAmount({ max: 100, tooMuch: "At most 100." })

    expect(schema.parse("100")).toBe(100)
    expect(messageOf(schema, "100,01")).toBe("At most 100.")
    expect(messageOf(schema, "0")).toBe("forms.errors.amountZero")
    expect(messageOf(schema, " ")).toBe("forms.errors.required")
    expect(messageOf(schema, "a lot")).toBe("forms.errors.amount")
  })
})

describe("other values", () => {
  it("need what is needed", () => {
    expect(messageOf(requiredText(), "  ")).toBe("forms.errors.required")
    expect(messageOf(requiredText(3), "four")).toBe("forms.errors.tooLong")
    expect(messageOf(requiredDate(), null)).toBe("forms.errors.required")
  })

  it("may stay empty where they are optional", () => {
    expect(optionalText().parse("  ")).toBeUndefined()
    expect(optionalText().parse(" a ")).toBe("a")
  })

  it("are whole numbers within their limits", () => {
    const schema = requiredWholeNumber({ min: 1, max: 12 })

    expect(schema.parse(" 12 ")).toBe(12)
    expect(messageOf(schema, "0")).toBe("forms.errors.tooSmall")
    expect(messageOf(schema, "13")).toBe("forms.errors.tooLarge")
    expect(messageOf(schema, "1,5")).toBe("forms.errors.wholeNumber")
  })
})
