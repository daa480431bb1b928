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
