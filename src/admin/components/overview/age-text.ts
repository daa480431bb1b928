import type { Translate } from "../../lib/texts"
import type { OutstandingByAge } from "./overview-answer"

/** An age in words: "10 to 29 days". */
export const ageText = (
  t: Translate,
  { from_days, to_days }: Pick<OutstandingByAge, "from_days" | "to_days">
): string => {
  if (to_days === null) {
    return t("overview.age.from", { days: from_days })
  }
  return from_days === 0
    ? t("overview.age.under", { days: to_days })
    : t("overview.age.between", { from: from_days, to: to_days - 1 })
}
