import { useDate } from "@medusajs/dashboard/hooks"

import { readServiceDay } from "../lib/service-day"
import { useTexts } from "../lib/texts"

type ServiceDayProps = {
  /** As the service writes days; null or undefined when it does not say. */
  on: string | null | undefined
}

/** A day of the service's in the person's language; one in an unknown form is shown as it came. */
export const ServiceDay = ({ on }: ServiceDayProps) => {
  const t = useTexts()
  const { getFullDate } = useDate()
  const date = on ? readServiceDay(on) : null

  if (!on) {
    return <>{t("fields.unknown")}</>
  }
  return <>{date ? getFullDate({ date }) : on}</>
}
