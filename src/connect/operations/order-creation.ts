import { z } from "zod"

import { byCancellingOrder } from "../inverse"
import { lazily } from "../lazily"
import { defineOperations } from "../operation"
import {
  createdEhfOrder,
  createdOrder,
  delivery,
  invoiceTerms,
  linkDueDate,
  reference,
  soldLines,
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

const createsOrder = {
  data: createdOrder,
  success: { status: 201, messageKey: "orderAddedSuccessfully", isData: false },
  refusals: [payloadInvalid, dependencyFailure, serverFailure],
  safety: "once",
  movesMoney: true,
  creates: { kind: "order", uuid: "uuid", reportsBack: true },
  inverse: byCancellingOrder,
} as const

/** Body of a payment link; older revisions also carried `dueDateForPaymentLink`. */
export const paymentLinkBody = lazily(() =>
  z.strictObject({
    ...soldLines(),
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

/** Creation of orders, by operation id. */
export const orderCreationOperations = defineOperations({
  "orders.create-e-invoice": {
    title: "Create e-invoice order",
    method: "POST",
    path: "/api/v1/connect/orders/faktura/create",
    body: () =>
      z.strictObject({
        ...soldLines(),
        customerDetails: privateCustomer(),
        ...invoiceTerms(),
        callback: statusCallback(),
      }),
    ...createsOrder,
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
  },

  // The page shows no body of the answer; its text promises the two identifiers that the e-invoice order returns.
  "orders.create-payment-link": {
    title: "Send payment link",
    method: "POST",
    path: "/api/v1/connect/orders/payment-link/create",
    body: paymentLinkBody,
    ...createsOrder,
    provenance: "specification",
    assumed: ["success"],
    sources: [`${docs}/page/send-payment-link`, clientLibrary],
    example: () => ({
      request: {
        body: { ...exampleLines, customerDetails: examplePerson, callback: exampleCallback },
      },
      answer: exampleCreated,
    }),
  },

  // Only the start of the body is shown; the rest follows the e-invoice order, with a customer of either kind.
  "orders.create-invoice": {
    title: "Send invoice",
    method: "POST",
    path: "/api/v1/connect/orders/invoice/create",
    body: () =>
      z.strictObject({
        ...soldLines(),
        dueDateForPaymentLink: linkDueDate().optional(),
        customerDetails: anyCustomer(),
        ...invoiceTerms(),
        callback: statusCallback(),
      }),
    ...createsOrder,
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
  },

  // The newest page has this path; the older one was still answered in July 2025.
  "orders.create-ehf-invoice": {
    title: "Send EHF invoice",
    method: "POST",
    path: "/api/v1/connect/orders/ehf/create",
    body: () =>
      z.strictObject({
        ...soldLines(),
        customerDetails: corporateCustomer(),
        ...invoiceTerms(),
        callback: statusCallback(),
      }),
    ...createsOrder,
    data: createdEhfOrder,
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
      reads: exampleCreated,
    }),
  },
})
