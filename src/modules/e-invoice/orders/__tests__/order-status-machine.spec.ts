import { readFileSync } from "node:fs"
import { join } from "node:path"

import fc from "fast-check"

import { type OrderStatus, orderStatuses } from "../../../../connect"
import { ATTENTION } from "../flags"
import {
  awaitsPayment,
  type CapturedStatuses,
  countsAsCaptured,
  goalOf,
  isCancelled,
  isLastingStatus,
  judgeStatus,
  type KnownStatus,
  type LastingStatus,
  STATUS_LADDER,
} from "../order-status"

const page = readFileSync(join(__dirname, "../../../../../docs/status.md"), "utf8")

/** The cells of the Markdown table whose first heading is `heading`, its header row first. */
function tableOf(heading: string): string[][] {
  const lines = page.split("\n")
  const start = lines.findIndex((line) => line.startsWith("|") && cellsOf(line)[0] === heading)
  const length = lines.slice(start).findIndex((line) => !line.startsWith("|"))
  return lines
    .slice(start, start + length)
    .filter((line) => !/^\|[\s:|-]+\|$/.test(line))
    .map(cellsOf)
}

it("explains every flag, and no other, on the page", () => {
  const [, section = ""] = /^## Flags\n(.*?)^## /ms.exec(page) ?? []
  const entries = section.split(/^- /m).slice(1)
  const parts = /^`(\w+)`: .+\. \*\*Do:\*\* .+\. \*\*Cleared\*\* .+\./
  expect(entries.map((entry) => parts.exec(entry.replace(/\s+/g, " "))?.[1])).toEqual([
    ...ATTENTION,
  ])
})

const cellsOf = (line: string) =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim())

const PAID_ONLY: CapturedStatuses = ["PAID"]
const INVOICED_TOO: CapturedStatuses = ["PAID", "INVOICED"]

const ladder = tableOf("status")
  .slice(1)
  .map(([status]) => status as LastingStatus)

/** As the page says: the status further down wins, and a status that is not on the ladder changes nothing. */
const transitions = [undefined, ...ladder].flatMap((known) =>
  orderStatuses.map((news) => {
    const after = [...ladder].reverse().find((status) => status === known || status === news)
    return { known, news, after }
  })
)

describe("every status and every news", () => {
  it.each(transitions)("$known, hearing $news: $after", ({ known, news, after }) => {
    for (const paid of [false, true]) {
      const judgement = judgeStatus({ status: known, paid }, news)
      expect(judgement.status).toBe(after)
      const paidBefore = paid || known === "PAID"
      expect(judgement.paid).toBe(isLastingStatus(news) ? paidBefore || news === "PAID" : paid)
      expect(judgement.verdict).toBe(
        !isLastingStatus(news)
          ? "passing"
          : after !== known || judgement.paid !== paid
            ? "advanced"
            : news === known
              ? "repeated"
              : "late"
      )
    }
  })
})

describe("what a status asks of Medusa", () => {
  const rows = tableOf("status").slice(1)

  it("is on the page for each status of the ladder, in its order", () => {
    expect(rows.map(([status]) => status)).toEqual([...STATUS_LADDER])
  })

  it.each(rows)("%s (%s)", (status, _says, unpaid, paid, invoiceCounts, refund) => {
    const refunded = refund === "yes"
    const known = { status: status as LastingStatus, paid: false }
    expect(goalOf(known, PAID_ONLY)).toEqual({ payment: unpaid, refunded })
    expect(goalOf(known, INVOICED_TOO)).toEqual({
      payment: invoiceCounts,
      refunded,
    })
    if (paid !== "-") {
      expect(goalOf({ ...known, paid: true }, PAID_ONLY)).toEqual({
        payment: paid,
        refunded,
      })
    }
  })

  it("has a dash where PAID would have moved the status on", () => {
    for (const [status, , , paid] of rows) {
      const { status: next } = judgeStatus({ status: status as LastingStatus, paid: false }, "PAID")
      expect(paid === "-").toBe(next !== status)
    }
  })

  it("captures what was paid even where only INVOICED is configured", () => {
    expect(countsAsCaptured({ status: "PAID", paid: true }, ["INVOICED"])).toBe(true)
  })

  it("asks nothing while nothing is known", () => {
    expect(goalOf({ status: undefined, paid: false }, INVOICED_TOO)).toEqual({
      payment: "leave",
      refunded: false,
    })
  })
})

