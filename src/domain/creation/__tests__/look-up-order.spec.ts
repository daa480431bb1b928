import { NotFoundError, type RequestOf } from "../../../connect"
import { candidatesOf, type LookUpDependencies, lookUpOrder } from "../look-up-order"
import type { OrderRow } from "../../../modules/e-invoice/orders/order-row"
import type { ListedOrder } from "../recognise-order"
import {
  ACCOUNT,
  control,
  doubtful,
  keys,
  later,
  listed,
  MINUTE,
  SENDER_LIFETIME,
  sentAt,
} from "./doubtful-creation"

const now = later(10 * MINUTE)

type Scene = {
  /** Identifiers of orders that belong to a row. */
  linked?: string[]
  /** Orders whose creation was answered, by when they were sent. */
  answered?: Record<string, Date>
  /** The last order before it, by account. */
  earlier?: { orderUuid: string; sentAt: Date; accountHash?: string }
  lastPage?: number
  /** Null: no `Date`. */
  skewMs?: number | null
  /** The account that the store sends to now. */
  account?: string
  at?: Date
  row?: OrderRow
}

/** A service that lists orders, and a journal that knows some of them. */
function scene(
  orders: ListedOrder[] | Error,
  {
    account = ACCOUNT,
    answered = {},
    earlier,
    lastPage,
    linked = Object.keys(answered),
    skewMs = 0,
  }: Scene = {}
) {
  const calls: [string, { query: unknown }, { budgetMs: number }][] = []
  const before: [Date, Date][] = []
  const dependencies = {
    keys,
    clock: { now: () => new Date() },
    orders: {
      creations: {
        senderLifetime: SENDER_LIFETIME,
        accountHash: account,
        linkedOrders: async () => new Set(linked),
        answeredAmong: async (uuids: string[]) =>
          Object.entries(answered)
            .filter(([orderUuid]) => uuids.includes(orderUuid))
            .map(([orderUuid, since]) => ({ orderUuid, sentAt: since, accountHash: account })),
        answeredBefore: async (from: Date, to: Date, accountHash: string) => {
          before.push([from, to])
          return (earlier?.accountHash ?? ACCOUNT) === accountHash ? earlier : undefined
        },
      },
    },
    connect: {
      call: async (...call: (typeof calls)[number]) => {
        calls.push(call)
        if (orders instanceof Error) {
          throw orders
        }
        return {
          httpStatus: 200,
          messageKey: "ok",
          raw: {},
          data: orders,
          ...(lastPage && { page: { lastPage } }),
          ...(skewMs !== null && { clockSkewMs: skewMs }),
        }
      },
    },
  } as unknown as LookUpDependencies
  return { calls, before, dependencies }
}

function look(orders: ListedOrder[] | Error, { at = now, row = doubtful, ...more }: Scene = {}) {
  const { dependencies, ...seen } = scene(orders, more)
  const terms = { now: at, budgetMs: 1_000, quietPeriod: 120 }
  return { ...seen, result: lookUpOrder(dependencies, row, terms) }
}

