import { byId } from "../operation"
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
export const orderOperations = byId(
  createEInvoiceOrder,
  createPaymentLink,
  updatePaymentLink,
  resendPaymentLink,
  createInvoice,
  createEhfInvoice,
  getOrderStatus,
  listOrderStatuses,
  getOrderDetails,
  listOrderDetails,
  getInvoiceNumber,
  cancelOrder,
  refundOrder,
  chargeDelayed
)
