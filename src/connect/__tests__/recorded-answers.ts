import type { OperationId } from ".."

/** Answers as recorded with the demo environment or printed in a source, and what a caller makes of them. */
type Row = {
  source: string
  id: OperationId
  status: number
  body: unknown
  /** At least this of the answer. */
  answer?: object
  /** At least this of the error. */
  error?: object
}

const formA = (status_code: number, message: string) => ({
  status_code,
  status_message: status_code === 404 ? "Not Found" : "Conflict of Business Logic",
  message,
  is_data: false,
  data: null,
})
const formB = (status_code: number, message: string) => ({
  status_code,
  status_message: status_code === 404 ? "Not Found" : "Conflict of Business Logic",
  message,
  is_error: false,
  errors: null,
})
const invalid = (...errors: string[]) => ({
  status_code: 417,
  status_message: "Client Error",
  message: "payloadValidationErrors",
  is_error: true,
  errors,
})
const done = (
  status_code: number,
  message: string,
  is_data: boolean,
  data: unknown,
  more: object = {}
) => ({ status_code, status_message: "OK", message, is_data, data, ...more })

export const recordedAnswers: readonly Row[] = [
  {
    source: "specification, Success response body: is_data is false beside filled data",
    id: "orders.create-e-invoice",
    status: 201,
    body: done(201, "orderAddedSuccessfully", false, {
      uuid: "ODR3083296440",
      customerUuid: "CSRT4283571021",
    }),
    answer: {
      messageKey: "orderAddedSuccessfully",
      data: { uuid: "ODR3083296440", customerUuid: "CSRT4283571021" },
    },
  },
  {
    source: "specification, Errors: 500 with an object of errors",
    id: "orders.create-e-invoice",
    status: 500,
    body: {
      status_code: 500,
      status_message: "Internal Dependency Error",
      message: "internalErrorOccurredPleaseTryAgainLater",
      is_error: true,
      errors: { happenedAt: "billing", internalErrorDetails: ["time-out"] },
    },
    error: {
      kind: "ambiguous",
      messageKey: "internalErrorOccurredPleaseTryAgainLater",
      outcomeUnknown: true,
      fieldErrors: undefined,
    },
  },
  {
    source: "specification, Errors: 510",
    id: "orders.create-e-invoice",
    status: 510,
    body: {
      status_code: 510,
      status_message: "Execution Exception Occurred",
      message: "somethingWentWrong",
      is_error: true,
      errors: [],
    },
    error: { kind: "ambiguous", outcomeUnknown: true },
  },
  {
    source: "documentation: 510 with a sentence for a key",
    id: "orders.details",
    status: 510,
    body: {
      status_code: 510,
      status_message: "Execution Exception Occurred",
      message: "Something Went Wrong",
      is_error: true,
      errors: [],
    },
    error: {
      kind: "unavailable",
      messageKey: "Something Went Wrong",
      message: "The service failed.",
    },
  },
  {
    source: "recording of July 2025: unknown order, error form A",
    id: "orders.details",
    status: 404,
    body: formA(404, "orderNotFound"),
    error: {
      kind: "not-found",
      messageKey: "orderNotFound",
      message: "The service knows no such order.",
    },
  },
  {
    source: "documentation, older pages: unknown order, error form B",
    id: "orders.cancel",
    status: 404,
    body: formB(404, "orderNotFound"),
    error: { kind: "not-found", messageKey: "orderNotFound" },
  },
  {
    source: "recording of July 2025: status of an unknown order, a sentence for a key",
    id: "orders.status",
    status: 404,
    body: formA(404, "Order Not Found"),
    error: {
      kind: "not-found",
      messageKey: "Order Not Found",
      message: "The service knows no such order.",
    },
  },
  {
    source: "recording of July 2025: no order has the status asked for",
    id: "orders.status-list",
    status: 404,
    body: formA(404, "Order Not Found"),
    answer: { httpStatus: 404, data: [] },
  },
  {
    source: "a 404 of a web server, which says nothing about orders",
    id: "orders.status-list",
    status: 404,
    body: { message: "The route could not be found." },
    error: { kind: "not-found" },
  },
  {
    source: "no source: a 404 of the assumed range operation proves no empty range",
    id: "orders.details-by-date-range",
    status: 404,
    body: formA(404, "Order Not Found"),
    error: { kind: "not-found" },
  },
  {
    source: "no source: null proves no empty range either",
    id: "orders.details-by-date-range",
    status: 200,
    body: done(200, "orderRetrievedSuccessfully", true, null),
    error: { kind: "malformed-answer", outcomeUnknown: false },
  },
  {
    source: "no source: an empty range",
    id: "orders.details-by-date-range",
    status: 200,
    body: done(200, "orderRetrievedSuccessfully", false, []),
    answer: { data: [] },
  },
  {
    source: "no source: an empty list as null",
    id: "orders.status-list",
    status: 200,
    body: done(200, "Order Status Retrieved Successfully", true, null),
    answer: { data: [] },
  },
  {
    source: "no source: an answer without data is no empty list",
    id: "orders.status-list",
    status: 200,
    body: {},
    error: { kind: "malformed-answer" },
  },
  {
    source: "recording of July 2025: status",
    id: "orders.status",
    status: 200,
    body: done(200, "Order Status Retrieved Successfully", true, {
      uuid: "ODR3083296440",
      status: "SENT",
    }),
    answer: {
      messageKey: "Order Status Retrieved Successfully",
      data: { uuid: "ODR3083296440", status: "SENT" },
    },
  },
  {
    source: "documentation, get-order-status-by-uuid revision 1300: with amounts",
    id: "orders.status",
    status: 200,
    body: done(200, "Order Status Retrieved Successfully", true, {
      uuid: "ODR3083296440",
      status: "PARTIAL REFUNDED",
      orderAmount: "4500.00",
      refundedAmount: 100,
    }),
    answer: { data: { orderAmount: 4500, refundedAmount: 100 } },
  },
  {
    source: "documentation, get-order-details-by-uuid: totals under other names, lines without id",
    id: "orders.details",
    status: 200,
    body: done(200, "orderRetrievedSuccessfully", true, {
      type: "Invoice",
      orderUuid: "ODR3083296440",
      invoiceNumber: null,
      status: "Sent",
      productList: [{ name: "Fee", quantity: 1, rate: 4500, tax: 12, amount: 4500 }],
      orderSummary: {
        subTotal: 4017.86,
        tax: 482.14,
        discount: 0,
        grandTotal: 4500,
      },
      customerDetails: { type: "Private", uuid: "CSRT4283571021" },
      somethingNew: { kept: true },
    }),
    answer: {
      data: {
        orderSummary: { totalTax: 482.14, totalDiscount: 0, tax: 482.14 },
        productList: [{ name: "Fee", amount: 4500 }],
        somethingNew: { kept: true },
      },
    },
  },
  {
    source: "recording of July 2025: a checkout session",
    id: "checkout.create-session",
    status: 201,
    body: done(201, "Order Submitted Successfully", true, {
      orderUuid: "ODR3083296440",
      customerUuid: "CSRT4283571021",
      paymentUrl: "https://bank.example/authorize?state=eyJvIjoxfQ",
    }),
    answer: { data: { orderUuid: "ODR3083296440" } },
  },
  {
    source: "recording of July 2025: rules broken, fields in lower-case words",
    id: "checkout.create-session",
    status: 417,
    body: invalid(
      "The order summary.shipping cost field is required.",
      "The customer details.personal number field is required when submit payment.via is invoice.",
      "The customer details.email must be a valid email address.",
      "The products.0.rate field is required."
    ),
    error: {
      kind: "refused",
      httpStatus: 417,
      outcomeUnknown: false,
      fieldErrors: {
        "orderSummary.shippingCost": ["The order summary.shipping cost field is required."],
        "customerDetails.personalNumber": [
          "The customer details.personal number field is required when submit payment.via is invoice.",
        ],
        "customerDetails.email": ["The customer details.email must be a valid email address."],
        "products.0.rate": ["The products.0.rate field is required."],
      },
    },
  },
  {
    source: "recording of July 2025: a date in the wrong form",
    id: "orders.create-payment-link",
    status: 417,
    body: invalid("The order date does not match the format d M, Y."),
    error: {
      kind: "refused",
      fieldErrors: {
        orderDate: ["The order date does not match the format d M, Y."],
      },
      message: "The service rejected fields of the request: orderDate.",
    },
  },
  {
    source: "documentation, resend-payment-link: is_data is true beside null",
    id: "orders.resend-payment-link",
    status: 202,
    body: done(202, "resentOrderSuccessfully", true, null),
    answer: { httpStatus: 202, data: null },
  },
  {
    source: "documentation, resend-terminal-order: HTTP 202 with 200 in the body",
    id: "orders.resend-payment-link",
    status: 202,
    body: done(200, "resentOrderSuccessfully", false, null),
    answer: { httpStatus: 202, statusCode: 200 },
  },
  {
    source: "documentation, cancel-order: already paid",
    id: "orders.cancel",
    status: 400,
    body: formA(400, "orderStatusAlreadyPaid"),
    error: {
      kind: "conflict",
      messageKey: "orderStatusAlreadyPaid",
      message: "The order is already paid.",
      advice: "Refund the order instead.",
    },
  },
  {
    source: "portal: a key with a parameter at its end",
    id: "orders.refund",
    status: 400,
    body: formB(400, "refundRejectionForOutOfRunwayParamAmount"),
    error: {
      kind: "conflict",
      message: "The refund is more than the amount available for refunds.",
    },
  },
  {
    source: "documentation, cancel-subscription: data is an empty list",
    id: "subscriptions.cancel",
    status: 201,
    body: done(201, "successfullyCancelledSubscription", true, []),
    answer: { data: null },
  },
  {
    source:
      "documentation, refund-subscription-cycle: both is_data and is_error, status text of a 510",
    id: "subscriptions.refund-cycle",
    status: 404,
    body: {
      status_code: 404,
      status_message: "Execution Exception Occurred",
      message: "cycleNotfound#cycle1",
      is_data: false,
      is_error: true,
      errors: [],
    },
    error: {
      kind: "not-found",
      messageKey: "cycleNotfound#cycle1",
      message: "The subscription has no such cycle.",
      outcomeUnknown: false,
    },
  },
  {
    source: "documentation, get-subscription-list: one page of a list",
    id: "subscriptions.list",
    status: 200,
    body: done(
      200,
      "subscriptionRetrieveSuccessfully",
      true,
      [{ subscriptionUuid: "SUB3083296440", status: "ONGOING" }],
      {
        metaData: { total: 41, perPage: "20", currentPage: 1, lastPage: 3 },
        links: { previous: null, next: "https://service.example?page=2" },
      }
    ),
    answer: {
      data: [{ subscriptionUuid: "SUB3083296440" }],
      page: { total: 41, perPage: 20, currentPage: 1, lastPage: 3 },
    },
  },
  {
    source: "client library, create_subscription: the link is a checkoutUrl",
    id: "subscriptions.create",
    status: 201,
    body: done(201, "subscriptionCreatedSuccessfully", true, {
      subscriptionUuid: "SUB3083296440",
      orderUuid: "ODR3083296440",
      customerUuid: "CSRT4283571021",
      checkoutUrl: "https://service.example/pay",
    }),
    answer: {
      data: {
        subscriptionUuid: "SUB3083296440",
        paymentUrl: "https://service.example/pay",
      },
    },
  },
  {
    source: "documentation, get-subscription-details: cycles stand under their names",
    id: "subscriptions.details",
    status: 200,
    body: done(200, "subscriptionDetailsRetrievedSuccessfully", true, {
      subscriptionUuid: "SUB1087613902",
      status: "ONGOING",
      subscriptionCycles: {
        "Cycle 1": {
          reference: "ODR3083296440",
          status: "PAID",
          invoiced: 0,
          amount: "100.00",
          refundedAt: null,
          refundedAmount: 0,
        },
      },
    }),
    answer: {
      data: {
        subscriptionCycles: [
          {
            name: "Cycle 1",
            reference: "ODR3083296440",
            status: "PAID",
            invoiced: false,
            amount: 100,
            refundedAmount: 0,
          },
        ],
      },
    },
  },
  {
    source: "documentation, company-check-request: a sentence for a key",
    id: "companies.check",
    status: 201,
    body: done(201, "Company Check Request is Created Successfully", false, {
      url: "https://bank.example",
      companyCheckUuid: "COMCHK1755764131",
    }),
    answer: { data: { companyCheckUuid: "COMCHK1755764131" } },
  },
  {
    source: "documentation, check-invoice-fee: data in square brackets",
    id: "companies.invoice-fee",
    status: 200,
    body: done(200, "companyInvoiceFeeRetriveSuccessfully", true, [
      { companyId: "999888777", B2BInvoiceFee: 59, B2BVatRate: "25" },
    ]),
    answer: { data: { B2BInvoiceFee: 59, B2BVatRate: 25 } },
  },
  {
    source: "documentation, credit check revision 1538: errors is a sentence about a person",
    id: "credit-checks.private",
    status: 510,
    body: {
      status_code: 510,
      status_message: "Execution Exception Occurred",
      message: "personCurrentStatusIsWrong",
      is_error: true,
      errors: "Ugyldig fødselsnummer: 01819012345",
    },
    error: {
      kind: "refused",
      messageKey: "personCurrentStatusIsWrong",
      message: "The service could not assess the customer.",
    },
  },
  {
    source: "no source: a message that carries personal values",
    id: "orders.cancel",
    status: 400,
    body: formA(400, "Order of kari@example.com (018190 12345) is locked"),
    error: {
      kind: "conflict",
      messageKey: "Order of [redacted] ([redacted]) is locked",
    },
  },
  {
    source: "documentation: token missing or invalid, body not shown",
    id: "token.verify",
    status: 401,
    body: { message: "Unauthenticated." },
    error: { kind: "unauthorised", messageKey: "Unauthenticated." },
  },
]
