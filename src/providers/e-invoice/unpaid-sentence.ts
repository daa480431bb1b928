import type { LastingStatus } from "../../modules/e-invoice/status/order-status-machine"

const capturedByItself =
  "The payment is captured by itself as soon as the service reports the invoice paid."

/** Why an order in this status cannot be captured, and what a merchant can do. */
export function unpaidSentence(status: LastingStatus | undefined): string {
  switch (status) {
    case "INVOICED":
    case "REMINDER":
    case "PURRING":
    case "INKASSO":
      return `The payment was not captured: the service reports the order as ${status}, so the invoice is out and not paid. ${capturedByItself} To count an invoice that is out as captured, add INVOICED to the option capturedStatuses.`
    case "CANCELLED":
    case "EXPIRED":
      return `The payment was not captured: the service reports the order as ${status}, so nobody will pay it. Cancel the order, or agree on another payment with the customer.`
    case undefined:
      return `The payment was not captured: the service has not reported a status of the order yet. ${capturedByItself}`
    default:
      return `The payment was not captured: the service reports the order as ${status}, so it is not paid. ${capturedByItself}`
  }
}
