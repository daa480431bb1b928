/** A successful answer of the service. */
export type Answer<Data> = {
  httpStatus: number
  /** The answer's `message`: a key, in some operations a sentence. */
  messageKey: string
  /** What the operation answers, read by the catalogue's schema for it. */
  data: Data
  /** The whole body as parsed from JSON, for what `data` leaves out. Holds personal data: never log it. */
  raw: unknown
  /** The answer's own `status_code` where it repeats the HTTP status differently; the HTTP status decides. */
  statusCode?: number
  /**
   * Milliseconds by which the service's clock ran ahead of this machine's when it answered, behind it where they are
   * negative; the way there and back counted half each. Left out when the answer has no `Date` header.
   */
  clockSkewMs?: number
  /** Present when `data` is one page of a longer list. */
  page?: Page
}

/** Where a page stands in its list; page numbers begin at 1. */
export type Page = {
  /** Entries in the whole list. */
  total?: number
  perPage?: number
  currentPage?: number
  lastPage?: number
}
