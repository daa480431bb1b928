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
  /** Hands an event to the subscribers of the process of the act that asks, in an act of their own. */
  emit(name: string, data: { id: string } | { order_id: string }): void
}

export const OTHER_PROVIDER = "pp_system_default"
export const OUR_PROVIDER = "pp_e-invoice_private"

/** Medusa's own provider, for what is paid in another way. */
export const otherProvider: Provider = {
  initiatePayment: async () => ({ data: {} }),
  authorizePayment: async () => ({ status: "authorized", data: {} }),
  capturePayment: async () => ({ data: {} }),
  refundPayment: async () => ({ data: {} }),
  cancelPayment: async () => ({ data: {} }),
  deletePayment: async () => ({}),
}
