import type { OperationId } from "../../connect"
import { type Answer, conflict, executionException, invalidPayload, notFound } from "../answers"
import { dayText } from "../dates"
import { magicOutcome, type MagicOutcome } from "../magic-inputs"
import { kronerOf, oreOf } from "../money"
import {
  addOrder,
  findOrAddCustomer,
  type OrderDraft,
  storedLine,
  totalsOff,
  totalsOfRequest,
} from "../state/creation"
import type { Order, OrderKind } from "../state/order"
import { canHappen, moveOrder, moveOrderIfPossible } from "../state/order-transitions"
import type { World } from "../state/world"
import {
  type Call,
  changeable,
  done,
  type Handlers,
  applied,
  limitInSeconds,
  lineRecord,
  listed,
  noSuchRecord,
  preconditionRefusal,
} from "./handler"

/** The emulation of orders. */
export const orderHandlers = {
  "orders.status"(call) {
    const order = call.world.orders.get(call.params.order_uuid)
    if (!order) {
      return noSuchRecord(call.operation)
    }
    return done(call.operation, { uuid: order.uuid, status: order.status })
  },

  "orders.status-list"(call) {
    const { operation, query, world } = call
    const { type } = applied(world, query)
    const rows = listed(world, world.orders.list())
      .filter(({ status }) => !type || status === type)
      .map(({ uuid, status }) => ({ uuid, status }))
    return rows.length > 0 ? done(operation, rows) : notFound(operation.emptyList.messageKey)
  },

  "orders.details"(call) {
    const order = call.world.orders.get(call.params.order_uuid)
    return order
      ? done(call.operation, orderRecord(call.world, order))
      : noSuchRecord(call.operation)
  },

  // Which date the range is about is not known: an order counts when its own date or its creation lies within.
  "orders.details-by-date-range"({ operation, query, world }) {
    const { ignoredFilters, listLimit = Infinity, strictRange } = world.quirks
    const start = limitInSeconds(world, query.startTimestamp)
    const end = limitInSeconds(world, query.endTimestamp)
    const isWithin = (moment: number) => ignoredFilters || (moment >= start && moment <= end)
    const found = listed(world, world.orders.list()).filter(
      (order) => isWithin(order.createdAt) || (!strictRange && isWithin(order.orderDate))
    )
    const shown = found.slice(Math.max(0, found.length - listLimit))
    return done(
      operation,
      shown.map((order) => orderRecord(world, order))
    )
  },

  "orders.invoice-number"(call) {
    const { operation, params, world } = call
    const order = world.orders.get(params.order_uuid)
    if (!order) {
      return noSuchRecord(operation)
    }
    const refusal = preconditionRefusal(operation, order.status)
    if (refusal || order.invoiceNumber === null) {
      return refusal ?? noSuchRecord(operation)
    }
    return done(operation, {
      orderUuid: order.uuid,
      invoiceNumber: order.invoiceNumber,
      status: order.status,
    })
  },

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

  "orders.update-payment-link"(call) {
    const { body, operation, params, world } = call
    const found = changeable(operation, world.orders.get(params.order_uuid))
    if ("refusal" in found) {
      return found.refusal
    }
    const { record: order } = found
    if (body.products) {
      order.lines = body.products.map((line) => storedLine(world, line))
    }
    if (body.orderSummary) {
      const { grandTotal, subTotal, totalDiscount, totalTax } = body.orderSummary
      const before = order.grandTotalOre
      order.subTotalOre = oreOf(subTotal)
      order.totalTaxOre = oreOf(totalTax)
      order.totalDiscountOre = oreOf(totalDiscount)
      order.grandTotalOre = oreOf(grandTotal)
      world.book("billed", order.uuid, order.grandTotalOre - before)
    }
    if (body.customerDetails) {
      order.customerUuid = findOrAddCustomer(world, body.customerDetails).uuid
    }
    order.orderDate = unixOrNull(body.orderDate) ?? order.orderDate
    order.dueAt = unixOrNull(body.dueDateForPaymentLink) ?? order.dueAt
    order.callbackUrl = body.callback?.callbackUrl ?? order.callbackUrl
    order.referenceNo = body.referenceNo ?? order.referenceNo
    order.customerReference = body.customerReference ?? order.customerReference
    order.history.push({
      at: world.timestamp(),
      title: "customer-information-updated",
      note: null,
    })
    return done(operation, null)
  },

  "orders.resend-payment-link"(call) {
    const { operation, params, world } = call
    const found = changeable(operation, world.orders.get(params.order_uuid))
    if ("refusal" in found) {
      return found.refusal
    }
    const { record: order } = found
    order.history.push({
      at: world.timestamp(),
      title: "order-resent",
      note: null,
    })
    return done(operation, null)
  },

  // The page names no refusal by status: an order that cannot be charged is answered with its only server error.
  "orders.delayed-charge"(call) {
    const { operation, params, world } = call
    const order = world.orders.get(params.order_uuid)
    if (!order) {
      return noSuchRecord(operation)
    }
    if (!chargedLater.has(order.kind) || !canHappen(order, "pay")) {
      return executionException()
    }
    moveOrder(world, order, "pay", "delayed charge")
    return done(operation, null)
  },

  "orders.cancel"(call) {
    const { body, operation, params, world } = call
    const found = changeable(operation, world.orders.get(params.order_uuid))
    if ("refusal" in found) {
      return found.refusal
    }
    const { record: order } = found
    // What was refunded was paid once: the documentation names no key of its own for it.
    if (!canHappen(order, "cancel")) {
      return conflict("orderStatusAlreadyPaid")
    }
    moveOrder(world, order, "cancel", body.cancellationNote)
    return done(operation, null)
  },
} satisfies Handlers

