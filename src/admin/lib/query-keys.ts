const all = ["e-invoice"] as const

/** Keys of what the dashboard has fetched from our Admin API. Each begins with the one above it. */
export const eInvoiceQueryKeys = {
  all,
  orders: () => [...all, "orders"] as const,
  ordersOf: (orderId: string, revision: string) =>
    [...all, "orders", "of", orderId, revision] as const,
  order: (id: string) => [...all, "orders", "detail", id] as const,
  /** Any other route that is read, by its path below `/admin/e-invoice` and its query. */
  read: (path: string, query?: Readonly<Record<string, unknown>>) =>
    [...all, "read", path, query ?? {}] as const,
  /** What is being changed, by its path below `/admin/e-invoice`, and the record it is done to where the path does not say. */
  operation: (path: string, params?: Readonly<Record<string, string>>) =>
    [...all, "operation", path, params ?? {}] as const,
}
