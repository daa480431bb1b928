import type { Locator } from "playwright-core"

type Animated = { getAnimations(): { finished: Promise<unknown> }[] }

/** Leaves a dialog that has the focus by Escape, once it stands: it takes the focus a moment before it listens. */
export async function leaveByKeyboard(dialog: Locator): Promise<void> {
  const page = dialog.page()
  await dialog.and(page.locator(":focus-within")).waitFor()
  await dialog.evaluate((opening: object) =>
    Promise.all(
      (opening as Animated).getAnimations().map(({ finished }) => finished)
    )
  )
  await page.keyboard.press("Escape")
  await dialog.waitFor({ state: "detached" })
}
