import { z } from "zod"

import { requiredAmount } from "../../lib/form-values"
import type { TextKey } from "../../lib/texts"

/** A line of which a part can be chosen; `left` is major units. */
export type ChoosableLine = {
  readonly id: number
  readonly name: string
  readonly left: number
}

const NOTHING_CHOSEN: TextKey = "refunds.lines.none"

/**
 * An amount for each line, empty for lines that are left alone; at least one must be given, and none beyond what is left.
 *
 * @param tooMuch says how much is left of a line, in the person's language
 */
export const lineAmountsSchema = (
  lines: readonly ChoosableLine[],
  tooMuch: (line: ChoosableLine) => string
) =>
  z.array(z.object({ amount: z.string() })).transform((typed, context) => {
    const chosen = typed.flatMap(({ amount }, index) => {
      const line = lines[index]
      if (!line || amount.trim() === "") {
        return []
      }
      const result = requiredAmount({
        max: line.left,
        tooMuch: tooMuch(line),
      }).safeParse(amount)
      if (result.success) {
        return [{ id: line.id, amount: result.data }]
      }
      context.addIssue({
        code: "custom",
        path: [index, "amount"],
        message: result.error.issues[0]?.message ?? "",
      })
      return []
    })
    if (typed.every(({ amount }) => amount.trim() === "")) {
      // The field of a line that is used up cannot be filled in.
      const firstLeft = lines.findIndex(({ left }) => left > 0)
      context.addIssue({
        code: "custom",
        path: [Math.max(0, firstLeft), "amount"],
        message: NOTHING_CHOSEN,
      })
    }
    return chosen
  })

/** Nothing chosen of any line. */
export const noAmounts = (lines: readonly ChoosableLine[]) => lines.map(() => ({ amount: "" }))
