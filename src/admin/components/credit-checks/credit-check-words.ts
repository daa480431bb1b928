import type { BadgeColor } from "../../lib/status-words"
import type { TextKey } from "../../lib/texts"
import type { CreditCheck } from "./credit-check-data"

type Verdict = {
  /** On a badge. */
  readonly text: TextKey
  /** What it means for the merchant, as a sentence. */
  readonly meaning: TextKey
  readonly color: BadgeColor
}

const verdicts: Readonly<Record<string, Verdict>> = {
  LOW: {
    text: "creditChecks.risk.low",
    meaning: "creditChecks.meaning.low",
    color: "green",
  },
  MODERATE: {
    text: "creditChecks.risk.moderate",
    meaning: "creditChecks.meaning.moderate",
    color: "orange",
  },
  HIGH: {
    text: "creditChecks.risk.high",
    meaning: "creditChecks.meaning.high",
    color: "red",
  },
}

const nothingKnown: Verdict = {
  text: "creditChecks.risk.unknown",
  meaning: "creditChecks.meaning.unknown",
  color: "grey",
}

/** What a check says in words; a score of 0 means that nothing was found, whatever risk the service writes beside it. */
export const verdictOf = ({
  score,
  riskLevel,
}: Pick<CreditCheck, "score" | "riskLevel">): Verdict =>
  score === 0 ? nothingKnown : (verdicts[riskLevel?.trim().toUpperCase() ?? ""] ?? nothingKnown)
