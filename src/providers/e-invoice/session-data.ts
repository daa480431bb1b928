import { z } from "@medusajs/framework/zod"

const sessionDataSchema = z.object({
  shopper_data_id: z.string().optional(),
  e_invoice_order_id: z.string().optional(),
  order_uuid: z.string().optional(),
  status: z.string().optional(),
})

/** What a session and a payment of ours carry: opaque ids and a status, because the Store API shows them to anyone. */
export type SessionData = z.infer<typeof sessionDataSchema>

const ownKeys = new Set(Object.keys(sessionDataSchema.shape))

/** Added by Medusa's payment module to what it was given. */
const MEDUSA_KEYS = ["session_id"]

/** Reads our keys out of a session's or payment's data and drops every other. */
export function readSessionData(data: Record<string, unknown> | undefined): SessionData {
  const parsed = sessionDataSchema.safeParse(data ?? {})
  return parsed.success ? parsed.data : {}
}

/** Names of the keys that must not be in our data, whatever they hold. */
export function foreignKeys(data: Record<string, unknown> | undefined): string[] {
  return Object.keys(data ?? {}).filter((key) => !ownKeys.has(key) && !MEDUSA_KEYS.includes(key))
}
