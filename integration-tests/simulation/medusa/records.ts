import { MedusaError } from "@medusajs/framework/utils"

import type { Kernel } from "../kernel"

/** Kroner. */
export type Amount = number

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

export type Movement = {
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
  /** The most that it ever cost, where staff changed it. */
  most?: Amount
  /** When staff changed it. */
  changedAt?: Date
  status: "pending" | "canceled"
  canceledAt?: Date
  createdAt: Date
}

/** What Medusa holds in memory. Its rows outlive processes. */
export class Records {
  carts: Cart[] = []
  collections: Collection[] = []
  sessions: Session[] = []
  payments: Payment[] = []
  captures: Movement[] = []
  refunds: Movement[] = []
  orders: Order[] = []
  links: { orderId: string; collectionId: string }[] = []
  /** Which cart's order each collection was made for, also once it is deleted. */
  readonly purchases = new Map<string, string>()
  #number = 0

  constructor(private readonly kernel: Kernel) {}

  get<Row extends { id: string }>(rows: readonly Row[], id: string): Row {
    const found = rows.find((row) => row.id === id)
    if (!found) {
      throw new MedusaError(MedusaError.Types.NOT_FOUND, `${id} was not found`)
    }
    return found
  }

  id(prefix: string): string {
    return `${prefix}_${String(this.nextNumber()).padStart(6, "0")}`
  }

  nextNumber = (): number => ++this.#number

  date = () => new Date(this.kernel.now)

  sessionsOf = (collectionId: string): Session[] =>
    this.sessions.filter((one) => one.collectionId === collectionId)

  /** Whether staff opened a bill in a collection. */
  isBilled = (collectionId: string | null): boolean =>
    this.collections.some(({ id, metadata }) => id === collectionId && metadata["e_invoice_bill"])

  /** The collections of a cart and of its orders, with those that were deleted. */
  collectionsOf = (cartId: string): string[] =>
    [...this.purchases].filter(([, of]) => of === cartId).map(([id]) => id)

  paymentsOfCart = (cartId: string): Payment[] =>
    this.collectionsOf(cartId).flatMap((id) => this.paymentsOf(id))

  paymentsOf = (collectionId: string): Payment[] =>
    this.payments.filter((one) => one.collectionId === collectionId)

  /** The orders of a cart, with those that a process left before it linked them. */
  ordersOf = (cartId: string): Order[] => this.orders.filter((order) => order.cartId === cartId)

  collectionsOfOrder = (orderId: string): string[] =>
    this.links.filter((link) => link.orderId === orderId).map(({ collectionId }) => collectionId)

  paymentsOfOrder = (orderId: string): Payment[] =>
    this.collectionsOfOrder(orderId).flatMap(this.paymentsOf)

  capturedOf = (paymentId: string): Amount => sum(this.captures, paymentId)
  refundedOf = (paymentId: string): Amount => sum(this.refunds, paymentId)
}

export const sum = (movements: readonly Movement[], paymentId: string): Amount =>
  Math.round(
    movements
      .filter((one) => one.paymentId === paymentId)
      .reduce((total, { amount }) => total + amount, 0) * 100
  ) / 100

export const notAllowed = (sentence: string) =>
  new MedusaError(MedusaError.Types.NOT_ALLOWED, sentence)
