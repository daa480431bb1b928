import type { Locator } from "playwright-core"

type Animated = { getAnimations(): { finished: Promise<unknown> }[] }

/**
 * Waits until a dialog has the focus and stands: it takes the focus a moment before it listens, and what is pressed in it while it
 * slides in may have moved on before it is released.
 */
export async function standing(dialog: Locator): Promise<void> {
  await dialog.and(dialog.page().locator(":focus-within")).waitFor()
  await dialog.evaluate((opening: object) =>
    Promise.all((opening as Animated).getAnimations().map(({ finished }) => finished))
  )
}
