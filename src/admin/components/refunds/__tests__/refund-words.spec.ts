import { obstacleText, reasonText, refundWords } from "../refund-words"

const refund = (state: string, approval: string | null = null) => ({
  state,
  approval,
  missing_in_medusa: false,
})

describe("words for a refund", () => {
  it.each([
    [refund("done"), "refunds.status.done"],
    [refund("rejected", "possible"), "refunds.status.rejected"],
    [refund("rejected", "open"), "refunds.status.awaitingApproval"],
    [refund("in_doubt"), "refunds.status.inDoubt"],
    [refund("sending"), "refunds.status.sending"],
    [{ ...refund("done"), missing_in_medusa: true }, "refunds.status.missing"],
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
