import { AsyncLocalStorage } from "node:async_hooks"

import type { Lease } from "./leases"

/** What of a payment is written in a turn. */
export type Turn = {
  /** Id of the Medusa order that counts it. */
  readonly orderId: string
  readonly paymentId: string
  readonly of: "capture" | "refund"
}

/**
 * The turn of our own writing, along its chain of calls: what Medusa asks the provider for meanwhile is a part of it. What we
 * tell others is not, so events leave it.
 */
export const ownTurn = new AsyncLocalStorage<Turn & { readonly lease: Lease; isOver: boolean }>()
