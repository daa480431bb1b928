import { MathBN } from "@medusajs/framework/utils"

import { type Counted, isCounted } from "./counted"
import type { Crossings } from "./crossings"
import { MUG, PRICE, raw, SHIPPING, totalOf } from "./prices"
import type {
  Amount,
  Cart,
  Collection,
  Movement,
  Order,
  Payment,
  Records,
  Session,
} from "./records"

/** What Medusa's Query answers. */
export class Query {
  constructor(
    private readonly crossings: Crossings,
    private readonly records: Records,
    private readonly counted: Counted
  ) {}

  async graph({
    entity,
    filters = {},
    pagination,
  }: {
    entity: string
    fields?: readonly string[]
    filters?: Record<string, unknown>
    pagination?: { take?: number; skip?: number }
  }): Promise<{ data: Record<string, unknown>[] }> {
    return this.crossings.read(`query ${entity}`, () => {
      const rows = this.#rows(entity).filter((row) => isRow(row, filters))
      const from = pagination?.skip ?? 0
      return {
        data: structuredClone(rows.slice(from, from + (pagination?.take ?? rows.length))),
      }
    })
  }

  #rows(entity: string): Record<string, unknown>[] {
    switch (entity) {
      case "payment_session":
        return this.records.sessions.map((one) => this.sessionRow(one))
      case "payment":
        return this.records.payments.map((one) => this.#paymentRow(one, true))
      case "payment_collection":
        return this.records.collections.map((one) => this.#collectionRow(one, true))
      case "order":
        return this.records.orders.map((one) => this.#orderRow(one))
      case "cart":
        return this.records.carts.map((one) => this.#cartRow(one))
      case "capture":
        return this.records.captures.map(movementRow)
      case "refund":
        return this.records.refunds.map((one) => ({
          ...movementRow(one),
          payment: this.#paymentRow(this.records.get(this.records.payments, one.paymentId), false),
        }))
      case "order_payment_collection":
        return this.records.links.map(({ orderId, collectionId }) => {
          const order = this.records.orders.find(({ id }) => id === orderId)
          return {
            order_id: orderId,
            payment_collection_id: collectionId,
            order: order && this.#orderRow(order),
          }
        })
      case "order_change":
        return this.records.orders.flatMap(({ id, changedAt }) =>
          changedAt
            ? [
                {
                  // Medusa's ids ascend.
                  id: `ordch_${String(changedAt.getTime()).padStart(15, "0")}_${id}`,
                  order_id: id,
                  change_type: "edit",
                  status: "confirmed",
                  created_at: changedAt,
                  updated_at: changedAt,
                  return_id: null,
                  claim_id: null,
                  exchange_id: null,
                },
              ]
            : []
        )
      case "order_transaction":
        return [
          ...this.records.captures
            .filter(isCounted)
            .map((one) => this.#transactionRow("capture", one)),
          ...this.records.refunds
            .filter(isCounted)
            .map((one) => this.#transactionRow("refund", one)),
        ]
      case "cart_payment_collection":
        return this.records.carts.map(({ id, collectionId }) => ({
          cart_id: id,
          payment_collection_id: collectionId,
        }))
      case "order_cart":
        return this.records.orders.flatMap(({ id, cartId }) =>
          cartId ? [{ order_id: id, cart_id: cartId }] : []
        )
      default:
        throw new TypeError(`The stand-in for Query knows no ${entity}.`)
    }
  }

  #transactionRow(
    reference: "capture" | "refund",
    { id, paymentId, amount, countedOn }: Movement
  ): Record<string, unknown> {
    const moved = reference === "refund" ? -amount : amount
    const { collectionId } = this.records.get(this.records.payments, paymentId)
    return {
      id: `ordtrx_${id}`,
      currency_code: "nok",
      order_id: this.records.links.find((link) => link.collectionId === collectionId)?.orderId,
      version: countedOn,
      reference,
      reference_id: id,
      amount: moved,
      raw_amount: raw(moved),
    }
  }

  sessionRow(session: Session): Record<string, unknown> {
    const payment = this.records.payments.find(({ sessionId }) => sessionId === session.id)
    return {
      id: session.id,
      amount: session.amount,
      raw_amount: raw(session.amount),
      currency_code: "nok",
      provider_id: session.providerId,
      status: session.status,
      data: session.data,
      created_at: session.createdAt,
      authorized_at: session.authorizedAt ?? null,
      payment_collection_id: session.collectionId,
      payment_collection: this.#collectionRow(
        this.records.get(this.records.collections, session.collectionId),
        false
      ),
      payment: payment && this.#paymentRow(payment, false),
    }
  }

  #paymentRow(payment: Payment, isDeep: boolean): Record<string, unknown> {
    const collection = this.records.get(this.records.collections, payment.collectionId)
    const session = this.records.sessions.find(({ id }) => id === payment.sessionId)
    return {
      id: payment.id,
      amount: payment.amount,
      raw_amount: raw(payment.amount),
      currency_code: "nok",
      provider_id: payment.providerId,
      data: payment.data,
      payment_session_id: payment.sessionId,
      payment_collection_id: payment.collectionId,
      captured_at: payment.capturedAt ?? null,
      canceled_at: payment.canceledAt ?? null,
      captures: this.records.captures
        .filter(({ paymentId }) => paymentId === payment.id)
        .map(movementRow),
      refunds: this.records.refunds
        .filter(({ paymentId }) => paymentId === payment.id)
        .map(movementRow),
      ...(isDeep && {
        payment_collection: this.#collectionRow(collection, false),
        payment_session: session && { id: session.id },
      }),
    }
  }

  #collectionRow(collection: Collection, isDeep: boolean): Record<string, unknown> {
    const link = this.records.links.find(({ collectionId }) => collectionId === collection.id)
    const order = this.records.orders.find(({ id }) => id === link?.orderId)
    const cart = this.records.carts.find(({ id }) => id === collection.cartId)
    return {
      id: collection.id,
      amount: collection.amount,
      raw_amount: raw(collection.amount),
      currency_code: "nok",
      status: collection.status,
      metadata: collection.metadata,
      cart: cart && { id: cart.id, ...this.#buyer() },
      order: order && {
        id: order.id,
        status: order.status,
        canceled_at: order.canceledAt ?? null,
        created_at: order.createdAt,
        payment_collections: this.records.collectionsOfOrder(order.id).map((of) => ({
          status: this.records.get(this.records.collections, of).status,
        })),
        ...this.#buyer(),
      },
      payments: this.records.payments
        .filter(({ collectionId }) => collectionId === collection.id)
        .map((one) => this.#paymentRow(one, false)),
      payment_sessions: this.records.sessionsOf(collection.id).map((one) =>
        isDeep
          ? this.sessionRow(one)
          : {
              id: one.id,
              provider_id: one.providerId,
              created_at: one.createdAt,
              raw_amount: raw(one.amount),
              status: one.status,
              data: one.data,
            }
      ),
    }
  }

  #orderRow(order: Order): Record<string, unknown> {
    const collections = this.records.links
      .filter(({ orderId }) => orderId === order.id)
      .map(({ collectionId }) =>
        this.#collectionRow(this.records.get(this.records.collections, collectionId), false)
      )
    const cart = this.records.carts.find(({ id }) => id === order.cartId)
    const pending = this.counted.pendingOf(order)
    return {
      id: order.id,
      version: order.version,
      display_id: order.displayId,
      status: order.status,
      canceled_at: order.canceledAt ?? null,
      created_at: order.createdAt,
      currency_code: "nok",
      ...this.#goods(order.quantity, order),
      summary: {
        pending_difference: pending,
        raw_pending_difference: raw(pending),
        raw_transaction_total: raw(this.counted.countedOf(order)),
      },
      transactions: this.#rows("order_transaction").filter(({ order_id: of }) => of === order.id),
      payment_collections: collections,
      cart: cart && {
        id: cart.id,
        payment_collection: this.#collectionRow(
          this.records.get(this.records.collections, cart.collectionId),
          false
        ),
      },
    }
  }

  #cartRow(cart: Cart): Record<string, unknown> {
    return {
      id: cart.id,
      currency_code: "nok",
      ...this.#goods(cart.quantity),
      payment_collection: this.#collectionRow(
        this.records.get(this.records.collections, cart.collectionId),
        false
      ),
    }
  }

  /** Totals are over what did not come back yet. */
  #goods(
    quantity: number,
    { requested, received, mugs }: Pick<Order, "requested" | "received" | "mugs"> = {
      requested: 0,
      received: 0,
      mugs: 0,
    }
  ): Record<string, unknown> {
    const total = totalOf(quantity - received, mugs)
    return {
      email: "kari@example.com",
      total,
      raw_total: raw(total),
      items: [
        {
          ...itemRow("1", "Harbour coffee", "COFFEE-250", PRICE, quantity, quantity - received),
          variant_title: "250 g",
          detail: {
            quantity,
            return_requested_quantity: requested,
            return_received_quantity: received,
          },
          tax_lines: [{ rate: 15 }],
        },
        ...(mugs > 0
          ? [
              {
                ...itemRow("2", "Camp mug", "MUG-35", MUG, mugs, mugs),
                detail: { quantity: mugs },
                tax_lines: [{ rate: 25 }],
              },
            ]
          : []),
      ],
      shipping_methods: [
        {
          id: "method_1",
          name: "Post",
          amount: SHIPPING,
          is_tax_inclusive: true,
          total: SHIPPING,
          original_total: SHIPPING,
          tax_lines: [{ rate: 25 }],
          adjustments: [],
        },
      ],
      credit_lines: [],
      ...this.#buyer(),
    }
  }

  #buyer() {
    return {
      billing_address: {
        first_name: "Kari",
        last_name: "Nordmann",
        address_1: "Storgata 1",
        postal_code: "0155",
        city: "Oslo",
        country_code: "no",
        phone: "+47 400 00 000",
      },
    }
  }
}

