import { daysOverdue } from "../lib/periods"
import { useTexts } from "../lib/texts"
import { CalendarDay } from "./values"

type DueProps = {
  /** ISO 8601; null while nothing is due. */
  at: string | null
}

/** When an invoice is due, and how long that is over. */
export const DueDate = ({ at }: DueProps) => {
  const t = useTexts()

  if (at === null) {
    return <>–</>
  }
  const days = daysOverdue(at)
  return (
    <span className="flex flex-col">
      <CalendarDay on={at} />
      {days > 0 && (
        <span className="text-ui-tag-red-text txt-compact-xsmall">
          {t("fields.overdue", { count: days })}
        </span>
      )}
    </span>
  )
}
