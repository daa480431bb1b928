/** A moment as the service writes one: Unix seconds in text. */
export const unixSeconds = (moment: Date): string =>
  String(Math.floor(moment.getTime() / 1000))

/**
 * The last second of a day, in UTC, as the service writes a moment.
 *
 * @param day `YYYY-MM-DD`
 */
export const endOfDay = (day: string): string =>
  unixSeconds(new Date(`${day}T23:59:59Z`))
