import type { languages } from "../connect"

/** A language the service writes invoices in (specification, Limits 4). */
export type PreferredLanguage = (typeof languages)[number]

/** How strictly a personal number is checked. */
export type PersonalNumberSettings = {
  /** Check the control digits and the date, not only the eleven-digit form. */
  checkDigits: boolean
  /** Take test numbers too, which have 80, 65 or 40 added to the month. */
  acceptSynthetic: boolean
}

/** The options of the plugin that decide how an order is mapped. */
export type MappingSettings = {
  /** Whether a line's rate and discount carry tax; its amount always does. */
  amounts: "tax-inclusive" | "tax-exclusive"
  /**
   * What `orderSummary.totalDiscount` says where lines carry tax: the discount without its tax, beside the tax that is due;
   * or what the lines' discounts add up to, beside the tax before discount.
   */
  totalDiscount: "without-tax" | "sum-of-lines"
  /**
   * What the gift cards and credit lines of a cart are: single-purpose vouchers, which lower what the goods are taxed on; or
   * multi-purpose ones, which are a means of payment.
   */
  giftCards: "single-purpose" | "multi-purpose"
  /** Lower-case codes of the currencies the account bills in. */
  currencies: readonly string[]
  personalNumber: PersonalNumberSettings
  /** When neither the shopper nor the order says. */
  preferredLanguage: PreferredLanguage
  /** Left out of the request when absent. */
  invoiceInterval?: 0 | 1 | 2 | undefined
  /** Left out of the request when absent. */
  invoiceMaturity?: 10 | undefined
  /** Whether the service adds its fee; no amount of it is ever part of the order. */
  invoiceFee: { applicable: boolean }
  /** One invoice per order, or orders gathered on one. */
  separateInvoices: boolean
  /** What is sent as `referenceNo`. */
  reference: "display-id" | "order-id" | "none"
}

/**
 * An order that cannot become an e-invoice order. The message is a sentence that a shopper can read and act on; it
 * never repeats a value.
 */
export class MappingError extends Error {
  /**
   * @param field what is wrong, in Medusa's terms or the checkout's: `phone`, `billing_address.postal_code`,
   *   `currency_code`
   */
  constructor(
    readonly field: string,
    message: string
  ) {
    super(message)
    this.name = "MappingError"
  }
}

/** Something a merchant may want to know about a mapped order; never a personal value. */
export type MappingNote = { code: MappingNoteCode; message: string }

/** What a note is about. */
export type MappingNoteCode =
  "credit-spread" | "language-not-offered" | "phone-not-valid" | "vat-rate" | "voucher-line"