describe("what can still come of an order", () => {
  const known = STATUS_LADDER.map((status) => ({ status, paid: false }))

  it("is nothing once it is cancelled, and not once it expired: the service can still make an invoice of it", () => {
    expect(STATUS_LADDER.filter((status) => isCancelled(status))).toEqual(["CANCELLED"])
    expect(judgeStatus({ status: "EXPIRED", paid: false }, "INVOICED")).toEqual({
      status: "INVOICED",
      paid: false,
      verdict: "advanced",
    })
  })

  it("is a payment while an invoice is with the customer", () => {
    expect(known.filter(awaitsPayment).map(({ status }) => status)).toEqual([
      "INVOICED",
      "REMINDER",
      "PURRING",
      "INKASSO",
      "PARTIAL REFUNDED",
    ])
    expect(known.filter(({ status }) => awaitsPayment({ status, paid: true }))).toEqual([])
    expect(awaitsPayment({ status: undefined, paid: false })).toBe(false)
  })
})

describe("any order of the same news", () => {
  const news = fc.array(fc.constantFrom(...orderStatuses), { maxLength: 12 })
  const nothing: KnownStatus = { status: undefined, paid: false }
  const hear = (known: KnownStatus, status: OrderStatus): KnownStatus => {
    const judgement = judgeStatus(known, status)
    return { status: judgement.status, paid: judgement.paid }
  }
  const afterAll = (heard: readonly OrderStatus[]) => heard.reduce(hear, nothing)

  it("ends in the same knowledge, however it is shuffled and repeated", () => {
    fc.assert(
      fc.property(
        news.chain((heard) =>
          fc.record({
            heard: fc.constant(heard),
            shuffled: fc.shuffledSubarray(heard, {
              minLength: heard.length,
            }),
            repeats: fc.subarray(heard),
          })
        ),
        ({ heard, shuffled, repeats }) => {
          expect(afterAll([...shuffled, ...repeats])).toEqual(afterAll(heard))
        }
      )
    )
  })

  it("never moves a status backwards, nor forgets a payment", () => {
    fc.assert(
      fc.property(news, (heard) => {
        let known = nothing
        for (const status of heard) {
          const next = hear(known, status)
          expect(rungOf(next)).toBeGreaterThanOrEqual(rungOf(known))
          expect(next.paid || !known.paid).toBe(true)
          known = next
        }
      })
    )
  })

  it("ends where the same news, heard all at once, would end", () => {
    fc.assert(
      fc.property(news, (heard) => {
        const highest = [...STATUS_LADDER].reverse().find((status) => heard.includes(status))
        expect(afterAll(heard)).toEqual({
          status: highest,
          paid: heard.includes("PAID"),
        })
      })
    )
  })

  it("asks the same of Medusa in the end", () => {
    fc.assert(
      fc.property(
        news.chain((heard) =>
          fc.record({
            heard: fc.constant(heard),
            shuffled: fc.shuffledSubarray(heard, { minLength: heard.length }),
          })
        ),
        fc.constantFrom(PAID_ONLY, INVOICED_TOO),
        ({ heard, shuffled }, captured) => {
          expect(goalOf(afterAll(shuffled), captured)).toEqual(goalOf(afterAll(heard), captured))
        }
      )
    )
  })
})

const rungOf = ({ status }: KnownStatus) =>
  status === undefined ? -1 : STATUS_LADDER.indexOf(status)
