import { z } from "zod"

import { lazily } from "../lazily"
import type { OtherBody } from "../operation"
import { invoiceTerms, linkDueDate, reference, soldLines, statusCallback } from "../schemas/order"

/*
 * Invoices as they were asked for in mid-2025, at addresses that answered then: the rules are those of recorded requests.
 */

const references = lazily(() =>
  z.strictObject({
    referenceNo: reference().optional(),
    customerReference: reference().optional(),
    receiptNo: reference().optional(),
    customerNotes: reference().optional(),
    tnc: reference().optional(),
  })
)

/** How the invoice goes out; the caller's choice then. */
const sendOrderBy = lazily(() =>
  z.strictObject({ sms: z.boolean(), email: z.boolean(), invoice: z.boolean() })
)

const earlierInvoice = (customer: z.ZodType) => {
  const { invoiceFeeApplicable, invoiceInterval, invoiceMaturity, separateInvoices } =
    invoiceTerms()
  return z.strictObject({
    ...soldLines(),
    dueDateForPaymentLink: linkDueDate().optional(),
    sendOrderBy: sendOrderBy(),
    isCreditCheckAvailable: z.boolean(),
    invoiceAsPaymentOption: z.boolean(),
    customerDetails: customer,
    invoiceReferences: references().nullable().optional(),
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
export const asInMid2025 = (
  type: "private" | "corporate",
  customer: () => z.ZodType
): OtherBody => ({
  // Both take what a schema of this file or of the entry let through.
  write: (body) => write(body as Invoice, type),
  takes: {
    schema: lazily(() => earlierInvoice(customer())),
    read: (body) => read(body as EarlierInvoice),
  },
})

function write(invoice: Invoice, type: string) {
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
function read(body: EarlierInvoice) {
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
