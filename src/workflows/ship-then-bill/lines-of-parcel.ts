import type { MedusaContainer } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"

import { billedLinesOf, isOfBilledParcel } from "../../domain/refunds/changed-order"
import { MappingError, type ParcelLine, parcelLines, parcelTotal } from "../../mapping"
import { awaitsParcels } from "../../modules/e-invoice/orders/holds"
import type { FollowedOrder } from "../../modules/e-invoice/orders/order-row"
import { isStandingStatus } from "../../modules/e-invoice/orders/order-status"
import { bySource, type OpenBill } from "../bill-outstanding/open-bills"
import { leftToAskFor, type Outstanding } from "../bill-outstanding/outstanding-of-order"
import { eInvoiceModule } from "../e-invoice-module"
import { quantitiesOf, shippableOf, type ShippedParcel, shippedParcelsOf } from "./shipped-parcels"

export type ParcelOfOrder = {
  readonly parcel: Pick<ShippedParcel, "quantities">
  /** All of the order that left. */
  readonly parcels: readonly ShippedParcel[]
  readonly withoutShipping: ReadonlySet<string>
  /** The order's e-invoices. */
  readonly invoices: readonly FollowedOrder[]
}

/** Whether an invoice asks for its amount. */
export const isStanding = ({ state, status }: FollowedOrder): boolean =>
  state === "succeeded" && isStandingStatus(status)

/**
 * What the invoice of a parcel bills, beside what the order's other invoices do.
 *
 * @throws MappingError where it cannot be worked out, as after an edit of what was billed
 */
export async function linesOfParcel(
  container: MedusaContainer,
  { order }: Pick<Outstanding, "order">,
  { parcel, parcels, withoutShipping, invoices }: ParcelOfOrder
): Promise<ParcelLine[]> {
  const eInvoice = eInvoiceModule(container)
  return parcelLines({
    order,
    parcel: parcel.quantities,
    earlier: billedQuantities(parcels, invoices),
    withoutShipping,
    billed: await billedLinesOf(eInvoice, invoices),
    giftCards: eInvoice.options.giftCards,
  })
}

/** What left with parcels that were billed, by the item's id. */
const billedQuantities = (
  parcels: readonly ShippedParcel[],
  invoices: readonly FollowedOrder[]
): Map<string, string> => {
  const billed = new Set(
    invoices.filter(isOfBilledParcel).map(({ fulfillmentId }) => fulfillmentId)
  )
  return quantitiesOf(parcels.filter(({ id }) => billed.has(id)))
}

/** Whether all that the customer was asked for is invoices of parcels: then lines say what is left to bill, and else money. */
export const isBilledByParcel = (
  invoices: readonly FollowedOrder[],
  open: Outstanding["open"]
): boolean =>
  invoices.filter(isStanding).every(({ fulfillmentId }) => fulfillmentId !== null) &&
  open.every(({ source }) => source === bySource.eInvoice)

/**
 * What of a held order waits for its parcels: it left with none that was billed, whatever else Medusa waits for; where a part is paid
 * otherwise, no more than is left to ask for.
 *
 * @returns as a bill; none of an order that is not held, or whose rest staff billed
 */
export async function heldBackOf(
  container: MedusaContainer,
  outstanding: Outstanding
): Promise<Pick<OpenBill, "id" | "amount">[]> {
  const { order, open } = outstanding
  const { holds, statuses } = eInvoiceModule(container).orders
  const [hold] = await holds.ofOrder(order.id)
  if (!hold || !awaitsParcels(hold)) {
    return []
  }
  const invoices = await statuses.ofOrder(order.id)
  if (!isBilledByParcel(invoices, open)) {
    return []
  }
  const parcels = await shippedParcelsOf(container, order.id)
  const { quantities, withoutShipping } = await shippableOf(
    container,
    order.id,
    quantitiesOf(parcels)
  )
  const billed = billedQuantities(parcels, invoices)
  const left = new Map(
    [...quantities].map(([id, quantity]) => [
      id,
      MathBN.max(0, MathBN.sub(quantity, billed.get(id) ?? 0)).toFixed(),
    ])
  )
  try {
    const lines = await linesOfParcel(
      container,
      { order },
      { parcel: { quantities: left }, parcels, withoutShipping, invoices }
    )
    const amount = parcelTotal(lines)
    const most = outstanding.isPaidOtherwise ? MathBN.max(0, leftToAskFor(outstanding)) : amount
    return [{ id: hold.id, amount: MathBN.min(amount, most).toFixed() }]
  } catch (error) {
    if (error instanceof MappingError) {
      return []
    }
    throw error
  }
}
