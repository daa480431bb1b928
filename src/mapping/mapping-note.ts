/** Something a merchant may want to know about a mapped order; never a personal value. */
export type MappingNote = { code: MappingNoteCode; message: string }

/** What a note is about. */
export type MappingNoteCode =
  "credit-spread" | "language-not-offered" | "phone-not-valid" | "vat-rate"
