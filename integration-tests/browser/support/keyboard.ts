import type { Locator, Page } from "playwright-core"

const MOST_STOPS = 60

/**
 * Presses Tab until the element has the focus, as a user without a mouse does.
 *
 * @throws when it cannot be reached
 */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if ((await focused(page, target).count()) > 0) {
      return
    }
    await page.keyboard.press("Tab")
  }
  throw new Error(`No way by keyboard to ${String(target)}`)
}

/** Chooses a radio button: Tab goes to its group, the arrow keys go through it. */
export async function chooseByKeyboard(page: Page, group: Locator, wanted: Locator): Promise<void> {
  await wanted.waitFor()
  await tabTo(page, group.getByRole("radio").first())
  await page.keyboard.press("Space")
  for (let stop = 0; !(await wanted.isChecked()); stop += 1) {
    if (stop > MOST_STOPS) {
      throw new Error(`No way by keyboard to ${String(wanted)}`)
    }
    await page.keyboard.press("ArrowDown")
  }
}

/** The element while it has the focus; nothing otherwise. */
export const focused = (page: Page, target: Locator): Locator => target.and(page.locator(":focus"))
