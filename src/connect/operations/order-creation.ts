import { z } from "zod"

import { byCancellingOrder } from "../inverse"
import { lazily } from "../lazily"
import { defineOperation } from "../operation"
import {
  createdEhfOrder,
  createdOrder,
  delivery,
  invoiceTerms,
  linkDueDate,
  orderDate,
  orderSummary,
  productLines,
  reference,
  statusCallback,
} from "../schemas/order"
import {
  anyCustomer,
  corporateCustomer,
  earlierCorporateCustomer,
  earlierPrivateCustomer,
  privateCustomer,
} from "../schemas/customer-body"
import { asInMid2025 } from "./earlier-invoice"
import {
  exampleCallback,
  exampleCompany,
  exampleContact,
  exampleCreated,
  exampleIds,
  exampleLines,
  examplePerson,
  examplePersonalNumber,
} from "./examples"
import { clientLibrary, dependencyFailure, docs, payloadInvalid, serverFailure } from "./published"

const refusals = [payloadInvalid, dependencyFailure, serverFailure]

export const createEInvoiceOrder = defineOperation({
  id: "orders.create-e-invoice",
  area: "orders",
  title: "Create e-invoice order",
  method: "POST",
  path: "/api/v1/connect/orders/faktura/create",
  body: () =>
    z.strictObject({
      products: productLines(),
      orderSummary: orderSummary(),
      orderDate: orderDate(),
      customerDetails: privateCustomer(),
      ...invoiceTerms(),
      callback: statusCallback(),
    }),
  data: createdOrder,
  success: { status: 201, messageKey: "orderAddedSuccessfully", isData: false },
  refusals,
  safety: "once",
  movesMoney: true,
  creates: { kind: "order", uuid: "uuid", reportsBack: true },
  inverse: byCancellingOrder,
  atCheckout: true,
  budgetMs: 12_000,
  provenance: "specification",
  sources: [`${docs}/page/send-e-faktura`],
  alternatives: [
    {
      path: "/api/v1/connect/orders/invoice/create/faktura",
      source: `${clientLibrary}, recordings of July 2025`,
      body: asInMid2025("private", earlierPrivateCustomer),
    },
  ],
  example: () => ({
    request: {
      body: {
        ...exampleLines,
        customerDetails: { ...exampleContact, personalNumber: examplePersonalNumber },
        invoiceFeeApplicable: false,
        callback: exampleCallback,
      },
    },
    answer: exampleCreated,
  }),
})

/** Body of a payment link; older revisions also carried `dueDateForPaymentLink`. */
export const paymentLinkBody = lazily(() =>
  z.strictObject({
    products: productLines(),
    orderSummary: orderSummary(),
    orderDate: orderDate(),
    dueDateForPaymentLink: linkDueDate().optional(),
    sendOrderBy: delivery().optional(),
    customerDetails: anyCustomer(),
    invoiceAsPaymentOption: z.boolean().optional(),
    secureDetails: z.boolean().optional(),
    referenceNo: reference().optional(),
    customerReference: reference().optional(),
    callback: statusCallback(),
  })
)

// The page shows no body of the answer; its text promises the two identifiers that the e-invoice order returns.
export const createPaymentLink = defineOperation({
  id: "orders.create-payment-link",
  area: "orders",
  title: "Send payment link",
  method: "POST",
  path: "/api/v1/connect/orders/payment-link/create",
  body: paymentLinkBody,
  data: createdOrder,
  success: { status: 201, messageKey: "orderAddedSuccessfully", isData: false },
  refusals,
  safety: "once",
  movesMoney: true,
  creates: { kind: "order", uuid: "uuid", reportsBack: true },
  inverse: byCancellingOrder,
  provenance: "specification",
  assumed: ["success"],
  sources: [`${docs}/page/send-payment-link`, clientLibrary],
  example: () => ({
    request: {
      body: { ...exampleLines, customerDetails: examplePerson, callback: exampleCallback },
    },
    answer: exampleCreated,
  }),
})

// Only the start of the body is shown; the rest follows the e-invoice order, with a customer of either kind.
export const createInvoice = defineOperation({
  id: "orders.create-invoice",
  area: "orders",
  title: "Send invoice",
  method: "POST",
  path: "/api/v1/connect/orders/invoice/create",
  body: () =>
    z.strictObject({
      products: productLines(),
      orderSummary: orderSummary(),
      orderDate: orderDate(),
      dueDateForPaymentLink: linkDueDate().optional(),
      customerDetails: anyCustomer(),
      ...invoiceTerms(),
      callback: statusCallback(),
    }),
  data: createdOrder,
  success: { status: 201, messageKey: "orderAddedSuccessfully", isData: false },
  refusals,
  safety: "once",
  movesMoney: true,
  creates: { kind: "order", uuid: "uuid", reportsBack: true },
  inverse: byCancellingOrder,
  provenance: "documentation",
  assumed: ["body", "success"],
  sources: [`${docs}/page/send-invoice`, clientLibrary],
  example: () => ({
    request: {
      body: {
        ...exampleLines,
        customerDetails: { ...exampleCompany, type: "corporate" },
        invoiceFeeApplicable: false,
        callback: exampleCallback,
      },
    },
    answer: exampleCreated,
  }),
})

// The newest page has this path; the older one was still answered in July 2025.
export const createEhfInvoice = defineOperation({
  id: "orders.create-ehf-invoice",
  area: "orders",
  title: "Send EHF invoice",
  method: "POST",
  path: "/api/v1/connect/orders/ehf/create",
  body: () =>
    z.strictObject({
      products: productLines(),
      orderSummary: orderSummary(),
      orderDate: orderDate(),
      customerDetails: corporateCustomer(),
      ...invoiceTerms(),
      callback: statusCallback(),
    }),
  data: createdEhfOrder,
  success: { status: 201, messageKey: "orderAddedSuccessfully", isData: false },
  refusals,
  safety: "once",
  movesMoney: true,
  creates: { kind: "order", uuid: "uuid", reportsBack: true },
  inverse: byCancellingOrder,
  provenance: "documentation",
  assumed: ["success"],
  sources: [`${docs}/page/send-ehf-invoice`],
  alternatives: [
    {
      path: "/api/v1/connect/orders/invoice/create/ehf",
      source: `${docs}/page/send-ehf-invoice before revision 1038, ${clientLibrary}, recordings of July 2025`,
      body: asInMid2025("corporate", earlierCorporateCustomer),
    },
  ],
  example: () => ({
    request: {
      body: {
        ...exampleLines,
        customerDetails: exampleCompany,
        invoiceFeeApplicable: false,
        callback: exampleCallback,
      },
    },
    answer: { orderUuid: exampleIds.order, customerUuid: exampleIds.customer },
  }),
})
