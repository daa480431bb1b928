import { StatusBadge } from "@medusajs/ui"

import type { BadgeColor } from "../../lib/status-words"
import { useTexts } from "../../lib/texts"
import { operationStateWords } from "../reservations/reservation-words"

const colors: Readonly<Record<string, BadgeColor>> = {
  done: "green",
  refused: "grey",
  in_doubt: "orange",
}

/** How an operation ended, in words; the colour only repeats what the words say. */
export const OperationStateBadge = ({ state }: { state: string }) => {
  const t = useTexts()

  return (
    <StatusBadge color={colors[state] ?? "blue"} className="text-nowrap">
      {t(operationStateWords(state))}
    </StatusBadge>
  )
}
