export * from "./order-workflows"
export * from "./checkout-workflows"
export * from "./reservation-workflows"
export * from "./subscription-workflows"
export * from "./customer-workflows"
export * from "./account-workflows"
export {
  type OperationRequest,
  prepareEInvoiceOperation,
  type PreparedOperation,
} from "./prepare-operation"
export {
  followReservationStep,
  followReservationStepId,
  followReservationWorkflow,
  followReservationWorkflowId,
  type FollowReservationInput,
} from "./follow-reservation"
export { type OrderReservation, prepareOrderReservation } from "./prepare-order-reservation"
export {
  type CaptureTerms,
  type ChargeTerms,
  prepareReservationCapture,
  prepareReservationCharge,
  prepareReservationRefund,
  type RefundTerms,
} from "./prepare-reservation-change"
export {
  type LinkDelivery,
  type OrderSubscription,
  prepareOrderSubscription,
  subscriptionOperation,
} from "./prepare-order-subscription"
export {
  performOperationStep,
  performOperationStepId,
  type PerformOperationInput,
  type PerformOperationOutput,
} from "./perform-operation-step"
export { createOperationWorkflow } from "./create-operation-workflow"
