import { Alert, Text } from "@medusajs/ui"

import { useTexts } from "../../lib/texts"
import type { Verdict } from "./verdicts"

type VerdictAlertProps = {
  isGood: boolean
  /** Undefined for a verdict that has no words yet. */
  verdict: Verdict | undefined
  /** The server's own word, for such a one. */
  word: string
  /** Further sentences, for whoever runs the server. */
  notes: readonly string[]
}

/** What a test found; read out when it appears. */
export const VerdictAlert = ({ isGood, verdict, word, notes }: VerdictAlertProps) => {
  const t = useTexts()

  return (
    <Alert variant={isGood ? "success" : "error"} role={isGood ? "status" : "alert"}>
      <Text as="span" size="small" leading="compact" weight="plus">
        {verdict ? t(verdict.title) : word}
      </Text>
      {verdict && (
        <Text size="small" leading="compact" className="text-ui-fg-subtle mt-1">
          {t(verdict.advice)}
        </Text>
      )}
      {notes.map((note) => (
        <Text key={note} size="small" leading="compact" className="text-ui-fg-subtle mt-1">
          {note}
        </Text>
      ))}
    </Alert>
  )
}
