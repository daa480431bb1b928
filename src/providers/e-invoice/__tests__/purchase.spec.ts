import type { MappableOrder } from "../../../mapping"
import type { ProviderDependencies } from "../dependencies"
import { readPaymentSession, readPurchase } from "../purchase"

type Query = ProviderDependencies["query"]

const queryOf = (records: Record<string, object | undefined>) =>
  ({
    graph: async ({ entity }: { entity: string }) => ({
      data: [records[entity] ?? []].flat(),
    }),
  }) as unknown as Query

const session = {
  id: "payses_1",
  amount: { value: "435.875" },
  currencyCode: "nok",
  collectionId: "paycol_1",
  orderId: "order_1",
  order: undefined,
  cartId: "cart_1",
}

/** Says itself who buys. */
const order: MappableOrder & { id: string } = {
  id: "order_1",
  email: "kari@example.com",
  billing_address: {
    first_name: "Kari",
    last_name: "Nordmann",
    phone: "40000000",
    address_1: "Storgata 1",
  },
}

const BY_SHOPPER = { byStaff: false }

describe("what a session pays for", () => {
  const sessionOf = (changes: MappableOrder) => ({
    ...session,
    order: { ...order, ...changes },
  })

  it("is the order, when its total is the session's amount but for the last digits of a division", async () => {
    const paying = sessionOf({ raw_total: { value: "435.874999999999" } })

    expect(await readPurchase(queryOf({}), paying, BY_SHOPPER)).toEqual({
      kind: "order",
      order: paying.order,
    })
  })

  it("is the cart, when there is no order yet", async () => {
    const cart = { id: "cart_1", total: 435.875 }

    expect(await readPurchase(queryOf({ cart }), session, BY_SHOPPER)).toEqual({
      kind: "cart",
      order: cart,
    })
  })

  it("is a difference, when a part of the order is what is missing", async () => {
    const paying = sessionOf({ total: 1000 })
    const query = queryOf({
      order: { id: "order_1", summary: { pending_difference: 435.875 } },
    })

    expect(await readPurchase(query, paying, BY_SHOPPER)).toEqual({
      kind: "difference",
      order: paying.order,
    })
  })

  it("is a difference, when no cart made the collection", async () => {
    const paying = { ...sessionOf({ total: 1000 }), cartId: undefined }

    expect(await readPurchase(queryOf({}), paying, BY_SHOPPER)).toEqual({
      kind: "difference",
      order: paying.order,
    })
  })

  it.each([
    ["an e-mail address", { email: " " }],
    ["a phone number", { billing_address: { ...order.billing_address, phone: null } }],
    ["a name", { billing_address: { ...order.billing_address, last_name: "" } }],
    ["a street", { billing_address: { ...order.billing_address, address_1: null } }],
    ["a billing address", { billing_address: null }],
  ])(
    "comes with its shipping address when the order lacks %s, and to staff with the customer's own record",
    async (_what, changes) => {
      const standIns: Record<string, object> = {
        shipping_address: { address_1: "Torget 2" },
        customer: { first_name: "Ola", last_name: "Nordmann" },
      }
      const paying = sessionOf({ ...changes, total: 435.875 })
      const query = {
        graph: async ({ fields }: { fields: string[] }) => ({
          data: [
            Object.fromEntries(
              fields.map((field) => [field.split(".")[0], standIns[field.split(".")[0] ?? ""]])
            ),
          ],
        }),
      } as unknown as Query

      expect((await readPurchase(query, paying, BY_SHOPPER)).order).toEqual({
        ...paying.order,
        shipping_address: standIns["shipping_address"],
      })
      expect((await readPurchase(query, paying, { byStaff: true })).order).toEqual({
        ...paying.order,
        ...standIns,
      })
    }
  )

  it("asks nothing of a customer's record with a cart", async () => {
    const asked: string[] = []
    const query = {
      graph: async ({ fields }: { fields: string[] }) => {
        asked.push(...fields)
        return { data: [{ id: "cart_1", total: 435.875 }] }
      },
    } as unknown as Query

    await readPurchase(query, session, BY_SHOPPER)

    expect(asked.filter((field) => field.startsWith("customer"))).toEqual([])
    expect(asked).toContain("shipping_address.phone")
  })

  it.each([
    ["order", sessionOf({ total: 1000 })],
    ["cart", session],
  ])("is refused when the %s costs something else now", async (entity, paying) => {
    const changed = { id: "x", total: 1000, summary: {} }

    await expect(readPurchase(queryOf({ [entity]: changed }), paying, BY_SHOPPER)).rejects.toThrow(
      "Your cart has changed"
    )
  })

  it.each([
    ["neither order nor cart", { cartId: undefined }],
    ["a cart that is gone", {}],
  ])("is refused when there is %s", async (_what, changes) => {
    await expect(readPurchase(queryOf({}), { ...session, ...changes }, BY_SHOPPER)).rejects.toThrow(
      "An invoice could not be made"
    )
  })
})

describe("a payment session", () => {
  const stored = {
    id: "payses_1",
    amount: 435.88,
    raw_amount: { value: "435.875" },
    currency_code: "nok",
    payment_collection_id: "paycol_1",
  }

  it("is read with what it pays for, unrounded", async () => {
    const query = queryOf({
      payment_session: stored,
      order_payment_collection: { order },
    })

    expect(await readPaymentSession(query, "payses_1")).toEqual({
      ...session,
      order,
      cartId: undefined,
    })
  })

  it.each([
    ["no order", {}],
    ["an order that Medusa took back", { order_payment_collection: {} }],
  ])("may have a cart and %s", async (_what, link) => {
    const query = queryOf({
      payment_session: stored,
      cart_payment_collection: { cart_id: "cart_1" },
      ...link,
    })

    expect(await readPaymentSession(query, "payses_1")).toMatchObject({
      orderId: undefined,
      order: undefined,
      cartId: "cart_1",
    })
  })

  it("that pays for two orders is declined, so that neither is placed", async () => {
    const query = queryOf({
      payment_session: stored,
      order_payment_collection: [{ order }, { order: { ...order, id: "order_2" } }],
    })

    await expect(readPaymentSession(query, "payses_1")).rejects.toMatchObject({
      type: "payment_authorization_error",
      message: expect.stringContaining("twice at the same moment"),
    })
  })

  it("that does not exist is an error", async () => {
    await expect(readPaymentSession(queryOf({}), "payses_1")).rejects.toThrow(
      "Payment session payses_1 was not found."
    )
  })
})
