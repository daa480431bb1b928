export {
  type BillOutcome,
  type BillOutstandingAmountInput,
  billOutstandingAmountWorkflow,
  billOutstandingAmountWorkflowId,
} from "./bill-outstanding/bill-outstanding-amount"
export * from "./cancel-e-invoice-order"
export * from "./operations/follow-record"
export {
  type OperationRequest,
  performOperationStep,
  performOperationStepId,
  performOperationWorkflow,
  performOperationWorkflowId,
  type PerformOperationInput,
  type PerformOperationOutput,
  prepareEInvoiceOperation,
} from "./operations/perform-operation"
export {
  type CaptureTerms,
  type ChargeTerms,
  type OrderReservation,
  prepareOrderReservation,
  prepareReservationCapture,
  prepareReservationCharge,
  prepareReservationRefund,
  type RefundTerms,
} from "./operations/reservations"
export {
  type LinkDelivery,
  type OrderSubscription,
  prepareOrderSubscription,
} from "./operations/subscriptions"
export * from "./personal-data"
export {
  recordRefundInMedusaWorkflow,
  recordRefundInMedusaWorkflowId,
  type RecordRefundInMedusaInput,
} from "./record-refund-in-medusa"
export * from "./refresh-e-invoice-order"
export * from "./refund-e-invoice-order"
export { reviewFlagsStep, reviewFlagsStepId, type ReviewFlagsInput } from "./review-flags"
export * from "./settle-e-invoice-creation"
export * from "./settle-e-invoice-operation"
export * from "./settle-e-invoice-refund"
export {
  captureOrderPaymentStep,
  captureOrderPaymentStepId,
  type CaptureOrderPaymentInput,
  type PaymentEffect,
} from "./steps/capture-order-payment"
export * from "./steps/check-second-order"
export * from "./steps/compare-order-refunds"
export * from "./steps/judge-open-invoice"
export {
  linkMedusaOrderStep,
  linkMedusaOrderStepId,
  type LinkMedusaOrderInput,
  type MedusaLink,
} from "./steps/link-medusa-order"
export * from "./steps/plan-next-check"
export * from "./steps/prepare-refund"
export * from "./steps/refresh-order-status"
export * from "./steps/release-order-payment"
export * from "./steps/settle-refund"
export { type Sweep, sweepEInvoiceOrders } from "./sweep/sweep-e-invoice-orders"
export {
  synchroniseEInvoiceOrderWorkflow,
  synchroniseEInvoiceOrderWorkflowId,
  type SynchroniseEInvoiceOrderInput,
  type SynchroniseEInvoiceOrderResult,
} from "./synchronise-e-invoice-order"
export {
  type BillShippedParcelsInput,
  billShippedParcelsWorkflow,
  billShippedParcelsWorkflowId,
} from "./ship-then-bill/bill-shipped-parcels"
