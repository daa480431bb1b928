import { definePolicies } from "@medusajs/framework/utils"

/** What a role may be allowed to do with e-invoices, where the store uses roles. */
export const E_INVOICE_RESOURCE = "e_invoice"

export default definePolicies([
  {
    name: "ReadEInvoice",
    resource: E_INVOICE_RESOURCE,
    operation: "read",
    description: "Read e-invoice orders and their timelines",
  },
  {
    name: "UpdateEInvoice",
    resource: E_INVOICE_RESOURCE,
    operation: "update",
    description:
      "Refresh, cancel and refund e-invoice orders, carry out operations at the service, and settle what is in doubt",
  },
])
