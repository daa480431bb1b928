import type { TextKey } from "./texts"

/** Who acted, as the timeline writes it: an admin user by id, or one of the parties that act by themselves. */
export type Actor =
  | { readonly kind: "user"; readonly id: string }
  | { readonly kind: "party"; readonly text: TextKey }
  | { readonly kind: "unnamed"; readonly raw: string }

const USER_PREFIX = "admin:"

const parties: Readonly<Record<string, TextKey>> = {
  shopper: "actors.shopper",
  service: "actors.service",
  schedule: "actors.schedule",
  medusa: "actors.medusa",
}

export const parseActor = (raw: string): Actor => {
  if (raw.startsWith(USER_PREFIX)) {
    return { kind: "user", id: raw.slice(USER_PREFIX.length) }
  }
  const text = parties[raw]
  return text ? { kind: "party", text } : { kind: "unnamed", raw }
}

const observers: Readonly<Record<string, TextKey>> = {
  callback: "checkedBy.callback",
  sweep: "checkedBy.sweep",
  admin: "checkedBy.admin",
  payment: "checkedBy.payment",
}

/** In words, what made the plugin look at an order's status; undefined for what has no words yet. */
export const observerText = (observer: string): TextKey | undefined => observers[observer]
