import type { TextKey } from "../lib/texts"

/** Roles that the service knows. */
export const ROLES = ["user", "business-admin"] as const

const words: Readonly<Record<string, TextKey>> = {
  user: "users.role.user",
  "business-admin": "users.role.businessAdmin",
}

/** A role in words; undefined for one the service has not published. */
export const roleWords = (role: string): TextKey | undefined => words[role]
