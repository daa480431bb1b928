import { readFileSync } from "node:fs"

import { CREATION_TRANSITIONS } from "../orders/order-row"
import {
  INTENT_STATES,
  type IntentActor,
  type IntentState,
  statesBefore,
  type Transitions,
} from "../intent"
import { OPERATION_TRANSITIONS } from "../operations/operation"
import { REFUND_TRANSITIONS } from "../refunds/refund-row"

const ACTORS: readonly IntentActor[] = ["sender", "lease", "look-up", "staff", "callback"]

/** The states from which any actor may move an intent to `to`. */
const before = (transitions: Transitions, to: IntentState): IntentState[] =>
  [...new Set(ACTORS.flatMap((actor) => statesBefore(transitions, actor, to)))].sort()

const KINDS: [string, Transitions][] = [
  ["The transitions of creations", CREATION_TRANSITIONS],
  ["The transitions of refunds", REFUND_TRANSITIONS],
  ["The transitions of operations", OPERATION_TRANSITIONS],
]

describe.each(KINDS)("%s", (_kind, transitions) => {
  it("let none but its sender send an attempt", () => {
    expect(ACTORS.filter((by) => statesBefore(transitions, by, "sending").length > 0)).toEqual([
      "sender",
    ])
  })

  it("let none but its sender conclude an attempt that is being sent", () => {
    expect(ACTORS.map((actor) => [actor, transitions[actor]?.sending])).toEqual([
      ["sender", ["succeeded", "rejected", "in_doubt"]],
      ["lease", ["in_doubt"]],
      ["look-up", undefined],
      ["staff", undefined],
      ["callback", undefined],
    ])
  })

  it("let none but the sender say that an attempt was rejected, unless it is in doubt or was never sent", () => {
    const others = ACTORS.filter((actor) => actor !== "sender")
    const from = others.flatMap((actor) => statesBefore(transitions, actor, "rejected"))
    expect(from.filter((state) => state !== "in_doubt" && state !== "prepared")).toEqual([])
  })

  it("accept the sender's own word that it succeeded, whatever was concluded meanwhile", () => {
    expect(statesBefore(transitions, "sender", "succeeded")).toEqual(
      expect.arrayContaining(["sending", "rejected", "in_doubt"])
    )
  })

  it("never leave succeeded", () => {
    expect(ACTORS.flatMap((actor) => transitions[actor]?.succeeded ?? [])).toEqual([])
  })
})

describe("the transitions of a creation", () => {
  it("are the ones that docs/internals/journal.md describes", () => {
    const transitions: Transitions = CREATION_TRANSITIONS
    const page = readFileSync("docs/internals/journal.md", "utf8")
    const table = page.split("## Transitions\n")[1]?.split("## ")[0] ?? ""
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
        (transitions[actor]?.[from] ?? []).map((to) => `${actor}: ${from} -> ${to}`)
      )
    )

    expect([...new Set(described)].sort()).toEqual(built.sort())
  })

  it("let only a row that certainly has no order be sent", () => {
    expect(before(CREATION_TRANSITIONS, "sending")).toEqual(["prepared", "rejected"])
    expect(before(CREATION_TRANSITIONS, "prepared")).toEqual([])
  })

  it("accept from every state after sending that the order exists", () => {
    expect(before(CREATION_TRANSITIONS, "succeeded")).toEqual([
      "abandoned",
      "in_doubt",
      "rejected",
      "sending",
    ])
  })
})

describe("the transitions of a refund", () => {
  it("let no look-up say that it was not carried out", () => {
    expect(statesBefore(REFUND_TRANSITIONS, "look-up", "rejected")).toEqual([])
  })

  it("are prepared anew and sent only where certainly nothing was carried out", () => {
    expect(before(REFUND_TRANSITIONS, "prepared")).toEqual(["rejected"])
    expect(before(REFUND_TRANSITIONS, "sending")).toEqual(["prepared", "rejected"])
  })

  it("withdraw by a lost lease only what was never sent", () => {
    expect(REFUND_TRANSITIONS.lease).toEqual({ prepared: ["rejected"], sending: ["in_doubt"] })
  })

  it("accept from a look-up and from staff that one in doubt, or one approved later, was carried out", () => {
    expect(statesBefore(REFUND_TRANSITIONS, "look-up", "succeeded")).toEqual([
      "rejected",
      "in_doubt",
    ])
    expect(statesBefore(REFUND_TRANSITIONS, "staff", "succeeded")).toEqual(["rejected", "in_doubt"])
  })

  it("give up none", () => {
    expect(before(REFUND_TRANSITIONS, "abandoned")).toEqual([])
  })
})

describe("the transitions of an operation", () => {
  it("send again what is in doubt, as it may be repeated", () => {
    expect(before(OPERATION_TRANSITIONS, "sending")).toEqual(["in_doubt", "prepared", "rejected"])
    expect(before(OPERATION_TRANSITIONS, "prepared")).toEqual([])
  })

  it("let only the sender and staff say that nothing was carried out", () => {
    expect(statesBefore(OPERATION_TRANSITIONS, "staff", "rejected")).toEqual(["in_doubt"])
    expect(statesBefore(OPERATION_TRANSITIONS, "callback", "rejected")).toEqual([])
    expect(OPERATION_TRANSITIONS.lease).toEqual({ sending: ["in_doubt"] })
  })

  it("accept the service's own callback as proof", () => {
    expect(OPERATION_TRANSITIONS.callback).toEqual({
      rejected: ["succeeded"],
      in_doubt: ["succeeded"],
    })
  })

  it("give up none", () => {
    expect(before(OPERATION_TRANSITIONS, "abandoned")).toEqual([])
  })
})

const namesIn = (cell: string) => [...cell.matchAll(/`([\w-]+)`/g)].map(([, name = ""]) => name)
