import english from "../../i18n/en"
import type { Translate } from "../../lib/texts"
import { memberText } from "../sent-words"

const t: Translate = (key) =>
  String(
    key
      .split(".")
      .reduce<unknown>((texts, part) => (texts as Record<string, unknown>)[part], english)
  )

describe("memberText", () => {
  it.each([
    ["cycles", "Cycle"],
    ["products.2.amount", "Line 2, Amount"],
    ["orderSummary.grandTotal", "Totals, Total"],
    ["chargeValidity", "Charge validity"],
    ["settings.isChargePartiallyRefundable", "Settings, Is charge partially refundable"],
  ])("says %s in words", (path, words) => {
    expect(memberText(t, path)).toBe(words)
  })
})
