import { MathBN, MedusaError } from "@medusajs/framework/utils"

import type { Act, Kernel, Process } from "./kernel"

/** Kroner. */
type Amount = number

export type Cart = {
  id: string
  quantity: number
  collectionId: string
  orderId?: string
  isCompleted: boolean
}

export type Collection = {
  id: string
  cartId: string | undefined
  orderId?: string
  amount: Amount
  status: string
  metadata: Record<string, unknown>
}

export type Session = {
  id: string
  collectionId: string
  providerId: string
  amount: Amount
  data: Record<string, unknown>
  status: string
  createdAt: Date
  authorizedAt?: Date
}

export type Payment = {
  id: string
  sessionId: string
  collectionId: string
  providerId: string
  amount: Amount
  data: Record<string, unknown>
  capturedAt?: Date
  canceledAt?: Date
}

type Movement = {
  id: string
  paymentId: string
  amount: Amount
  createdBy?: string | undefined
  metadata?: Record<string, unknown> | undefined
  createdAt: Date
  /** The version of the order that counts it: once its payment's step is done. */
  countedOn?: number
  /** A change was confirmed while that was written: its summary does not count it. */
  isForgotten?: boolean
}

export type Order = {
  id: string
  displayId: number
  cartId: string | undefined
  /** Whose session it was placed on. */
  providerId: string
  quantity: number
  /** Of the quantity, what is to come back, and what came back. */
  requested: number
  received: number
  /** How many mugs exchanges sent. */
  mugs: number
  /** Each counts as changed, and no change is ever taken back. */
  version: number
  /** When staff changed it. */
  changedAt?: Date
  status: "pending" | "canceled"
  canceledAt?: Date
  createdAt: Date
}

/** A payment provider, as far as Medusa's payment module calls one. */
export type Provider = {
  initiatePayment(input: object): Promise<{ data?: Record<string, unknown> }>
  authorizePayment(input: object): Promise<{
    status: string
    data?: Record<string, unknown>
  }>
  capturePayment(input: object): Promise<{ data?: Record<string, unknown> }>
  refundPayment(input: object): Promise<{ data?: Record<string, unknown> }>
  cancelPayment(input: object): Promise<{ data?: Record<string, unknown> }>
  deletePayment(input: object): Promise<unknown>
}

/** What Medusa needs of the process in which it runs. */
export type Host = {
  /** The provider of that id in the process of the act that asks. */
  provider(id: string): Provider
  /** Hands an event to the subscribers of the process, in an act of their own. */
  emit(process: Process, name: string, data: { id: string } | { order_id: string }): void
}

type Lock = { owner: string; until: number }

const E_INVOICE = "pp_e-invoice_private"

const PRICE = 99.9
const SHIPPING = 49

/** A mug's price: another VAT rate than the coffee's, that of the shipping. */
const MUG = 120

const totalOf = (quantity: number, mugs = 0) =>
  MathBN.convert(PRICE)
    .times(quantity)
    .plus(SHIPPING + MUG * mugs)
    .toNumber()

/** The price of an order as its customer owes it. */
const owedOf = (order: Order) => totalOf(kept(order), order.mugs)

/** How many its customer keeps, as far as is known. */
const kept = ({ quantity, requested, received }: Order) => quantity - requested - received

const raw = (value: Amount) => ({ value: String(value), precision: 20 })

/**
 * Medusa, as far as the plugin meets it: carts, payment collections, sessions, payments and orders in memory, with the
 * order of steps and the gaps of the real one (each step is a crossing at which a process may end). Its rows outlive
 * processes.
 */
export class MiniMedusa {
  carts: Cart[] = []
  collections: Collection[] = []
  sessions: Session[] = []
  payments: Payment[] = []
  captures: Movement[] = []
  refunds: Movement[] = []
  orders: Order[] = []
  #links: { orderId: string; collectionId: string }[] = []
  /** Which cart's order each collection was made for, also once it is deleted. */
  readonly #purchases = new Map<string, string>()
  readonly #completing = new Map<string, Act>()
  #locks = new Map<string, Lock>()
  #number = 0

  constructor(
    private readonly kernel: Kernel,
    private readonly host: Host,
    /** Whether all processes share the locks, as with Redis; each has its own otherwise. */
    private readonly hasSharedLocks: boolean
  ) {}

  // The shop, as a shopper meets it.

