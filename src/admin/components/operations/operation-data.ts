import { z } from "zod"

import { lenientList, optionalDate, optionalText } from "../../lib/answer-values"

const operationSchema = z.object({
  id: z.string(),
  /** Its id in the catalogue, such as `reservations.capture`. */
  operation: z.string(),
  state: z.string(),
  subject_kind: optionalText,
  subject_uuid: optionalText,
  e_invoice_order_id: optionalText,
  order_id: optionalText,
  customer_id: optionalText,
  actor: z.string(),
  /** Who found out what became of it; null where the service answered. */
  settled_by: optionalText,
  /** When the service showed that staff had settled it wrongly; null once that was handled. */
  contradicted_at: optionalDate,
  /** As it was sent, without what says who somebody is. */
  request: z.unknown(),
  answer: z.object({ messageKey: optionalText }).nullable().catch(null),
  failure: z
    .object({ kind: optionalText, message: optionalText, at: optionalDate })
    .nullable()
    .catch(null),
  created_at: optionalDate,
})

/** Something that was changed at the service, or was to be. */
export type LoggedOperation = z.infer<typeof operationSchema>

/** Reads a page of `GET /admin/e-invoice/operation-log`. */
export const parseOperationPage = (answer: unknown): { rows: LoggedOperation[]; count: number } => {
  const { operations, count } = z
    .object({ operations: lenientList(operationSchema), count: z.number() })
    .parse(answer)
  return { rows: operations, count }
}

/** Reads the answer of `GET /admin/e-invoice/operation-log/:id`. */
export const parseOperation = (answer: unknown): LoggedOperation =>
  z.object({ operation: operationSchema }).parse(answer).operation
