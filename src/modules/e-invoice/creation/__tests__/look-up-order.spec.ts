import { NotFoundError, type RequestOf } from "../../../../connect"
import { customerFingerprint } from "../customer-fingerprint"
import { keyRing } from "../../personal-data/encryption-keys"
import type { JournalRow } from "../journal-row"
import { lookUpOrder, type LookUpDependencies } from "../look-up-order"
import type { ListedOrder } from "../recognise-order"

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
} as unknown as JournalRow

const listed = (
  orderUuid: string,
  changes: Partial<ListedOrder> = {}
): ListedOrder => ({
  orderUuid,
  status: "SENT",
  referenceNo: "12",
  productList: [{ name: "Mug", quantity: 1, amount: 149 }],
  orderSummary: { grandTotal: 149 },
  customerDetails: contact,
  ...changes,
})

function look(
  orders: ListedOrder[] | Error,
  { linked = [], lastPage }: { linked?: string[]; lastPage?: number } = {}
) {
  const requests: unknown[] = []
  const dependencies = {
    keys,
    journal: { linkedOrders: async () => new Set(linked) },
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
        }
      },
    },
  } as unknown as LookUpDependencies
  return {
    requests,
    result: lookUpOrder(dependencies, row, { now, budgetMs: 1_000 }),
  }
}

describe("lookUpOrder", () => {
  it("asks for what was created since just before the POST", async () => {
    const { requests, result } = look([])
    await result

    const { query } = requests[0] as RequestOf<"orders.details-by-date-range">
    expect(query).toEqual({
      startTimestamp: sentAt.getTime() / 1000 - 300,
      endTimestamp: now.getTime() / 1000 + 300,
    })
  })

  it("finds the one order that fits", async () => {
    const { result } = look([
      listed("ODR1", { referenceNo: "11" }),
      listed("ODR2"),
    ])

    expect(await result).toMatchObject({
      result: "found",
      order: { orderUuid: "ODR2" },
    })
  })

  it("does not take an order that belongs to another row", async () => {
    const { result } = look([listed("ODR1")], { linked: ["ODR1"] })

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
  ])("leaves %s to a person", async (_what, orders) => {
    expect(await look(orders).result).toEqual({
      result: "unclear",
      reason: "more than one order at the service fits",
      orderUuids: ["ODR1", "ODR2"],
    })
  })

  it("leaves one that may be it to a person", async () => {
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
    })
  })

  it("lets its own failures through", async () => {
    await expect(look(new TypeError("bug")).result).rejects.toThrow("bug")
  })
})
