import type { Order } from "./world/records"

type PlannedAction = NonNullable<Order["planned"]>["action"]

/** What a magic input decides about a new order. */
export type MagicOutcome =
  | { kind: "denied" }
  | { kind: "stay" }
  | { kind: "move"; action: PlannedAction; afterMinutes: number }

const EMAIL_TAG = /\+([a-z]+)(?:-(\d{1,4}))?@/i

/**
 * Synthetic personal numbers with an outcome of their own: born on 31 December (month + 80) of a year from 1961 to 1965.
 * The date of birth decides, so any number that begins with the same six digits does; these have right control digits.
 */
export const magicPersonalNumbers = {
  /** Creation is refused (417). */
  denied: "31926149914",
  /** The order stays SENT, whatever the sandbox's `afterCreation` says. */
  pending: "31926249935",
  /** Credit check: moderate risk. */
  moderateRisk: "31926349956",
  /** Credit check: high risk. */
  highRisk: "31926449977",
  /** Credit check: no credit information. */
  unknown: "31926549998",
} as const

/** A synthetic personal number without an outcome of its own, for every other test. */
export const usablePersonalNumber = "17819010188"

/** What a magic personal number is for. */
export type MagicPerson = keyof typeof magicPersonalNumbers

/** Which magic person a personal number belongs to, if any. */
export function magicPerson(personalNumber: string): MagicPerson | undefined {
  const people = Object.keys(magicPersonalNumbers) as MagicPerson[]
  return people.find((person) =>
    personalNumber.startsWith(magicPersonalNumbers[person].slice(0, 6))
  )
}

/**
 * Reads the outcome a shopper's data asks for, if any. E-mail tags: `+denied`, `+pending`, `+pending-05` (five minutes
 * of the virtual clock, then invoiced), `+invoiced`, `+paid`, `+cancelled`, `+expired`.
 */
export function magicOutcome(
  email: string,
  personalNumber: string | null
): MagicOutcome | undefined {
  const person = personalNumber === null ? undefined : magicPerson(personalNumber)
  if (person === "denied") {
    return { kind: "denied" }
  }
  if (person === "pending") {
    return { kind: "stay" }
  }
  const [, tag, minutes] = EMAIL_TAG.exec(email) ?? []
  switch (tag?.toLowerCase()) {
    case "denied":
      return { kind: "denied" }
    case "pending":
      return minutes === undefined
        ? { kind: "stay" }
        : { kind: "move", action: "invoice", afterMinutes: Number(minutes) }
    case "invoiced":
      return { kind: "move", action: "invoice", afterMinutes: 0 }
    case "paid":
      return { kind: "move", action: "pay", afterMinutes: 0 }
    case "cancelled":
      return { kind: "move", action: "cancel", afterMinutes: 0 }
    case "expired":
      return { kind: "move", action: "expire", afterMinutes: 0 }
    default:
      return undefined
  }
}

/**
 * Whether a subscription's card payment fails: `+failing` fails every cycle but the first, `+failing-03` only the
 * third.
 */
export function failsCycle(email: string, cycle: number): boolean {
  const [, tag, number] = EMAIL_TAG.exec(email) ?? []
  if (tag?.toLowerCase() !== "failing") {
    return false
  }
  return number === undefined ? cycle > 1 : cycle === Number(number)
}

/** Whether the payer's card is refused on the pay page: `+denied`. */
export function isCardRefused(email: string): boolean {
  return EMAIL_TAG.exec(email)?.[1]?.toLowerCase() === "denied"
}

/** Organization numbers with an outcome of their own; their control digit is wrong, so they belong to no company. */
export const magicOrganizations = {
  moderateRisk: "999999901",
  highRisk: "999999902",
  /** No credit information. */
  unknown: "999999903",
} as const

/** What a magic organization number is for. */
export type MagicOrganization = keyof typeof magicOrganizations

export function magicOrganization(organizationId: string): MagicOrganization | undefined {
  const names = Object.keys(magicOrganizations) as MagicOrganization[]
  return names.find((name) => magicOrganizations[name] === organizationId)
}
