import type { OrderDraft } from "../state/creation"
import type { Order } from "../state/order"
import { done, type Handlers } from "./handler"
import { commonDraft, createOrder, invoiceTermsOf, unixOrNull } from "./orders"

/** The emulation of checkouts that the customer finishes at the service. */
export const checkoutHandlers = {
  "checkout.create-session"(call) {
    const { body, operation, origin } = call
    const { callbackUrl, ...redirects } = body.callback
    const draft: OrderDraft = {
      ...commonDraft(body),
      kind: "checkout-session",
      customer: body.withCustomer === false ? undefined : body.customerDetails,
      paymentMethod: body.submitPayment.via,
      callbackUrl,
      redirects,
    }
    return createOrder(call, draft, (order) =>
      done(operation, session(order, payPage(origin, order)))
    )
  },

  "checkout.create-invoice-session"(call) {
    const { body, operation, origin } = call
    const { callbackUrl, ...redirects } = body.callback
    const draft: OrderDraft = {
      ...commonDraft(body),
      kind: "invoice-session",
      invoiceTerms: invoiceTermsOf(body),
      customer: body.customerDetails,
      paymentMethod: "invoice",
      callbackUrl,
      redirects,
    }
    const needsVerification = body.customerDetails.type === "corporate"
    return createOrder(call, draft, (order) => {
      const url = needsVerification ? payPage(origin, order) : null
      return done(operation, session(order, url))
    })
  },

  "checkout.create-hosted"(call) {
    const { body, operation, origin } = call
    const { callbackUrl, ...redirects } = body.callback
    const draft: OrderDraft = {
      ...commonDraft(body),
      kind: "hosted-checkout",
      customer: { type: "private", ...body.customerDetails },
      dueAt: unixOrNull(body.dueDateForPaymentLink),
      paymentMethod: "visa",
      referenceNo: body.referencesNo,
      callbackUrl,
      redirects,
    }
    return createOrder(call, draft, (order) =>
      done(operation, session(order, payPage(origin, order)))
    )
  },
} satisfies Handlers

/** Where the payer is sent: the sandbox's own small pay page. */
export function payPage(origin: string, { uuid }: { uuid: string }): string {
  return `${origin}/pay/${uuid}`
}

const session = (order: Order, paymentUrl: string | null) => ({
  orderUuid: order.uuid,
  customerUuid: order.customerUuid,
  paymentUrl,
})
