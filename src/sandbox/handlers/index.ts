import type { OperationId } from "../../connect"
import { createCheckoutSession, createHostedCheckout, createInvoiceSession } from "./checkout"
import { checkCompany, companyInformation, invoiceFee } from "./companies"
import {
  checkCorporateCustomer,
  checkPrivateCustomer,
  creditCheckDetails,
  listCreditChecks,
} from "./credit-checks"
import { customerDetails, updateCorporateCustomer, updatePrivateCustomer } from "./customers"
import { failedPaymentDetails, listFailedPayments } from "./failed-payments"
import type { Handler } from "./handler"
import { cancelOrder } from "./orders/cancel"
import {
  createEhfInvoice,
  createEInvoice,
  createInvoice,
  createPaymentLink,
} from "./orders/creation"
import { chargeDelayed, resendPaymentLink, updatePaymentLink } from "./orders/payment-link"
import {
  invoiceNumber,
  orderDetails,
  orderDetailsByDateRange,
  orderStatus,
  orderStatusList,
} from "./orders/reading"
import { refundOrder } from "./orders/refund"
import { requestRefundApproval } from "./refund-approval"
import {
  cancelReservation,
  captureReservation,
  chargeReservation,
  completeReservation,
  resendReservation,
} from "./reservation-changes"
import { createReservationSession, submitReservation } from "./reservation-creation"
import { reservationDetails, reservationHistory } from "./reservation-reading"
import { refundReservation } from "./reservation-refund"
import {
  cancelSubscription,
  refundSubscriptionCycle,
  resendSubscription,
} from "./subscription-changes"
import { createSubscription, createSubscriptionSession } from "./subscription-creation"
import { listSubscriptions, subscriptionDetails } from "./subscription-reading"
import { verifyToken } from "./token"
import { createUser } from "./users"

/** The emulation of every operation: one the catalogue has and this record has not does not compile. */
export const handlers: { readonly [Id in OperationId]: Handler<Id> } = {
  "orders.create-e-invoice": createEInvoice,
  "orders.create-payment-link": createPaymentLink,
  "orders.update-payment-link": updatePaymentLink,
  "orders.resend-payment-link": resendPaymentLink,
  "orders.create-invoice": createInvoice,
  "orders.create-ehf-invoice": createEhfInvoice,
  "orders.status": orderStatus,
  "orders.status-list": orderStatusList,
  "orders.details": orderDetails,
  "orders.details-by-date-range": orderDetailsByDateRange,
  "orders.invoice-number": invoiceNumber,
  "orders.cancel": cancelOrder,
  "orders.refund": refundOrder,
  "orders.delayed-charge": chargeDelayed,
  "checkout.create-session": createCheckoutSession,
  "checkout.create-invoice-session": createInvoiceSession,
  "checkout.create-hosted": createHostedCheckout,
  "reservations.submit": submitReservation,
  "reservations.create-session": createReservationSession,
  "reservations.details": reservationDetails,
  "reservations.capture": captureReservation,
  "reservations.charge": chargeReservation,
  "reservations.cancel": cancelReservation,
  "reservations.complete": completeReservation,
  "reservations.resend": resendReservation,
  "reservations.refund": refundReservation,
  "reservations.history": reservationHistory,
  "subscriptions.create": createSubscription,
  "subscriptions.create-session": createSubscriptionSession,
  "subscriptions.list": listSubscriptions,
  "subscriptions.details": subscriptionDetails,
  "subscriptions.cancel": cancelSubscription,
  "subscriptions.resend": resendSubscription,
  "subscriptions.refund-cycle": refundSubscriptionCycle,
  "subscriptions.failed-list": listFailedPayments,
  "subscriptions.failed-details": failedPaymentDetails,
  "customers.details": customerDetails,
  "customers.update-private": updatePrivateCustomer,
  "customers.update-corporate": updateCorporateCustomer,
  "refunds.request-approval": requestRefundApproval,
  "credit-checks.private": checkPrivateCustomer,
  "credit-checks.corporate": checkCorporateCustomer,
  "credit-checks.list": listCreditChecks,
  "credit-checks.details": creditCheckDetails,
  "companies.check": checkCompany,
  "companies.information": companyInformation,
  "companies.invoice-fee": invoiceFee,
  "users.create": createUser,
  "token.verify": verifyToken,
}
