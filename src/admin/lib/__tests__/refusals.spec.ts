import { reasonText, refusalText } from "../refusals"
import { serverWords } from "./server-words"

const t = (key: string, values?: Record<string, string | number>) =>
  `${key}${values && Object.keys(values).length > 0 ? JSON.stringify(values) : ""}`

const said = (
  code: string | null,
  values: Record<string, string> = {},
  messageKey: string | null = null
) => refusalText(t, { code, values, messageKey })

describe("refusalText", () => {
  it.each(serverWords("domain/failure.ts", "RefusalCode"))("has words for the code %s", (code) => {
    expect(said(code, { reason: "cancelled" })).toBeDefined()
  })

  it.each(serverWords("workflows/bill-outstanding/outstanding-of-order.ts", "NotBillable"))(
    "has words for what is not billable: %s",
    (reason) => {
      expect(said("not_billable", { reason })).toMatch(/^billing\.notBillable\./)
    }
  )

  it("names amounts as the person's language writes them", () => {
    expect(said("refund_to_record", { amount: "1249.50" })).toMatch(/1.?249[.,]50/)
  })

  it.each([
    ["the service's own word", "refundRejectionForWeeklyThresholdExceed", "refunds.reason.weekly"],
    ["the kind of failure", null, "refusals.kind.unavailable"],
  ])("lets why the service did not do it follow: by %s", (_what, messageKey, why) => {
    const values = { kind: "unavailable", why: "No." }
    expect(said("refund_rejected", values, messageKey)).toMatch(new RegExp(`} ${why}$`))
  })

  it("leaves what is new to the server's sentence", () => {
    expect(said("refund_rejected", { kind: "conflict", why: "It is new." })).toMatch(/It is new\.$/)
    expect(said("something_new")).toBeUndefined()
    expect(said(null)).toBeUndefined()
  })
})

it("says why the service refused", () => {
  expect(reasonText("refundRejectionForRequestAmountThresholdExceed")).toBe(
    "refunds.reason.threshold"
  )
  expect(reasonText("refundRejectionForOutOfRunwayParamAmount")).toBe("refunds.reason.tooMuch")
  expect(reasonText("somethingNew")).toBeUndefined()
  expect(reasonText(null)).toBeUndefined()
})
