import type { Invariant, Violation } from "./audit"
import { type Database, openDatabase } from "./database"
import { type History, inWords, ORDINARY, randomHistory } from "./history"
import { MENDS_OUT } from "./mends"
import { options } from "./options"
import { play, type Played } from "./play"
import { type Regression, REGRESSIONS, STORIES } from "./regressions"
import { shrink } from "./shrink"

const RUNS = Number(process.env.SIMULATE_RUNS ?? 500)
const SEED = Number(process.env.SIMULATE_SEED ?? 1)

/** Violations that are looked into before the rest is only counted. */
const MOST_SHRUNK = Number(process.env.SIMULATE_SHRINK ?? 3)

let database: Database

beforeAll(async () => {
  database = await openDatabase(`medusa-simulation-${process.env.JEST_WORKER_ID}`, options)
})

afterAll(() => database.close())

const given = process.env.SIMULATE_HISTORY

if (given) {
  it("this history holds every invariant", async () => {
    await holds(JSON.parse(given) as History)
  })
} else {
  describe("a history that broke an invariant once", () => {
    it.each(REGRESSIONS)("$shows", holdsFixed)
  })
  describe("a history that holds", () => {
    it.each(STORIES)("$shows", holdsFixed)
  })
  describe("with its mend taken out it breaks it again", () => {
    it.each(REGRESSIONS.filter(({ needs }) => needs))("$shows", async (regression) => {
      const history = historyOf(regression)
      const { needs } = regression
      const mutate = needs && MENDS_OUT[needs]
      const played = await play(database, options, history, mutate)
      const broken = [...played.violations, ...played.billedTwice]
      if (broken.length === 0) {
        print(account(history, played))
      }
      expect(played.defects).toEqual([])
      // An invoice too many may be flagged; no flag takes it back.
      expect(broken).not.toEqual([])
    })
  })
  it("a seed decides everything", async () => {
    const history = randomHistory(SEED + 10)
    const first = await play(database, options, history)
    const second = await play(database, options, history)
    expect(second.log).toEqual(first.log)
    expect(second.crossings).toBe(first.crossings)
  })
  it(`${RUNS} random histories from seed ${SEED} hold every invariant`, playMany, 24 * 3_600_000)
}

const historyOf = ({
  shows: _shows,
  needs: _needs,
  billsTwice: _billsTwice,
  ...world
}: Regression): History => ({
  ...ORDINARY,
  ...world,
})

async function holdsFixed(regression: Regression): Promise<void> {
  const { billedTwice } = await holds(historyOf(regression))
  expect(billedTwice.length > 0).toBe(regression.billsTwice === true)
}

async function holds(history: History): Promise<Played> {
  const played = await play(database, options, history)
  if (played.violations.length > 0 || given) {
    print(account(history, played))
  }
  expect(played.defects).toEqual([])
  expect(played.violations).toEqual([])
  return played
}

async function playMany(): Promise<void> {
  const start = process.cpuUsage()
  const figures = { crossings: 0, faults: 0, ends: 0, changes: 0, returns: 0 }
  const broken: { seed: number; violation: Violation }[] = []
  const defects: string[] = []
  for (let seed = SEED; seed < SEED + RUNS; seed++) {
    const played = await play(database, options, randomHistory(seed))
    figures.crossings += played.crossings
    figures.faults += played.faults
    figures.changes += played.log.filter((line) => line.endsWith(": order-edit.confirmed")).length
    figures.returns += played.log.filter((line) =>
      /: order\.(return_requested|exchange_created)$/.test(line)
    ).length
    figures.ends += played.log.filter((line) => line.endsWith(" ends")).length
    broken.push(...played.violations.map((violation) => ({ seed, violation })))
    played.violations.forEach(({ invariant, what }) => print(`seed ${seed}: ${invariant}: ${what}`))
    defects.push(...played.defects.map((defect) => `seed ${seed}: ${defect}`))
  }
  const { user, system } = process.cpuUsage(start)
  print(
    `FIGURE ${RUNS} histories: ${figures.crossings} crossings, ${figures.faults} faults, ${figures.changes} orders changed, ${figures.returns} returns, ${figures.ends} processes ended; ${broken.length} violations; ${Math.round((user + system) / 1000 / RUNS)} ms of processor each`
  )
  print(tallied(broken))
  for (const { seed, violation } of ofEachKind(broken).slice(0, MOST_SHRUNK)) {
    print(await told(randomHistory(seed), violation.invariant))
  }
  expect(defects).toEqual([])
  expect(broken).toEqual([])
}

async function told(history: History, invariant: Invariant): Promise<string> {
  const breaks = async (candidate: History) =>
    (await play(database, options, candidate)).violations.some((one) => one.invariant === invariant)
  const shortest = await shrink(history, breaks)
  return account(shortest, await play(database, options, shortest))
}

/** A history in words, what it breaks, and how to play it again. */
function account(history: History, { violations, log, failures, journal }: Played): string {
  return [
    ...inWords(history),
    ...violations.map(({ invariant, what }) => `=> ${invariant}: ${what}`),
    ...journal.map((row) => `   ${row}`),
    ...failures.map((failure) => `   ${failure}`),
    ...inShort(log).map((line) => `   ${line}`),
    `Play it: npm run simulate -- --history '${JSON.stringify(history)}'`,
    "",
  ].join("\n")
}

/** What crossed which boundary until all was quiet, without repetition. */
const inShort = (log: string[]): string[] =>
  log
    .slice(
      0,
      log.findIndex((line) => /\d'* (sweep|callback):/.test(line))
    )
    .filter((line, index, all) => line !== all[index - 1])

const kindOf = ({ invariant, what }: Violation) =>
  `${invariant}: ${what.replace(/\w+_\w+|ODR\d+|\d+/g, "#")}`

function ofEachKind(broken: { seed: number; violation: Violation }[]) {
  const kinds = new Map([...broken].reverse().map((one) => [kindOf(one.violation), one]))
  return [...kinds.values()]
}

function tallied(broken: { seed: number; violation: Violation }[]): string {
  const seeds = new Map<string, number[]>()
  for (const { seed, violation } of broken) {
    const kind = kindOf(violation)
    seeds.set(kind, [...(seeds.get(kind) ?? []), seed])
  }
  return [...seeds]
    .map(([kind, of]) => `${of.length} x ${kind} (seeds ${of.slice(0, 8).join(", ")})`)
    .join("\n")
}

const print = (text: string) => process.stdout.write(`${text}\n`)
