import { readFileSync } from "node:fs"
import path from "node:path"

import { z } from "zod"

import { list } from "./lists"

const root = path.join(__dirname, "../..")

const resultsSchema = z.object({
  ratios: z.array(
    z.object({
      id: z.string(),
      meaning: z.string(),
      arms: z.array(z.object({ name: z.string(), unit: z.string(), median: z.number() })),
      ratios: z.array(
        z.object({
          name: z.string(),
          median: z.number(),
          low: z.number(),
          high: z.number(),
          target: z.object({
            least: z.number().optional(),
            most: z.number().optional(),
            exactly: z.number().optional(),
          }),
          isMet: z.boolean(),
        })
      ),
      date: z.string(),
      machine: z.object({
        cores: z.number(),
        processor: z.string(),
        memoryGiB: z.number(),
        node: z.string(),
        medusa: z.string(),
        commit: z.string(),
      }),
    })
  ),
})

type Measured = z.infer<typeof resultsSchema>["ratios"][number]
type Ratio = Measured["ratios"][number]
type Target = Ratio["target"]

const { ratios: results } = resultsSchema.parse(
  JSON.parse(readFileSync(path.join(root, "bench/results.json"), "utf8"))
)

const inEnglish = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 })
const figure = (value: number) => inEnglish.format(value)
const run = ({ date, machine }: Measured) => `${date.slice(0, 10)}, ${machine.commit}`

const targetText = ({ least, most, exactly }: Target) =>
  least !== undefined
    ? `at least ${least}`
    : most !== undefined
      ? `at most ${most}`
      : `exactly ${exactly}`

/** How far the median is from a target that it does not meet. */
function distance(median: number, { least, most, exactly }: Target, isMet: boolean): string {
  const target = least ?? most ?? exactly ?? 0
  const part = target === 0 ? "" : `${Math.round((Math.abs(median - target) / target) * 100)} % `
  return isMet ? "" : `: ${part}${median > target ? "more" : "less"}`
}

function armOf(id: string, name: string): number {
  const arm = results.find((result) => result.id === id)?.arms.find((one) => one.name === name)
  if (!arm) {
    throw new Error(`bench/results.json has no ${id}: ${name}`)
  }
  return arm.median
}

/** The medians of a ratio's arms, and its id, by which the page of performance has the run. */
const measured = (id: string, ...names: string[]) => ({
  medians: names.map((name) => armOf(id, name)),
  id,
})

/** The run that most ratios were measured in, and those of another one. */
function runs(): string {
  const idsOfRuns = new Map<string, string[]>()
  for (const result of results) {
    const name = run(result)
    idsOfRuns.set(name, [...(idsOfRuns.get(name) ?? []), result.id])
  }
  const [[most] = [""], ...others] = [...idsOfRuns].sort(
    ([, one], [, other]) => other.length - one.length
  )
  return [most, ...others.map(([name, ids]) => `${ids.join(", ")}: ${name}`)].join("; ")
}

/** The figures of the page of performance. */
export function benchFigures(): string {
  const machines = new Set(
    results.map(
      ({ machine: { cores, processor, memoryGiB, node, medusa } }) =>
        `${cores} cores of an ${processor}, ${memoryGiB} GiB, Node ${node.slice(1)}, Medusa ${medusa}`
    )
  )
  return [
    `Measured on ${[...machines].join("; ")} (${runs()}).`,
    results
      .map(
        ({ id, meaning, ratios }) =>
          `- **${id}**: ${firstSentence(meaning)} ${ratios.map(ratioText).join("; ")}.`
      )
      .join("\n"),
  ].join("\n\n")
}

/** What a benchmark is for; the rest of its meaning is for who changes it. */
const firstSentence = (meaning: string) => meaning.split(/(?<=\.) /)[0]

/** A ratio: its median, half of the rounds, its goal. */
const ratioText = ({ name, median, low, high, target, isMet }: Ratio) =>
  `_${name}_ **${figure(median)}** (${low === high ? "" : `${figure(low)}–${figure(high)}, `}${targetText(target)}${distance(median, target, isMet)})`

/** The figures of the page for production. */
export function capacityFigures(): string {
  const intake = measured("R4", "GET /hooks/e-invoice/:token, kept on disk")
  const capture = measured("R5", "our route")
  const one = measured("R8", "e-invoice, 1 in flight", "system provider, 1 in flight")
  const eight = measured("R8", "e-invoice, 8 in flight", "system provider, 8 in flight")
  const sweep = measured(
    "R9",
    "100000 open: time",
    "100000 open: calls",
    "100000 open: peak memory, garbage included"
  )
  const page = measured("R10", "/admin/e-invoice/orders")
  const [ours = 0, without = 0] = eight.medians
  const [seconds = 0, calls = 0, memory = 0] = sweep.medians
  const inSeconds = ([median = 0, other = 0]: number[]) =>
    `${figure(median / 1_000)} s, without the plugin ${figure(other / 1_000)} s`
  const atOnce = (ms: number) => figure(8_000 / ms)
  return list([
    [
      "Callbacks taken in, on disk before the answer",
      `${figure(intake.medians[0] ?? 0)} a second (${intake.id})`,
    ],
    [
      "From a callback to the captured payment",
      `${figure(capture.medians[0] ?? 0)} ms (${capture.id})`,
    ],
    ["A checkout, one at a time", `${inSeconds(one.medians)} (${one.id})`],
    [
      "Eight at a time",
      `${inSeconds(eight.medians)}; **calculated**, ${atOnce(ours)} a second, without it ${atOnce(without)}`,
    ],
    [
      "A sweep over 100,000 due orders, 1,000 changed",
      `${figure(seconds)} s, ${calls.toLocaleString("en")} calls, ${figure(memory)} MiB for the process (${sweep.id})`,
    ],
    [
      "A page of Admin's list of 100,000 orders, 95th percentile",
      `${figure(page.medians[0] ?? 0)} ms (${page.id})`,
    ],
  ])
}

/**
 * A page whose figures are written anew, between its comments `figures:begin` and `figures:end`.
 *
 * @throws Error when it has no such comments
 */
export function withFigures(name: string, figures: () => string): string {
  const page = readFileSync(path.join(root, "docs", name), "utf8")
  const [before, rest] = page.split("<!-- figures:begin -->")
  const [, after] = (rest ?? "").split("<!-- figures:end -->")
  if (before === undefined || after === undefined) {
    throw new Error(`docs/${name} does not say where its figures stand.`)
  }
  return `${before}<!-- figures:begin -->\n\n${figures()}\n\n<!-- figures:end -->${after}`
}
