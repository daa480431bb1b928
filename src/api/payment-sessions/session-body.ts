import { isEInvoiceProvider } from "../../modules/e-invoice/registration"

/** The body of a request for a payment session; `data` is what the storefront sent, whatever it is. */
export type SessionBody = { provider_id: string; data?: unknown }

/** Whether a request for a payment session asks for our provider. */
export const isSessionOfOurs = (body: unknown): body is SessionBody =>
  typeof body === "object" &&
  body !== null &&
  "provider_id" in body &&
  typeof body.provider_id === "string" &&
  isEInvoiceProvider(body.provider_id)
