import { MappingError, parsePhone } from ".."

describe("a phone number", () => {
  it.each([
    ["400 00 000", "no", "+47", "40000000"],
    ["40000000", "NO", "+47", "40000000"],
    ["+47 400 00 000", "SE", "+47", "40000000"],
    ["0047 400 00 000", "NO", "+47", "40000000"],
    ["+46 70 174 06 05", "NO", "+46", "701740605"],
    ["070-174 06 05", "SE", "+46", "701740605"],
    ["+45 32 12 34 56", "NO", "+45", "32123456"],
    ["+49 (0)1512 3456789", "NO", "+49", "15123456789"],
    ["400 00 000", "XX", "+47", "40000000"],
  ])("%s in %s is %s %s", (written, country, countryCode, msisdn) => {
    expect(parsePhone(written, country)).toEqual({
      countryCode,
      msisdn,
      valid: true,
    })
  })

  it("of the right length in no known series is taken, and said to be not valid", () => {
    expect(parsePhone("10000000", "NO")).toMatchObject({ valid: false })
  })

  it.each(["", "ola", "123", "4000000", "+47", "+999 40000000", "call 40000000 now"])(
    "cannot be read from %p",
    (written) => {
      expect(() => parsePhone(written, "NO")).toThrow(MappingError)
      expect(() => parsePhone(written, "NO")).toThrow(
        expect.objectContaining({
          field: "phone",
          message:
            "The phone number must be a complete phone number, with its country code when it is a foreign one.",
        })
      )
    }
  )
})
