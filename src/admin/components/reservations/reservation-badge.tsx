import { StatusBadge } from "@medusajs/ui"

import { useTexts } from "../../lib/texts"
import { reservationWords } from "./reservation-words"

type ReservationBadgeProps = {
  /** As the service spells it; null when it does not say. */
  status: string | null
}

/** A reservation's status in words; the colour only repeats what the words say. */
export const ReservationBadge = ({ status }: ReservationBadgeProps) => {
  const t = useTexts()
  const words = status === null ? undefined : reservationWords(status)

  return (
    <StatusBadge color={words?.color ?? "grey"} className="text-nowrap">
      {words ? t(words.text) : (status ?? t("fields.unknown"))}
    </StatusBadge>
  )
}
