/**
 * The columns of an amount. Medusa keeps one twice: as a number, and as text that loses nothing.
 *
 * @param value decimal major units
 */
export const amountColumns = (name: string, value: string): Record<string, string> => ({
  [name]: value,
  [`raw_${name}`]: JSON.stringify({ value, precision: 20 }),
})
