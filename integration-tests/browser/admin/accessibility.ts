import { readFileSync } from "node:fs"

import type { AxeResults, RunOptions } from "axe-core"
import type { Page } from "playwright-core"

const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8")

/** What keeps people out, or nearly. */
const GRAVE: ReadonlySet<string | null | undefined> = new Set(["serious", "critical"])

/** How long something takes to fade in: half transparent it has too little contrast. */
const FADING_MS = 400

/** What a theme can spoil; all else is the same in both. */
const SHADES = { runOnly: ["color-contrast"] } satisfies RunOptions

/**
 * Has axe look at a part of the page, in the light theme and in the dark.
 *
 * @param selector of what is ours there
 * @returns a line for each serious or critical violation, with the places where it occurs
 * @throws when nothing matches
 */
export async function graveViolations(page: Page, selector: string): Promise<string[]> {
  await page.waitForTimeout(FADING_MS)
  await page.evaluate(AXE)
  const inLight = await violationsOf(page, selector, {})
  await wear(page, "dark")
  const inDark = await violationsOf(page, selector, SHADES)
  await wear(page, "light")
  return [...inLight, ...inDark.map((violation) => `dark: ${violation}`)]
}

/** Changes the theme of a page that stands, as Medusa's switch does. */
async function wear(page: Page, theme: "light" | "dark"): Promise<void> {
  await page.evaluate(
    `(() => {
      const still = document.createElement("style")
      still.textContent = "* { transition: none !important; }"
      document.head.append(still)
      const { classList, style } = document.documentElement
      classList.remove("light", "dark")
      classList.add("${theme}")
      style.colorScheme = "${theme}"
      void getComputedStyle(still).opacity
      still.remove()
    })()`
  )
}

async function violationsOf(page: Page, selector: string, rules: RunOptions): Promise<string[]> {
  const { violations } = await page.evaluate<AxeResults, [string, RunOptions]>(
    async ([include, options]) => {
      const { axe } = globalThis as unknown as {
        axe: {
          run(context: { include: string[] }, options: RunOptions): Promise<AxeResults>
        }
      }
      return axe.run({ include: [include] }, options)
    },
    [selector, { resultTypes: ["violations"], iframes: false, ...rules }]
  )
  return violations
    .filter(({ impact }) => GRAVE.has(impact))
    .map(
      ({ id, help, nodes }) =>
        `${id} (${help}): ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`
    )
}
