export {
  type BillOutcome,
  type BillOutstandingAmountInput,
  billOutstandingAmountWorkflow,
  billOutstandingAmountWorkflowId,
} from "./bill-outstanding/bill-outstanding-amount"
export {
  cancelEInvoiceOrderWorkflow,
  cancelEInvoiceOrderWorkflowId,
  type CancelEInvoiceOrderInput,
} from "./cancel-e-invoice-order"
export {
  recordRefundInMedusaWorkflow,
  recordRefundInMedusaWorkflowId,
  type RecordRefundInMedusaInput,
} from "./record-refund-in-medusa"
export {
  refreshEInvoiceOrderWorkflow,
  refreshEInvoiceOrderWorkflowId,
  type RefreshEInvoiceOrderInput,
} from "./refresh-e-invoice-order"
export {
  refundEInvoiceOrderWorkflow,
  refundEInvoiceOrderWorkflowId,
  type RefundEInvoiceOrderInput,
} from "./refund-e-invoice-order"
export {
  settleEInvoiceCreationWorkflow,
  settleEInvoiceCreationWorkflowId,
  type SettleEInvoiceCreationInput,
} from "./settle-e-invoice-creation"
export {
  settleEInvoiceOperationWorkflow,
  settleEInvoiceOperationWorkflowId,
  type SettleEInvoiceOperationInput,
} from "./settle-e-invoice-operation"
export {
  settleEInvoiceRefundWorkflow,
  settleEInvoiceRefundWorkflowId,
  type SettleEInvoiceRefundInput,
} from "./settle-e-invoice-refund"
export * from "./steps"
export { type Sweep, sweepEInvoiceOrders } from "./sweep/sweep-e-invoice-orders"
export {
  synchroniseEInvoiceOrderWorkflow,
  synchroniseEInvoiceOrderWorkflowId,
  type SynchroniseEInvoiceOrderInput,
  type SynchroniseEInvoiceOrderResult,
} from "./synchronise-e-invoice-order"
export * from "./operations"
export * from "./personal-data"
