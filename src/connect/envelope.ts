import { flagOf, isRecord, numberOf } from "./schemas/answer-values"

/**
 * The members of any answer, of either error form (`is_data` with `data`, or `is_error` with `errors`). `is_data` is not
 * read: it does not say whether `data` is filled.
 */
export type Envelope = {
  status_code: number | undefined
  message: string
  is_error: boolean | undefined
  data: unknown
  errors: unknown
  /** Where `data` stands in its list, where the answer says so. */
  page: Page | undefined
  /** The body as parsed from JSON. */
  raw: unknown
}

const utf8 = new TextDecoder()

/** The body of an answer; undefined when it is no JSON object. */
export function readEnvelope(body: Buffer): Envelope | undefined {
  let parsed: unknown
  try {
    parsed = JSON.parse(utf8.decode(body))
  } catch {
    return undefined
  }
  return isRecord(parsed) ? envelopeOf(parsed) : undefined
}

// By hand: every answer of every call passes here, and of most only three members are there.
const envelopeOf = (body: Record<string, unknown>): Envelope => ({
  status_code: numberOf(body.status_code),
  message: typeof body.message === "string" ? body.message : "",
  is_error: flagOf(body.is_error),
  data: body.data,
  errors: body.errors,
  page: pageOf(body.metaData),
  raw: body,
})

const pageOf = (metaData: unknown): Page | undefined =>
  isRecord(metaData)
    ? {
        total: numberOf(metaData.total),
        perPage: numberOf(metaData.perPage),
        currentPage: numberOf(metaData.currentPage),
        lastPage: numberOf(metaData.lastPage),
      }
    : undefined

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
