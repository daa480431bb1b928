const numbers = new Intl.NumberFormat(undefined, { maximumFractionDigits: 3 })

const percents = new Intl.NumberFormat(undefined, {
  style: "percent",
  maximumFractionDigits: 2,
})

/** A quantity as the person's browser writes numbers. */
export const formatNumber = (value: number): string => numbers.format(value)

/** @param percent 25 for 25 % */
export const formatPercent = (percent: number): string => percents.format(percent / 100)
