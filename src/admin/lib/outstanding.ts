import { z } from "zod"

import { lenientList } from "./answer-values"

const outstandingSchema = z.object({
  currency_code: z.string(),
  pending: z.number(),
  billable: z.number(),
  open: lenientList(z.object({ source: z.string(), id: z.string(), amount: z.number() })),
  not_billable: z.string().nullable(),
})

/** What nobody has paid of a Medusa order, and whether it can be billed; amounts in major units. */
export type OutstandingOfOrder = z.infer<typeof outstandingSchema>

/** Reads the answer of `GET /admin/e-invoice/medusa-orders/:id/bill`. */
export const parseOutstanding = (answer: unknown): OutstandingOfOrder =>
  z.object({ outstanding: outstandingSchema }).parse(answer).outstanding
