import type { RefundRow } from "../../../modules/e-invoice/refunds/refund-row"
import type { ReservationRefund } from "../../../modules/e-invoice/operations/earlier-operations"
import {
  CONFIRM_REPEAT,
  mayRepeatOfInvoices,
  refuseUnconfirmedApproval,
  refuseUnconfirmedRepeat,
  standingRefunds,
} from "../repeated-refund"

const refund = (id: string, more: Partial<RefundRow> = {}) =>
  ({
    id,
    e_invoice_order_id: "einvord_1",
    purpose: "refund",
    state: "succeeded",
    attempt: 1,
    amount: "10.00",
    failure: null,
    ...more,
  }) as unknown as RefundRow

/** A refund that the service refused until its operator agrees, and was asked to. */
const awaiting = refund("einvref_9", {
  state: "rejected",
  failure: { kind: "conflict", messageKey: "refundRejectionForWeeklyThresholdExceed" } as never,
})

const NOW = new Date("2026-03-01")

/** A refund of a reservation of the same Medusa order. */
const onCard = (more: Partial<ReservationRefund> = {}): ReservationRefund => ({
  id: "einvop_1",
  attempt: 1,
  state: "succeeded",
  sending_at: null,
  created_at: new Date("2026-03-01"),
  may_be_repeated: true,
  ...more,
})

/** A journal with these refunds, of an order with another invoice. */
function journal(
  rows: RefundRow[] = [],
  {
    repeated = false,
    approvalAsked = true,
    cards = [] as ReservationRefund[],
    unrecorded = "",
    /** Refunds of other providers, by how many minutes ago they were made. */
    others = {} as Record<string, number>,
  } = {}
) {
  const asked: { listed: string[]; repeated: unknown[] } = { listed: [], repeated: [] }
  const dependencies = {
    refunds: {
      list: async (...ids: string[]) => {
        asked.listed = ids
        return rows
      },
      repeated: async (...terms: unknown[]) => {
        asked.repeated = terms
        return repeated ? rows[0] : undefined
      },
      isMadeJustNow: async () => repeated,
    },
    operations: {
      ofKey: async () => (approvalAsked ? { state: "succeeded" } : undefined),
      earlier: {
        refundsOfReservations: async (id: string) => (id === "order_1" ? cards : []),
      },
    },
    clock: { now: () => NOW },
    medusaRefunds: {
      byOthers: async (id: string) =>
        Object.entries(id === "order_1" ? others : {}).map(([refund, minutes]) => ({
          id: refund,
          createdAt: new Date(NOW.getTime() - minutes * 60_000),
        })),
    },
    orders: {
      statuses: {
        find: async (id: string) => ({
          id,
          flags: id === unrecorded ? ["refunded_at_service"] : [],
        }),
        ofOrder: async (id: string | null) =>
          [
            { id: "einvord_2", orderId: "order_1" },
            { id: "einvord_1", orderId: "order_1" },
            { id: "einvord_3", orderId: null },
          ].filter(({ orderId }) => orderId === id),
      },
    },
  } as unknown as Parameters<typeof refuseUnconfirmedRepeat>[0]
  return { asked, dependencies }
}

const order = { id: "einvord_1", orderId: "order_1" as string | null }

type Terms = Omit<Parameters<typeof refuseUnconfirmedRepeat>[2], "amountOre">

const refusalOf = ({ dependencies }: ReturnType<typeof journal>, terms: Terms, of = order) =>
  refuseUnconfirmedRepeat(dependencies, of, { amountOre: 1_000n, ...terms }).then(
    () => undefined,
    (error: { code: string; values: object }) => ({ code: error.code, values: error.values })
  )

