import { AsyncLocalStorage } from "node:async_hooks"

import type { Lease } from "./leases"

/** A capture or refund of a payment that is written while the payment lease of its order is held. */
export type PaymentWrite = {
  /** Id of the Medusa order that counts it. */
  readonly orderId: string
  readonly paymentId: string
  readonly of: "capture" | "refund"
}

/**
 * The plugin's own write under a payment lease, along its chain of calls: what Medusa asks the provider for meanwhile is a part of
 * it. Events are not, so they leave it.
 */
export const ownWrite = new AsyncLocalStorage<
  PaymentWrite & { readonly lease: Lease; isOver: boolean }
>()