  newCart(quantity: number): Cart {
    const collection: Collection = {
      id: this.#id("paycol"),
      cartId: this.#id("cart"),
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
    this.collections.push(collection)
    this.#purchases.set(collection.id, cart.id)
    this.carts.push(cart)
    return cart
  }

  /** `createPaymentSessionsWorkflow`: the new session beside the end of the old ones. */
  async createSession(
    collectionId: string,
    providerId: string,
    data: Record<string, unknown>
  ): Promise<Session> {
    const old = this.sessions.filter((one) => one.collectionId === collectionId)
    const session = this.#newSession(collectionId, providerId, data)
    const [made, ...gone] = await Promise.allSettled([
      this.#initiate(session),
      ...old.map(({ id }) => this.deletePaymentSession(id)),
    ])
    const failed = [made, ...gone].find((one) => one.status === "rejected")
    if (failed) {
      // The workflow takes its own session back; what was deleted stays so.
      await this.#remove(session)
      throw failed.reason
    }
    return session
  }

  #newSession(collectionId: string, providerId: string, data: Record<string, unknown>): Session {
    return {
      id: this.#id("payses"),
      collectionId,
      providerId,
      amount: this.#get(this.collections, collectionId).amount,
      data,
      status: "pending",
      createdAt: this.#date(),
    }
  }

