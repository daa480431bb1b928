import { readFileSync } from "node:fs"

import { JOURNAL_TRANSITIONS, statesBefore } from "../journal-transitions"
import { JOURNAL_STATES } from "../../models/e-invoice-order"

describe("journal transitions", () => {
  it("cover every state", () => {
    expect(Object.keys(JOURNAL_TRANSITIONS).sort()).toEqual(
      [...JOURNAL_STATES].sort()
    )
  })

  it("let only a row that certainly has no order be sent", () => {
    expect(statesBefore("sending").sort()).toEqual(["prepared", "rejected"])
  })

  it("accept from every state after sending that the order exists", () => {
    expect(statesBefore("created").sort()).toEqual([
      "abandoned",
      "in_doubt",
      "rejected",
      "sending",
    ])
  })

  it("never leave created, and never return to prepared", () => {
    expect(JOURNAL_TRANSITIONS.created).toEqual([])
    expect(statesBefore("prepared")).toEqual([])
  })

  it("never turn doubt into sending directly", () => {
    expect(JOURNAL_TRANSITIONS.in_doubt).not.toContain("sending")
    expect(JOURNAL_TRANSITIONS.sending).not.toContain("sending")
  })

  it("are the ones that docs/journal.md describes", () => {
    const page = readFileSync("docs/journal.md", "utf8")
    const table = page.split("## Transitions")[1]?.split("## ")[0] ?? ""
    const described = table
      .split("\n")
      .filter((line) => line.startsWith("| `"))
      .flatMap((line) => {
        const [, from = "", to = ""] = line.split("|")
        return namesIn(from).flatMap((state) =>
          namesIn(to).map((next) => `${state} -> ${next}`)
        )
      })
    const built = Object.entries(JOURNAL_TRANSITIONS).flatMap(([from, next]) =>
      next.map((to) => `${from} -> ${to}`)
    )

    expect([...new Set(described)].sort()).toEqual(built.sort())
  })
})

const namesIn = (cell: string) =>
  [...cell.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name)
