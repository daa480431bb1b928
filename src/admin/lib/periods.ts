/** A period of days in the person's time zone: from its first moment up to, and without, its last. */
export type Period = { readonly from: Date; readonly to: Date }

const dayOf = (now: Date, days = 0) =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days)

const monthOf = (now: Date, months = 0) => new Date(now.getFullYear(), now.getMonth() + months, 1)

/** Periods that are often asked for, by their name. */
export const periods = {
  yesterday: (now: Date): Period => ({ from: dayOf(now, -1), to: dayOf(now) }),
  thisMonth: (now: Date): Period => ({ from: monthOf(now), to: dayOf(now, 1) }),
  lastMonth: (now: Date): Period => ({ from: monthOf(now, -1), to: monthOf(now) }),
} as const

export type PeriodName = keyof typeof periods

/** A period as our lists take it. */
export const timeRange = ({ from, to }: Period) => ({
  $gte: from.toISOString(),
  $lt: to.toISOString(),
})

/** The person's time zone, by its IANA name. */
export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

const DAY = 24 * 60 * 60_000

/** Whole days that have passed since a moment; 0 before it. */
export const daysOverdue = (at: string, now = new Date()): number =>
  Math.max(0, Math.floor((now.getTime() - Date.parse(at)) / DAY))
