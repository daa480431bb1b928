import { useTexts } from "../../lib/texts"
import { useAmountText } from "../../lib/use-amount-text"
import type { Confirmation } from "../../lib/use-confirmation"
import type { Terms } from "./terms-form"

type PricedOrder = {
  /** Major units, billed each cycle. */
  readonly total: number
  readonly currency_code: string
}

/** What is asked before a subscription is made, and what is said afterwards. */
export const useCreationWords = () => {
  const t = useTexts()
  const amountText = useAmountText()

  return {
    question: (
      { total, currency_code }: PricedOrder,
      { repeats, delivery }: Pick<Terms, "repeats" | "delivery">
    ): Confirmation => ({
      title: t("subscriptions.create.confirmTitle"),
      description: t(
        delivery === "sent"
          ? "subscriptions.create.confirm"
          : "subscriptions.create.confirmPassedOn",
        {
          repeats,
          amount: amountText(total, currency_code),
          total: amountText(total * repeats, currency_code),
        }
      ),
      confirmText: t("subscriptions.create.submit"),
      variant: "confirmation",
    }),
    done: ({ isPassedOn }: { isPassedOn: boolean }): string =>
      t(isPassedOn ? "subscriptions.create.donePassedOn" : "subscriptions.create.done"),
  }
}
