import { daysOverdue } from "../lib/periods"
import { useTexts } from "../lib/texts"
import { CalendarDay } from "./values"

type DueProps = {
  /** ISO 8601; null while nothing is due. */
  at: string | null
  /** Whether the server knows it to be past, although it knows no date, either. */
  isOverdue: boolean
}

/** When an invoice is due, and how long that is over. */
export const DueDate = ({ at, isOverdue }: DueProps) => {
  const t = useTexts()

  const days = at === null ? 0 : daysOverdue(at)
  const lateness =
    days > 0 ? t("fields.overdue", { count: days }) : isOverdue ? t("fields.pastDue") : null
  return (
    <span className="flex flex-col">
      {at !== null ? <CalendarDay on={at} /> : lateness === null && "–"}
      {lateness !== null && (
        <span className="text-ui-tag-red-text txt-compact-xsmall">{lateness}</span>
      )}
    </span>
  )
}
