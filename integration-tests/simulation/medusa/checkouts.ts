import { MedusaError } from "@medusajs/framework/utils"

import type { Act, Kernel } from "../kernel"
import type { Counted } from "./counted"
import type { Crossings } from "./crossings"
import type { Locks } from "./locks"
import type { Payments } from "./payments"
import { totalOf } from "./prices"
import type { Host } from "./provider"
import {
  type Cart,
  type Collection,
  notAllowed,
  type Order,
  type Payment,
  type Records,
} from "./records"

/** Carts, and how they become orders. */
export class Checkouts {
  readonly #completing = new Map<string, Act>()

  constructor(
    private readonly kernel: Kernel,
    private readonly crossings: Crossings,
    private readonly records: Records,
    private readonly counted: Counted,
    private readonly locks: Locks,
    private readonly payments: Payments,
    private readonly host: Host
  ) {}

  newCart(quantity: number): Cart {
    const collection: Collection = {
      id: this.records.id("paycol"),
      cartId: this.records.id("cart"),
      amount: totalOf(quantity),
      status: "not_paid",
      metadata: {},
    }
    const cart: Cart = {
      id: collection.cartId ?? "",
      quantity,
      collectionId: collection.id,
      isCompleted: false,
    }
    this.records.collections.push(collection)
    this.records.purchases.set(collection.id, cart.id)
    this.records.carts.push(cart)
    return cart
  }

  /** A change of the cart that changes its total: sessions go, whatever they are. */
  async changeCart(cartId: string, quantity: number): Promise<void> {
    const cart = this.records.get(this.records.carts, cartId)
    if (cart.isCompleted) {
      throw notAllowed("The cart is completed.")
    }
    await this.locks.locked(cart.id, async () => {
      await this.crossings.write("update cart", () => {
        cart.quantity = quantity
      })
      for (const { id } of this.records.sessionsOf(cart.collectionId)) {
        await this.payments.deletePaymentSession(id)
      }
      await this.crossings.write("update collection", () => {
        this.records.get(this.records.collections, cart.collectionId).amount = totalOf(quantity)
      })
    })
  }

  /**
   * `completeCartWorkflow`: the order and its links first, then the payment, then the order is told of.
   *
   * @returns the order, or undefined when the payment was declined
   */
  async completeCart(cartId: string): Promise<Order | undefined> {
    return this.locks.locked(cartId, () => this.#complete(cartId))
  }

  async #complete(cartId: string): Promise<Order | undefined> {
    const act = this.kernel.actHere
    if (act) {
      this.#completing.set(cartId, act)
    }
    const cart = await this.crossings.read("cart", () =>
      this.records.get(this.records.carts, cartId)
    )
    const placed = this.records.orders.find(({ cartId: of }) => of === cartId)
    if (placed && this.records.links.some(({ orderId }) => orderId === placed.id)) {
      return placed
    }
    const [session] = this.records
      .sessionsOf(cart.collectionId)
      .filter(({ status }) =>
        ["pending", "requires_more", "authorized", "captured"].includes(status)
      )
    if (!session) {
      throw notAllowed("Payment sessions are required to complete cart")
    }
    const order: Order = {
      id: this.records.id("order"),
      displayId: this.records.nextNumber(),
      cartId: undefined,
      providerId: session.providerId,
      quantity: cart.quantity,
      requested: 0,
      received: 0,
      mugs: 0,
      version: 2,
      status: "pending",
      createdAt: this.records.date(),
    }
    await this.crossings.write("insert order", () => this.records.orders.push(order))
    const link = { orderId: order.id, collectionId: cart.collectionId }
    let payment: Payment | undefined
    try {
      await this.crossings.write("link order", () => {
        order.cartId = cart.id
        this.records.links.push(link)
        cart.isCompleted = true
      })
      payment = await this.payments.authorizePaymentSession(session.id)
      await this.counted.countCaptures(payment)
    } catch (error) {
      await this.crossings.write("take order back", () => {
        this.records.orders = this.records.orders.filter((one) => one !== order)
        this.records.links = this.records.links.filter((one) => one !== link)
        cart.isCompleted = false
      })
      if (isDeclined(error)) {
        return undefined
      }
      throw error
    }
    this.host.emit("order.placed", { id: order.id })
    return payment && order
  }

  /** `processPaymentWorkflow`: it knows the collection by the session only. */
  async processPayment(input: {
    action: string
    data?: { session_id: string; amount?: unknown }
  }): Promise<void> {
    const sessionId = input.data?.session_id
    const session = await this.crossings.read("session", () =>
      this.records.sessions.find(({ id }) => id === sessionId)
    )
    const payment = this.records.payments.find((one) => one.sessionId === sessionId)
    if (!session || sessionId === undefined) {
      throw new TypeError("Cannot read properties of undefined (reading 'payment_collection_id')")
    }
    const { cartId } = this.records.get(this.records.collections, session.collectionId)
    const work = async () => {
      if (input.action === "captured") {
        const paid = payment ?? (await this.payments.authorizePaymentSession(sessionId))
        await this.payments.capturePayment({ payment_id: paid.id })
      }
    }
    await (cartId ? this.locks.locked(cartId, work) : work())
    if (cartId && !this.records.orders.some((order) => order.cartId === cartId)) {
      await this.completeCart(cartId).catch(() => undefined)
    }
  }

  /** Whether a checkout of the cart goes on, or stands still. */
  isBeingCompleted(cartId: string): boolean {
    const act = this.#completing.get(cartId)
    return act !== undefined && !act.ended && !act.process.isDead
  }
}

const isDeclined = (error: unknown) =>
  error instanceof MedusaError && error.type === MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR
