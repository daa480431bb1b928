import { z } from "zod"

import { lenientList, optionalDate, optionalText } from "../lib/answer-values"
import type { TextKey } from "../lib/texts"

const creationSchema = z.object({
  id: z.string(),
  state: z.string(),
  /** The role, as the operation names it. */
  subject_uuid: optionalText,
  actor: optionalText,
  created_at: optionalDate,
})

/** A user that was created from here, or was to be. Who they are is not kept. */
export type UserCreation = z.infer<typeof creationSchema>

/** `GET /admin/e-invoice/operation-log` of `users.create` */
export const parseUserCreations = (answer: unknown) =>
  z
    .object({ operations: lenientList(creationSchema), count: z.number() })
    .transform(({ operations, count }) => ({ rows: operations, count }))
    .parse(answer)

/** Roles that the service knows. */
export const ROLES = ["user", "business-admin"] as const

const words: Readonly<Record<string, TextKey>> = {
  user: "users.role.user",
  "business-admin": "users.role.businessAdmin",
}

/** A role in words; undefined for one the service has not published. */
export const roleWords = (role: string): TextKey | undefined => words[role]
