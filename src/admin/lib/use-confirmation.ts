import { usePrompt } from "@medusajs/ui"

import { useTexts } from "./texts"

/** What is asked before something moves money or cannot be undone. */
export type Confirmation = {
  readonly title: string
  /** What happens, and the amount when money moves. */
  readonly description: string
  /** Says what is done, such as "Cancel the invoice"; never just "OK". */
  readonly confirmText: string
  /** Says what is not done; "Go back" when left out. */
  readonly cancelText?: string
  /** `danger` (red) for what destroys, `confirmation` for what only moves money. The first when left out. */
  readonly variant?: "danger" | "confirmation"
}

/** Asks the person; answers true at once when there is nothing to ask. Who goes back stands where they stood. */
export const useConfirmation = () => {
  const t = useTexts()
  const prompt = usePrompt()

  return async (confirmation: Confirmation | undefined): Promise<boolean> => {
    if (confirmation === undefined) {
      return true
    }
    const { activeElement } = document
    const isConfirmed = await prompt({
      cancelText: t("forms.goBack"),
      ...confirmation,
    })
    if (!isConfirmed && activeElement instanceof HTMLElement) {
      activeElement.focus()
    }
    return isConfirmed
  }
}
