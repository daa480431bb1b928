export const convertToLocale = ({
  amount,
  currency_code: currency,
}: {
  amount: number
  currency_code: string
}) => new Intl.NumberFormat("en-US", { style: "currency", currency }).format(amount)
