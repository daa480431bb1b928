import { mkdirSync } from "node:fs"
import path from "node:path"
import type { Page } from "playwright-core"

const folder = path.resolve(__dirname, "../../../test-output/browser")

/** Keeps a picture of the page in test-output/, for people to look at. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await page.screenshot({
    path: path.join(folder, `${name}.png`),
    fullPage: true,
  })
}
