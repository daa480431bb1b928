import { z } from "zod"

import type { Page } from "./answer"
import { maybeFlag, maybeNumber } from "./schemas/answer-values"

/**
 * The members of any answer, of either error form (`is_data` with `data`, or `is_error` with `errors`). `is_data` is not
 * read: it does not say whether `data` is filled.
 */
const envelopeSchema = z.object({
  status_code: maybeNumber,
  message: z.string().catch(""),
  is_error: maybeFlag,
  data: z.unknown().optional(),
  errors: z.unknown().optional(),
  metaData: z
    .object({
      total: maybeNumber,
      perPage: maybeNumber,
      currentPage: maybeNumber,
      lastPage: maybeNumber,
    })
    .optional()
    .catch(undefined),
})

export type Envelope = z.output<typeof envelopeSchema> & {
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
  const result = envelopeSchema.safeParse(parsed)
  return result.success ? { ...result.data, raw: parsed } : undefined
}

/** Where `data` stands in its list, as far as `metaData` says. */
export function pageOf({ metaData }: Envelope): Page | undefined {
  if (!metaData) {
    return undefined
  }
  const { total, perPage, currentPage, lastPage } = metaData
  return { total, perPage, currentPage, lastPage }
}