describe("lookUpOrder", () => {
  const range = ({ calls }: Pick<ReturnType<typeof look>, "calls">) =>
    calls.map(([, { query }]) => query as RequestOf<"orders.details-by-date-range">["query"])
  const unix = (date: Date) => date.getTime() / 1000

  it("asks for what was created since just before the POST", async () => {
    const look1 = look([])
    await look1.result

    expect(range(look1)).toEqual([
      { startTimestamp: unix(sentAt) - 300, endTimestamp: unix(now) + 300 },
    ])
  })

  it.each([
    [-360, -660, 300],
    [360, -300, 660],
  ])(
    "asks once more in the service's own time when its clock is %p s apart",
    async (skew, start, end) => {
      const looked = look([], { skewMs: skew * 1000 })
      await looked.result

      const [, second] = range(looked)
      expect(Math.abs((second?.startTimestamp ?? 0) - unix(sentAt) - start)).toBeLessThanOrEqual(1)
      expect(Math.abs((second?.endTimestamp ?? 0) - unix(now) - end)).toBeLessThanOrEqual(1)
    }
  )

  it("asks within what is left of its budget", async () => {
    const looked = look([], { skewMs: -360_000 })
    await looked.result

    const [first, second] = looked.calls
    expect(first?.[0]).toBe("orders.details-by-date-range")
    expect(first?.[2].budgetMs).toBeGreaterThan(1)
    expect(first?.[2].budgetMs).toBeLessThanOrEqual(1_000)
    expect(second?.[2].budgetMs).toBeLessThan(first?.[2].budgetMs ?? 0)
  })

  it("asks once where the clocks are days apart", async () => {
    const looked = look([], { skewMs: 25 * 60 * MINUTE })
    await looked.result

    expect(looked.calls).toHaveLength(1)
  })

  it("goes by when a row was written that was never claimed", async () => {
    const looked = look([], {
      row: { ...doubtful, sending_at: null, created_at: later(-MINUTE) },
    })
    await looked.result

    expect(range(looked)[0]?.startTimestamp).toBe(unix(sentAt) - 360)
    expect(looked.before).toEqual([[later(-MINUTE), later(-MINUTE - 30 * 24 * 60 * MINUTE)]])
  })

  it("reaches back to the order before it", async () => {
    const earlier = { orderUuid: "ODR0", sentAt: later(-60 * MINUTE) }
    const looked = look([], { earlier })
    await looked.result

    expect(range(looked)[0]?.startTimestamp).toBe(unix(earlier.sentAt) - 300)
  })

  describe("an order that is not listed", () => {
    const after = later(SENDER_LIFETIME)

    it("does not exist when the list shows one sent later, and the one before it", async () => {
      const earlier = { orderUuid: "ODR0", sentAt: later(-MINUTE) }

      expect(
        await look([control("ODR0"), control()], {
          answered: { ODR0: earlier.sentAt, ODR9: after },
          earlier,
        }).result
      ).toEqual({ result: "none" })
    })

    it("may exist at another account, whose list shows its own orders on both sides", async () => {
      const other = { orderUuid: "ODR0", sentAt: later(-MINUTE), accountHash: "other" }

      expect(
        await look([control("ODR0"), control()], {
          account: "other",
          answered: { ODR0: other.sentAt, ODR9: after },
          earlier: other,
        }).result
      ).toMatchObject({ result: "unclear", missing: ["no-earlier-control"] })
    })

    it.each<[string, ListedOrder[], Scene, string[]]>([
      ["the list shows what was before it alone", [], {}, ["no-control"]],
      [
        "what it shows is older than the attempt's end",
        [control()],
        { answered: { ODR9: later(SENDER_LIFETIME - 1) } },
        ["no-control"],
      ],
      [
        "what it shows is known from such lists alone",
        [control()],
        { linked: ["ODR9"] },
        ["no-control"],
      ],
      [
        "it does not reach back",
        [control()],
        {
          answered: { ODR9: after },
          earlier: { orderUuid: "ODR1", sentAt: later(-2 * MINUTE) },
        },
        ["no-earlier-control"],
      ],
      [
        "no order of ours came before it",
        [control()],
        { answered: { ODR9: after }, earlier: undefined },
        ["no-earlier-control"],
      ],
      [
        "the answer has no date",
        [control()],
        { answered: { ODR9: after }, skewMs: null },
        ["clock-unknown"],
      ],
      [
        "the clocks are days apart",
        [control()],
        { answered: { ODR9: after }, skewMs: 25 * 60 * MINUTE },
        ["clock-apart"],
      ],
      [
        "it is cut into pages",
        [control()],
        { answered: { ODR9: after }, lastPage: 2 },
        ["list-cut"],
      ],
      [
        "it is too early",
        [control()],
        { answered: { ODR9: after }, at: later(MINUTE) },
        ["quiet-period"],
      ],
    ])("is not proven absent when %s", async (_why, orders, shown, missing) => {
      const earlier = { orderUuid: "ODR0", sentAt: later(-MINUTE) }
      const listedThen = [control("ODR0"), ...orders]

      expect(await look(listedThen, { earlier, ...shown }).result).toMatchObject({
        result: "unclear",
        missing,
        orderUuids: [],
      })
    })
  })

  it("finds the one order that fits", async () => {
    const { result } = look([listed("ODR1", { referenceNo: "11" }), listed("ODR2")])

    expect(await result).toMatchObject({
      result: "found",
      order: { orderUuid: "ODR2" },
    })
  })

  it("does not take an order that belongs to another row", async () => {
    const { result } = look([control("ODR0"), listed("ODR1")], {
      answered: { ODR1: later(MINUTE) },
      earlier: { orderUuid: "ODR0", sentAt: later(-MINUTE) },
    })

    expect(await result).toEqual({ result: "none" })
  })

  it.each([
    ["two that fit", [listed("ODR1"), listed("ODR2")]],
    [
      "one that fits and one that may",
      [
        listed("ODR1"),
        listed("ODR2", {
          referenceNo: undefined,
          customerDetails: undefined,
        }),
      ],
    ],
  ])("leaves %s to staff", async (_what, orders) => {
    expect(await look(orders).result).toEqual({
      result: "unclear",
      reason: "more than one order at the service fits",
      missing: [],
      orderUuids: ["ODR1", "ODR2"],
    })
  })

  it("leaves one that may be it to staff", async () => {
    const { result } = look([
      listed("ODR1", { orderSummary: { grandTotal: 184 }, productList: [] }),
    ])

    expect(await result).toMatchObject({
      result: "unclear",
      orderUuids: ["ODR1"],
    })
  })

  it("concludes nothing from a part of the list", async () => {
    expect(await look([], { lastPage: 2 }).result).toMatchObject({
      result: "unclear",
      orderUuids: [],
    })
    expect(await look([listed("ODR1")], { lastPage: 2 }).result).toMatchObject({
      result: "found",
    })
  })

  it("concludes nothing from a list that could not be had, a 404 included", async () => {
    const { result } = look(
      new NotFoundError({
        operationId: "orders.details-by-date-range",
        message: "The service knows no such operation.",
        advice: "Correct its path.",
      })
    )

    expect(await result).toEqual({
      result: "failed",
      reason: "not-found: The service knows no such operation.",
      error: expect.any(NotFoundError),
    })
  })

  it("lets its own failures through", async () => {
    await expect(look(new TypeError("bug")).result).rejects.toThrow("bug")
  })
})

