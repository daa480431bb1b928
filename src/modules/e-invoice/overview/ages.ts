/** Whole days at which a claim enters the next bracket of age; an invoice is due after ten (specification, Limits 2). */
const BRACKETS = [10, 30, 60] as const

/** A bracket of age in days: from `from_days`, and younger than `to_days`; the last has no end. */
export type AgeBracket = {
  readonly from_days: number
  readonly to_days: number | null
}

/** The brackets, youngest first. */
export const AGE_BRACKETS: readonly AgeBracket[] = [0, ...BRACKETS].map((from_days, index) => ({
  from_days,
  to_days: BRACKETS[index] ?? null,
}))

/** The limits between the brackets, as PostgreSQL's `width_bucket` takes them. */
export const AGE_LIMITS: readonly number[] = BRACKETS
