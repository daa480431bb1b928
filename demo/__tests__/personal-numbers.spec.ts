import { idnr } from "@navikt/fnrvalidator"

import { personalNumberOf, syntheticPersonalNumber } from "../personal-numbers"

describe("the personal numbers of the demo", () => {
  const numbers = Array.from({ length: 28 }, (_, index) => personalNumberOf(index))

  it("have right control digits, and are synthetic", () => {
    for (const number of numbers) {
      expect(number).toMatch(/^\d{2}82\d{7}$/)
      expect(idnr(number)).toMatchObject({ status: "valid" })
    }
  })

  it("are each another customer's", () => {
    expect(new Set([...numbers, syntheticPersonalNumber]).size).toBe(29)
  })
})
