export { type OperationRequest, prepareEInvoiceOperation } from "./prepare-operation"
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
} from "./prepare-order-subscription"
export {
  performOperationStep,
  performOperationStepId,
  type PerformOperationInput,
  type PerformOperationOutput,
} from "./perform-operation"
export { performOperationWorkflow, performOperationWorkflowId } from "./perform-operation"
