import { readFileSync } from "node:fs"

import type { AxeResults, RunOptions } from "axe-core"
import type { Page } from "playwright-core"

const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8")

/** What keeps people out, or nearly. */
const GRAVE: ReadonlySet<string | null | undefined> = new Set([
  "serious",
  "critical",
])

/** How long something takes to fade in: half transparent it has too little contrast. */
const FADING_MS = 400

/**
 * Has axe look at a part of the page.
 *
 * @param selector of what is ours there
 * @returns a line for each serious or critical violation, with the places where it occurs
 * @throws when nothing matches
 */
export async function graveViolations(
  page: Page,
  selector: string
): Promise<string[]> {
  await page.waitForTimeout(FADING_MS)
  await page.evaluate(AXE)
  const { violations } = await page.evaluate<AxeResults, string>(
    async (include) => {
      const { axe } = globalThis as unknown as {
        axe: {
          run(
            context: { include: string[] },
            options: RunOptions
          ): Promise<AxeResults>
        }
      }
      return axe.run(
        { include: [include] },
        { resultTypes: ["violations"], iframes: false }
      )
    },
    selector
  )
  return violations
    .filter(({ impact }) => GRAVE.has(impact))
    .map(
      ({ id, help, nodes }) =>
        `${id} (${help}): ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`
    )
}
