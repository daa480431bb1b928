import { maskPersonalValues } from "../personal-values"

describe("maskPersonalValues", () => {
  it.each([
    ["01819012345 is taken", "[redacted] is taken"],
    ["call +47 400 00 000 now", "call [redacted] now"],
    ["<kari.n@example.com> bounced", "<[redacted]> bounced"],
    ["at most 5000 in 2 days", "at most 5000 in 2 days"],
    ["products.0.rate", "products.0.rate"],
  ])("turns %j into %j", (text, masked) => {
    expect(maskPersonalValues(text)).toBe(masked)
  })
})
