import type { RequestOf } from "../connect"
import { unixSeconds } from "./dates"
import { buildOrderRequest, customerReference, type OrderRequestInput } from "./build-order-request"
import type { BilledLine } from "./sent-lines"
import { type CustomerContact, parsePersonalNumber, type Shopper } from "./customer"
import { MappingError, type MappingNote } from "./settings-and-errors"
import type { OrderTotals } from "./product-lines"

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
  /** What each product line was made of. */
  lines: BilledLine[]
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
  const { customer, common, ...made } = commonParts(input)
  return {
    body: {
      ...common,
      ...invoiceTerms(input),
      customerDetails: {
        personalNumber: parsePersonalNumber(
          input.shopper.personalNumber,
          input.settings.personalNumber
        ),
        ...customer,
      },
    },
    ...made,
  }
}

/** The ways to bill a customer that make an order at the service. */
export const billWays = ["payment-link", "invoice", "e-invoice", "ehf-invoice"] as const

/** One of these ways. */
export type BillWay = (typeof billWays)[number]

/** How a bill is made, beyond what the Medusa order says. */
export type BillTerms = {
  by: BillWay
  /** Nine digits; the customer is a company when it is given. */
  organizationId?: string | undefined
  /** How the service sends a payment link; its own way when left out. */
  sendBy?: { sms: boolean; email: boolean } | undefined
  /** Unix seconds in text, after which a payment link can no longer be used. */
  linkDueDate?: string | undefined
}

/** What a bill is made of: an order or cart, what is charged of it, to whom, and how. */
export type BillInput = Omit<EInvoiceOrderInput, "shopper"> & {
  terms: BillTerms
  shopper: Omit<Shopper, "personalNumber"> & {
    personalNumber?: string | undefined
  }
}

const operations = {
  "payment-link": "orders.create-payment-link",
  invoice: "orders.create-invoice",
  "e-invoice": "orders.create-e-invoice",
  "ehf-invoice": "orders.create-ehf-invoice",
} as const satisfies Record<BillWay, string>

/** The operation that makes an order at the service. */
export type BillOperationId = (typeof operations)[BillWay]

/** The operation by which a bill of this way is made. */
export const billOperation = (by: BillWay): BillOperationId => operations[by]

/** A bill that is ready to be sent. */
export type Bill = {
  operationId: BillOperationId
  body: RequestOf<BillOperationId>["body"]
  /** Contact by which the order can be recognised at the service. */
  customer: CustomerContact
  /** What each product line was made of. */
  lines: BilledLine[]
  totals: OrderTotals
  notes: MappingNote[]
}

/**
 * Maps an order or cart of Medusa to the request of one of the ways to bill it; the lines add up to the charged amount to
 * the øre, whichever the way.
 *
 * @throws MappingError naming the field that stands in the way
 */
export function buildBill(input: BillInput): Bill {
  switch (input.terms.by) {
    case "e-invoice":
      return buildEInvoice(input)
    case "payment-link":
      return buildPaymentLink(input)
    case "invoice":
      return buildInvoice(input)
    case "ehf-invoice":
      return buildEhfInvoice(input)
  }
}

function buildEInvoice(input: BillInput): Bill {
  const { personalNumber } = input.shopper
  if (personalNumber === undefined) {
    throw new MappingError("personal_number", "A personal number is needed for an e-invoice.")
  }
  const order = buildEInvoiceOrder({ ...input, shopper: { ...input.shopper, personalNumber } })
  return {
    operationId: "orders.create-e-invoice",
    customer: order.body.customerDetails,
    ...order,
  }
}

function buildPaymentLink(input: BillInput): Bill {
  const { customer, common, ...made } = commonParts(input)
  const { sendBy, linkDueDate } = input.terms
  return {
    operationId: "orders.create-payment-link",
    body: {
      ...common,
      ...(linkDueDate && { dueDateForPaymentLink: linkDueDate }),
      ...(sendBy && { sendOrderBy: sendBy }),
      customerDetails: eitherCustomer(customer, input.terms),
    },
    customer,
    ...made,
  }
}

function buildInvoice(input: BillInput): Bill {
  const { customer, common, ...made } = commonParts(input)
  return {
    operationId: "orders.create-invoice",
    body: {
      ...common,
      ...invoiceTerms(input),
      customerDetails: {
        ...eitherCustomer(customer, input.terms),
        ...personalNumberOf(input),
      },
    },
    customer,
    ...made,
  }
}

function buildEhfInvoice(input: BillInput): Bill {
  const { customer, common, ...made } = commonParts(input)
  const { organizationId } = input.terms
  if (organizationId === undefined) {
    throw new MappingError(
      "organization_id",
      "An organization number is needed for an EHF invoice."
    )
  }
  return {
    operationId: "orders.create-ehf-invoice",
    body: {
      ...common,
      ...invoiceTerms(input),
      customerDetails: { ...customer, organizationId },
    },
    customer,
    ...made,
  }
}

/** What each way of billing sends of an order, and what its lines were made of. */
function commonParts(input: Pick<BillInput, keyof EInvoiceOrderInput>) {
  const { products, orderSummary, referenceNo, ...made } = buildOrderRequest(input)
  return {
    ...made,
    common: {
      products,
      orderSummary,
      orderDate: unixSecondsOf(input.orderDate),
      referenceNo,
      customerReference: customerReference(input.shopper.reference),
      callback: { callbackUrl: input.callbackUrl },
    },
  }
}

function unixSecondsOf(date: Date): string {
  if (Number.isNaN(date.getTime())) {
    throw new MappingError("order_date", "The date of the order is not a date.")
  }
  return unixSeconds(date)
}

const invoiceTerms = ({ settings }: Pick<BillInput, "settings">) => ({
  ...(settings.invoiceInterval !== undefined && {
    invoiceInterval: settings.invoiceInterval,
  }),
  ...(settings.invoiceMaturity !== undefined && {
    invoiceMaturity: settings.invoiceMaturity,
  }),
  invoiceFeeApplicable: settings.invoiceFee.applicable,
  separateInvoices: settings.separateInvoices,
})

const eitherCustomer = (customer: CustomerContact, { organizationId }: BillTerms) =>
  organizationId === undefined
    ? { ...customer, type: "private" as const }
    : { ...customer, type: "corporate" as const, organizationId }

/** Of a person who is sent an invoice, and only where it was given: nothing else needs it. */
const personalNumberOf = ({ terms, shopper, settings }: BillInput) =>
  terms.organizationId === undefined && shopper.personalNumber !== undefined
    ? {
        personalNumber: parsePersonalNumber(shopper.personalNumber, settings.personalNumber),
      }
    : {}
