import type { InboxEntry } from "../../../modules/e-invoice/callbacks/inbox"
import { alikeCallbacks, callbackVerdicts, soonAgain } from "../callback-verdicts"

const now = new Date("2026-03-01T12:00:00Z")

const entry = (
  id: string,
  status?: string,
  { attempts = 0, isLeased = true }: { attempts?: number; isLeased?: boolean } = {}
): InboxEntry => ({
  id,
  eInvoiceOrderId: "einvord_1",
  parameters: status === undefined ? {} : { status },
  state: "received",
  attempts,
  createdAt: now,
  leasedUntil: isLeased ? new Date(now.getTime() + 60_000) : undefined,
})

const answer = {
  status: "INVOICED",
  paid: false,
  verdict: "advanced",
  waiting_for: null,
} as const

const words = (...args: Parameters<typeof callbackVerdicts>) =>
  callbackVerdicts(...args).map((verdict) =>
    "outcome" in verdict ? verdict.outcome : `waits for ${verdict.waitsFor}`
  )

describe("one answer of the service", () => {
  it("gives each callback the outcome it would have had after those before it", () => {
    const entries = [entry("a", "SENT"), entry("b", "INVOICED"), entry("c")]

    expect(words(entries, answer)).toEqual([
      "advanced: INVOICED",
      "repeated: INVOICED",
      "repeated: INVOICED",
    ])
  })

  it.each(["repeated", "late", "passing"] as const)(
    "that is %s is so for each of them",
    (verdict) => {
      const entries = [entry("a"), entry("b")]

      expect(words(entries, { ...answer, verdict })).toEqual([
        `${verdict}: INVOICED`,
        `${verdict}: INVOICED`,
      ])
    }
  )

  it("keeps a callback that runs ahead of it, and settles the others", () => {
    const entries = [entry("a", "PAID"), entry("b", "INVOICED")]

    expect(words(entries, answer)).toEqual(["waits for ahead", "advanced: INVOICED"])
  })

  it("gives up one that runs ahead at the last of its own looks", () => {
    const entries = [entry("a", "PAID", { attempts: 3 }), entry("b", "PAID", { attempts: 4 })]

    expect(words(entries, answer)).toEqual(["waits for ahead", "not confirmed: INVOICED"])
  })

  it("never gives up one that runs ahead and is not leased", () => {
    const entries = [entry("a", "PAID", { attempts: 4, isLeased: false }), entry("b")]

    expect(words(entries, answer)).toEqual(["waits for ahead", "advanced: INVOICED"])
  })

  it("settles one that ran ahead once it has caught up, whatever asked", () => {
    const entries = [entry("a", "PAID", { attempts: 2, isLeased: false }), entry("b")]
    const paid = { ...answer, status: "PAID", paid: true } as const

    expect(words(entries, paid)).toEqual(["advanced: PAID", "repeated: PAID"])
  })

  it.each(["creation", "medusa-order"] as const)(
    "keeps all of them while the %s is awaited",
    (waiting_for) => {
      const entries = [entry("a"), entry("b", "PAID", { attempts: 9 })]

      expect(words(entries, { ...answer, waiting_for })).toEqual([
        `waits for ${waiting_for}`,
        `waits for ${waiting_for}`,
      ])
    }
  )
})

describe("callbacks of one order", () => {
  const named = (id: string, orderUuid: string, isLeased = true) => ({
    ...entry(id, undefined, { isLeased }),
    parameters: { orderUuid },
  })
  const ids = (groups: InboxEntry[][]) => groups.map((group) => group.map(({ id }) => id))

  it("share a question when they name the same order, as long as one of them is leased", () => {
    const entries = [
      named("a", "ODR1", false),
      named("b", "ODR2"),
      named("c", "ODR1"),
      named("d", "ODR3", false),
    ]

    expect(ids(alikeCallbacks(entries, true))).toEqual([["a", "c"], ["b"]])
  })

  it("each stand for themselves where the service cannot be asked", () => {
    const entries = [named("a", "ODR1"), named("b", "ODR1"), named("c", "ODR1", false)]

    expect(ids(alikeCallbacks(entries, false))).toEqual([["a"], ["b"]])
  })

  it("are looked at again after growing pauses while they are fresh, and not for longer", () => {
    const looks: number[] = [0]
    for (let at: Date | undefined = now; at;) {
      at = soonAgain(entry("a"), at)
      looks.push(at ? at.getTime() - now.getTime() : Infinity)
    }

    expect(looks).toEqual([0, 250, 750, 2_250, 6_000, Infinity])
  })
})
