/** The lock under which everything happens that changes one e-invoice order. */
export const orderLockKey = (eInvoiceOrderId: string): string =>
  `e-invoice-order:${eInvoiceOrderId}`

/** Seconds to wait for the lock. */
export const ORDER_LOCK_TIMEOUT = 20

/** Seconds after which the lock is free again should its holder have died. */
export const ORDER_LOCK_TTL = 120
