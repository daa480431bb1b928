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