/** The documented order record, with the line `id`s a refund needs (the documentation leaves them out). */
function orderRecord(world: World, order: Order) {
  const customer = world.customers.get(order.customerUuid ?? "")
  return {
    type: order.kind,
    orderUuid: order.uuid,
    invoiceNumber: order.invoiceNumber,
    status: order.status,
    orderDate: dayText(order.orderDate),
    paymentLinkDueDate: order.dueAt === null ? null : dayText(order.dueAt),
    productList: order.lines.map(lineRecord),
    orderSummary: {
      subTotal: kronerOf(order.subTotalOre),
      tax: kronerOf(order.totalTaxOre),
      discount: kronerOf(order.totalDiscountOre),
      grandTotal: kronerOf(order.grandTotalOre),
    },
    referenceNo: order.referenceNo,
    customerReference: order.customerReference,
    customerDetails: customer && {
      type: customer.type === "private" ? "Private" : "Corporate",
      uuid: customer.uuid,
      countryCode: customer.countryCode,
      msisdn: customer.msisdn,
      email: customer.email,
      name: customer.name,
      preferredLanguage: customer.preferredLanguage,
      personalNumber: customer.personalNumber,
      organizationId: customer.organizationId,
      address: {
        street: customer.billing.street,
        zip: customer.billing.zip,
        city: customer.billing.city,
        country: customer.billing.country,
      },
    },
  }
}

type CommonBody = {
  products: OrderDraft["products"]
  orderSummary: OrderDraft["summary"]
  orderDate: string
  referenceNo?: string | null | undefined
  customerReference?: string | null | undefined
}

type InvoiceTermsBody = {
  invoiceInterval?: number | undefined
  invoiceMaturity?: number | undefined
  invoiceFeeApplicable: boolean
  separateInvoices?: boolean | undefined
}

/** How an order is to be invoiced, with the interface's defaults (specification, Create e-invoice order). */
export const invoiceTermsOf = (body: InvoiceTermsBody) => ({
  invoiceInterval: body.invoiceInterval ?? 0,
  invoiceMaturity: body.invoiceMaturity ?? null,
  invoiceFeeApplicable: body.invoiceFeeApplicable,
  separateInvoices: body.separateInvoices ?? true,
})

/** The fields that every way to create an order shares. */
export function commonDraft(body: CommonBody) {
  return {
    products: body.products,
    summary: body.orderSummary,
    orderDate: Number(body.orderDate),
    referenceNo: body.referenceNo,
    customerReference: body.customerReference,
  }
}

const identifiers = ({ uuid, customerUuid }: Order) => ({ uuid, customerUuid })

export function unixOrNull(text: string | undefined): number | null {
  return text === undefined ? null : Number(text)
}

/** What the service says of a customer it will not send an invoice to. Assumed: the sentence of Laravel's `exists` rule. */
const DECLINED = "The selected customer details.personal number is invalid."

const invoiceKinds: readonly OrderKind[] = [
  "e-invoice",
  "ehf-invoice",
  "invoice",
  "invoice-session",
]

/**
 * Adds an order, unless a magic input or `strictTotals` refuses it, and lets happen to it what the customer's data, the
 * kind of order or `afterCreation` ask for.
 */
export function createOrder(
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

/** Kinds of orders that are paid by card, and so may be charged later. Assumed: the page says nothing of it. */
const chargedLater: ReadonlySet<OrderKind> = new Set(["checkout-session", "hosted-checkout"])