  async #initiate(session: Session): Promise<void> {
    await this.#write("insert session", () => this.sessions.push(session))
    const { data } = await this.host.provider(session.providerId).initiatePayment({
      amount: raw(session.amount),
      currency_code: "nok",
      data: { ...session.data, session_id: session.id },
      context: { idempotency_key: session.id },
    })
    await this.#write("update session", () => {
      session.data = defined({ ...session.data, ...data })
    })
  }

  /** A change of the cart that changes its total: sessions go, whatever they are. */
  async changeCart(cartId: string, quantity: number): Promise<void> {
    const cart = this.#get(this.carts, cartId)
    if (cart.isCompleted) {
      throw notAllowed("The cart is completed.")
    }
    await this.#locked(cart.id, async () => {
      await this.#write("update cart", () => {
        cart.quantity = quantity
      })
      for (const { id } of this.sessionsOf(cart.collectionId)) {
        await this.deletePaymentSession(id)
      }
      await this.#write("update collection", () => {
        this.#get(this.collections, cart.collectionId).amount = totalOf(quantity)
      })
    })
  }

  /**
   * `completeCartWorkflow`: the order and its links first, then the payment, then the order is told of.
   *
   * @returns the order, or undefined when the payment was declined
   */
  async completeCart(cartId: string): Promise<Order | undefined> {
    return this.#locked(cartId, () => this.#complete(cartId))
  }

  async #complete(cartId: string): Promise<Order | undefined> {
    const act = this.kernel.actHere
    if (act) {
      this.#completing.set(cartId, act)
    }
    const process = act?.process
    const cart = await this.#read("cart", () => this.#get(this.carts, cartId))
    const placed = this.orders.find(({ cartId: of }) => of === cartId)
    if (placed && this.#links.some(({ orderId }) => orderId === placed.id)) {
      return placed
    }
    const [session] = this.sessionsOf(cart.collectionId).filter(({ status }) =>
      ["pending", "requires_more", "authorized", "captured"].includes(status)
    )
    if (!session) {
      throw notAllowed("Payment sessions are required to complete cart")
    }
    const order: Order = {
      id: this.#id("order"),
      displayId: ++this.#number,
      cartId: undefined,
      providerId: session.providerId,
      quantity: cart.quantity,
      requested: 0,
      received: 0,
      mugs: 0,
      version: 2,
      status: "pending",
      createdAt: this.#date(),
    }
    await this.#write("insert order", () => this.orders.push(order))
    const link = { orderId: order.id, collectionId: cart.collectionId }
    let payment: Payment | undefined
    try {
      await this.#write("link order", () => {
        order.cartId = cart.id
        this.#links.push(link)
        cart.isCompleted = true
      })
      payment = await this.authorizePaymentSession(session.id)
      await this.#countCaptures(payment)
    } catch (error) {
      await this.#write("take order back", () => {
        this.orders = this.orders.filter((one) => one !== order)
        this.#links = this.#links.filter((one) => one !== link)
        cart.isCompleted = false
      })
      if (isDeclined(error)) {
        return undefined
      }
      throw error
    }
    if (process) {
      this.host.emit(process, "order.placed", { id: order.id })
    }
    return payment && order
  }

  // The payment module.

  async authorizePaymentSession(id: string): Promise<Payment> {
    const session = await this.#read("session", () => {
      const found = this.sessions.find((one) => one.id === id)
      if (!found) {
        throw new MedusaError(
          MedusaError.Types.NOT_FOUND,
          `Payment session with id: ${id} was not found`
        )
      }
      return found
    })
    const standing = this.payments.find(({ sessionId }) => sessionId === id)
    if (standing && session.authorizedAt) {
      return standing
    }
    const provider = this.host.provider(session.providerId)
    const { data, status } = await provider.authorizePayment({
      data: session.data,
      context: { idempotency_key: id },
    })
    const payment: Payment = {
      id: this.#id("pay"),
      sessionId: id,
      collectionId: session.collectionId,
      providerId: session.providerId,
      amount: session.amount,
      data: defined(data ?? {}),
    }
    try {
      await this.#write("insert payment", () => {
        if (!this.sessions.includes(session)) {
          throw new MedusaError(
            MedusaError.Types.NOT_FOUND,
            `Payment session with id: ${id} was not found`
          )
        }
        if (this.payments.some(({ sessionId }) => sessionId === id)) {
          throw new MedusaError(
            MedusaError.Types.DUPLICATE_ERROR,
            "There is a payment of this session."
          )
        }
        session.status = status
        session.authorizedAt = this.#date()
        session.data = defined({ ...session.data, ...data })
        this.payments.push(payment)
        this.#get(this.collections, session.collectionId).status = "authorized"
      })
    } catch (error) {
      await provider.cancelPayment({ data, context: {} })
      throw error
    }
    return payment
  }

  async deletePaymentSession(id: string): Promise<void> {
    const session = await this.#read("session", () => this.#get(this.sessions, id))
    await this.host.provider(session.providerId).deletePayment({ data: session.data })
    await this.#remove(session)
  }

  async capturePayment(input: {
    payment_id: string
    captured_by?: string
    amount?: unknown
  }): Promise<Payment> {
    const payment = this.#get(this.payments, input.payment_id)
    const capture: Movement = {
      id: this.#id("capt"),
      paymentId: payment.id,
      amount: payment.amount,
      createdBy: input.captured_by,
      createdAt: this.#date(),
    }
    const isNew = await this.#write("insert capture", () => {
      if (payment.canceledAt) {
        throw notAllowed("The payment is canceled.")
      }
      if (payment.capturedAt) {
        return false
      }
      if (this.captures.some(({ paymentId }) => paymentId === payment.id)) {
        throw notAllowed("You cannot capture more than the authorized amount.")
      }
      this.captures.push(capture)
      return true
    })
    if (!isNew) {
      await this.#countCaptures(payment)
      return payment
    }
    try {
      const { data } = await this.host.provider(payment.providerId).capturePayment({
        data: payment.data,
        context: { idempotency_key: capture.id },
      })
      await this.#write("capture payment", () => {
        payment.data = defined(data ?? payment.data)
        payment.capturedAt = this.#date()
        this.#get(this.collections, payment.collectionId).status = "completed"
      })
    } catch (error) {
      await this.#write("delete capture", () => {
        this.captures = this.captures.filter((one) => one !== capture)
      })
      throw error
    }
    await this.#countCaptures(payment)
    return payment
  }

  /** Medusa's order counts a capture by a step of its own, after the payment's: it reads the order's version, and then writes. */
  async #countCaptures({ id, collectionId }: Payment): Promise<void> {
    const version = await this.#read("version", () => this.#versionOf(collectionId))
    await this.#write("count capture", () => {
      for (const capture of this.captures.filter(({ paymentId }) => paymentId === id)) {
        this.#count(capture, version)
      }
    })
  }

  #count(movement: Movement, version: number): void {
    const { collectionId } = this.#get(this.payments, movement.paymentId)
    movement.countedOn = version
    movement.isForgotten = version !== this.#versionOf(collectionId)
  }

  #versionOf = (collectionId: string): number => {
    const link = this.#links.find(({ collectionId: of }) => of === collectionId)
    return this.orders.find(({ id }) => id === link?.orderId)?.version ?? 2
  }

  async refundPayment(input: {
    payment_id: string
    amount?: unknown
    created_by?: string | undefined
    metadata?: Record<string, unknown> | undefined
  }): Promise<Payment> {
    const payment = this.#get(this.payments, input.payment_id)
    const left = this.capturedOf(payment.id) - this.refundedOf(payment.id)
    const amount = Number(MathBN.convert((input.amount ?? left) as number).toFixed(2))
    const refund: Movement = {
      id: this.#id("ref"),
      paymentId: payment.id,
      amount,
      createdBy: input.created_by,
      metadata: input.metadata,
      createdAt: this.#date(),
    }
    await this.#write("insert refund", () => {
      if (
        amount <= 0 ||
        Math.round((this.capturedOf(payment.id) - this.refundedOf(payment.id) - amount) * 100) < 0
      ) {
        throw new MedusaError(
          MedusaError.Types.INVALID_DATA,
          "You cannot refund more than what is captured."
        )
      }
      this.refunds.push(refund)
    })
    try {
      const { data } = await this.host.provider(payment.providerId).refundPayment({
        amount: raw(amount),
        data: payment.data,
        context: { idempotency_key: refund.id },
      })
      await this.#write("update payment", () => {
        payment.data = defined(data ?? payment.data)
        this.#count(refund, this.#versionOf(payment.collectionId))
      })
    } catch (error) {
      await this.#write("delete refund", () => {
        this.refunds = this.refunds.filter((one) => one !== refund)
      })
      throw error
    }
    return payment
  }

  async cancelPayment(id: string): Promise<Payment> {
    const payment = this.#get(this.payments, id)
    const { data } = await this.host.provider(payment.providerId).cancelPayment({
      data: payment.data,
      context: { idempotency_key: payment.id },
    })
    await this.#write("cancel payment", () => {
      payment.data = defined(data ?? payment.data)
      payment.canceledAt = this.#date()
    })
    return payment
  }

  /** `createOrderPaymentCollectionWorkflow`: another collection of an order that stands. */
  async createOrderCollection(orderId: string, amount: Amount): Promise<Collection> {
    const collection: Collection = {
      id: this.#id("paycol"),
      cartId: undefined,
      amount,
      status: "not_paid",
      metadata: {},
    }
    await this.#write("insert collection", () => {
      this.collections.push(collection)
      this.#purchases.set(collection.id, this.#get(this.orders, orderId).cartId ?? "")
    })
    await this.#write("link collection", () =>
      this.#links.push({ orderId, collectionId: collection.id })
    )
    return collection
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
    const order = this.#get(this.orders, id)
    const process = this.kernel.actHere?.process
    await this.#write(event, () => {
      if (order.status === "canceled") {
        throw notAllowed("The order is canceled.")
      }
      change(order)
      order.version += 1
      order.changedAt = this.#date()
      for (const { id: of } of this.paymentsOfOrder(id)) {
        for (const one of [...this.captures, ...this.refunds].filter(
          ({ paymentId }) => paymentId === of
        )) {
          one.isForgotten = false
        }
      }
    })
    const { pending, existing } = await this.#read("pending amount", () => ({
      pending: this.pendingOf(order),
      existing: this.collectionsOfOrder(id)
        .map((of) => this.#get(this.collections, of))
        .find(({ status }) => ["not_paid", "awaiting", "authorized"].includes(status)),
    }))
    const isRecreated = existing?.status === "authorized"
    if (existing && !isRecreated && pending >= 0) {
      await this.#write("update collection", () => {
        existing.amount = pending
      })
    } else if (pending > 0) {
      await this.createOrderCollection(id, pending)
      if (existing) {
        await this.#write("cancel collection", () => {
          existing.status = "canceled"
        })
        for (const payment of this.paymentsOf(existing.id)) {
          if (!payment.capturedAt && !payment.canceledAt) {
            await this.cancelPayment(payment.id)
          }
        }
      }
    }
    if (process) {
      this.host.emit(process, event, { order_id: id })
    }
  }

  /** What an order's customer has still to pay, or gets back, as its summary says. */
  pendingOf(order: Order): Amount {
    return Math.round((owedOf(order) - this.#countedOf(order)) * 100) / 100
  }

  /** Whether its summary lacks what it counts. */
  isForgetting = ({ id }: Order): boolean =>
    this.paymentsOfOrder(id).some(({ id: of }) =>
      [...this.captures, ...this.refunds].some((one) => one.paymentId === of && one.isForgotten)
    )

  #countedOf(order: Order): Amount {
    const isInSummary = (one: Movement) => isCounted(one) && one.isForgotten !== true
    const counted = this.paymentsOfOrder(order.id)
      .map(
        ({ id }) =>
          sum(this.captures.filter(isInSummary), id) - sum(this.refunds.filter(isInSummary), id)
      )
      .reduce((total, one) => total + one, 0)
    return Math.round(counted * 100) / 100
  }

  /** What a cart's customer is to pay: the price of its order as that is now. */
  priceOf(cart: Cart): Amount {
    const changed = this.ordersOf(cart.id).find(
      ({ status, changedAt }) => changedAt && status === "pending"
    )
    return changed
      ? owedOf(changed)
      : (this.collections.find(({ id }) => id === cart.collectionId)?.amount ?? 0)
  }

  /** The price of an order at each of its VAT rates. */
  ratesOf = (order: Order): Record<number, Amount> => ({
    15: MathBN.convert(PRICE).times(kept(order)).toNumber(),
    25: SHIPPING + MUG * order.mugs,
  })

  /** `cancelOrderWorkflow`: it goes on when a refund or a cancellation fails. */
  async cancelOrder(id: string, by?: string): Promise<void> {
    const order = this.#get(this.orders, id)
    if (order.status === "canceled") {
      throw notAllowed("The order is canceled.")
    }
    const process = this.kernel.actHere?.process
    const payments = this.paymentsOfOrder(id).filter(({ canceledAt }) => !canceledAt)
    await Promise.allSettled(
      payments.map(async (payment) => {
        const captured = this.capturedOf(payment.id)
        if (captured === 0) {
          return this.cancelPayment(payment.id)
        }
        const left = captured - this.refundedOf(payment.id)
        return left > 0
          ? this.refundPayment({
              payment_id: payment.id,
              amount: left,
              created_by: by,
            })
          : payment
      })
    )
    await this.#write("cancel order", () => {
      order.status = "canceled"
      order.canceledAt = this.#date()
    })
    if (process) {
      this.host.emit(process, "order.canceled", { id })
    }
  }

  /** `processPaymentWorkflow`: it knows the collection by the session only. */
  async processPayment(input: {
    action: string
    data?: { session_id: string; amount?: unknown }
  }): Promise<void> {
    const sessionId = input.data?.session_id
    const session = await this.#read("session", () =>
      this.sessions.find(({ id }) => id === sessionId)
    )
    const payment = this.payments.find((one) => one.sessionId === sessionId)
    if (!session || sessionId === undefined) {
      throw new TypeError("Cannot read properties of undefined (reading 'payment_collection_id')")
    }
    const { cartId } = this.#get(this.collections, session.collectionId)
    const work = async () => {
      if (input.action === "captured") {
        const paid = payment ?? (await this.authorizePaymentSession(sessionId))
        await this.capturePayment({ payment_id: paid.id })
      }
    }
    await (cartId ? this.#locked(cartId, work) : work())
    if (cartId && !this.orders.some((order) => order.cartId === cartId)) {
      await this.completeCart(cartId).catch(() => undefined)
    }
  }

  // The locking module.

  async acquire(keys: string | string[], { expire }: { expire?: number } = {}): Promise<void> {
    await this.#write("acquire lock", () => {
      for (const key of [keys].flat()) {
        const held = this.#locks.get(this.#lockName(key))
        if (held && held.until > this.kernel.now) {
          throw new Error(`The lock ${key} is held.`)
        }
      }
      for (const key of [keys].flat()) {
        this.#locks.set(this.#lockName(key), {
          owner: this.#processName(),
          until: this.kernel.now + (expire ?? 120) * 1000,
        })
      }
    })
  }

  async release(keys: string | string[]): Promise<void> {
    await this.#write("release lock", () => {
      for (const key of [keys].flat()) {
        this.#locks.delete(this.#lockName(key))
      }
    })
  }

  readonly lockingModule = {
    acquire: this.acquire.bind(this),
    release: this.release.bind(this),
    execute: async <Result>(
      keys: string | string[],
      work: () => Promise<Result>,
      { timeout = 5 }: { timeout?: number } = {}
    ): Promise<Result> => {
      await this.lock(keys, timeout, 2 * timeout)
      try {
        return await work()
      } finally {
        await this.release(keys)
      }
    },
  }

  /** Waits for a lock as Medusa's own step does. */
  async lock(key: string | string[], timeoutS: number, ttlS: number): Promise<void> {
    const until = this.kernel.now + timeoutS * 1000
    for (;;) {
      try {
        await this.acquire(key, { expire: ttlS })
        return
      } catch (error) {
        if (this.kernel.now >= until || !isHeld(error)) {
          throw error
        }
      }
      await this.kernel.pause(300)
    }
  }

  /** The locks in a process's own memory end with it. */
  forget(process: Process): void {
    if (!this.hasSharedLocks) {
      for (const [key, { owner }] of this.#locks) {
        if (owner === process.name) {
          this.#locks.delete(key)
        }
      }
    }
  }

  async #locked<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    await this.lock(key, 30, 120)
    try {
      return await work()
    } finally {
      await this.release(key).catch(() => undefined)
    }
  }

  #lockName = (key: string) => (this.hasSharedLocks ? key : `${this.#processName()} ${key}`)

  #processName = () => this.kernel.actHere?.process.name ?? ""

  // What Query answers.

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
    return this.#read(`query ${entity}`, () => {
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
        return this.sessions.map((one) => this.#sessionRow(one))
      case "payment":
        return this.payments.map((one) => this.#paymentRow(one, true))
      case "payment_collection":
        return this.collections.map((one) => this.#collectionRow(one, true))
      case "order":
        return this.orders.map((one) => this.#orderRow(one))
      case "cart":
        return this.carts.map((one) => this.#cartRow(one))
      case "capture":
        return this.captures.map(movementRow)
      case "refund":
        return this.refunds.map((one) => ({
          ...movementRow(one),
          payment: this.#paymentRow(this.#get(this.payments, one.paymentId), false),
        }))
      case "order_payment_collection":
        return this.#links.map(({ orderId, collectionId }) => {
          const order = this.orders.find(({ id }) => id === orderId)
          return {
            order_id: orderId,
            payment_collection_id: collectionId,
            order: order && this.#orderRow(order),
          }
        })
      case "order_change":
        return this.orders.flatMap(({ id, changedAt }) =>
          changedAt
            ? [
                {
                  id: `ordch_${id}`,
                  order_id: id,
                  status: "confirmed",
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
          ...this.captures.filter(isCounted).map((one) => this.#transactionRow("capture", one)),
          ...this.refunds.filter(isCounted).map((one) => this.#transactionRow("refund", one)),
        ]
      case "cart_payment_collection":
        return this.carts.map(({ id, collectionId }) => ({
          cart_id: id,
          payment_collection_id: collectionId,
        }))
      case "order_cart":
        return this.orders.flatMap(({ id, cartId }) =>
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
    const { collectionId } = this.#get(this.payments, paymentId)
    return {
      id: `ordtrx_${id}`,
      currency_code: "nok",
      order_id: this.#links.find((link) => link.collectionId === collectionId)?.orderId,
      version: countedOn,
      reference,
      reference_id: id,
      amount: moved,
      raw_amount: raw(moved),
    }
  }

  #sessionRow(session: Session): Record<string, unknown> {
    const payment = this.payments.find(({ sessionId }) => sessionId === session.id)
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
        this.#get(this.collections, session.collectionId),
        false
      ),
      payment: payment && this.#paymentRow(payment, false),
    }
  }

  #paymentRow(payment: Payment, isDeep: boolean): Record<string, unknown> {
    const collection = this.#get(this.collections, payment.collectionId)
    const session = this.sessions.find(({ id }) => id === payment.sessionId)
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
      captures: this.captures.filter(({ paymentId }) => paymentId === payment.id).map(movementRow),
      refunds: this.refunds.filter(({ paymentId }) => paymentId === payment.id).map(movementRow),
      ...(isDeep && {
        payment_collection: this.#collectionRow(collection, false),
        payment_session: session && { id: session.id },
      }),
    }
  }

  #collectionRow(collection: Collection, isDeep: boolean): Record<string, unknown> {
    const link = this.#links.find(({ collectionId }) => collectionId === collection.id)
    const order = this.orders.find(({ id }) => id === link?.orderId)
    const cart = this.carts.find(({ id }) => id === collection.cartId)
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
        payment_collections: this.collectionsOfOrder(order.id).map((of) => ({
          status: this.#get(this.collections, of).status,
        })),
        ...this.#buyer(),
      },
      payments: this.payments
        .filter(({ collectionId }) => collectionId === collection.id)
        .map((one) => this.#paymentRow(one, false)),
      payment_sessions: this.sessionsOf(collection.id).map((one) =>
        isDeep
          ? this.#sessionRow(one)
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
    const collections = this.#links
      .filter(({ orderId }) => orderId === order.id)
      .map(({ collectionId }) =>
        this.#collectionRow(this.#get(this.collections, collectionId), false)
      )
    const cart = this.carts.find(({ id }) => id === order.cartId)
    const pending = this.pendingOf(order)
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
        raw_transaction_total: raw(this.#countedOf(order)),
      },
      transactions: this.#rows("order_transaction").filter(({ order_id: of }) => of === order.id),
      payment_collections: collections,
      cart: cart && {
        id: cart.id,
        payment_collection: this.#collectionRow(
          this.#get(this.collections, cart.collectionId),
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
        this.#get(this.collections, cart.collectionId),
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

  // What the driver and the audit read.

  /** Whether a checkout of the cart goes on, or stands still. */
  isBeingCompleted(cartId: string): boolean {
    const act = this.#completing.get(cartId)
    return act !== undefined && !act.ended && !act.process.isDead
  }

  sessionsOf = (collectionId: string): Session[] =>
    this.sessions.filter((one) => one.collectionId === collectionId)

  /** Whether staff opened a bill in a collection. */
  isBilled = (collectionId: string | null): boolean =>
    this.collections.some(({ id, metadata }) => id === collectionId && metadata["e_invoice_bill"])

  /** The collections of a cart and of its orders, with those that were deleted. */
  collectionsOf = (cartId: string): string[] =>
    [...this.#purchases].filter(([, of]) => of === cartId).map(([id]) => id)

  paymentsOfCart = (cartId: string): Payment[] =>
    this.collectionsOf(cartId).flatMap((id) => this.paymentsOf(id))

  paymentsOf = (collectionId: string): Payment[] =>
    this.payments.filter((one) => one.collectionId === collectionId)

  /** The orders of a cart, with those that a process left before it linked them. */
  ordersOf = (cartId: string): Order[] => this.orders.filter((order) => order.cartId === cartId)

  collectionsOfOrder = (orderId: string): string[] =>
    this.#links.filter((link) => link.orderId === orderId).map(({ collectionId }) => collectionId)

  paymentsOfOrder = (orderId: string): Payment[] =>
    this.collectionsOfOrder(orderId).flatMap(this.paymentsOf)

  capturedOf = (paymentId: string): Amount => sum(this.captures, paymentId)
  refundedOf = (paymentId: string): Amount => sum(this.refunds, paymentId)

  // The payment module as workflows and providers resolve it.

  readonly paymentModule = {
    authorizePaymentSession: (id: string) => this.authorizePaymentSession(id),
    cancelPayment: (id: string) => this.cancelPayment(id),
    createPaymentSession: async (
      collectionId: string,
      {
        provider_id,
        data,
        amount,
      }: { provider_id: string; data: Record<string, unknown>; amount: unknown }
    ) => {
      const session = {
        ...this.#newSession(collectionId, provider_id, data),
        amount: Number(amount),
      }
      await this.#initiate(session)
      return this.#sessionRow(session)
    },
    deletePaymentSession: (id: string) => this.deletePaymentSession(id),
    listPaymentProviders: async () => [{ id: OUR_PROVIDER, is_enabled: true }],
    listCaptures: async ({ payment_id }: { payment_id: string }) =>
      this.#read("captures", () =>
        this.captures.filter(({ paymentId }) => paymentId === payment_id).map(movementRow)
      ),
    deleteCaptures: async (ids: string[]) => {
      await this.#write("delete captures", () => {
        this.captures = this.captures.filter(({ id }) => !ids.includes(id))
      })
    },
    listRefunds: async ({ id }: { id?: string[] }) =>
      this.#read("refunds", () =>
        this.refunds.filter((one) => id === undefined || id.includes(one.id)).map(movementRow)
      ),
    deleteRefunds: async (ids: string[]) => {
      await this.#write("delete refunds", () => {
        this.refunds = this.refunds.filter(({ id }) => !ids.includes(id))
      })
    },
    listPayments: async (filters: Record<string, unknown>) =>
      (await this.graph({ entity: "payment", filters })).data,
    listPaymentCollections: async (filters: Record<string, unknown>) =>
      (await this.graph({ entity: "payment_collection", filters })).data,
    retrievePaymentCollection: async (id: string) => {
      const [collection] = (await this.graph({ entity: "payment_collection", filters: { id } }))
        .data
      return collection
    },
    refundPayment: (input: { payment_id: string; amount?: unknown }) => this.refundPayment(input),
    retrievePayment: async (id: string) => {
      const [payment] = (await this.graph({ entity: "payment", filters: { id } })).data
      return payment
    },
    listPaymentSessions: async (filters: Record<string, unknown>) =>
      (await this.graph({ entity: "payment_session", filters })).data,
    updatePaymentCollections: async (
      id: string,
      { amount, metadata, status }: { amount?: unknown; metadata?: object; status?: string }
    ) =>
      this.#write("update collection", () => {
        const collection = this.#get(this.collections, id)
        collection.status = status ?? collection.status
        collection.amount = amount === undefined ? collection.amount : Number(amount)
        Object.assign(collection.metadata, metadata)
      }),
    deletePaymentCollections: async (ids: string[]) =>
      this.#write("delete collections", () => {
        this.collections = this.collections.filter(({ id }) => !ids.includes(id))
      }),
  }

  /** Orders as the plugin asks for their transactions, and makes up for one that is missing. */
  readonly orderModule = {
    listOrderTransactions: async ({ reference_id: of }: { reference_id: string | string[] }) =>
      this.#read("order transactions", () =>
        this.refunds
          .filter((one) => isCounted(one) && [of].flat().includes(one.id))
          .map(({ id, amount }) => ({ reference: "refund", reference_id: id, amount: -amount }))
      ),
    addOrderTransactions: async (
      transactions: { reference_id: string } | { reference_id: string }[]
    ) =>
      this.#write("count transaction", () => {
        for (const { reference_id: of } of [transactions].flat()) {
          const movement = this.#get([...this.captures, ...this.refunds], of)
          const { collectionId } = this.#get(this.payments, movement.paymentId)
          this.#count(movement, this.#versionOf(collectionId))
        }
      }),
    deleteOrderTransactions: async (id: string) =>
      this.#write("delete transaction", () => {
        delete this.#get([...this.captures, ...this.refunds], id.replace(/^ordtrx_/, "")).countedOn
      }),
  }

  /** Links as the plugin takes one back: an order's payment collection. */
  readonly link = {
    delete: async ({ payment }: { payment: { payment_collection_id: string } }) =>
      this.#write("delete link", () => {
        const { payment_collection_id: of } = payment
        this.#links = this.#links.filter(({ collectionId }) => collectionId !== of)
      }),
  }

  readonly captureService = {
    retrieve: async (id: string) =>
      this.#read("capture", () => movementRow(this.#get(this.captures, id))),
  }

  readonly refundService = {
    delete: (ids: string[]) => this.paymentModule.deleteRefunds(ids),
  }

  async #remove(session: Session): Promise<void> {
    await this.#write("delete session", () => {
      this.sessions = this.sessions.filter((one) => one !== session)
    })
  }

  #read<Result>(label: string, work: () => Result): Promise<Result> {
    return this.kernel.cross("medusa", `reads ${label}`, work)
  }

  #write<Result>(label: string, work: () => Result): Promise<Result> {
    // The name of the process is read where the act waits, and used where it goes on.
    const act = this.kernel.actHere
    return this.kernel.cross("medusa", label, () => (act ? this.kernel.as(act, work) : work()))
  }

  #get<Row extends { id: string }>(rows: readonly Row[], id: string): Row {
    const found = rows.find((row) => row.id === id)
    if (!found) {
      throw new MedusaError(MedusaError.Types.NOT_FOUND, `${id} was not found`)
    }
    return found
  }

  #id(prefix: string): string {
    return `${prefix}_${String(++this.#number).padStart(6, "0")}`
  }

  #date = () => new Date(this.kernel.now)
}

