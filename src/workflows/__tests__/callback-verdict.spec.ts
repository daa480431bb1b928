import type { InboxEntry } from "../../modules/e-invoice/callbacks/inbox"
import { callbackVerdicts } from "../callback-round"

const entry = (
  id: string,
  status?: string,
  { attempts = 0 }: { attempts?: number } = {}
): InboxEntry => ({
  id,
  eInvoiceOrderId: "einvord_1",
  parameters: status === undefined ? {} : { status },
  state: "received",
  attempts,
})

const answer = {
  status: "INVOICED",
  paid: false,
  verdict: "advanced",
  waiting_for: null,
} as const

const everybodysTurn = () => true

const words = (...args: Parameters<typeof callbackVerdicts>) =>
  callbackVerdicts(...args).map((verdict) =>
    "outcome" in verdict ? verdict.outcome : `waits for ${verdict.waitsFor}`
  )

describe("one answer of the service", () => {
  it("gives each callback the outcome it would have had after those before it", () => {
    const entries = [entry("a", "SENT"), entry("b", "INVOICED"), entry("c")]

    expect(words(entries, answer, everybodysTurn)).toEqual([
      "advanced: INVOICED",
      "repeated: INVOICED",
      "repeated: INVOICED",
    ])
  })

  it.each(["repeated", "late", "passing"] as const)(
    "that is %s is so for each of them",
    (verdict) => {
      const entries = [entry("a"), entry("b")]

      expect(words(entries, { ...answer, verdict }, everybodysTurn)).toEqual([
        `${verdict}: INVOICED`,
        `${verdict}: INVOICED`,
      ])
    }
  )

  it("keeps a callback that runs ahead of it, and settles the others", () => {
    const entries = [entry("a", "PAID"), entry("b", "INVOICED")]

    expect(words(entries, answer, everybodysTurn)).toEqual([
      "waits for ahead",
      "advanced: INVOICED",
    ])
  })

  it("gives up one that runs ahead at the last of its own looks", () => {
    const entries = [entry("a", "PAID", { attempts: 3 }), entry("b", "PAID", { attempts: 4 })]

    expect(words(entries, answer, everybodysTurn)).toEqual([
      "waits for ahead",
      "not confirmed: the service says INVOICED",
    ])
  })

  it("never gives up one that runs ahead when it is another's turn", () => {
    const entries = [entry("a", "PAID", { attempts: 4 }), entry("b")]

    expect(words(entries, answer, ({ id }) => id === "b")).toEqual([
      "waits for ahead",
      "advanced: INVOICED",
    ])
  })

  it("settles one that ran ahead once it has caught up, whoever asked", () => {
    const entries = [entry("a", "PAID", { attempts: 2 }), entry("b")]
    const paid = { ...answer, status: "PAID", paid: true } as const

    expect(words(entries, paid, ({ id }) => id === "b")).toEqual([
      "advanced: PAID",
      "repeated: PAID",
    ])
  })

  it.each(["creation", "medusa-order"] as const)(
    "keeps all of them while the %s is awaited",
    (waiting_for) => {
      const entries = [entry("a"), entry("b", "PAID", { attempts: 9 })]

      expect(words(entries, { ...answer, waiting_for }, everybodysTurn)).toEqual([
        `waits for ${waiting_for}`,
        `waits for ${waiting_for}`,
      ])
    }
  )
})
