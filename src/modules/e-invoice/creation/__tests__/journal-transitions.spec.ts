import { readFileSync } from "node:fs"

import { JOURNAL_TRANSITIONS, type JournalActor, statesBefore } from "../journal-row"
import { INTENT_STATES, type IntentState } from "../../intent"

const ACTORS = Object.keys(JOURNAL_TRANSITIONS) as JournalActor[]

/** The states from which anybody may move a row to `to`. */
const before = (to: IntentState): IntentState[] =>
  [...new Set(ACTORS.flatMap((actor) => statesBefore(actor, to)))].sort()

describe("journal transitions", () => {
  it("let only a row that certainly has no order be sent, and only its sender", () => {
    expect(before("sending")).toEqual(["prepared", "rejected"])
    expect(ACTORS.filter((actor) => statesBefore(actor, "sending").length > 0)).toEqual(["sender"])
  })

  it("let none but its sender conclude an attempt that is being sent", () => {
    expect(ACTORS.map((actor) => [actor, JOURNAL_TRANSITIONS[actor].sending])).toEqual([
      ["sender", ["succeeded", "rejected", "in_doubt"]],
      ["lease", ["in_doubt"]],
      ["look-up", undefined],
      ["staff", undefined],
      ["callback", undefined],
    ])
  })

  it("accept from every state after sending that the order exists", () => {
    expect(before("succeeded")).toEqual(["abandoned", "in_doubt", "rejected", "sending"])
  })

  it("never leave succeeded, and never return to prepared", () => {
    expect(ACTORS.flatMap((actor) => JOURNAL_TRANSITIONS[actor].succeeded ?? [])).toEqual([])
    expect(before("prepared")).toEqual([])
  })

  it("are the ones that docs/journal.md describes", () => {
    const page = readFileSync("docs/journal.md", "utf8")
    const table = page.split("## Transitions")[1]?.split("## ")[0] ?? ""
    const described = table
      .split("\n")
      .filter((line) => line.startsWith("| `"))
      .flatMap((line) => {
        const [, from = "", to = "", by = ""] = line.split("|")
        return namesIn(by).flatMap((actor) =>
          namesIn(from).flatMap((state) =>
            namesIn(to).map((next) => `${actor}: ${state} -> ${next}`)
          )
        )
      })
    const built = ACTORS.flatMap((actor) =>
      INTENT_STATES.flatMap((from) =>
        (JOURNAL_TRANSITIONS[actor][from] ?? []).map((to) => `${actor}: ${from} -> ${to}`)
      )
    )

    expect([...new Set(described)].sort()).toEqual(built.sort())
  })
})

const namesIn = (cell: string) => [...cell.matchAll(/`([\w-]+)`/g)].map(([, name = ""]) => name)
