/** A moment as the service writes one: Unix seconds in text. */
export const unixSeconds = (moment: Date): string => String(Math.floor(moment.getTime() / 1000))

/**
 * The last second of a day in Norway, where the service counts days, as it writes a moment.
 *
 * @param day `YYYY-MM-DD`
 */
export const endOfDay = (day: string): string =>
  unixSeconds(new Date(`${day}T23:59:59${offsetOn(day)}`))

const norwegian = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/Oslo",
  timeZoneName: "longOffset",
})

/** How far Norway is ahead of UTC in the evening of a day: clocks change at night. */
function offsetOn(day: string): string {
  const evening = new Date(`${day}T20:00:00Z`)
  const parts = norwegian.formatToParts(evening)
  const zone = parts.find(({ type }) => type === "timeZoneName")?.value ?? ""
  return zone.replace("GMT", "")
}

const HALF_A_DAY_MS = 12 * 60 * 60 * 1000

/** The earliest day, `YYYY-MM-DD`, that is today somewhere on earth. */
export const earliestToday = (now: Date): string =>
  new Date(now.getTime() - HALF_A_DAY_MS).toISOString().slice(0, 10)
