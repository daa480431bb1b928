import { clx } from "@medusajs/ui"

import { useTexts } from "../../lib/texts"
import { useAmountText } from "../../lib/use-amount-text"
import type { ReservationAccount } from "./reservation-data"

type ReservationBarProps = {
  account: ReservationAccount
  currencyCode: string
}

/** Hatched and plain beside coloured, so that the parts differ without their colours. */
const HATCHED = "bg-[repeating-linear-gradient(45deg,transparent_0_4px,var(--bg-base)_4px_6px)]"

/**
 * Where a reservation's money is, as a picture: captured, still reserved, charged beyond. The same stands in words in the
 * legend below and, in one sentence, for screen readers.
 */
export const ReservationBar = ({ account, currencyCode }: ReservationBarProps) => {
  const t = useTexts()
  const amountText = useAmountText()
  const { bar } = account
  const parts = [
    {
      key: "captured",
      label: t("reservations.amounts.captured"),
      amount: account.captured,
      width: bar.captured,
      look: "bg-ui-tag-green-icon",
    },
    {
      key: "left",
      label: t("reservations.amounts.left"),
      amount: account.left,
      width: bar.left,
      look: clx("bg-ui-tag-blue-icon", HATCHED),
    },
    {
      key: "charged",
      label: t("reservations.amounts.charged"),
      amount: account.charged,
      width: bar.charged,
      look: "bg-ui-tag-purple-icon",
    },
  ]

  return (
    <div className="flex flex-col gap-y-3 px-6 py-4">
      <div
        role="img"
        aria-label={t("reservations.bar", {
          captured: amountText(account.captured, currencyCode),
          left: amountText(account.left, currencyCode),
          charged: amountText(account.charged, currencyCode),
        })}
        className="bg-ui-bg-component border-ui-border-base flex h-4 w-full gap-x-px overflow-hidden rounded-md border"
      >
        {parts.map(({ key, width, look }) => (
          <span key={key} className={look} style={{ width: `${width}%` }} />
        ))}
      </div>
      <ul className="flex flex-wrap gap-x-6 gap-y-1">
        {parts.map(({ key, label, amount, look }) => (
          <li key={key} className="txt-compact-small text-ui-fg-subtle flex items-center gap-x-2">
            <span aria-hidden className={clx("size-3 shrink-0 rounded-sm", look)} />
            {label}{" "}
            <span className="text-ui-fg-base tabular-nums">{amountText(amount, currencyCode)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
