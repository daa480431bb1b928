import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"

import type { MedusaResponse } from "@medusajs/framework/http"
import type { BigNumberInput } from "@medusajs/framework/types"

import { formatOre, toOre } from "../../../mapping"

/** A cell: text, a moment, or an amount in major units. */
type Cell = string | null | undefined | Date | { amount: BigNumberInput | null }

/** The columns of a file, by the name in its first row. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => Cell>>

/** An amount in major units, written with two decimals. */
export const money = (amount: BigNumberInput | null): Cell => ({ amount })

/** Has spreadsheets read UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF"

/**
 * Sends rows as a CSV file (RFC 4180, UTF-8 with byte order mark) while they are read: no more of them than one batch is in
 * memory, and none is read for a client that went away. A failure in the middle ends the connection: a part is never taken
 * for the whole.
 *
 * @param name of the file, without its ending
 * @param timeZone in which moments are written: an IANA name
 */
export async function sendCsv<Row>(
  res: MedusaResponse,
  name: string,
  columns: CsvColumns<Row>,
  batches: AsyncIterable<readonly Row[]>,
  timeZone: string
): Promise<void> {
  res.status(200)
  res.setHeader("content-type", "text/csv; charset=utf-8")
  res.setHeader("content-disposition", `attachment; filename="${name}.csv"`)
  res.setHeader("cache-control", "no-store")
  await pipeline(Readable.from(csvText(columns, batches, timeZone)), res)
}

/** The file's text, a piece for each batch. */
export async function* csvText<Row>(
  columns: CsvColumns<Row>,
  batches: AsyncIterable<readonly Row[]>,
  timeZone: string
): AsyncGenerator<string> {
  const cells = Object.values(columns)
  const moment = momentIn(timeZone)
  yield BYTE_ORDER_MARK + lineOf(Object.keys(columns))
  for await (const rows of batches) {
    yield rows.map((row) => lineOf(cells.map((cell) => written(cell(row), moment)))).join("")
  }
}

const lineOf = (cells: readonly string[]): string => `${cells.join(",")}\r\n`

function written(cell: Cell, moment: (at: Date) => string): string {
  if (cell === null || cell === undefined) {
    return ""
  }
  if (cell instanceof Date) {
    return moment(cell)
  }
  if (typeof cell === "string") {
    return quoted(harmless(cell))
  }
  return cell.amount === null ? "" : formatOre(toOre(cell.amount))
}

/**
 * Text that a spreadsheet would carry out begins with an apostrophe, as OWASP advises; so does what would be a cell of its own where
 * semicolons part cells, as in a Norwegian Excel: that heeds no quotes here, and begins one after a semicolon, tab or line break.
 */
const harmless = (text: string): string => {
  const inside = text.replace(/([;\t\r\n])(?=[^\S;\t\r\n]*[=+\-@＝＋－＠])/g, "$1'")
  return /^\s*[=+\-@\t\r\n＝＋－＠]/.test(inside) ? `'${inside}` : inside
}

const quoted = (text: string): string =>
  /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/** Whether a name is that of a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }))
  } catch {
    return false
  }
}

/** Writes moments in ISO 8601 with the zone's offset: `2026-11-23T20:04:17+01:00`. */
function momentIn(timeZone: string): (at: Date) => string {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    timeZoneName: "longOffset",
  })
  return (at) => {
    const of = Object.fromEntries(parts.formatToParts(at).map(({ type, value }) => [type, value]))
    const offset = String(of["timeZoneName"]).replace("GMT", "") || "+00:00"
    return `${of["year"]}-${of["month"]}-${of["day"]}T${of["hour"]}:${of["minute"]}:${of["second"]}${offset}`
  }
}
