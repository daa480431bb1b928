import { getLocaleAmount } from "@medusajs/dashboard/lib"

import { useTexts } from "./texts"

/** Writes an amount in major units as Medusa's own order page does, for sentences; `Amount` is for the screen. */
export const useAmountText = () => {
  const t = useTexts()
  return (amount: number | null, currencyCode: string): string =>
    amount === null ? t("fields.unknown") : getLocaleAmount(amount, currencyCode)
}