export const OTHER_PROVIDER = "pp_system_default"
export const OUR_PROVIDER = E_INVOICE

/** Medusa's own provider, for what is paid in another way. */
export const otherProvider: Provider = {
  initiatePayment: async () => ({ data: {} }),
  authorizePayment: async () => ({ status: "authorized", data: {} }),
  capturePayment: async () => ({ data: {} }),
  refundPayment: async () => ({ data: {} }),
  cancelPayment: async () => ({ data: {} }),
  deletePayment: async () => ({}),
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

const movementRow = (one: Movement): Record<string, unknown> & { id: string } => ({
  id: one.id,
  payment_id: one.paymentId,
  amount: one.amount,
  raw_amount: raw(one.amount),
  created_by: one.createdBy ?? null,
  metadata: one.metadata ?? null,
  created_at: one.createdAt,
})

const isCounted = (one: Movement) => one.countedOn !== undefined

const sum = (movements: readonly Movement[], paymentId: string): Amount =>
  Math.round(
    movements
      .filter((one) => one.paymentId === paymentId)
      .reduce((total, { amount }) => total + amount, 0) * 100
  ) / 100

const notAllowed = (sentence: string) => new MedusaError(MedusaError.Types.NOT_ALLOWED, sentence)

const isDeclined = (error: unknown) =>
  error instanceof MedusaError && error.type === MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR

const isHeld = (error: unknown) => error instanceof Error && error.message.endsWith("is held.")

const defined = (data: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined))

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
      const [one, other] = [Number(value), Number(bound)]
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
