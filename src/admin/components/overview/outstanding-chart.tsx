import { clx } from "@medusajs/ui"

import { useTexts } from "../../lib/texts"
import { useAmountText } from "../../lib/use-amount-text"
import { ageText } from "./age-text"
import type { Outstanding } from "./overview-answer"

/** The older, the warmer; what a colour says stands beside it in words. */
const COLORS = [
  "bg-ui-tag-green-icon",
  "bg-ui-tag-blue-icon",
  "bg-ui-tag-orange-icon",
  "bg-ui-tag-red-icon",
]

/** Widest first bar: the longest takes all of the room. */
const share = (amount: number | null, most: number): string =>
  `${most > 0 ? Math.max(((amount ?? 0) / most) * 100, amount ? 1 : 0) : 0}%`

/** A bar for each age. To a screen reader it is one picture whose description says all that it shows. */
export const OutstandingChart = ({ of }: { of: Outstanding }) => {
  const t = useTexts()
  const amountText = useAmountText()
  const most = Math.max(...of.ages.map(({ amount }) => amount ?? 0))
  const bars = of.ages.map((age) => ({
    label: ageText(t, age),
    amount: amountText(age.amount, of.currency_code),
    orders: t("overview.outstanding.orders", { count: age.count }),
    width: share(age.amount, most),
  }))
  const description = bars
    .map(({ label, amount, orders }) => `${label}: ${amount}, ${orders}`)
    .join("; ")

  return (
    <div
      role="img"
      aria-label={t("overview.outstanding.picture", { description })}
      className="flex flex-col gap-y-4"
    >
      {bars.map(({ label, amount, orders, width }, index) => (
        <div key={label}>
          <div className="txt-compact-small mb-1.5 flex flex-wrap justify-between gap-x-4">
            <span className="text-ui-fg-base">{label}</span>
            <span className="text-ui-fg-subtle tabular-nums">
              {amount} · {orders}
            </span>
          </div>
          <div className="bg-ui-bg-switch-off h-2.5 w-full overflow-hidden rounded-full">
            <div className={clx("h-full rounded-full", COLORS[index])} style={{ width }} />
          </div>
        </div>
      ))}
    </div>
  )
}
