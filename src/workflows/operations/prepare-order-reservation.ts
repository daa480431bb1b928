import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"

import { formatOre, reservationLines } from "../../mapping"
import type { OperationRow } from "../../modules/e-invoice/operations/operation-row"
import type { Wish } from "../../domain/operations/prepare-operation"
import { eInvoiceModule } from "../e-invoice-module"
import { endOfDay, unixSeconds } from "../unix-time"
import { prepareChecked } from "./prepare-operation"
import { readOrderRequest } from "./read-order-request"

const SUBMIT = "reservations.submit"

const dated = z.object({ body: z.object({ orderDate: z.string() }) })

/** How the price of a Medusa order is reserved. */
export type OrderReservation = {
  /** Id of the Medusa order whose lines are reserved. */
  orderId: string
  /** What is reserved of the order's price, in major units, when that is not the whole. */
  amount?: string | undefined
  /** Days after confirmation in which the card can be charged beyond what was reserved; 90 when left out. */
  chargeValidityDays?: number | undefined
  /** Last day, `YYYY-MM-DD`, on which the payment link can be used. */
  linkDueDate?: string | undefined
  /** How the service sends the payment link. */
  sendBy: { sms: boolean; email: boolean }
  /** Shown to the customer. */
  customerNotes?: string | undefined
  /** Nine digits; the customer is a company when it is given. */
  organizationId?: string | undefined
}

/**
 * Writes down a reservation of a Medusa order's lines on the customer's card. Lines, amounts and customer are the
 * server's own; the personal number is not needed: the customer confirms over the payment link.
 * `performOperationWorkflow` carries out what was written down.
 *
 * @throws MedusaError not_found when there is no such order
 * @throws RefusedError naming every field that stands in the way, or what is outstanding when that is less
 */
export async function prepareOrderReservation(
  container: MedusaContainer,
  reservation: OrderReservation,
  { actor, idempotencyKey }: Pick<Wish, "actor" | "idempotencyKey">,
  now = new Date()
): Promise<OperationRow> {
  const { orderId, chargeValidityDays, linkDueDate, organizationId } = reservation
  const eInvoice = eInvoiceModule(container)
  const known =
    idempotencyKey === undefined ? undefined : await eInvoice.operations.ofKey(idempotencyKey)
  const { request, currencyCode, customerId } = await readOrderRequest(
    container,
    SUBMIT,
    orderId,
    reservation.amount === undefined ? "price" : { part: reservation.amount }
  )
  const { totals, customer } = request
  const body = {
    products: reservationLines(request.products, eInvoice.options.amounts),
    orderSummary: {
      subTotal: formatOre(totals.grandTotalOre - totals.totalTaxOre),
      totalTax: formatOre(totals.totalTaxOre),
      grandTotal: formatOre(totals.grandTotalOre),
    },
    // The same wish again is the same request, whatever the time has become.
    orderDate: dated.safeParse(known?.request).data?.body.orderDate ?? unixSeconds(now),
    ...(linkDueDate && {
      dueDateForPaymentLink: endOfDay(linkDueDate),
    }),
    sendOrderBy: reservation.sendBy,
    customerDetails:
      organizationId === undefined
        ? { type: "private", ...customer }
        : { type: "corporate", ...customer, organizationId },
    ...(chargeValidityDays !== undefined && {
      chargeValidity: String(chargeValidityDays),
    }),
    referenceNo: request.referenceNo,
    ...(reservation.customerNotes && {
      customerNotes: reservation.customerNotes,
    }),
  }
  const wish = { actor, idempotencyKey, orderId, customerId, currencyCode }
  return prepareChecked(container, SUBMIT, { body }, wish)
}
