import { kronerOf } from "../money"
import type { OrderLine } from "../state/order"

/** The documented record of a stored product line. */
export const lineRecord = (line: OrderLine) => ({
  id: line.id,
  name: line.name,
  productId: line.productId,
  quantity: line.quantity,
  rate: line.rate,
  discount: line.discount,
  tax: line.tax,
  amount: kronerOf(line.amountOre),
})
