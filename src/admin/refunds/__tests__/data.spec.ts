import {
  amountOfPieces,
  changedWords,
  creditRecordedText,
  isCounted,
  isOfChangedLines,
  lineAmountsSchema,
  noAmounts,
  obstacleText,
  piecesLeft,
  piecesOf,
  type Refund,
  refundDoneText,
  refundOutcomes,
  refundWords,
  submitText,
  typedTotal,
} from "../data"

const refund = (state: Refund["state"], approval: Refund["approval"] = null) => ({
  state,
  approval,
  missing_in_medusa: false,
  purpose: "refund" as Refund["purpose"],
})

describe("a refund of an amount", () => {
  it("is just of the changed lines where these cost it", () => {
    const changed = { amount: 149, lines: [], certain: true }

    expect(isOfChangedLines({ changed }, 149)).toBe(true)
    expect(isOfChangedLines({ changed }, 149.01)).toBe(false)
    expect(isOfChangedLines({ changed: null }, 149)).toBe(false)
  })
})

describe("what is said of lines that changed", () => {
  const changed = { amount: 203, lines: [], certain: false }

  it.each([
    [{ changed: null, refundable: 423 }, "refunds.changed.none"],
    [{ changed: { ...changed, certain: true }, refundable: 203 }, "refunds.changed.lines"],
    [{ changed, refundable: 423 }, "refunds.changed.uncertain"],
    [{ changed, refundable: 203 }, "refunds.changed.limited"],
  ])("%j is %s", (account, text) => {
    expect(changedWords(account)).toBe(text)
  })
})

describe("what staff may say that became of a refund", () => {
  const settled = {
    ...refund("rejected"),
    may_be_given: true,
    may_be_ruled_out: false,
  }
  const inDoubt = { ...settled, ...refund("in_doubt"), may_be_given: false }
  const waiting = { ...settled, ...refund("rejected", "open"), may_be_given: false }
  const yes = [{ carried_out: true }]
  const no = [{ carried_out: false }]
  const oneOfTwo = [
    { carried_out: true, beside_another: false },
    { carried_out: true, beside_another: true },
  ]
  const another = { carried_out: false, beside_another: true }

  it.each([
    ["in doubt", inDoubt, {}, yes, no],
    [
      "in doubt, while the service shows one of unknown amount",
      inDoubt,
      { mayBeAnother: true },
      oneOfTwo,
      [...no, another],
    ],
    ["awaiting approval", waiting, { mayBeAnother: true }, yes, no],
    ["awaiting approval beside one shown", waiting, { isShownBeside: true }, oneOfTwo, no],
    ["settled otherwise", settled, { mayBeAnother: true }, yes, []],
    ["settled otherwise beside one shown", settled, { isShownBeside: true }, oneOfTwo, []],
    ["of before", { ...settled, may_be_ruled_out: true }, {}, yes, no],
  ])("%s", (_what, one, at, carriedOut, notCarriedOut) => {
    const outcomes = refundOutcomes(one, { isShownBeside: false, mayBeAnother: false, ...at })

    expect(outcomes.carriedOut.map(({ said }) => said)).toEqual(carriedOut)
    expect(outcomes.notCarriedOut.map(({ said }) => said)).toEqual(notCarriedOut)
  })
})

describe("what is told of a credit that was recorded", () => {
  it.each([
    ["credit", "refunds.settle.creditDone"],
    ["refund", "refunds.settle.creditPaidBack"],
  ] as const)("follows what it became: a %s", (purpose, text) => {
    const others = [{ id: "einvref_2", purpose: "credit" as const }]

    expect(
      creditRecordedText({ refunds: [...others, { id: "einvref_1", purpose }] }, "einvref_1")
    ).toBe(text)
  })
})

describe("what is told of a refund that was made or recorded", () => {
  it.each([
    ["credit", "succeeded", null, "refunds.settle.creditDone"],
    ["credit", "rejected", null, "refunds.done"],
    ["refund", "succeeded", "regular", "refunds.done"],
    ["refund", "succeeded", null, "refunds.recorded"],
  ] as const)("follows what a %s is that %s and was sent as %s", (purpose, state, type, text) => {
    const newest = { purpose, state, type }
    expect(refundDoneText({ refunds: [newest] })).toBe(text)
  })
})

describe("what is said to be done with a refund", () => {
  const NONE = { refundable: 20, recordable: null }
  const BESIDE = { refundable: 20, recordable: 30 }
  const ALL = { refundable: 0, recordable: 30 }

  it.each([
    [NONE, "", "refunds.submit"],
    [BESIDE, "", "refunds.submit"],
    [BESIDE, "no", "refunds.submit"],
    [BESIDE, "yes", "refunds.given.submit"],
    [BESIDE, "beside", "refunds.given.submit"],
    [ALL, "", "refunds.given.submit"],
  ] as const)("follows what can be done and was said: %j, %j is %s", (account, given, text) => {
    expect(submitText(account, given)).toBe(text)
  })
})