const itemRow = (
  id: string,
  title: string,
  sku: string,
  price: Amount,
  quantity: number,
  counted: number
) => {
  const total = MathBN.convert(price).times(counted).toNumber()
  return {
    id: `item_${id}`,
    title,
    product_title: title,
    variant_sku: sku,
    variant_id: `variant_${id}`,
    product_id: `prod_${id}`,
    quantity,
    unit_price: price,
    is_tax_inclusive: true,
    total,
    original_total: total,
    adjustments: [],
  }
}

export const movementRow = (one: Movement): Record<string, unknown> & { id: string } => ({
  id: one.id,
  payment_id: one.paymentId,
  amount: one.amount,
  raw_amount: raw(one.amount),
  created_by: one.createdBy ?? null,
  metadata: one.metadata ?? null,
  created_at: one.createdAt,
})

function isRow(row: Record<string, unknown>, filters: Record<string, unknown>): boolean {
  return Object.entries(filters).every(([name, wanted]) => {
    if (name === "$or" && Array.isArray(wanted)) {
      return wanted.some((one) => isRow(row, one))
    }
    if (name.startsWith("$") || name.includes(".")) {
      throw new TypeError(`The stand-in for Query knows no filter by ${name}.`)
    }
    return isMatch(row[name], wanted)
  })
}

function isMatch(value: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    return wanted.includes(value)
  }
  if (typeof wanted === "object" && wanted !== null) {
    return Object.entries(wanted).every(([operator, bound]) => {
      const isText = typeof value === "string" && typeof bound === "string"
      const [one, other] = isText ? [value, bound] : [Number(value), Number(bound)]
      switch (operator) {
        case "$gt":
          return one > other
        case "$gte":
          return one >= other
        case "$lt":
          return one < other
        case "$in":
          return Array.isArray(bound) && bound.includes(value)
        case "$ne":
          return value !== bound
        default:
          throw new TypeError(`The stand-in for Query knows no ${operator}.`)
      }
    })
  }
  return wanted === undefined || value === wanted
}
