export {
  eraseEInvoiceCustomerDataWorkflow,
  eraseEInvoiceCustomerDataWorkflowId,
  type EraseCustomerDataInput,
} from "./erase-customer-data"
export {
  exportEInvoiceCustomerDataWorkflow,
  exportEInvoiceCustomerDataWorkflowId,
  type ExportCustomerDataInput,
} from "./export-customer-data"
