/** Key under which the module is registered in the Medusa container. */
export const E_INVOICE_MODULE = "eInvoice"

/** Identifier of the payment provider class. */
export const E_INVOICE_IDENTIFIER = "e-invoice"

/** The provider's `id` in the payment module's list: invoices to private customers. */
export const E_INVOICE_PROVIDER_ID = "private"

/** What Medusa calls the provider in regions, sessions and payments. */
export const E_INVOICE_PAYMENT_PROVIDER = `pp_${E_INVOICE_IDENTIFIER}_${E_INVOICE_PROVIDER_ID}`

/** Whether a payment provider is ours, however the merchant named it. */
export const isEInvoiceProvider = (providerId: string): boolean =>
  providerId.startsWith(`pp_${E_INVOICE_IDENTIFIER}_`)

/** What the payment module must hand to the provider: Query to read the order, and this plugin's module. */
export const PROVIDER_DEPENDENCIES = ["query", E_INVOICE_MODULE] as const
