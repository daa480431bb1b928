import { lazily } from "../connect/lazily"
import { MappingError } from "./settings-and-errors"

/** How often a subscription bills, in the service's words. */
export const billingFrequencies = ["day", "week", "month", "year"] as const

/** One of these frequencies. */
export type BillingFrequency = (typeof billingFrequencies)[number]

const DAY_MS = 24 * 60 * 60 * 1000

const MONTHS = [
  "Jan",
  "Feb",
  "Mar",
  "Apr",
  "May",
  "Jun",
  "Jul",
  "Aug",
  "Sep",
  "Oct",
  "Nov",
  "Dec",
] as const

/** The calendar date a number of billing periods after another, both `YYYY-MM-DD`; the 31st becomes a month's last day. */
export function periodsAfter(date: string, frequency: BillingFrequency, periods: number): string {
  const start = utc(date)
  if (frequency === "day" || frequency === "week") {
    const days = periods * (frequency === "day" ? 1 : 7)
    return iso(new Date(start.getTime() + days * DAY_MS))
  }
  const months = start.getUTCMonth() + periods * (frequency === "month" ? 1 : 12)
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), months + 1, 0)).getUTCDate()
  return iso(
    new Date(Date.UTC(start.getUTCFullYear(), months, Math.min(start.getUTCDate(), lastDay)))
  )
}

/** How often a subscription bills, how many times, and from when to when. */
export type SubscriptionTerms = {
  frequency: BillingFrequency
  /** How many cycles in all. */
  repeats: number
  /** `YYYY-MM-DD`, as all dates here. */
  startDate: string
  /** One period after the last cycle begins when left out. */
  endDate?: string | undefined
}

/** The dates of a subscription as the service writes them: `21 Feb, 2026`. */
type SubscriptionDates = { starts: string; ends: string }

/**
 * The first and last day of a subscription.
 *
 * @param today `YYYY-MM-DD`
 * @throws MappingError when it would begin in the past, or end before its last cycle begins
 */
export function subscriptionDates(
  { frequency, repeats, startDate, endDate }: SubscriptionTerms,
  today: string
): SubscriptionDates {
  if (startDate < today) {
    throw new MappingError("start_date", "The first cycle must be today or later.")
  }
  const lastCycle = periodsAfter(startDate, frequency, repeats - 1)
  if (endDate !== undefined && endDate < lastCycle) {
    throw new MappingError(
      "end_date",
      `The subscription must not end before its last cycle begins, on ${lastCycle}.`
    )
  }
  return {
    starts: dayMonthYear(startDate),
    ends: dayMonthYear(endDate ?? periodsAfter(startDate, frequency, repeats)),
  }
}

function dayMonthYear(date: string): string {
  const day = utc(date)
  return `${String(day.getUTCDate()).padStart(2, "0")} ${MONTHS[day.getUTCMonth()]}, ${day.getUTCFullYear()}`
}

const utc = (date: string): Date => new Date(`${date}T00:00:00Z`)

const iso = (date: Date): string => date.toISOString().slice(0, 10)

/** A moment in the service's form: Unix seconds as text. */
export const unixSeconds = (moment: Date): string => String(Math.floor(moment.getTime() / 1000))

/**
 * The last second of a day in Norway, whose days the service counts, as Unix seconds in text.
 *
 * @param day `YYYY-MM-DD`
 */
export const endOfDay = (day: string): string =>
  unixSeconds(new Date(`${day}T23:59:59${offsetOn(day)}`))

/**
 * A moment as the service writes it, `dd.mm.yyyy hh:mm` or a day alone, in Norwegian time; a day counts from its beginning.
 *
 * @returns undefined for what is written otherwise
 */
export function serviceMoment(text: string): Date | undefined {
  const [, date, month, year, time = "00:00"] =
    /^(\d{2})\.(\d{2})\.(\d{4})(?: (\d{2}:\d{2}))?/.exec(text) ?? []
  const day = `${year}-${month}-${date}`
  const isDay = !Number.isNaN(utc(day).getTime()) && iso(utc(day)) === day
  const moment = isDay ? new Date(`${day}T${time}:00${offsetOn(day)}`) : undefined
  return moment && !Number.isNaN(moment.getTime()) ? moment : undefined
}

const norwegian = lazily(
  () => new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Oslo", timeZoneName: "longOffset" })
)

/** How far Norway is ahead of UTC in the evening of a day: clocks change at night. */
function offsetOn(day: string): string {
  const evening = new Date(`${day}T20:00:00Z`)
  const parts = norwegian().formatToParts(evening)
  const zone = parts.find(({ type }) => type === "timeZoneName")?.value ?? ""
  return zone.replace("GMT", "")
}

const HALF_A_DAY_MS = 12 * 60 * 60 * 1000

/** The earliest day, `YYYY-MM-DD`, that is today somewhere on earth. */
export const earliestToday = (now: Date): string =>
  new Date(now.getTime() - HALF_A_DAY_MS).toISOString().slice(0, 10)
