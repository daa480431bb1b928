import { readFileSync, writeFileSync } from "node:fs"
import path from "node:path"

import { z } from "zod"

import type { Reported } from "./report"

export const RESULTS_FILE = path.resolve(__dirname, "../results.json")

const keptSchema = z.object({
  ratios: z.array(z.looseObject({ id: z.string() })),
})

/** Writes down what was measured, in place of what an earlier run measured of the same ratios; the others stay. */
export function keepResults(reported: readonly Reported[]): void {
  const measured = new Set(reported.map(({ id }) => id))
  const ratios = [...earlier().filter(({ id }) => !measured.has(id)), ...reported].sort(
    (one, other) => one.id.localeCompare(other.id, "en", { numeric: true })
  )
  writeFileSync(RESULTS_FILE, `${JSON.stringify({ ratios }, null, 2)}\n`)
}

function earlier(): z.infer<typeof keptSchema>["ratios"] {
  try {
    return keptSchema.parse(JSON.parse(readFileSync(RESULTS_FILE, "utf8"))).ratios
  } catch {
    // None yet, or of another form.
    return []
  }
}
