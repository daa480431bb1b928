import { statusWords } from "../../lib/status-words"
import { type Translate, useTexts } from "../../lib/texts"
import type { Callback } from "./callback"
import { outcomeWords } from "./callback-words"

/** What came of a callback, in words; what the server adds stands behind them. */
export const CallbackOutcome = ({ outcome }: Pick<Callback, "outcome">) => {
  const t = useTexts()

  if (outcome === null) {
    return <>{t("callbacks.outcome.none")}</>
  }
  const words = outcomeWords(outcome)
  if (!words) {
    return <>{outcome}</>
  }
  const { text, detail } = words
  return (
    <>
      {t(text)}
      {detail && `: ${detailText(t, detail)}`}
    </>
  )
}

/** A status in words, where it is one of an order; else as the server wrote it. */
const detailText = (t: Translate, detail: string): string => {
  const words = statusWords({ state: "created", remote_status: detail })
  return words ? t(words.text) : detail
}