describe("words for a refund", () => {
  it.each([
    [refund("succeeded"), "refunds.status.done"],
    [{ ...refund("succeeded"), purpose: "credit" as const }, "refunds.status.credited"],
    [refund("rejected", "possible"), "refunds.status.rejected"],
    [refund("rejected", "open"), "refunds.status.awaitingApproval"],
    [refund("in_doubt"), "refunds.status.inDoubt"],
    [refund("sending"), "refunds.status.sending"],
    [{ ...refund("succeeded"), missing_in_medusa: true }, "refunds.status.missing"],
  ])("%j is %s", (given, text) => {
    expect(refundWords(given).text).toBe(text)
  })

  it("say what stands in the way", () => {
    expect(obstacleText(null)).toBeUndefined()
    expect(obstacleText("not-captured")).toBe("refunds.obstacle.notCaptured")
  })
})

const lines = [
  { id: 7, name: "Coffee", left: 100 },
  { id: 8, name: "Socks", left: 0 },
]

const schema = lineAmountsSchema(lines, ({ left }) => `only ${left}`)

const problems = (typed: { amount: string }[]) =>
  schema.safeParse(typed).error?.issues.map(({ path, message }) => [path.join("."), message])

describe("amounts of lines", () => {
  it("are those of the lines that were filled in", () => {
    expect(schema.parse([{ amount: "12,50" }, { amount: " " }])).toEqual([{ id: 7, amount: 12.5 }])
  })

  it("begin with nothing, which is not enough", () => {
    expect(problems(noAmounts(lines))).toEqual([["0.amount", "refunds.lines.none"]])
  })

  it("are asked for at the first line that has something left", () => {
    const usedUp = lines.toReversed()
    const result = lineAmountsSchema(usedUp, () => "").safeParse(noAmounts(usedUp))

    expect(result.error?.issues.map(({ path }) => path)).toEqual([[1, "amount"]])
  })

  it("are no more than what is left of each", () => {
    expect(problems([{ amount: "100.01" }, { amount: "1" }])).toEqual([
      ["0.amount", "only 100"],
      ["1.amount", "only 0"],
    ])
  })

  it("are no more together than can be chosen in all", () => {
    const together = lineAmountsSchema(
      [
        { id: 7, name: "Coffee", left: 100 },
        { id: 8, name: "Socks", left: 50 },
      ],
      () => "",
      { most: 110.1, tooMuch: "only 110.10" }
    )
    const typed = (...amounts: string[]) =>
      together.safeParse(amounts.map((amount) => ({ amount }))).error?.issues

    expect(typed("100", "10.10")).toBeUndefined()
    expect(typed("100", "10.11")).toMatchObject([{ path: [1, "amount"], message: "only 110.10" }])
  })

  it("are amounts", () => {
    expect(problems([{ amount: "1,249" }, { amount: "" }])).toEqual([
      ["0.amount", "forms.errors.amount"],
    ])
  })
})

describe("a line in pieces", () => {
  const line = { id: 1, name: "Coffee", left: 100, amount: 100, quantity: 3 }

  it("costs its part to the øre, and all that is left with the last piece", () => {
    expect([0, 1, 2, 3].map((pieces) => amountOfPieces(line, pieces))).toEqual([
      0, 33.33, 66.67, 100,
    ])
    expect(piecesLeft(line)).toBe(3)
    expect(piecesLeft({ ...line, left: 66.67 })).toBe(2)
    expect(amountOfPieces({ ...line, left: 66.66 }, 2)).toBe(66.66)
    expect(piecesLeft({ ...line, left: 0 })).toBe(0)
  })

  it.each([
    [100, 3, [33.33, 33.34, 33.33]],
    [200, 3, [66.67, 66.66, 66.67]],
    [0.05, 3, [0.02, 0.01, 0.02]],
    [99.99, 7, [14.28, 14.29, 14.28, 14.29, 14.28, 14.29, 14.28]],
  ])("of %d is refunded one of %d after another, with nothing left", (amount, quantity, each) => {
    let left = amount
    const refunded = each.map((_, index) => {
      const now = { ...line, amount, quantity, left }
      expect(piecesLeft(now)).toBe(quantity - index)
      const piece = amountOfPieces(now, 1)
      expect(piecesOf(now, piece)).toBe(1)
      left = Number((left - piece).toFixed(2))
      return piece
    })

    expect(refunded).toEqual(each)
    expect(left).toBe(0)
  })

  it("gives the øre that pieces were rounded by to the last one", () => {
    const twoGone = { ...line, left: 33.34 }

    expect(piecesLeft(twoGone)).toBe(1)
    expect(amountOfPieces(twoGone, 1)).toBe(33.34)
  })

  it("costs its part also where an amount was refunded that is of no number of pieces", () => {
    const half = { ...line, left: 50 }

    expect(piecesLeft(half)).toBe(2)
    expect([0, 1, 2].map((pieces) => amountOfPieces(half, pieces))).toEqual([0, 33.33, 50])
  })

  it("is recognised by an amount, unless it is that of no number of pieces", () => {
    expect([0, 33.33, 66.67, 100, 50].map((amount) => piecesOf(line, amount))).toEqual([
      0,
      1,
      2,
      3,
      undefined,
    ])
  })

  it("is none where the quantity is not known, is one, or is no whole number", () => {
    expect([null, 1, 1.5, 2].map((quantity) => isCounted({ ...line, quantity }))).toEqual([
      false,
      false,
      false,
      true,
    ])
  })

  it("adds up what is typed, as far as it is an amount", () => {
    expect(
      typedTotal([{ amount: "10,50" }, { amount: "" }, { amount: "x" }, { amount: "0.10" }])
    ).toBe(10.6)
  })
})
