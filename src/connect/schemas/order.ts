import { z } from "zod"

import { lazily } from "../lazily"
import {
  isRecord,
  listOf,
  maybeNumber,
  maybeRecord,
  maybeText,
  record,
  requiredText,
  sparing,
} from "./answer-values"
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
const productShare = lazily(() =>
  z.strictObject({
    id: z.union([z.int(), z.string().regex(/^\d+$/)], "must be the line's id"),
    amount: decimal,
  })
)

export const productShares = lazily(() =>
  z.array(productShare()).min(1, "must hold at least one product line")
)

export const orderParams = lazily(() => z.strictObject({ order_uuid: identifier }))

/** Identifiers of a created order; pages of the documentation also call the first one `orderUuid`. */
export const createdOrder = lazily(() =>
  record({ uuid: requiredText, customerUuid: maybeText }, { uuid: "orderUuid" })
)

/** One row of the status list, or the status of one order; amounts in major units where the service sends them. */
export const orderStatusRow = lazily(() =>
  record(
    {
      uuid: requiredText,
      status: requiredText,
      orderAmount: maybeNumber,
      refundedAmount: maybeNumber,
    },
    { uuid: "orderUuid" }
  )
)

const isText = (value: unknown): boolean =>
  typeof value === "string" && value !== "" && value === value.trim()

const isAmount = (value: unknown): boolean => value === undefined || Number.isFinite(value)

/** The status list. It names every order of the account at once: what is copied of each is most of what it costs. */
export const orderStatusRows = lazily(() =>
  listOf(
    sparing(
      orderStatusRow(),
      (row) =>
        isRecord(row) &&
        isText(row.uuid) &&
        isText(row.status) &&
        isAmount(row.orderAmount) &&
        isAmount(row.refundedAmount)
    )
  )
)

export const answeredAddress = lazily(() => ({
  street: maybeText,
  zip: maybeText,
  city: maybeText,
  country: maybeText,
}))

const answeredLine = lazily(() =>
  record(
    {
      // The documented record has no id although a refund by line needs one.
      id: maybeNumber,
      name: maybeText,
      productId: maybeText,
      quantity: maybeNumber,
      rate: maybeNumber,
      discount: maybeNumber,
      tax: maybeNumber,
      amount: maybeNumber,
    },
    { name: "productName" }
  )
)

const answeredSummary = lazily(() =>
  maybeRecord(
    {
      subTotal: maybeNumber,
      totalTax: maybeNumber,
      totalDiscount: maybeNumber,
      grandTotal: maybeNumber,
    },
    // Documented answers name two totals otherwise than requests do.
    { totalTax: "tax", totalDiscount: "discount" }
  )
)

/** The order record; amounts in major units, tax of a line in percent. */
export const orderRecord = lazily(() =>
  record(
    {
      type: maybeText,
      orderUuid: requiredText,
      invoiceNumber: maybeText,
      status: requiredText,
      orderDate: maybeText,
      paymentLinkDueDate: maybeText,
      productList: listOf(answeredLine()).catch([]),
      orderSummary: answeredSummary(),
      referenceNo: maybeText,
      customerReference: maybeText,
      customerDetails: maybeRecord(
        {
          type: maybeText,
          uuid: maybeText,
          countryCode: maybeText,
          msisdn: maybeText,
          email: maybeText,
          name: maybeText,
          preferredLanguage: maybeText,
          personalNumber: maybeText,
          organizationId: maybeText,
          address: maybeRecord(answeredAddress()),
        },
        { uuid: "customerUuid" }
      ),
    },
    { orderUuid: "uuid", productList: "products" }
  )
)
