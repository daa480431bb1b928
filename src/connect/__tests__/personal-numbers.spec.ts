import { maskPersonalNumbersIn, mayHoldPersonalNumber } from "../personal-numbers"

const MASK = "***********"

const WRITTEN = [
  "17819010188",
  "178190 10188",
  "178190-10188",
  "178190\u00a010188",
  "178190 101 88",
  "178190 10 188",
  "178 190 101 88",
  "17.81.90 10188",
  "17.81.90-10188",
  "17/81/90/101/88",
  "17 81 90 101 88",
  "1781 9010 188",
  "1 7 8 1 9 0 1 0 1 8 8",
  // A word processor's dashes and hyphens, and what a copy from a page brings along.
  "178190–10188",
  "178190—10188",
  "178190\u201110188",
  "178190\u221210188",
  "178190\u200b10188",
  "178190\u00ad10188",
  "178190_10188",
  "17811990-10188",
  "17811990 10188",
  "\uff11\uff17\uff18\uff11\uff19\uff10\uff11\uff10\uff11\uff18\uff18",
]

const LEFT = [
  "ODR17819010188",
  "1795235558",
  "1795219200000",
  "0cc175b9c0f1b6a831c399e2697726617819010188a1",
  "8f14e45f-ceea-467f-a83c-17819010188a",
  "8f14e45f-1781-9010-188c-1b2a3c4d5e6f",
  "order_01JQ8Z5T3N17819010188ABCDE",
  "1 000.00 of 2 000.00",
  "149.00, 99.90 and 198.00",
  "2026-11-23T10:15:00.000Z",
  "2026-11-30 10:15:00.000",
  "30.11.2026 149.00",
  "30.11.2026 10023",
  "30.11.2026 kl. 10.15",
  "+47 400 00 000",
]

describe("maskPersonalNumbersIn", () => {
  it.each(WRITTEN)("masks %s, also where letters touch it", (written) => {
    expect(maskPersonalNumbersIn(`by ${written}, fnr${written}y.`)).toBe(`by ${MASK}, fnr${MASK}y.`)
  })

  it.each(["FNR17819010188", "KUNDE17819010188", "kunde-personnummer-er-17819010188-ring"])(
    "masks the digits of %s",
    (word) => {
      expect(maskPersonalNumbersIn(word)).toBe(word.replace("17819010188", MASK))
    }
  )

  it("masks each of several, and one behind digits of others", () => {
    expect(maskPersonalNumbersIn("12345 178190 10188; 17819010188/17819010188")).toBe(
      `12345 ${MASK}; ${MASK}/${MASK}`
    )
  })

  it.each(LEFT)("leaves %s", (text) => {
    expect(maskPersonalNumbersIn(`at ${text}`)).toBe(`at ${text}`)
  })

  it("looks at no long word again from each of its letters", () => {
    const word = "a".repeat(100_000)

    expect(maskPersonalNumbersIn(`${word} ${"17819010188 ".repeat(100)}`)).toBe(
      `${word} ${`${MASK} `.repeat(100)}`
    )
  })
})

describe("mayHoldPersonalNumber", () => {
  it.each([...WRITTEN, "12345678901", "z 17819010188 y", "FNR17819010188"])(
    "sees one in %s",
    (text) => {
      expect(mayHoldPersonalNumber(text)).toBe(true)
    }
  )

  it.each([
    ...LEFT,
    "cus_01JQ8Z5T3NABCDEFGHJKMNPQRS",
    "refund-1795219200000",
    "c0a8012e-7f3b-4c55-9d2a-1f2e3d4c5b6a",
  ])("sees none in %s", (text) => {
    expect(mayHoldPersonalNumber(text)).toBe(false)
  })
})
