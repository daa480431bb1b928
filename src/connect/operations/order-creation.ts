import { z } from "zod"

import { lazily } from "../lazily"
import { defineOperations, type OtherBody } from "../operation"
import {
  anyCustomer,
  corporateCustomer,
  earlierCorporateCustomer,
  earlierPrivateCustomer,
  privateCustomer,
} from "../schemas/customer-body"
import {
  createdEhfOrder,
  createdOrder,
  delivery,
  invoiceTerms,
  linkDueDate,
  reference,
  soldLines,
  statusCallback,
} from "../schemas/order"
import {
  exampleCallback,
  exampleCompany,
  exampleContact,
  exampleCreated,
  exampleIds,
  exampleLines,
  examplePerson,
  examplePersonalNumber,
} from "./examples"
import {
  byCancellingOrder,
  clientLibrary,
  dependencyFailure,
  docs,
  payloadInvalid,
  serverFailure,
} from "./facts"

/*
 * Invoices as they were asked for in mid-2025, at addresses that answered then: the rules are those of recorded requests.
 */

const earlierReferences = lazily(() =>
  z.strictObject({
    referenceNo: reference().optional(),
    customerReference: reference().optional(),
    receiptNo: reference().optional(),
    customerNotes: reference().optional(),
    tnc: reference().optional(),
  })
)

/** How the invoice goes out; the caller's choice then. */
const earlierDelivery = lazily(() =>
  z.strictObject({ sms: z.boolean(), email: z.boolean(), invoice: z.boolean() })
)

const earlierInvoice = (customer: z.ZodType) => {
  const { invoiceFeeApplicable, invoiceInterval, invoiceMaturity, separateInvoices } =
    invoiceTerms()
  return z.strictObject({
    ...soldLines(),
    dueDateForPaymentLink: linkDueDate().optional(),
    sendOrderBy: earlierDelivery(),
    isCreditCheckAvailable: z.boolean(),
    invoiceAsPaymentOption: z.boolean(),
    customerDetails: customer,
    invoiceReferences: earlierReferences().nullable().optional(),
    invoiceInterval,
    invoiceMaturity,
    invoiceFeeApplicable: invoiceFeeApplicable.optional(),
    separateInvoices,
    callback: statusCallback().optional(),
  })
}

type EarlierInvoice = z.output<ReturnType<typeof earlierInvoice>> & { customerDetails: object }

/** What the bodies of an e-invoice order and of an EHF invoice share. */
type Invoice = {
  orderDate: string
  customerDetails: object
  referenceNo?: string | null
  customerReference?: string | null
}

/** The form that the body of an invoice had in mid-2025. */
const asInMid2025 = (type: "private" | "corporate", customer: () => z.ZodType): OtherBody => ({
  // Both take what a schema of this file or of the entry let through.
  write: (body) => asEarlierInvoice(body as Invoice, type),
  takes: {
    schema: lazily(() => earlierInvoice(customer())),
    read: (body) => fromEarlierInvoice(body as EarlierInvoice),
  },
})

function asEarlierInvoice(invoice: Invoice, type: string) {
  const { customerDetails, customerReference, referenceNo, ...rest } = invoice
  return {
    ...rest,
    orderDate: dayOf(Number(invoice.orderDate)),
    // A page of then wants it of an invoice that goes out daily.
    dueDateForPaymentLink: String(Number(invoice.orderDate) + MATURITY_SECONDS),
    sendOrderBy: { sms: false, email: false, invoice: true },
    isCreditCheckAvailable: false,
    invoiceAsPaymentOption: false,
    customerDetails: { type, preferredLanguage: "no", ...customerDetails },
    invoiceReferences: {
      referenceNo: referenceNo ?? null,
      customerReference: customerReference ?? null,
    },
  }
}

/** Without a callback, the service had nowhere to report to. */
function fromEarlierInvoice(body: EarlierInvoice) {
  const { callback = {}, invoiceFeeApplicable = true, invoiceReferences, ...rest } = body
  return {
    ...rest,
    invoiceFeeApplicable,
    referenceNo: invoiceReferences?.referenceNo,
    customerReference: invoiceReferences?.customerReference,
    callback,
  }
}

/** Ten days, the only maturity there is (specification, Limits 2). */
const MATURITY_SECONDS = 10 * 24 * 60 * 60

const norwegianDay = lazily(
  () =>
    new Intl.DateTimeFormat("en-GB", {
      timeZone: "Europe/Oslo",
      day: "2-digit",
      month: "short",
      year: "numeric",
    })
)

/** A day in Norway as it was written then: `02 Aug, 2023`. */
function dayOf(unixSeconds: number): string {
  const parts = norwegianDay().formatToParts(new Date(unixSeconds * 1000))
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((one) => one.type === type)?.value ?? ""
  return `${part("day")} ${part("month").slice(0, 3)}, ${part("year")}`
}

