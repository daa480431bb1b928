import { z } from "zod"

import { lenientList, optionalAmount, optionalText } from "./answer-values"

const lineSchema = z.object({
  name: optionalText,
  productId: optionalText,
  quantity: optionalAmount,
  rate: optionalAmount,
  discount: optionalAmount,
  tax: optionalAmount,
  amount: optionalAmount,
})

const totalsSchema = z.object({
  subTotal: optionalAmount,
  totalTax: optionalAmount,
  totalDiscount: optionalAmount,
  grandTotal: optionalAmount,
})

/**
 * The request an e-invoice order was made from, as the journal keeps it: without the customer. Amounts in major units,
 * tax in percent, `orderDate` in unix seconds.
 */
export const sentRequestSchema = z.object({
  products: lenientList(lineSchema),
  orderSummary: totalsSchema,
  orderDate: optionalAmount,
  referenceNo: optionalText,
})

export type SentRequest = z.infer<typeof sentRequestSchema>
export type SentLine = z.infer<typeof lineSchema>
export type SentTotals = z.infer<typeof totalsSchema>
