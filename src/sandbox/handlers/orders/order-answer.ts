import { dayText } from "../../dates"
import { kronerOf } from "../../money"
import type { Order } from "../../state/order"
import type { World } from "../../state/world"
import { lineRecord } from "../line-record"

/** The documented order record, with the line `id`s a refund needs (the documentation leaves them out). */
export function orderRecord(world: World, order: Order) {
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
