import { StatusBadge } from "@medusajs/ui"

import { useTexts } from "../../lib/texts"
import type { CreditCheck } from "./credit-check-data"
import { verdictOf } from "./credit-check-words"

type RiskBadgeProps = {
  check: Pick<CreditCheck, "score" | "riskLevel">
}

/** The risk in words; the colour only repeats what the words say. */
export const RiskBadge = ({ check }: RiskBadgeProps) => {
  const t = useTexts()
  const { text, color } = verdictOf(check)

  return (
    <StatusBadge color={color} className="text-nowrap">
      {t(text)}
    </StatusBadge>
  )
}
