import { z } from "zod"

import { optionalDate, optionalText } from "./answer-values"

/** The last run of a job, as the routes for overview and settings answer it. */
export const jobSchema = z.object({
  name: z.string(),
  started_at: optionalDate,
  finished_at: optionalDate,
  server: optionalText,
  failure: optionalText,
  is_overdue: z.boolean(),
})

export type Job = z.infer<typeof jobSchema>
