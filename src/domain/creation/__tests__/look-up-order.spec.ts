import { NotFoundError, type RequestOf } from "../../../connect"
import { customerFingerprint, type ListedOrder } from "../recognise-order"
import { keyRing } from "../../../modules/e-invoice/personal-data/encryption"
import type { OrderRow } from "../../../modules/e-invoice/orders/order-row"
import { type LookUpDependencies, lookUpOrder } from "../look-up-order"

const keys = keyRing(Buffer.alloc(32, 1).toString("base64"))
const contact = {
  email: "kari@example.com",
  countryCode: "+47",
  msisdn: "40000000",
}
const sentAt = new Date("2026-03-01T12:00:00Z")
const now = new Date("2026-03-01T12:10:00Z")

const row = {
  id: "einvord_1",
  created_at: sentAt,
  sending_at: sentAt,
  reference_no: "12",
  customer_fingerprint: customerFingerprint(keys, contact),
  sent_request: {
    products: [{ name: "Mug", quantity: 1, rate: 149, tax: 25, amount: 149 }],
    orderSummary: {
      subTotal: "119.20",
      totalTax: "29.80",
      totalDiscount: "0.00",
      grandTotal: "149.00",
    },
    orderDate: "1772366400",
  },
} as unknown as OrderRow

const listed = (orderUuid: string, changes: Partial<ListedOrder> = {}): ListedOrder => ({
  orderUuid,
  status: "SENT",
  referenceNo: "12",
  productList: [{ name: "Mug", quantity: 1, amount: 149 }],
  orderSummary: { grandTotal: 149 },
  customerDetails: contact,
  ...changes,
})

const MINUTE = 60_000
const SENDER_LIFETIME = 22_000

const later = (ms: number) => new Date(sentAt.getTime() + ms)

/** An order of another shopper, sent so much after the doubtful one. */
const control = (orderUuid = "ODR9") =>
  listed(orderUuid, { referenceNo: "99", productList: [], orderSummary: {} })

type Scene = {
  /** Identifiers of orders that belong to a row. */
  linked?: string[]
  /** Orders whose creation was answered, by when they were sent. */
  answered?: Record<string, Date>
  earlier?: { orderUuid: string; sentAt: Date }
  lastPage?: number
  /** Null: no `Date`. */
  skewMs?: number | null
  at?: Date
}

function look(
  orders: ListedOrder[] | Error,
  {
    answered = {},
    at = now,
    earlier,
    lastPage,
    linked = Object.keys(answered),
    skewMs = 0,
  }: Scene = {}
) {
  const requests: unknown[] = []
  const dependencies = {
    keys,
    clock: { now: () => new Date() },
    orders: {
      creations: {
        senderLifetime: SENDER_LIFETIME,
        linkedOrders: async () => new Set(linked),
        answeredAmong: async (uuids: string[]) =>
          Object.entries(answered)
            .filter(([orderUuid]) => uuids.includes(orderUuid))
            .map(([orderUuid, since]) => ({ orderUuid, sentAt: since })),
        answeredBefore: async () => earlier,
      },
    },
    connect: {
      call: async (_id: string, request: unknown) => {
        requests.push(request)
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
  return {
    requests,
    result: lookUpOrder(dependencies, row, {
      now: at,
      budgetMs: 1_000,
      quietPeriod: 120,
    }),
  }
}

describe("lookUpOrder", () => {
  const range = ({ requests }: { requests: unknown[] }) =>
    requests.map((request) => (request as RequestOf<"orders.details-by-date-range">).query)
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
    ])("is not proven absent when %s", async (_why, orders, scene, missing) => {
      const earlier = { orderUuid: "ODR0", sentAt: later(-MINUTE) }
      const listedThen = [control("ODR0"), ...orders]

      expect(await look(listedThen, { earlier, ...scene }).result).toMatchObject({
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
