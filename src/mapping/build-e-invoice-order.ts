import type { RequestOf } from "../connect"
import { buildOrderRequest, type OrderRequestInput } from "./build-order-request"
import type { Shopper } from "./customer-details"
import { MappingError } from "./mapping-error"
import type { MappingNote } from "./mapping-note"
import type { OrderTotals } from "./order-totals"
import { parsePersonalNumber } from "./personal-number"
import { customerReference } from "./references"

/** What an e-invoice order is made of: an order or cart, what is charged of it, and to whom. */
export type EInvoiceOrderInput = Omit<OrderRequestInput, "shopper"> & {
  shopper: Shopper
  /** Where the service reports changes of the order's status. */
  callbackUrl: string
  /** When the order was placed; sent in whole seconds. */
  orderDate: Date
}

/** An e-invoice order that is ready to be sent. */
export type EInvoiceOrder = {
  /** The request's body (specification, Create e-invoice order: request body). */
  body: RequestOf<"orders.create-e-invoice">["body"]
  totals: OrderTotals
  notes: MappingNote[]
}

/**
 * Maps an order or cart of Medusa to an e-invoice order whose lines add up to the charged amount to the øre. See
 * docs/money.md for the rules.
 *
 * @throws MappingError naming the field that stands in the way
 *
 * @example
 * const { data: [order] } = await query.graph({ entity: "order", fields: orderFields, filters: { id } })
 * const { body } = buildEInvoiceOrder({ order, amount: session.amount, kind: "order", ... })
 */
export function buildEInvoiceOrder(input: EInvoiceOrderInput): EInvoiceOrder {
  const { shopper, settings } = input
  const request = buildOrderRequest(input)
  return {
    body: {
      products: request.products,
      orderSummary: request.orderSummary,
      orderDate: unixSeconds(input.orderDate),
      customerDetails: {
        personalNumber: parsePersonalNumber(shopper.personalNumber, settings.personalNumber),
        ...request.customer,
      },
      ...(settings.invoiceInterval === undefined
        ? {}
        : { invoiceInterval: settings.invoiceInterval }),
      ...(settings.invoiceMaturity === undefined
        ? {}
        : { invoiceMaturity: settings.invoiceMaturity }),
      invoiceFeeApplicable: settings.invoiceFee.applicable,
      separateInvoices: settings.separateInvoices,
      referenceNo: request.referenceNo,
      customerReference: customerReference(shopper.reference),
      callback: { callbackUrl: input.callbackUrl },
    },
    totals: request.totals,
    notes: request.notes,
  }
}

function unixSeconds(date: Date): string {
  const seconds = Math.floor(date.getTime() / 1000)
  if (!Number.isSafeInteger(seconds)) {
    throw new MappingError("order_date", "The date of the order is not a date.")
  }
  return String(seconds)
}