const createsOrder = {
  data: createdOrder,
  success: { status: 201, messageKey: "orderAddedSuccessfully", isData: false },
  refusals: [payloadInvalid, dependencyFailure, serverFailure],
  safety: "once",
  movesMoney: true,
  creates: { kind: "order", uuid: "uuid", reportsBack: true },
  inverse: byCancellingOrder,
} as const

/** Body of a payment link; older revisions also carried `dueDateForPaymentLink`. */
export const paymentLinkBody = lazily(() =>
  z.strictObject({
    ...soldLines(),
    dueDateForPaymentLink: linkDueDate().optional(),
    sendOrderBy: delivery().optional(),
    customerDetails: anyCustomer(),
    invoiceAsPaymentOption: z.boolean().optional(),
    secureDetails: z.boolean().optional(),
    referenceNo: reference().optional(),
    customerReference: reference().optional(),
    callback: statusCallback(),
  })
)

/** Creation of orders, by operation id. */
export const orderCreationOperations = defineOperations({
  "orders.create-e-invoice": {
    title: "Create e-invoice order",
    method: "POST",
    path: "/api/v1/connect/orders/faktura/create",
    body: () =>
      z.strictObject({
        ...soldLines(),
        customerDetails: privateCustomer(),
        ...invoiceTerms(),
        callback: statusCallback(),
      }),
    ...createsOrder,
    atCheckout: true,
    budgetMs: 12_000,
    provenance: "specification",
    sources: [`${docs}/page/send-e-faktura`],
    alternatives: [
      {
        path: "/api/v1/connect/orders/invoice/create/faktura",
        source: `${clientLibrary}, recordings of July 2025`,
        body: asInMid2025("private", earlierPrivateCustomer),
      },
    ],
    example: () => ({
      request: {
        body: {
          ...exampleLines,
          customerDetails: { ...exampleContact, personalNumber: examplePersonalNumber },
          invoiceFeeApplicable: false,
          callback: exampleCallback,
        },
      },
      answer: exampleCreated,
    }),
  },

  // The page shows no body of the answer; its text promises the two identifiers that the e-invoice order returns.
  "orders.create-payment-link": {
    title: "Send payment link",
    method: "POST",
    path: "/api/v1/connect/orders/payment-link/create",
    body: paymentLinkBody,
    ...createsOrder,
    provenance: "specification",
    assumed: ["success"],
    sources: [`${docs}/page/send-payment-link`, clientLibrary],
    example: () => ({
      request: {
        body: { ...exampleLines, customerDetails: examplePerson, callback: exampleCallback },
      },
      answer: exampleCreated,
    }),
  },

  // Only the start of the body is shown; the rest follows the e-invoice order, with a customer of either kind.
  "orders.create-invoice": {
    title: "Send invoice",
    method: "POST",
    path: "/api/v1/connect/orders/invoice/create",
    body: () =>
      z.strictObject({
        ...soldLines(),
        dueDateForPaymentLink: linkDueDate().optional(),
        customerDetails: anyCustomer(),
        ...invoiceTerms(),
        callback: statusCallback(),
      }),
    ...createsOrder,
    provenance: "documentation",
    assumed: ["body", "success"],
    sources: [`${docs}/page/send-invoice`, clientLibrary],
    example: () => ({
      request: {
        body: {
          ...exampleLines,
          customerDetails: { ...exampleCompany, type: "corporate" },
          invoiceFeeApplicable: false,
          callback: exampleCallback,
        },
      },
      answer: exampleCreated,
    }),
  },

  // The newest page has this path; the older one was still answered in July 2025.
  "orders.create-ehf-invoice": {
    title: "Send EHF invoice",
    method: "POST",
    path: "/api/v1/connect/orders/ehf/create",
    body: () =>
      z.strictObject({
        ...soldLines(),
        customerDetails: corporateCustomer(),
        ...invoiceTerms(),
        callback: statusCallback(),
      }),
    ...createsOrder,
    data: createdEhfOrder,
    provenance: "documentation",
    assumed: ["success"],
    sources: [`${docs}/page/send-ehf-invoice`],
    alternatives: [
      {
        path: "/api/v1/connect/orders/invoice/create/ehf",
        source: `${docs}/page/send-ehf-invoice before revision 1038, ${clientLibrary}, recordings of July 2025`,
        body: asInMid2025("corporate", earlierCorporateCustomer),
      },
    ],
    example: () => ({
      request: {
        body: {
          ...exampleLines,
          customerDetails: exampleCompany,
          invoiceFeeApplicable: false,
          callback: exampleCallback,
        },
      },
      answer: { orderUuid: exampleIds.order, customerUuid: exampleIds.customer },
      reads: exampleCreated,
    }),
  },
})
