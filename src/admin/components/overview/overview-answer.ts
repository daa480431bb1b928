import { z } from "zod"

import { lenientList, optionalAmount, optionalDate, optionalText } from "../../lib/answer-values"
import { jobSchema } from "../../lib/job"

const itemSchema = z.object({
  kind: z.string(),
  id: z.string(),
  reason: z.string(),
  operation_id: optionalText,
  order_id: optionalText,
  customer_id: optionalText,
  display_id: z.number().nullable().catch(null),
  reference_no: optionalText,
  subject_kind: optionalText,
  remote_uuid: optionalText,
  amount: optionalAmount,
  currency_code: optionalText,
  created_at: optionalDate,
})

const statusSchema = z.object({
  state: z.string(),
  remote_status: optionalText,
  count: z.number(),
})

const ageSchema = z.object({
  from_days: z.number(),
  to_days: z.number().nullable(),
  count: z.number(),
  amount: optionalAmount,
})

const outstandingSchema = z.object({
  currency_code: z.string(),
  count: z.number(),
  amount: optionalAmount,
  ages: z.array(ageSchema),
})

const answerSchema = z.object({
  overview: z.object({
    attention: z.object({
      count: z.number(),
      items: lenientList(itemSchema),
    }),
    statuses: lenientList(statusSchema),
    outstanding: lenientList(outstandingSchema),
    callbacks: z.object({ waiting: z.number(), failed: z.number() }),
    jobs: lenientList(jobSchema),
  }),
})

/** Something that waits for a person. */
export type AttentionItem = z.infer<typeof itemSchema>

/** How many orders there are of a state, and of a status at the service. */
export type StatusCount = z.infer<typeof statusSchema>

/** What customers have not paid in one currency, by age; amounts in major units. */
export type Outstanding = z.infer<typeof outstandingSchema>

export type OutstandingByAge = z.infer<typeof ageSchema>

/** Reads the answer of `GET /admin/e-invoice/overview`. */
export const parseOverview = (answer: unknown) => answerSchema.parse(answer).overview
