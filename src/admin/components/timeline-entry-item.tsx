import { StatusBadge, Text } from "@medusajs/ui"

import type { TimelineEntry } from "../lib/e-invoice-order"
import { plainWords } from "../lib/plain-words"
import { useTexts } from "../lib/texts"
import { actionText, outcomeWords } from "../lib/timeline-words"
import { ActorName } from "./actor-name"
import { Moment } from "./moment"
import { TimelineDetail } from "./timeline-detail"

type TimelineEntryItemProps = {
  entry: TimelineEntry
  currencyCode: string
}

/** One act in the history of an e-invoice order: what, how it ended, who, when, and what the service answered. */
export const TimelineEntryItem = ({ entry, currencyCode }: TimelineEntryItemProps) => {
  const t = useTexts()
  const action = actionText(entry.action)
  const outcome = outcomeWords(entry.outcome)

  return (
    <li className="flex flex-col gap-y-1 px-6 py-4">
      <div className="flex items-start justify-between gap-x-4">
        <Text size="small" leading="compact" weight="plus">
          {action ? t(action) : plainWords(entry.action)}
        </Text>
        {outcome && (
          <StatusBadge color={outcome.color} className="text-nowrap">
            {t(outcome.text)}
          </StatusBadge>
        )}
      </div>
      {entry.detail && <TimelineDetail detail={entry.detail} currencyCode={currencyCode} />}
      <Text size="small" leading="compact" className="text-ui-fg-subtle">
        {entry.actor && <ActorName actor={entry.actor} />}
        {entry.actor && entry.at && " · "}
        {entry.at && <Moment at={entry.at} />}
      </Text>
    </li>
  )
}
