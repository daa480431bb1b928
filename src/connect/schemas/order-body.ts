import { z } from "zod"

import { lazily } from "../lazily"
import { decimal, identifier, text, webAddress } from "./request-values"

/** A product line (specification, Create e-invoice order: products[]); amounts in major units, tax in percent. */
export const productLine = lazily(() =>
  z.strictObject({
    name: text,
    productId: z.string().optional(),
    quantity: decimal,
    rate: decimal,
    discount: decimal.optional(),
    tax: decimal,
    amount: decimal,
  })
)

export const productLines = lazily(() =>
  z.array(productLine()).min(1, "must hold at least one product line")
)

/** Totals of an order (specification: orderSummary); major units. */
export const orderSummary = lazily(() =>
  z.strictObject({
    subTotal: decimal,
    totalTax: decimal,
    totalDiscount: decimal,
    grandTotal: decimal,
  })
)

/** Specification, Limits 3: 0 daily, 1 once a month, 2 twice a month. */
const invoiceInterval = lazily(() =>
  z.literal([0, 1, 2], "must be 0 (daily), 1 (once a month) or 2 (twice a month)")
)

/** Specification, Limits 2. */
const invoiceMaturity = lazily(() => z.literal(10, "must be 10 when sent"))

export const reference = lazily(() => z.string().nullable())

/** How an order is invoiced, and its two free references (specification, Create e-invoice order). */
export const invoiceTerms = lazily(() => ({
  invoiceInterval: invoiceInterval().optional(),
  invoiceMaturity: invoiceMaturity().optional(),
  invoiceFeeApplicable: z.boolean(),
  separateInvoices: z.boolean().optional(),
  referenceNo: reference().optional(),
  customerReference: reference().optional(),
}))

/** Where the service reports status changes of an order. */
export const statusCallback = lazily(() => z.strictObject({ callbackUrl: webAddress }))

/** Where the payer is sent back to, and where the service reports status changes. */
export const sessionCallback = lazily(() =>
  z.strictObject({
    callbackUrl: webAddress.optional(),
    success: webAddress,
    failure: webAddress,
  })
)

/** How the service sends a payment link to the customer. */
export const delivery = lazily(() => z.strictObject({ sms: z.boolean(), email: z.boolean() }))

/** A share of a stored product line: its integer id at the service, and an amount in major units. */
export const productShare = lazily(() =>
  z.strictObject({
    id: z.union([z.int(), z.string().regex(/^\d+$/)], "must be the line's id"),
    amount: decimal,
  })
)

export const productShares = lazily(() =>
  z.array(productShare()).min(1, "must hold at least one product line")
)

export const orderParams = lazily(() => z.strictObject({ order_uuid: identifier }))
