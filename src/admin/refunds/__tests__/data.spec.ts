import {
  isOfChangedLines,
  type Refund,
  lineAmountsSchema,
  noAmounts,
  obstacleText,
  reasonText,
  refundWords,
} from "../data"

const refund = (state: Refund["state"], approval: Refund["approval"] = null) => ({
  state,
  approval,
  missing_in_medusa: false,
})

describe("a refund of an amount", () => {
  it("is just of the changed lines where these cost it", () => {
    const changed = { amount: 149, lines: [], certain: true }

    expect(isOfChangedLines({ changed }, 149)).toBe(true)
    expect(isOfChangedLines({ changed }, 149.01)).toBe(false)
    expect(isOfChangedLines({ changed: null }, 149)).toBe(false)
  })
})

describe("words for a refund", () => {
  it.each([
    [refund("succeeded"), "refunds.status.done"],
    [refund("rejected", "possible"), "refunds.status.rejected"],
    [refund("rejected", "open"), "refunds.status.awaitingApproval"],
    [refund("in_doubt"), "refunds.status.inDoubt"],
    [refund("sending"), "refunds.status.sending"],
    [{ ...refund("succeeded"), missing_in_medusa: true }, "refunds.status.missing"],
  ])("%j is %s", (given, text) => {
    expect(refundWords(given).text).toBe(text)
  })

  it("say why the service refused, and leave what is new to the server's sentence", () => {
    expect(reasonText("refundRejectionForRequestAmountThresholdExceed")).toBe(
      "refunds.reason.threshold"
    )
    expect(reasonText("refundRejectionForOutOfRunwayParamAmount")).toBe("refunds.reason.tooMuch")
    expect(reasonText("somethingNew")).toBeUndefined()
    expect(reasonText(null)).toBeUndefined()
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

  it("are amounts", () => {
    expect(problems([{ amount: "1,249" }, { amount: "" }])).toEqual([
      ["0.amount", "forms.errors.amount"],
    ])
  })
})