describe("refuseUnconfirmedRepeat", () => {
  it("lets through what repeats nothing, and looks at all invoices of the order", async () => {
    const first = journal()

    expect(await refusalOf(first, { isOwed: false })).toBeUndefined()
    expect(first.asked.listed).toEqual(["einvord_1", "einvord_2"])
    expect(first.asked.repeated).toEqual([
      ["einvord_1", "einvord_2"],
      { amount: "10.00", isOwed: false },
    ])
  })

  it("looks at one invoice where no order is known", async () => {
    const alone = journal()
    await refusalOf(alone, { isOwed: false }, { ...order, orderId: null })

    expect(alone.asked.listed).toStrictEqual(["einvord_1"])
  })

  it.each<[string, RefundRow[], boolean, Terms, boolean]>([
    ["one made shortly before", [refund("1")], true, { isOwed: false }, true],
    ["one made shortly before, also of what is owed", [refund("1")], true, { isOwed: true }, true],
    [
      "nothing that a person confirmed",
      [refund("1")],
      true,
      { isOwed: false, isConfirmed: true },
      false,
    ],
    ["one in doubt", [refund("1", { state: "in_doubt" })], false, { isOwed: false }, true],
    [
      "one in doubt beside what is owed",
      [refund("1", { state: "in_doubt" })],
      false,
      { isOwed: true },
      false,
    ],
    [
      "a credit in doubt",
      [refund("1", { state: "in_doubt", purpose: "credit" })],
      false,
      { isOwed: false },
      false,
    ],
    ["one that awaits approval", [awaiting], false, { isOwed: false }, true],
    [
      "a credit that awaits approval",
      [{ ...awaiting, purpose: "credit" }],
      false,
      { isOwed: false },
      true,
    ],
    ["one that awaits approval beside what is owed", [awaiting], false, { isOwed: true }, false],
    [
      "one of the same amount that awaits approval, of what the portal gave",
      [awaiting],
      false,
      { isOwed: true, isGiven: true },
      true,
    ],
    [
      "one of another amount that awaits approval, of what the portal gave",
      [{ ...awaiting, amount: "10.01" }],
      false,
      { isOwed: true, isGiven: true },
      false,
    ],
    [
      "one of another invoice that awaits approval, of what the portal gave",
      [{ ...awaiting, e_invoice_order_id: "einvord_2" }],
      false,
      { isOwed: true, isGiven: true },
      false,
    ],
    ["one that is being sent", [refund("1", { state: "sending" })], false, { isOwed: false }, true],
    ["one that was refused", [refund("1", { state: "rejected" })], false, { isOwed: false }, false],
    ["one that was carried out long before", [refund("1")], false, { isOwed: false }, false],
  ])("asks for a confirmation beside %s", async (_what, rows, repeated, terms, isAsked) => {
    const refusal = await refusalOf(journal(rows, { repeated }), terms)

    expect(refusal?.code).toBe(isAsked ? CONFIRM_REPEAT : undefined)
  })

  it("asks of its own invoice alone where the amount is owed, or was chosen from what was seen", async () => {
    const owed = journal([refund("1")])
    await refusalOf(owed, { isOwed: true })
    expect(owed.asked.repeated).toEqual([["einvord_1"], { amount: "10.00", isOwed: true }])

    const chosen = journal([refund("1")])
    const seen = await standingRefunds(chosen.dependencies, order)
    expect(await refusalOf(chosen, { isOwed: false, seen })).toBeUndefined()
    expect(chosen.asked.repeated).toEqual([["einvord_1"], { amount: "10.00", isOwed: true }])
  })

  it("asks once more of what was chosen from what was seen and may be a repeat", async () => {
    const chosen = journal([refund("1")], { repeated: true })
    const seen = await standingRefunds(chosen.dependencies, order)

    expect(await refusalOf(chosen, { isOwed: false, seen })).toEqual({
      code: CONFIRM_REPEAT,
      values: { seen },
    })
    expect(await refusalOf(chosen, { isOwed: false, seen, isConfirmed: true })).toBeUndefined()
  })

  it("lets nothing confirm what was chosen before another refund was made", async () => {
    const before = await standingRefunds(journal().dependencies, order)
    const after = journal([refund("1")])
    const now = await standingRefunds(after.dependencies, order)

    expect(await refusalOf(after, { isOwed: true, seen: before, isConfirmed: true })).toEqual({
      code: CONFIRM_REPEAT,
      values: { seen: now },
    })
  })
})

