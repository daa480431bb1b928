import { FetchError } from "@medusajs/js-sdk"
import { z } from "zod"

import { lenientList, optionalText } from "./answer-values"

/** What the server says of one field: its name as the server writes it, and a sentence. */
export type ServerFieldError = {
  readonly field: string
  readonly message: string
}

const refusalSchema = z.object({
  message: optionalText,
  advice: optionalText,
  code: optionalText,
  errors: lenientList(z.object({ field: z.string(), message: z.string() })),
})

/** A refusal of our Admin API with all that it says; the dashboard's own client keeps the sentence alone. */
export class AdminRequestError extends FetchError {
  /** What to do about it, as a sentence of the server. */
  readonly advice: string | null
  /** One word for programs, such as `in_doubt`; null where the server did not answer in our words. */
  readonly code: string | null
  /** What is wrong with single fields of the body. */
  readonly errors: readonly ServerFieldError[]

  constructor(status: number, statusText: string, body: unknown) {
    const { data: refusal } = refusalSchema.safeParse(body)
    super(refusal?.message ?? statusText, statusText, status)
    this.advice = refusal?.advice ?? null
    this.code = refusal?.code ?? null
    this.errors = refusal?.errors ?? []
  }
}
