import { z } from "@medusajs/framework/zod"

/** Metadata key of a payment collection that holds its bill. */
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

/** The bill opened in a payment collection, kept in its metadata for the recovery of a lost answer. */
export type BillMark = z.output<typeof billMark>

/** @returns undefined when no bill was opened in the collection */
export function readBillMark(metadata: unknown): BillMark | undefined {
  const marked = z.looseObject({ [KEY]: billMark }).safeParse(metadata)
  return marked.data?.[KEY]
}

export const markOf = (bill: BillMark): Record<string, unknown> => ({
  [KEY]: bill,
})

/** Removes the bill from the metadata: Medusa drops empty values. */
export const noMark: Record<string, unknown> = { [KEY]: "" }