describe("refuseUnconfirmedRepeat, of an order with a reservation", () => {
  it.each<[string, Partial<ReservationRefund>, Terms, boolean]>([
    ["one made just now", {}, { isOwed: false }, true],
    ["one made just now, also of what Medusa owes", {}, { isOwed: true }, true],
    ["one that is open", { state: "in_doubt" }, { isOwed: true }, true],
    ["one that was confirmed", {}, { isOwed: true, isConfirmed: true }, false],
    ["one made long before", { may_be_repeated: false }, { isOwed: true }, false],
    ["one, of an order that is cancelled", {}, { isOwed: true, isCancelling: true }, false],
    ["one, of what the portal gave", {}, { isOwed: true, isGiven: true }, false],
  ])("asks for a confirmation beside %s", async (_what, card, terms, isAsked) => {
    const refusal = await refusalOf(journal([], { cards: [onCard(card)] }), terms)

    expect(refusal?.code).toBe(isAsked ? CONFIRM_REPEAT : undefined)
  })

  it("lets through what was chosen after it, and nothing that was chosen before", async () => {
    const before = await standingRefunds(journal().dependencies, order)
    const after = journal([], { cards: [onCard()] })
    const now = await standingRefunds(after.dependencies, order)

    expect(await refusalOf(after, { isOwed: true, seen: before, isConfirmed: true })).toEqual({
      code: CONFIRM_REPEAT,
      values: { seen: now },
    })
    expect(await refusalOf(after, { isOwed: true, seen: now })).toBeUndefined()
  })

  it("asks nothing where no order is known", async () => {
    const alone = journal([], { cards: [onCard()] })

    expect(await refusalOf(alone, { isOwed: true }, { ...order, orderId: null })).toBeUndefined()
  })
})

describe("refuseUnconfirmedRepeat, of an order that another provider's payment pays beside", () => {
  it("refuses what was chosen before that payment was refunded", async () => {
    const seen = await standingRefunds(journal().dependencies, order)
    const after = journal([], { others: { ref_1: 60 } })
    const now = await standingRefunds(after.dependencies, order)

    expect(await refusalOf(after, { isOwed: true, seen })).toEqual({
      code: "confirm_repeat",
      values: { seen: now },
    })
    expect(await refusalOf(after, { isOwed: false, seen: now })).toBeUndefined()
  })

  it.each<[string, number, Terms, boolean]>([
    ["just now, and nothing is owed", 9, { isOwed: false }, true],
    ["just now, and it is confirmed", 9, { isOwed: false, isConfirmed: true }, false],
    ["just now, and it is owed beside", 9, { isOwed: true }, false],
    ["just now, and the order is cancelled", 9, { isOwed: false, isCancelling: true }, false],
    ["just now, and the portal gave this one", 9, { isOwed: false, isGiven: true }, false],
    ["earlier, and nothing is owed", 11, { isOwed: false }, false],
  ])("asks about what Medusa refunded %s: %p min", async (_when, minutes, terms, asks) => {
    const refusal = await refusalOf(journal([], { others: { ref_1: minutes } }), terms)
    expect(refusal !== undefined).toBe(asks)
  })
})

describe("mayRepeatOfInvoices", () => {
  it.each<[string, RefundRow[], boolean, boolean]>([
    ["none", [], false, false],
    ["one long ago", [refund("1")], false, false],
    ["one just now", [refund("1")], true, true],
    ["one in doubt", [refund("1", { state: "in_doubt" })], false, true],
    ["a credit that is written down", [refund("1", { state: "prepared" })], false, true],
    ["one that awaits approval", [awaiting], false, true],
    ["one that came to nothing", [refund("1", { state: "rejected" })], false, false],
  ])("beside %s", async (_what, rows, repeated, may) => {
    const { dependencies } = journal(rows, { repeated })

    expect(await mayRepeatOfInvoices(dependencies, ["einvord_1"])).toBe(may)
  })
})

describe("a refund of a reservation beside one that the portal gave", () => {
  it.each([
    ["of an invoice of the order", "einvord_1", true],
    ["of another order's", "einvord_3", false],
  ])("%s", async (_what, unrecorded, may) => {
    const { dependencies } = journal([], { unrecorded })

    expect(await mayRepeatOfInvoices(dependencies, ["einvord_2", "einvord_1"])).toBe(may)
  })
})

describe("a refund that was chosen from what was seen", () => {
  it.each<[string, ReservationRefund[], Partial<Terms>, boolean]>([
    ["asks beside a card's that is in doubt", [onCard({ state: "in_doubt" })], {}, true],
    ["asks beside a card's that is being sent", [onCard({ state: "sending" })], {}, true],
    ["asks beside a card's that awaits approval", [onCard({ state: "rejected" })], {}, true],
    ["asks nothing beside one that was made", [onCard()], {}, false],
    ["asks where nothing is owed any more", [], { isOwedNoMore: true }, true],
    ["asks nothing so of what the portal gave", [], { isOwedNoMore: true, isGiven: true }, false],
  ])("%s", async (_what, cards, terms, asks) => {
    const chosen = journal([], { cards })
    const seen = await standingRefunds(chosen.dependencies, order)
    const refusal = await refusalOf(chosen, { isOwed: true, seen, ...terms })

    expect(refusal?.code === CONFIRM_REPEAT).toBe(asks)
    expect(
      await refusalOf(chosen, { isOwed: true, seen, isConfirmed: true, ...terms })
    ).toBeUndefined()
  })
})

