import { maskPersonalValues, redact } from "../redaction"

describe("maskPersonalValues", () => {
  it.each([
    ["01819012345 is taken", "[redacted] is taken"],
    ["call +47 400 00 000 now", "call [redacted] now"],
    ["<kari.n@example.com> bounced", "<[redacted]> bounced"],
    ["(kari@example.com)ola@example.com", "([redacted])[redacted]"],
    ["to=kari@example.com,ola@example.com", "[redacted]@example.com"],
    ["at most 5000 in 2 days", "at most 5000 in 2 days"],
    ["products.0.rate", "products.0.rate"],
  ])("turns %j into %j", (text, masked) => {
    expect(maskPersonalValues(text)).toBe(masked)
  })

  it("reads a long word once, as an answer may be one", () => {
    const word = "x".repeat(500_000)

    expect(maskPersonalValues(`${word} kari@example.com`)).toBe(`${word} [redacted]`)
  })
})

describe("what may be logged", () => {
  it("is a truth, nothing, and an amount, as they are", () => {
    const shown = { is_error: false, status: null, amount: 10.5, quantity: "2" }

    expect(redact(shown)).toEqual(shown)
  })

  it("is what is six levels down, and no more", () => {
    const nested = (levels: number): unknown => (levels === 0 ? 7 : { data: nested(levels - 1) })
    const inLists = (levels: number): unknown => (levels === 0 ? 7 : [inLists(levels - 1)])

    expect(JSON.stringify(redact(nested(6)))).toContain("7")
    expect(JSON.stringify(redact(nested(7)))).not.toContain("7")
    expect(JSON.stringify(redact(inLists(6)))).toContain("7")
    expect(JSON.stringify(redact(inLists(7)))).not.toContain("7")
  })
})
