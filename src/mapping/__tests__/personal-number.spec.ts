import { MappingError, parsePersonalNumber, personalNumberSchema } from ".."

const strict = { checkDigits: true, acceptSynthetic: false }
const test = { checkDigits: true, acceptSynthetic: true }
const lenient = { checkDigits: false, acceptSynthetic: true }

/** Their first control digit follows the rule that is in force from 2032, so they belong to no customer. */
const ordinary = "01019010054"
const dNumber = "41019010048"

const synthetic = {
  "month + 80": "01819010001",
  "month + 65": "01669010075",
  "month + 40": "01419010029",
  "D-number, month + 80": "41819010003",
  "December + 80": "01929010058",
  "December + 65": "01779010003",
  "December + 40": "01529010067",
}

const problems = (value: unknown, settings: Parameters<typeof personalNumberSchema>[0]) =>
  personalNumberSchema(settings)
    .safeParse(value)
    .error?.issues.map(({ message }) => message)

describe("a personal number", () => {
  it.each([ordinary, dNumber])("%s is taken", (number) => {
    expect(personalNumberSchema(strict).parse(number)).toBe(number)
  })

  it.each(Object.entries(synthetic))("with %s is taken where test numbers are", (_, number) => {
    expect(problems(number, test)).toBeUndefined()
    for (const checkDigits of [true, false]) {
      const production = { checkDigits, acceptSynthetic: false }
      expect(problems(number, production)).toEqual([
        "must be a real personal number, not a test number",
      ])
    }
  })

  it.each(["010190 10054", "010190-10054", " 01019010054\n", "010190–10054"])(
    "is read from %p",
    (written) => {
      expect(personalNumberSchema(strict).parse(written)).toBe(ordinary)
    }
  )

  it.each(["", "0101901005", "010190100545", "0101901005a", "010190.10054", 1, null])(
    "is not %p: it must be 11 digits",
    (value) => {
      for (const settings of [strict, test, lenient]) {
        expect(problems(value, settings)).toEqual(["must be 11 digits"])
      }
    }
  )

  it.each([
    ["01019010053", "control digits"],
    ["32019010016", "a day that is none"],
    ["00819010001", "day 0"],
    ["01939010001", "month 13 of a test number"],
    ["01139010001", "month 13"],
    ["31829000051", "February 31 of a test number"],
    ["32669000064", "day 32 of a test number"],
    ["31429000079", "February 31 of a test number of another kind"],
  ])("%s has a typing error: %s", (number) => {
    expect(problems(number, test)).toEqual(["must be a personal number without typing errors"])
    expect(problems(number, lenient)).toBeUndefined()
  })

  it.each(["01939010001", "01809010001", "01789010001", "01539010001"])(
    "%s is mistyped, and no test number",
    (number) => {
      expect(problems(number, strict)).toEqual(["must be a personal number without typing errors"])
    }
  )

  it("can be parsed without a schema", () => {
    expect(parsePersonalNumber("010190 10054", strict)).toBe(ordinary)
  })

  it("is never repeated in an error", () => {
    const parse = () => parsePersonalNumber("01019010053", strict)

    expect(parse).toThrow(MappingError)
    expect(parse).toThrow(
      new MappingError(
        "personal_number",
        "The personal number must be a personal number without typing errors."
      )
    )
  })
})
