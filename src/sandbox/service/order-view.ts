import { maskEmail, maskName } from "../redaction"
import { kronerOf } from "../wire-values"
import type { Customer, Order } from "../world/records"
import type { World } from "../world/world"
import { totalsOff, totalsOfOrder } from "./order-lines"
import { canHappen, openOre, type OrderAction, orderActions } from "./order-transitions"

/** An order as tests, the control routes and the console see it. Amounts in kroner; the customer is masked. */
export type OrderView = {
  uuid: string
  kind: Order["kind"]
  status: Order["status"]
  /** Unix seconds, virtual time. */
  createdAt: number
  /** Unix seconds, as the merchant sent it. */
  orderDate: number
  referenceNo: string | null
  customerReference: string | null
  invoiceTerms: Order["invoiceTerms"]
  callbackUrl: string | null
  invoiceNumber: string | null
  grandTotal: number
  received: number
  refunded: number
  credited: number
  /** What the customer still owes. */
  open: number
  lines: {
    id: number
    name: string
    quantity: number
    rate: number
    discount: number
    tax: number
    amount: number
    refunded: number
  }[]
  customer: {
    /** Null for a session made without a customer. */
    uuid: string | null
    name: string
    email: string
    personalNumber: string
  }
  /** Why the totals do not add up, in sentences; empty when they do. */
  totalsOff: string[]
  /** What can be made to happen to the order now. */
  actions: OrderAction[]
  history: Order["history"]
}

export function orderView(world: World, order: Order): OrderView {
  return {
    uuid: order.uuid,
    kind: order.kind,
    status: order.status,
    createdAt: order.createdAt,
    orderDate: order.orderDate,
    referenceNo: order.referenceNo,
    customerReference: order.customerReference,
    invoiceTerms: order.invoiceTerms && { ...order.invoiceTerms },
    callbackUrl: order.callbackUrl,
    invoiceNumber: order.invoiceNumber,
    grandTotal: kronerOf(order.grandTotalOre),
    received: kronerOf(order.receivedOre),
    refunded: kronerOf(order.refundedOre),
    credited: kronerOf(order.creditedOre),
    open: kronerOf(openOre(order)),
    lines: order.lines.map((line) => ({
      id: line.id,
      name: line.name,
      quantity: line.quantity,
      rate: line.rate,
      discount: line.discount,
      tax: line.tax,
      amount: kronerOf(line.amountOre),
      refunded: kronerOf(line.refundedOre),
    })),
    customer: maskedCustomer(order, world.customers.get(order.customerUuid ?? "")),
    totalsOff: totalsOff(totalsOfOrder(order)),
    actions: orderActions.filter((action) => canHappen(order, action)),
    history: structuredClone(order.history),
  }
}

function maskedCustomer(
  { customerUuid }: Pick<Order, "customerUuid">,
  customer: Customer | undefined
): OrderView["customer"] {
  return {
    uuid: customerUuid,
    name: maskName(customer?.name ?? ""),
    email: maskEmail(customer?.email ?? ""),
    personalNumber: customer?.personalNumber ? "***********" : "",
  }
}