describe("standingRefunds", () => {
  const textOf = (...rows: RefundRow[]) => standingRefunds(journal(rows).dependencies, order)

  it("is another text as soon as a refund is made, settled, tried anew, or waits for approval", async () => {
    const texts = await Promise.all([
      textOf(),
      textOf(refund("1")),
      textOf(refund("2")),
      textOf(refund("1", { attempt: 2 })),
      textOf(refund("1", { state: "in_doubt" })),
      textOf(awaiting),
    ])

    expect(new Set(texts).size).toBe(texts.length)
    for (const text of texts) {
      expect(text).toMatch(/^[0-9a-f]{16}$/)
    }
  })

  it("is another text as soon as one of a reservation is sent, settled, or waits for approval", async () => {
    const texts = await Promise.all(
      [
        [],
        [onCard()],
        [onCard({ state: "sending" })],
        [onCard({ state: "rejected" })],
        [onCard({ attempt: 2 })],
      ].map((cards) => standingRefunds(journal([], { cards }).dependencies, order))
    )

    expect(new Set(texts).size).toBe(texts.length)
  })

  it("is of all invoices of the order", async () => {
    const { asked, dependencies } = journal([refund("1")])
    await standingRefunds(dependencies, order)

    expect(asked.listed).toEqual(["einvord_1", "einvord_2"])
  })

  it("is the same where a refund came to nothing", async () => {
    expect(await textOf(refund("1", { state: "rejected" }))).toBe(await textOf())
    expect(
      await standingRefunds(journal([awaiting], { approvalAsked: false }).dependencies, order)
    ).toBe(await textOf())
  })
})

describe("refuseUnconfirmedApproval", () => {
  const [BEFORE, AT, SINCE] = ["2026-03-01", "2026-03-02", "2026-03-03"].map(
    (day) => new Date(day)
  ) as [Date, Date, Date]
  const rejected = { id: "einvref_9", at: AT }
  const codeOf = (
    { dependencies }: ReturnType<typeof journal>,
    of: Parameters<typeof refuseUnconfirmedApproval>[1] = order
  ) =>
    refuseUnconfirmedApproval(dependencies, of, rejected).then(
      () => undefined,
      ({ code }: { code: string }) => code
    )
  const made = (more: Partial<RefundRow>) => refund("1", { created_at: BEFORE, ...more })

  it.each<[string, RefundRow[], ReservationRefund[], boolean]>([
    ["nothing else was refunded", [], [], false],
    ["one was made before", [made({ sending_at: BEFORE })], [], false],
    ["one was sent at the same moment", [made({ sending_at: AT })], [], false],
    ["one was sent since", [made({ sending_at: SINCE })], [], true],
    ["one was recorded since", [made({ created_at: SINCE, sending_at: null })], [], true],
    ["one since is in doubt", [made({ state: "in_doubt", sending_at: SINCE })], [], true],
    ["one since was rejected", [made({ state: "rejected", sending_at: SINCE })], [], false],
    ["one since awaits approval", [{ ...awaiting, id: "2", sending_at: SINCE }], [], true],
    ["it is the only one since", [{ ...awaiting, sending_at: SINCE }], [], false],
    ["a card's was made before", [], [onCard({ sending_at: BEFORE })], false],
    ["a card's was sent since", [], [onCard({ sending_at: SINCE })], true],
    [
      "a card's since awaits approval",
      [],
      [onCard({ state: "rejected", sending_at: SINCE })],
      true,
    ],
  ])("where %s", async (_what, rows, cards, isRefused) => {
    expect(await codeOf(journal(rows, { cards }))).toBe(isRefused ? CONFIRM_REPEAT : undefined)
  })

  it("looks at all invoices of the order of a reservation, and at none without an order", async () => {
    const ofOrder = journal()
    await codeOf(ofOrder, { orderId: "order_1" })
    expect(ofOrder.asked.listed).toEqual(["einvord_2", "einvord_1"])

    const alone = journal()
    expect(await codeOf(alone, { orderId: null })).toBeUndefined()
    expect(alone.asked.listed).toEqual([])
  })
})
