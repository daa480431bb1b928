import { StatusBadge } from "@medusajs/ui"

import { useTexts } from "../../lib/texts"
import { cycleWords, subscriptionWords } from "./subscription-words"

type BadgeProps = {
  /** As the service spells it; null when it does not say. */
  status: string | null
}

/** A subscription's status in words; the colour only repeats what the words say. */
export const SubscriptionBadge = ({ status }: BadgeProps) => {
  const t = useTexts()
  const words = status === null ? undefined : subscriptionWords(status)

  return (
    <StatusBadge color={words?.color ?? "grey"} className="text-nowrap">
      {words ? t(words.text) : (status ?? t("fields.unknown"))}
    </StatusBadge>
  )
}

/** What became of a cycle, in words. */
export const CycleBadge = ({ status }: BadgeProps) => {
  const t = useTexts()
  const words = status === null ? undefined : cycleWords(status)

  return (
    <StatusBadge color={words?.color ?? "grey"} className="text-nowrap">
      {words ? t(words.text) : (status ?? t("fields.unknown"))}
    </StatusBadge>
  )
}
