import { z } from "zod"

import { lenientList, optionalDate, optionalText } from "../../lib/answer-values"

const subjectSchema = z.object({
  kind: z.string(),
  id: z.string(),
  order_id: optionalText,
  reference_no: optionalText,
  remote_uuid: optionalText,
})

const callbackSchema = z.object({
  id: z.string(),
  subject: subjectSchema.nullable().catch(null),
  said: optionalText,
  parameters: z.record(z.string(), z.unknown()).catch({}),
  state: z.string(),
  outcome: optionalText,
  attempts: z.number().catch(0),
  due_at: optionalDate,
  processed_at: optionalDate,
  created_at: optionalDate,
})

const listSchema = z.object({
  callbacks: lenientList(callbackSchema),
  count: z.number(),
})

const oneSchema = z.object({ callback: callbackSchema })

/** A call with which the service reported something. */
export type Callback = z.infer<typeof callbackSchema>

/** What a callback is about. */
export type CallbackSubject = z.infer<typeof subjectSchema>

/** Reads a page of `GET /admin/e-invoice/callbacks`. */
export const parseCallbackPage = (answer: unknown): { rows: Callback[]; count: number } => {
  const { callbacks, count } = listSchema.parse(answer)
  return { rows: callbacks, count }
}

/** Reads the answer of `POST /admin/e-invoice/callbacks/:id/process`. */
export const parseCallback = (answer: unknown): Callback => oneSchema.parse(answer).callback
