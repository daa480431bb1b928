import { getLocaleAmount } from "@medusajs/dashboard/lib"

import { useTexts } from "../lib/texts"

export type AmountProps = {
  /** Decimal major units; null when it is not known. */
  value: number | null
  currencyCode: string
}

/** An amount as Medusa's own order page writes it. */
export const Amount = ({ value, currencyCode }: AmountProps) => {
  const t = useTexts()

  return (
    <span className="tabular-nums">
      {value === null ? t("fields.unknown") : getLocaleAmount(value, currencyCode)}
    </span>
  )
}
