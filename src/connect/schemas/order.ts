import { z } from "zod"

import { lazily } from "../lazily"
import {
  isRecord,
  listOf,
  maybeDigits,
  maybeNumber,
  maybeRecord,
  maybeText,
  publishedAs,
  record,
  requiredText,
  sparing,
} from "./answer-values"
import { decimal, identifier, text, unixTimeText, webAddress } from "./request-values"

/** A product line (specification, Create e-invoice order: products[]); amounts in major units, tax in percent. */
export const productLine = lazily(() =>
  z
    .strictObject({
      name: text.describe("Name of the product."),
      productId: z.string().describe("Unique identifier of the product.").optional(),
      quantity: decimal.describe("Quantity."),
      rate: decimal.describe("Rate per unit, in kroner."),
      discount: decimal.describe("Discount applied to the line, in kroner.").optional(),
      tax: decimal.describe(
        "Tax rate in percent. Typical values 0, 12, 15, 25, unless the account has another configuration."
      ),
      amount: decimal.describe("Total amount of the line, in kroner."),
    })
    .meta({ title: "ProductLine" })
)

export const productLines = lazily(() =>
  z.array(productLine()).min(1, "must hold at least one product line")
)

export const orderDate = lazily(() =>
  unixTimeText.describe("Unix timestamp of the order date, sent as a string.")
)

export const linkDueDate = lazily(() =>
  unixTimeText.describe("Unix timestamp until which the payment link can be used.")
)

/** Totals of an order (specification: orderSummary); major units. */
export const orderSummary = lazily(() =>
  z
    .strictObject({
      subTotal: decimal.describe(
        "Sum of the lines before tax and discount, in kroner. Sent as a decimal string with two decimals."
      ),
      totalTax: decimal.describe("Total tax of the order, in kroner."),
      totalDiscount: decimal.describe("Total discount of the order, in kroner."),
      grandTotal: decimal.describe("Grand total of the order, in kroner."),
    })
    .meta({ title: "OrderSummary" })
)

/** What is sold, when, and what it comes to. */
export const soldLines = lazily(() => ({
  products: productLines(),
  orderSummary: orderSummary(),
  orderDate: orderDate(),
}))

/** Specification, Limits 3: 0 daily, 1 once a month, 2 twice a month. */
const invoiceInterval = lazily(() =>
  z
    .literal([0, 1, 2], "must be 0 (daily), 1 (once a month) or 2 (twice a month)")
    .meta({ description: "0 = daily, 1 = once a month, 2 = twice a month.", default: 0 })
)

/** Specification, Limits 2. */
const invoiceMaturity = lazily(() =>
  z.literal(10, "must be 10 when sent").describe("If sent, the value must be 10.")
)

export const reference = lazily(() => z.string().nullable())

/** How an order is invoiced, and its two free references (specification, Create e-invoice order). */
export const invoiceTerms = lazily(() => ({
  invoiceInterval: invoiceInterval().optional(),
  invoiceMaturity: invoiceMaturity().optional(),
  invoiceFeeApplicable: z
    .boolean()
    .describe("Whether an invoice fee applies. Required, although a default of true is stated."),
  separateInvoices: z.boolean().meta({ default: true }).optional(),
  referenceNo: reference().describe("Free reference number.").optional(),
  customerReference: reference().describe("Free customer reference.").optional(),
}))

export const callbackUrl = lazily(() =>
  webAddress.describe("Address that receives order state changes by HTTP GET.")
)

/** Where the service reports status changes of an order. */
export const statusCallback = lazily(() =>
  z.strictObject({ callbackUrl: callbackUrl() }).meta({ title: "StatusCallback" })
)

/** Where the payer is sent back to, and where the service reports status changes. */
export const sessionCallback = lazily(() =>
  z
    .strictObject({
      callbackUrl: callbackUrl().optional(),
      success: webAddress.describe("Where the browser goes after payment or verification."),
      failure: webAddress.describe("Where the browser goes after failure or cancellation."),
    })
    .meta({ title: "SessionCallback" })
)

/** How the service sends a payment link to the customer. */
export const delivery = lazily(() =>
  z
    .strictObject({
      sms: z.boolean().describe("Send the payment link by SMS."),
      email: z.boolean().describe("Send the payment link by e-mail."),
    })
    .meta({ title: "Delivery" })
)

/** A share of a stored product line: its integer id at the service, and an amount in major units. */
const productShare = lazily(() =>
  z
    .strictObject({
      id: z
        .union([z.int(), z.string().regex(/^\d+$/)], "must be the line's id")
        .describe("The line's id, as the record's details show it."),
      amount: decimal.describe("The line's share, in kroner."),
    })
    .meta({ title: "ProductShare" })
)

export const productShares = lazily(() =>
  z.array(productShare()).min(1, "must hold at least one product line")
)

export const orderParams = lazily(() => z.strictObject({ order_uuid: identifier }))

/** Identifiers of a created order; pages of the documentation also call the first one `orderUuid`. */
export const createdOrder = lazily(() =>
  record({ uuid: requiredText, customerUuid: maybeText }, { uuid: "orderUuid" }).meta({
    title: "CreatedOrder",
  })
)

/** The same, where the page prints the first name. */
export const createdEhfOrder = lazily(() =>
  record({ uuid: requiredText, customerUuid: maybeText }, { uuid: publishedAs("orderUuid") })
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
  ).meta({ title: "OrderStatus" })
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

/** What answers say of a stored line beside its name. */
export const answeredLine = {
  // The documented record of an order has no id although a refund by line needs one.
  id: maybeNumber,
  productId: maybeText,
  quantity: maybeNumber,
  rate: maybeNumber,
  discount: maybeNumber,
  tax: maybeNumber,
  amount: maybeNumber,
}

const orderLine = lazily(() =>
  record({ name: maybeText, ...answeredLine }, { name: "productName" }).meta({ title: "OrderLine" })
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
    { totalTax: publishedAs("tax"), totalDiscount: publishedAs("discount") }
  )
)

/** The order record; amounts in major units, tax of a line in percent. */
export const orderRecord = lazily(() =>
  record(
    {
      type: maybeText,
      orderUuid: requiredText,
      invoiceNumber: maybeDigits,
      status: requiredText,
      orderDate: maybeText,
      paymentLinkDueDate: maybeText,
      productList: listOf(orderLine()).catch([]),
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
          organizationId: maybeDigits,
          address: maybeRecord(answeredAddress()),
        },
        { uuid: "customerUuid" }
      ),
    },
    { orderUuid: "uuid", productList: "products" }
  ).meta({ title: "Order" })
)