describe("candidatesOf", () => {
  const candidates = (at: Date, orders: ListedOrder[], shown: Scene = {}) => {
    const { dependencies, calls } = scene(orders, shown)
    const clock = { now: () => at }
    return { calls, result: candidatesOf({ ...dependencies, clock }, doubtful, 1_000) }
  }
  const day = 24 * 60 * MINUTE

  it.each([
    ["until now", later(10 * MINUTE), later(10 * MINUTE)],
    ["for a day after the attempt", later(9 * day), later(day + SENDER_LIFETIME)],
    ["at least until it was sent, also by a clock that is behind", later(-MINUTE), sentAt],
  ])("reads from a day before the attempt %s", async (_what, at, to) => {
    const { calls, result } = candidates(at, [], { skewMs: at.getTime() - Date.now() })
    await result

    expect(calls.map(([, { query }]) => query)).toEqual([
      {
        startTimestamp: later(-day).getTime() / 1000 - 300,
        endTimestamp: to.getTime() / 1000 + 300,
      },
    ])
  })

  it("shows none that belongs to another row", async () => {
    const { result } = candidates(now, [listed("ODR1"), listed("ODR2")], { linked: ["ODR1"] })

    expect((await result).candidates).toMatchObject([{ order: { orderUuid: "ODR2" } }])
  })

  it.each<[string, boolean, Scene]>([
    ["shows an order that is known", true, { answered: { ODR1: sentAt } }],
    ["shows none, and none is known of that time", true, {}],
    ["shows none, and the last known is older", true, { earlier: known(-2 * day) }],
    ["shows none, and one is known of that time", false, { earlier: known(-MINUTE) }],
    ["shows none, and one is known since its beginning", false, { earlier: known(-day) }],
    ["shows one of another account", false, { account: "other", answered: { ODR1: sentAt } }],
    ["shows none, and the store sends to another account now", false, { account: "other" }],
    ["is cut into pages", false, { answered: { ODR1: sentAt }, lastPage: 2 }],
  ])("the list %s: whole is %s", async (_what, isWhole, shown) => {
    expect(await candidates(now, [listed("ODR1")], shown).result).toMatchObject({ isWhole })
  })
})

function known(ms: number) {
  return { orderUuid: "ODR0", sentAt: later(ms) }
}
