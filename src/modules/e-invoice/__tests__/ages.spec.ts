import { AGE_BRACKETS } from "../overview"

describe("brackets of age", () => {
  it("cover every age once", () => {
    expect(AGE_BRACKETS[0]?.from_days).toBe(0)
    for (const [index, { to_days }] of AGE_BRACKETS.entries()) {
      expect(AGE_BRACKETS[index + 1]?.from_days).toBe(to_days ?? undefined)
    }
    expect(AGE_BRACKETS.at(-1)?.to_days).toBeNull()
  })
})
