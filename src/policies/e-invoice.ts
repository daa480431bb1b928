import { definePolicies } from "@medusajs/framework/utils"

type Policy = { resource: string; operation: string }

/**
 * What a role needs for the routes of the Admin API, by what they do, where the store uses roles. All policies of an entry
 * are needed.
 */
export const policyFor = {
  reading: [{ resource: "e_invoice", operation: "read" }],
  /** What has no entry of its own: links, bills, captures, charges, subscriptions, tests. */
  updating: [{ resource: "e_invoice", operation: "update" }],
  refunding: [
    { resource: "e_invoice_refund", operation: "create" },
    // Medusa's own: a role that it denies refunds gets no further here.
    { resource: "refund", operation: "create" },
  ],
  cancelling: [{ resource: "e_invoice_cancellation", operation: "create" }],
  settling: [{ resource: "e_invoice_settlement", operation: "create" }],
  readingPersonalData: [{ resource: "e_invoice_personal_data", operation: "read" }],
  changingPersonalData: [{ resource: "e_invoice_personal_data", operation: "update" }],
  creatingUsers: [{ resource: "e_invoice_user", operation: "create" }],
} satisfies Record<string, Policy[]>

export default definePolicies([
  {
    name: "ReadEInvoice",
    resource: "e_invoice",
    operation: "read",
    description: "Read e-invoice orders, their timelines, and the settings",
  },
  {
    name: "UpdateEInvoice",
    resource: "e_invoice",
    operation: "update",
    description:
      "Bill, capture, charge and subscribe, send payment links, and refresh what is known",
  },
  {
    name: "CreateEInvoiceRefund",
    resource: "e_invoice_refund",
    operation: "create",
    description:
      "Refund orders, reservations and cycles of subscriptions, together with Medusa's own policy for refunds",
  },
  {
    // Medusa 2.21 asks for it on its own route and registers it nowhere, so that no role could be granted it. Should Medusa
    // come to define it under this name, as its others are named, its definition is the same.
    name: "CreateRefund",
    resource: "refund",
    operation: "create",
    description: "Refund payments",
  },
  {
    name: "CreateEInvoiceCancellation",
    resource: "e_invoice_cancellation",
    operation: "create",
    description: "Cancel orders, reservations and subscriptions",
  },
  {
    name: "CreateEInvoiceSettlement",
    resource: "e_invoice_settlement",
    operation: "create",
    description: "Settle what is in doubt",
  },
  {
    name: "ReadEInvoicePersonalData",
    resource: "e_invoice_personal_data",
    operation: "read",
    description: "Hand out a customer's data, and read customers and credit checks at the service",
  },
  {
    name: "UpdateEInvoicePersonalData",
    resource: "e_invoice_personal_data",
    operation: "update",
    description:
      "Erase a customer's data, change customers at the service, and check a customer's credit",
  },
  {
    name: "CreateEInvoiceUser",
    resource: "e_invoice_user",
    operation: "create",
    description: "Create users at the service",
  },
])
