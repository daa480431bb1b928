import type { ProviderDependencies } from "../dependencies"
import { readPaymentSession } from "../payment-session"
import { readPurchase } from "../purchase"

type Query = ProviderDependencies["query"]

const queryOf = (records: Record<string, object | undefined>) =>
  ({
    graph: async ({ entity }: { entity: string }) => ({
      data: records[entity] ? [records[entity]] : [],
    }),
  }) as unknown as Query

const session = {
  id: "payses_1",
  amount: { value: "435.875" },
  currencyCode: "nok",
  data: {},
  collectionId: "paycol_1",
  orderId: "order_1",
  cartId: "cart_1",
}

describe("what a session pays for", () => {
  it("is the order, when its total is the session's amount but for the last digits of a division", async () => {
    const order = { id: "order_1", raw_total: { value: "435.874999999999" } }

    expect(await readPurchase(queryOf({ order }), session)).toEqual({
      kind: "order",
      order,
    })
  })

  it("is the cart, when there is no order yet", async () => {
    const cart = { id: "cart_1", total: 435.875 }

    expect(
      await readPurchase(queryOf({ cart }), { ...session, orderId: undefined })
    ).toEqual({ kind: "cart", order: cart })
  })

  it("is a difference, when a part of the order is what is missing", async () => {
    const order = {
      id: "order_1",
      total: 1000,
      summary: { pending_difference: 435.875 },
    }

    expect(await readPurchase(queryOf({ order }), session)).toEqual({
      kind: "difference",
      order,
    })
  })

  it("is a difference, when no cart made the collection", async () => {
    const order = { id: "order_1", total: 1000 }

    expect(
      await readPurchase(queryOf({ order }), { ...session, cartId: undefined })
    ).toEqual({ kind: "difference", order })
  })

  it.each([
    ["order", { orderId: "order_1" }],
    ["cart", { orderId: undefined }],
  ])(
    "is refused when the %s costs something else now",
    async (entity, changes) => {
      const changed = { id: "x", total: 1000, summary: {} }

      await expect(
        readPurchase(queryOf({ [entity]: changed }), {
          ...session,
          ...changes,
        })
      ).rejects.toThrow("Your cart has changed")
    }
  )

  it.each([
    ["neither order nor cart", { orderId: undefined, cartId: undefined }],
    ["an order that is gone", {}],
    ["a cart that is gone", { orderId: undefined }],
  ])("is refused when there is %s", async (_what, changes) => {
    await expect(
      readPurchase(queryOf({}), { ...session, ...changes })
    ).rejects.toThrow("An invoice could not be made")
  })
})

describe("a payment session", () => {
  it("is read with what it pays for, unrounded", async () => {
    const query = queryOf({
      payment_session: {
        id: "payses_1",
        amount: 435.88,
        raw_amount: { value: "435.875" },
        currency_code: "nok",
        data: null,
        payment_collection_id: "paycol_1",
        payment_collection: { order: { id: "order_1" }, cart: null },
      },
    })

    expect(await readPaymentSession(query, "payses_1")).toEqual({
      ...session,
      cartId: undefined,
    })
  })

  it("that does not exist is an error", async () => {
    await expect(readPaymentSession(queryOf({}), "payses_1")).rejects.toThrow(
      "Payment session payses_1 was not found."
    )
  })
})
