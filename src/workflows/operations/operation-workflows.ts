import type { OperationId } from "../../connect"
import {
  cancelServiceOrderWorkflow,
  chargeDelayedOrderWorkflow,
  createEInvoiceOrderWorkflow,
  createEhfInvoiceWorkflow,
  createInvoiceWorkflow,
  createPaymentLinkWorkflow,
  refundServiceOrderWorkflow,
  resendPaymentLinkWorkflow,
  updatePaymentLinkWorkflow,
} from "./order-workflows"
import {
  createCheckoutSessionWorkflow,
  createHostedCheckoutWorkflow,
  createInvoiceSessionWorkflow,
} from "./checkout-workflows"
import {
  cancelReservationWorkflow,
  captureReservationWorkflow,
  chargeReservationWorkflow,
  completeReservationWorkflow,
  createReservationSessionWorkflow,
  refundReservationWorkflow,
  resendReservationWorkflow,
  submitReservationWorkflow,
} from "./reservation-workflows"
import {
  cancelSubscriptionWorkflow,
  createSubscriptionSessionWorkflow,
  createSubscriptionWorkflow,
  refundSubscriptionCycleWorkflow,
  resendSubscriptionWorkflow,
} from "./subscription-workflows"
import {
  updateCorporateCustomerWorkflow,
  updatePrivateCustomerWorkflow,
} from "./customer-workflows"
import {
  checkCompanyWorkflow,
  checkCorporateCreditWorkflow,
  checkPrivateCreditWorkflow,
  createServiceUserWorkflow,
  requestRefundApprovalWorkflow,
} from "./account-workflows"

/** The workflow of every operation that changes something at the service. */
export const operationWorkflows = {
  "orders.create-e-invoice": createEInvoiceOrderWorkflow,
  "orders.create-payment-link": createPaymentLinkWorkflow,
  "orders.update-payment-link": updatePaymentLinkWorkflow,
  "orders.resend-payment-link": resendPaymentLinkWorkflow,
  "orders.create-invoice": createInvoiceWorkflow,
  "orders.create-ehf-invoice": createEhfInvoiceWorkflow,
  "orders.cancel": cancelServiceOrderWorkflow,
  "orders.refund": refundServiceOrderWorkflow,
  "orders.delayed-charge": chargeDelayedOrderWorkflow,
  "checkout.create-session": createCheckoutSessionWorkflow,
  "checkout.create-invoice-session": createInvoiceSessionWorkflow,
  "checkout.create-hosted": createHostedCheckoutWorkflow,
  "reservations.submit": submitReservationWorkflow,
  "reservations.create-session": createReservationSessionWorkflow,
  "reservations.capture": captureReservationWorkflow,
  "reservations.charge": chargeReservationWorkflow,
  "reservations.cancel": cancelReservationWorkflow,
  "reservations.complete": completeReservationWorkflow,
  "reservations.resend": resendReservationWorkflow,
  "reservations.refund": refundReservationWorkflow,
  "subscriptions.create": createSubscriptionWorkflow,
  "subscriptions.create-session": createSubscriptionSessionWorkflow,
  "subscriptions.cancel": cancelSubscriptionWorkflow,
  "subscriptions.resend": resendSubscriptionWorkflow,
  "subscriptions.refund-cycle": refundSubscriptionCycleWorkflow,
  "customers.update-private": updatePrivateCustomerWorkflow,
  "customers.update-corporate": updateCorporateCustomerWorkflow,
  "refunds.request-approval": requestRefundApprovalWorkflow,
  "credit-checks.private": checkPrivateCreditWorkflow,
  "credit-checks.corporate": checkCorporateCreditWorkflow,
  "companies.check": checkCompanyWorkflow,
  "users.create": createServiceUserWorkflow,
} as const satisfies Partial<Record<OperationId, unknown>>
