import type { Benchmark, Finding, RatioFigures, Target } from "./benchmark"
import type { Machine } from "./machine"

export type Reported = Pick<Benchmark, "id" | "title" | "meaning"> &
  Finding & {
    /** ISO 8601. */
    date: string
    quick: boolean
    machine: Machine
    /** How long it took. */
    seconds: number
    /** Load of the machine before and after. */
    load: [number, number]
  }

/** One ratio, with its arms, as text for a terminal. */
export function reportOf(reported: Reported): string {
  const { id, title, meaning, arms, ratios, remarks = [] } = reported
  const width = Math.max(...[...arms, ...ratios].map(({ name }) => name.length))
  return [
    `${id}  ${title}`,
    ...arms.map(
      ({ name, unit, ...figures }) => `    ${name.padEnd(width)}  ${spread(figures)} ${unit}`
    ),
    ...ratios.map(
      (ratio) => `  > ${ratio.name.padEnd(width)}  ${spread(ratio)}  ${verdict(ratio)}`
    ),
    `    ${meaning}`,
    ...remarks.map((remark) => `    ${remark}`),
    `    (${reported.seconds} s; load of the machine ${reported.load.join(" to ")})`,
    "",
  ].join("\n")
}

/** All ratios in one table, as text for a terminal. */
export function tableOf(all: readonly Reported[]): string {
  const rows = all.flatMap(({ id, ratios }) =>
    ratios.map((ratio) => [
      id,
      ratio.name,
      figure(ratio.median),
      `${figure(ratio.low)} to ${figure(ratio.high)}`,
      wanted(ratio.target),
      ratio.isMet ? "met" : "MISSED",
    ])
  )
  const head = ["", "ratio", "median", "half of the rounds", "target", ""]
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0))
  )
  return [head, ...rows]
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "))
    .join("\n")
}

const spread = ({ median, low, high }: Pick<RatioFigures, "median" | "low" | "high">) =>
  `${figure(median)} (${figure(low)} to ${figure(high)})`

const verdict = ({ target, isMet }: RatioFigures) =>
  `${wanted(target)}: ${isMet ? "met" : "MISSED"}`

function wanted(target: Target): string {
  if ("least" in target) {
    return `>= ${target.least}`
  }
  return "most" in target ? `<= ${target.most}` : `exactly ${target.exactly}`
}

/** Three significant digits are more than a measurement on a shared machine deserves. */
function figure(value: number): string {
  if (value >= 100) {
    return Math.round(value).toLocaleString("en")
  }
  return value.toFixed(value >= 10 ? 1 : 3)
}
