import { StatusBadge } from "@medusajs/ui"

import { useTexts } from "../../lib/texts"
import { callbackStateWords } from "./callback-words"

/** Whether a callback has been processed, in words. */
export const CallbackStateBadge = ({ state }: { state: string }) => {
  const t = useTexts()
  const words = callbackStateWords(state)

  return (
    <StatusBadge color={words?.color ?? "grey"} className="text-nowrap">
      {words ? t(words.text) : state}
    </StatusBadge>
  )
}
