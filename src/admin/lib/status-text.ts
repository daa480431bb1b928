import type { EInvoiceOrderSummary } from "./e-invoice-order"
import { statusWords } from "./status-words"
import type { Translate } from "./texts"

/** The status in the person's language; one we have no words for is shown as the service wrote it. */
export const statusText = (
  t: Translate,
  order: Pick<EInvoiceOrderSummary, "state" | "remote_status">
): string => {
  const words = statusWords(order)
  return words ? t(words.text) : (order.remote_status ?? order.state)
}
