import { z } from "@medusajs/framework/zod"

/** Key of a payment collection's metadata under which stands what bill was opened in it. */
const KEY = "e_invoice_bill"

const billMark = z.object({
  /** The idempotency key of the bill. */
  key: z.string(),
  session_id: z.string(),
  /** The payment collection was made for this bill. */
  is_new_collection: z.boolean(),
  /** Ids of payments of Medusa's own provider that the bill replaces once it is made. */
  replaces: z.array(z.string()),
})

/**
 * What a payment collection remembers of the bill that was opened in it, so that whoever makes up for a lost answer knows
 * what whoever asked knew.
 */
export type BillMark = z.output<typeof billMark>

/** @returns undefined when no bill was opened in the collection */
export function readBillMark(metadata: unknown): BillMark | undefined {
  const marked = z.looseObject({ [KEY]: billMark }).safeParse(metadata)
  return marked.data?.[KEY]
}

/** Metadata with which a collection remembers a bill. */
export const markOf = (bill: BillMark): Record<string, unknown> => ({
  [KEY]: bill,
})

/** Metadata with which it forgets it: Medusa takes out what is empty. */
export const noMark: Record<string, unknown> = { [KEY]: "" }
