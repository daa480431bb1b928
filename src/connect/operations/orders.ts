import {
  cancelOrder,
  chargeDelayed,
  refundOrder,
  resendPaymentLink,
  updatePaymentLink,
} from "./order-changes"
import {
  createEhfInvoice,
  createEInvoiceOrder,
  createInvoice,
  createPaymentLink,
} from "./order-creation"
import {
  getInvoiceNumber,
  getOrderDetails,
  getOrderStatus,
  listOrderDetails,
  listOrderStatuses,
} from "./order-reading"

/** Order management, by operation id. */
export const orderOperations = {
  "orders.create-e-invoice": createEInvoiceOrder,
  "orders.create-payment-link": createPaymentLink,
  "orders.update-payment-link": updatePaymentLink,
  "orders.resend-payment-link": resendPaymentLink,
  "orders.create-invoice": createInvoice,
  "orders.create-ehf-invoice": createEhfInvoice,
  "orders.status": getOrderStatus,
  "orders.status-list": listOrderStatuses,
  "orders.details": getOrderDetails,
  "orders.details-by-date-range": listOrderDetails,
  "orders.invoice-number": getInvoiceNumber,
  "orders.cancel": cancelOrder,
  "orders.refund": refundOrder,
  "orders.delayed-charge": chargeDelayed,
} as const
