import { z } from "zod"

export const userSchema = z.object({
  uuid: z.string(),
  role: z.enum(["user", "business-admin"]),
  name: z.string(),
  email: z.string(),
  /** Unix seconds. */
  createdAt: z.int(),
})

/** A user of the merchant's organization. */
export type User = z.infer<typeof userSchema>
