/**
 * An amount in Norwegian kroner, as readers of the language write it.
 *
 * @param value in major units, as the Store API gives it
 */
export const moneyIn = (locale: string, value: number): string =>
  locale.startsWith("en") ? `NOK ${amountIn(locale, value)}` : `${amountIn(locale, value)} kr`

/** @param value in major units, as the Store API gives it */
export const amountIn = (locale: string, value: number): string =>
  new Intl.NumberFormat(locale, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(value)
