import type { Kernel } from "../kernel"
import type { Counted } from "./counted"
import type { Crossings } from "./crossings"
import type { Payments } from "./payments"
import { kept, owedOf } from "./prices"
import { type Host, OTHER_PROVIDER } from "./provider"
import {
  type Amount,
  type Cart,
  type Collection,
  notAllowed,
  type Order,
  type Records,
} from "./records"

/** What staff do to an order that stands: they change it, have items come back, and cancel it. */
export class Orders {
  constructor(
    private readonly kernel: Kernel,
    private readonly crossings: Crossings,
    private readonly records: Records,
    private readonly counted: Counted,
    private readonly payments: Payments,
    private readonly host: Host
  ) {}

  /** `createOrderPaymentCollectionWorkflow`: another collection of an order that stands. */
  async createOrderCollection(orderId: string, amount: Amount): Promise<Collection> {
    const collection: Collection = {
      id: this.records.id("paycol"),
      cartId: undefined,
      amount,
      status: "not_paid",
      metadata: {},
    }
    await this.crossings.write("insert collection", () => {
      this.records.collections.push(collection)
      this.records.purchases.set(
        collection.id,
        this.records.get(this.records.orders, orderId).cartId ?? ""
      )
    })
    await this.crossings.write("link collection", () =>
      this.records.links.push({ orderId, collectionId: collection.id })
    )
    return collection
  }

  /** `markPaymentCollectionAsPaid`, of a collection that waits for its payment: Medusa Admin offers it of no other. */
  async markAsPaid(id: string, by: string): Promise<void> {
    const unpaid = this.records
      .collectionsOfOrder(id)
      .map((of) => this.records.get(this.records.collections, of))
      .find((one) => one.status === "not_paid" && this.records.paymentsOf(one.id).length === 0)
    if (!unpaid) {
      throw notAllowed("No payment collection waits for its payment.")
    }
    const session = await this.payments.createSession(unpaid.id, OTHER_PROVIDER, {})
    const payment = await this.payments.authorizePaymentSession(session.id)
    await this.payments.capturePayment({ payment_id: payment.id, captured_by: by })
  }

  /** `confirmOrderEditRequestWorkflow`. */
  changeOrder(id: string, quantity: number): Promise<void> {
    return this.#changeOrder(id, "order-edit.confirmed", (order) => {
      if (quantity < order.requested + order.received) {
        throw notAllowed("Some of the items are returned.")
      }
      order.quantity = quantity
    })
  }

  /** `confirmReturnRequestWorkflow`: what is requested is no longer asked for, although it did not come back yet. */
  requestReturn(id: string, quantity: number): Promise<void> {
    return this.#changeOrder(id, "order.return_requested", (order) => {
      if (quantity > kept(order)) {
        throw notAllowed("The customer does not have so many of the items.")
      }
      order.requested += quantity
    })
  }

  /** `confirmExchangeRequestWorkflow`: a return, and mugs in its place. */
  exchange(id: string, quantity: number, mugs: number): Promise<void> {
    return this.#changeOrder(id, "order.exchange_created", (order) => {
      if (quantity > kept(order)) {
        throw notAllowed("The customer does not have so many of the items.")
      }
      order.requested += quantity
      order.mugs += mugs
    })
  }

  /** `confirmReturnReceiveWorkflow`, of all that was requested. */
  receiveReturn(id: string): Promise<void> {
    return this.#changeOrder(id, "order.return_received", (order) => {
      if (order.requested === 0) {
        throw notAllowed("No return is requested.")
      }
      order.received += order.requested
      order.requested = 0
    })
  }

  /**
   * What all changes of an order have in common: the order first, then its payment collections, then the event. Where an authorised
   * payment stands for another amount, a new collection is made, and the old one is cancelled before its payments are.
   */
  async #changeOrder(id: string, event: string, change: (order: Order) => void): Promise<void> {
    const order = this.records.get(this.records.orders, id)
    await this.crossings.write(event, () => {
      if (order.status === "canceled") {
        throw notAllowed("The order is canceled.")
      }
      order.most = Math.max(order.most ?? 0, owedOf(order))
      change(order)
      order.most = Math.max(order.most, owedOf(order))
      order.version += 1
      order.changedAt = this.records.date()
      for (const { id: of } of this.records.paymentsOfOrder(id)) {
        for (const one of [...this.records.captures, ...this.records.refunds].filter(
          ({ paymentId }) => paymentId === of
        )) {
          one.isForgotten = false
        }
      }
    })
    const { pending, existing } = await this.crossings.read("pending amount", () => ({
      pending: this.counted.pendingOf(order),
      existing: this.records
        .collectionsOfOrder(id)
        .map((of) => this.records.get(this.records.collections, of))
        .find(({ status }) => ["not_paid", "awaiting", "authorized"].includes(status)),
    }))
    const isRecreated = existing?.status === "authorized"
    if (existing && !isRecreated && pending >= 0) {
      await this.crossings.write("update collection", () => {
        existing.amount = pending
      })
    } else if (pending > 0) {
      await this.createOrderCollection(id, pending)
      if (existing) {
        await this.crossings.write("cancel collection", () => {
          existing.status = "canceled"
        })
        for (const payment of this.records.paymentsOf(existing.id)) {
          if (!payment.capturedAt && !payment.canceledAt) {
            await this.payments.cancelPayment(payment.id)
          }
        }
      }
    }
    this.host.emit(event, { order_id: id })
  }

  /** What a cart's customer is to pay: the price of its order as that is now. */
  priceOf(cart: Cart): Amount {
    const changed = this.records
      .ordersOf(cart.id)
      .find(({ status, changedAt }) => changedAt && status === "pending")
    return changed
      ? owedOf(changed)
      : (this.records.collections.find(({ id }) => id === cart.collectionId)?.amount ?? 0)
  }

  /** `cancelOrderWorkflow`: it goes on when a refund or a cancellation fails. */
  async cancelOrder(id: string, by?: string): Promise<void> {
    const order = this.records.get(this.records.orders, id)
    if (order.status === "canceled") {
      throw notAllowed("The order is canceled.")
    }
    const payments = this.records.paymentsOfOrder(id).filter(({ canceledAt }) => !canceledAt)
    await Promise.allSettled(
      payments.map(async (payment) => {
        const captured = this.records.capturedOf(payment.id)
        if (captured === 0) {
          return this.payments.cancelPayment(payment.id)
        }
        const left = captured - this.records.refundedOf(payment.id)
        return left > 0
          ? this.payments.refundPayment({
              payment_id: payment.id,
              amount: left,
              created_by: by,
            })
          : payment
      })
    )
    await this.crossings.write("cancel order", () => {
      order.status = "canceled"
      order.canceledAt = this.records.date()
    })
    this.host.emit("order.canceled", { id })
  }
}
