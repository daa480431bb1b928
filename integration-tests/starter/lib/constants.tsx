export const isEInvoice = (providerId?: string) => providerId?.startsWith("pp_e-invoice_")
