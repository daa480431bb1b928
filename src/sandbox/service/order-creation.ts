import type { OperationId } from "../../connect"
import { type Answer, invalidPayload } from "../answers"
import { magicOutcome, type MagicOutcome } from "../magic-inputs"
import { kronerText, oreOf } from "../wire-values"
import type { Order, OrderKind } from "../world/records"
import type { World } from "../world/world"
import { findOrAddCustomer, type SentCustomer } from "./customers"
import { type Call, done, type Handlers, payPage, unixOrNull } from "./handler"
import {
  type SentLine,
  type SentSummary,
  storedLine,
  totalsOff,
  totalsOfRequest,
} from "./order-lines"
import { invoiceKinds, moveOrderIfPossible } from "./order-transitions"

/** The emulation of every way to make an order: at the merchant, by a payment link, at a checkout of the service. */
export const orderCreationHandlers = {
  "orders.create-e-invoice"(call) {
    const { body, operation } = call
    const draft: OrderDraft = {
      ...commonDraft(body),
      kind: "e-invoice",
      invoiceTerms: invoiceTermsOf(body),
      customer: { type: "private", ...body.customerDetails },
      paymentMethod: "invoice",
      callbackUrl: body.callback.callbackUrl,
    }
    return createOrder(call, draft, (order) => done(operation, identifiers(order)))
  },

  "orders.create-invoice"(call) {
    const { body, operation } = call
    const draft: OrderDraft = {
      ...commonDraft(body),
      kind: "invoice",
      invoiceTerms: invoiceTermsOf(body),
      customer: body.customerDetails,
      paymentMethod: "invoice",
      callbackUrl: body.callback.callbackUrl,
    }
    return createOrder(call, draft, (order) => done(operation, identifiers(order)))
  },

  // This page's text names the first identifier orderUuid, where its siblings have uuid.
  "orders.create-ehf-invoice"(call) {
    const { body, operation } = call
    const draft: OrderDraft = {
      ...commonDraft(body),
      kind: "ehf-invoice",
      invoiceTerms: invoiceTermsOf(body),
      customer: { type: "corporate", ...body.customerDetails },
      paymentMethod: "invoice",
      callbackUrl: body.callback.callbackUrl,
    }
    return createOrder(call, draft, ({ uuid, customerUuid }) =>
      done(operation, { orderUuid: uuid, customerUuid })
    )
  },

  "orders.create-payment-link"(call) {
    const { body, operation } = call
    const draft: OrderDraft = {
      ...commonDraft(body),
      kind: "payment-link",
      customer: body.customerDetails,
      dueAt: unixOrNull(body.dueDateForPaymentLink),
      paymentMethod: "visa",
      callbackUrl: body.callback.callbackUrl,
    }
    return createOrder(call, draft, (order) => done(operation, identifiers(order)))
  },

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

type CommonBody = {
  products: OrderDraft["products"]
  orderSummary: OrderDraft["summary"]
  orderDate: string
  referenceNo?: string | null | undefined
  customerReference?: string | null | undefined
}

/** The fields that every way to create an order shares. */
function commonDraft(body: CommonBody) {
  return {
    products: body.products,
    summary: body.orderSummary,
    orderDate: Number(body.orderDate),
    referenceNo: body.referenceNo,
    customerReference: body.customerReference,
  }
}

type InvoiceTermsBody = {
  invoiceInterval?: number | undefined
  invoiceMaturity?: number | undefined
  invoiceFeeApplicable: boolean
  separateInvoices?: boolean | undefined
}

/** How an order is to be invoiced, with the interface's defaults (specification, Create e-invoice order). */
const invoiceTermsOf = (body: InvoiceTermsBody) => ({
  invoiceInterval: body.invoiceInterval ?? 0,
  invoiceMaturity: body.invoiceMaturity ?? null,
  invoiceFeeApplicable: body.invoiceFeeApplicable,
  separateInvoices: body.separateInvoices ?? true,
})

const identifiers = ({ uuid, customerUuid }: Order) => ({ uuid, customerUuid })

const session = (order: Order, paymentUrl: string | null) => ({
  orderUuid: order.uuid,
  customerUuid: order.customerUuid,
  paymentUrl,
})

/** What the service says of a customer it will not send an invoice to. Assumed: the sentence of Laravel's `exists` rule. */
const DECLINED = "The selected customer details.personal number is invalid."

/**
 * Adds an order, unless a magic input or `strictTotals` refuses it, and lets happen to it what the customer's data, the
 * kind of order or `afterCreation` ask for.
 */
function createOrder(
  { world, afterAnswer }: Pick<Call<OperationId>, "world" | "afterAnswer">,
  draft: OrderDraft,
  answer: (order: Order) => Answer
): Answer {
  const asked = magicOutcome(draft.customer?.email ?? "", draft.customer?.personalNumber ?? null)
  const isInvoice = invoiceKinds.includes(draft.kind)
  if (asked?.kind === "denied" && isInvoice) {
    return invalidPayload([DECLINED])
  }
  const off = world.settings.strictTotals
    ? totalsOff(totalsOfRequest(draft.products, draft.summary))
    : []
  if (off.length > 0) {
    return invalidPayload(off)
  }
  const order = addOrder(world, draft)
  follow(asked ?? usualOutcome(world, draft), world, order, afterAnswer)
  return answer(order)
}

function usualOutcome({ settings }: World, draft: OrderDraft): MagicOutcome {
  // The documentation has a private customer's invoice session INVOICED at once; a corporate one waits for BankID.
  if (draft.kind === "invoice-session") {
    return draft.customer?.type === "private"
      ? { kind: "move", action: "invoice", afterMinutes: 0 }
      : { kind: "stay" }
  }
  return !invoiceKinds.includes(draft.kind) || settings.afterCreation === "wait"
    ? { kind: "stay" }
    : { kind: "move", action: settings.afterCreation, afterMinutes: 0 }
}

function follow(
  outcome: MagicOutcome,
  world: World,
  order: Order,
  afterAnswer: (effect: () => void) => void
): void {
  if (outcome.kind !== "move") {
    return
  }
  if (outcome.afterMinutes > 0) {
    const at = order.createdAt + outcome.afterMinutes * 60
    order.planned = { at, action: outcome.action }
    return
  }
  // A free order has nothing to pay, and a slow answer leaves others time to move the order.
  afterAnswer(() => moveOrderIfPossible(world, order, outcome.action))
}

type OrderDraft = {
  kind: OrderKind
  /** Absent for a session made without a customer. */
  customer?: SentCustomer | undefined
  products: readonly SentLine[]
  summary: SentSummary
  /** Unix seconds. */
  orderDate: number
  dueAt?: number | null
  paymentMethod: string
  referenceNo?: string | null
  customerReference?: string | null
  invoiceTerms?: Order["invoiceTerms"]
  callbackUrl?: string | null
  redirects?: Order["redirects"]
}

/** Adds an order in its initial state, SENT. */
function addOrder(world: World, draft: OrderDraft): Order {
  const order = storedOrder(world, draft)
  if (world.settings.addInvoiceFee && draft.invoiceTerms?.invoiceFeeApplicable) {
    addFee(world, order, draft.customer?.type === "corporate")
  }
  return keepOrder(world, order)
}

function storedOrder(world: World, draft: OrderDraft): Order {
  const customer = draft.customer && findOrAddCustomer(world, draft.customer)
  return {
    uuid: world.newIdentifier("ODR", (uuid) => world.orders.has(uuid)),
    kind: draft.kind,
    customerUuid: customer?.uuid ?? null,
    status: "SENT",
    createdAt: world.clock.seconds(),
    orderDate: draft.orderDate,
    dueAt: draft.dueAt ?? null,
    lines: draft.products.map((line) => storedLine(world, line)),
    subTotalOre: oreOf(draft.summary.subTotal),
    totalTaxOre: oreOf(draft.summary.totalTax),
    totalDiscountOre: oreOf(draft.summary.totalDiscount ?? 0),
    grandTotalOre: oreOf(draft.summary.grandTotal),
    receivedOre: 0,
    refundedOre: 0,
    creditedOre: 0,
    refundedAt: [],
    invoiceNumber: null,
    paymentMethod: draft.paymentMethod,
    referenceNo: draft.referenceNo ?? null,
    customerReference: draft.customerReference ?? null,
    invoiceTerms: draft.invoiceTerms ?? null,
    callbackUrl: draft.callbackUrl ?? null,
    redirects: draft.redirects ?? null,
    planned: null,
    history: [{ at: world.timestamp(), title: "order-created", note: null }],
  }
}

/** The account's fees in kroner without VAT, and VAT in percent: made up, the same for every company. */
export const invoiceFees = {
  B2BInvoiceFee: 59,
  B2BVatRate: "25",
  B2CInvoiceFee: 39,
  B2CVatRate: "25",
}

/** Adds the account's fee as a line of its own. How the service shows it is not known. */
function addFee(world: World, order: Order, isCompany: boolean): void {
  const [fee, rate] = isCompany
    ? [invoiceFees.B2BInvoiceFee, invoiceFees.B2BVatRate]
    : [invoiceFees.B2CInvoiceFee, invoiceFees.B2CVatRate]
  const feeOre = oreOf(fee)
  const taxOre = Math.round((feeOre * Number(rate)) / 100)
  const amount = kronerText(feeOre + taxOre)
  order.lines.push(storedLine(world, { name: "Invoice fee", rate: amount, tax: rate, amount }))
  order.subTotalOre += feeOre
  order.totalTaxOre += taxOre
  order.grandTotalOre += feeOre + taxOre
}

/** Adds an order as it stands, and books what it bills. */
export function keepOrder(world: World, order: Order): Order {
  world.book("billed", order.uuid, order.grandTotalOre)
  return world.orders.add(order)
}
