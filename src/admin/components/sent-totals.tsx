import { clx } from "@medusajs/ui"

import type { SentTotals as Totals } from "../lib/sent-request"
import { useTexts } from "../lib/texts"
import { Amount } from "./amount"

type SentTotalsProps = {
  totals: Totals
  currencyCode: string
}

/** The totals of a sent request, as the service received them. */
export const SentTotals = ({ totals, currencyCode }: SentTotalsProps) => {
  const t = useTexts()
  const rows = [
    { label: t("sentRequest.subTotal"), value: totals.subTotal },
    { label: t("sentRequest.totalDiscount"), value: totals.totalDiscount },
    { label: t("sentRequest.totalTax"), value: totals.totalTax },
    { label: t("sentRequest.grandTotal"), value: totals.grandTotal },
  ]

  return (
    <dl className="text-ui-fg-subtle txt-compact-small flex flex-col gap-y-2 border-b border-dashed px-6 py-4">
      {rows.map(({ label, value }, index) => (
        <div
          key={index}
          className={clx("flex justify-between gap-x-4", {
            "text-ui-fg-base txt-compact-small-plus": index === rows.length - 1,
          })}
        >
          <dt>{label}</dt>
          <dd>
            <Amount value={value} currencyCode={currencyCode} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
