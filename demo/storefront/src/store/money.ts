const twoDecimals = new Intl.NumberFormat("en-NO", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})

/** @param value in major units, as the Store API gives it */
export const amount = (value: number): string => twoDecimals.format(value)

/** @param value in major units, as the Store API gives it */
export const money = (value: number, currencyCode = "nok"): string =>
  `${currencyCode.toUpperCase()} ${amount(value)}`
