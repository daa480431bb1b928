const DAY_MONTH_YEAR = /^(\d{2})\.(\d{2})\.(\d{4})(?: (\d{2}):(\d{2}))?$/

/**
 * A day as the service writes it in answers, `21.11.2026` or `21.11.2026 10:15`.
 *
 * @returns that day in the person's own calendar; null when it is written in another way
 */
export const readServiceDay = (text: string): Date | null => {
  const [, day, month, year, hour = 0, minute = 0] = DAY_MONTH_YEAR.exec(text) ?? []
  if (day === undefined) {
    return null
  }
  const date = new Date(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute))
  return date.getDate() === Number(day) ? date : null
}

/** A day that was picked, as our server takes it: `2026-11-21`, whatever the time zone. */
export const writeDay = (date: Date): string =>
  [
    date.getFullYear(),
    String(date.getMonth() + 1).padStart(2, "0"),
    String(date.getDate()).padStart(2, "0"),
  ].join("-")
