import { z } from "zod"

import { optionalDate, optionalText } from "./answer-values"

const failureSchema = z.object({
  message: optionalText,
  at: optionalDate,
  lookup: z
    .object({
      at: optionalDate,
      result: optionalText,
      orderUuids: z.array(z.string()).catch([]),
    })
    .nullable()
    .catch(null),
})

/** Why nobody knows whether an order exists, and what was seen when it was looked for at the service. */
export type LookUpEvidenceView = {
  /** A sentence of the server. */
  readonly message: string | null
  readonly failedAt: string | null
  readonly lookedAt: string | null
  /** `none`, `unclear` or `failed`; null when nobody has looked yet. */
  readonly result: string | null
  /** Orders at the service that may be the one. */
  readonly orderUuids: readonly string[]
}

/** Reads what the journal kept of a failed creation. */
export const readLookUp = (failure: unknown): LookUpEvidenceView => {
  const { data } = failureSchema.safeParse(failure ?? {})
  return {
    message: data?.message ?? null,
    failedAt: data?.at ?? null,
    lookedAt: data?.lookup?.at ?? null,
    result: data?.lookup?.result ?? null,
    orderUuids: data?.lookup?.orderUuids ?? [],
  }
}
