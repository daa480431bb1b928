const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/

/**
 * Reads an amount in kroner, as the wire carries it, into whole øre. More than two decimals are rounded half away
 * from zero. Works on the digits, so 1.005 is 101 øre, not 100.
 *
 * @throws RangeError when the value is not a plain decimal number
 */
export function oreOf(amount: number | string): number {
  const text = typeof amount === "number" ? plainDecimal(amount) : amount.trim()
  const match = DECIMAL.exec(text)
  if (!match) {
    throw new RangeError("An amount must be a plain decimal number.")
  }
  const [, sign, whole = "0", decimals = ""] = match
  const hundredths = (decimals + "00").slice(0, 2)
  const roundUp = Number(decimals.charAt(2) || "0") >= 5 ? 1 : 0
  const ore = Number(whole) * 100 + Number(hundredths) + roundUp
  return sign ? -ore : ore
}

/** Writes whole øre as kroner: a JSON number, as the service answers. */
export function kronerOf(ore: number): number {
  return ore / 100
}

/** Writes whole øre as kroner with two decimals, for display. */
export function kronerText(ore: number): string {
  return (ore / 100).toFixed(2)
}

// String(1e21) and String(1e-7) use an exponent, which no amount on an invoice needs.
function plainDecimal(amount: number): string {
  const text = String(amount)
  return text.includes("e") ? amount.toFixed(10) : text
}

const oslo = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/Oslo",
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
})

/** A day as the service writes it in lists, `dd.mm.yyyy`, in Norwegian time. */
export function dayText(unixSeconds: number): string {
  const { day, month, year } = partsOf(unixSeconds)
  return `${day}.${month}.${year}`
}

/** A moment as the service writes it in histories, `dd.mm.yyyy hh:mm`, in Norwegian time. */
export function momentText(unixSeconds: number): string {
  const { hour, minute } = partsOf(unixSeconds)
  return `${dayText(unixSeconds)} ${hour}:${minute}`
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

/** Unix seconds of a day as the service's older pages write it, `02 Aug, 2023`: its noon, which is that day in Norway too. */
export function unixOfDay(text: string): number | undefined {
  const [, day = "", name = "", year = ""] = /^(\d{2}) ([A-Z][a-z]{2}), (\d{4})$/.exec(text) ?? []
  const noon = new Date(Date.UTC(Number(year), months.indexOf(name), Number(day), 12))
  return noon.getUTCDate() === Number(day) && months[noon.getUTCMonth()] === name
    ? noon.getTime() / 1000
    : undefined
}

/** Whether a moment lies between two days `yyyy-mm-dd` in Norwegian time, both included; without days it does. */
export function isBetweenDays(
  unixSeconds: number,
  { endDate, startDate }: { startDate?: string; endDate?: string }
): boolean {
  const { day, month, year } = partsOf(unixSeconds)
  const date = `${year}-${month}-${day}`
  return (!startDate || date >= startDate) && (!endDate || date <= endDate)
}

function partsOf(unixSeconds: number) {
  const parts = oslo.formatToParts(new Date(unixSeconds * 1000))
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((one) => one.type === type)?.value ?? ""
  return {
    day: part("day"),
    month: part("month"),
    year: part("year"),
    hour: part("hour"),
    minute: part("minute"),
  }
}
