import type { Locator } from "playwright-core"

import { standing } from "./standing"

/** Leaves a dialog that has the focus by Escape, once it stands. */
export async function leaveByKeyboard(dialog: Locator): Promise<void> {
  await standing(dialog)
  await dialog.page().keyboard.press("Escape")
  await dialog.waitFor({ state: "detached" })
}
