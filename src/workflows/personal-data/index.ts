export {
  eraseEInvoiceCustomerDataWorkflow,
  eraseEInvoiceCustomerDataWorkflowId,
  type EraseCustomerDataInput,
} from "./erase-customer-data"
export { eraseExpiredData, type ErasedData } from "./erase-expired-data"
export {
  exportEInvoiceCustomerDataWorkflow,
  exportEInvoiceCustomerDataWorkflowId,
  type ExportCustomerDataInput,
} from "./export-customer-data"
