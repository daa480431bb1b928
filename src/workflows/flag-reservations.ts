import type { MedusaContainer } from "@medusajs/framework/types"
import { MathBN, MedusaError } from "@medusajs/framework/utils"

import { ConnectError } from "../connect"
import { untilPaymentsAreRecorded } from "../domain/payment-lease"
import { hasBilled } from "../domain/refunds/changed-order"
import { holdsNoMore, isReleased } from "../domain/reservations/reservation-account"
import { LEAST_ACCOUNTED } from "../mapping/decimal"
import type { RecordRow } from "../modules/e-invoice/operations/remote-records"
import type { ReservationFlag } from "../modules/e-invoice/orders/flags"
import type { FollowedOrder } from "../modules/e-invoice/orders/order-row"
import { logErrors } from "./background-work"
import { isStillAsking } from "./bill-outstanding/open-bills"
import { type Outstanding, outstandingOfOrder } from "./bill-outstanding/outstanding-of-order"
import { eInvoiceModule } from "./e-invoice-module"
import { goneOfCards } from "./judge-invoices"
import { paymentsBeside } from "./payments-of-order"

/**
 * Calls staff to a Medusa order of which reservations captured more than it holds, or of which a part is neither paid nor billed, where no
 * e-invoice of it carries a flag for that; or no longer. What was read may be of before another change: it is judged again until that
 * says the same.
 *
 * @returns false where the service could not say what they take: nothing is changed, and it is to be tried again
 */
export async function flagReservations(
  container: MedusaContainer,
  orderId: string
): Promise<boolean> {
  const { leases, records } = eInvoiceModule(container)
  const isNew = async () => {
    const reservations = await records.ofOrder("reservation", orderId)
    const named = reservations.filter(({ remote_uuid: uuid }) => uuid !== null)
    if (named.length === 0) {
      return false
    }
    await untilPaymentsAreRecorded(leases, orderId)
    return records.flagReservation(orderId, await flagOf(container, orderId, named))
  }
  return logErrors({ container }, `the flags of reservations of ${orderId}`, async () => {
    try {
      while (await isNew());
    } catch (error) {
      if (!isForGood(error)) {
        throw error
      }
    }
  })
}

/** Whether the service will not say it later either: what is known stays. */
const isForGood = (error: unknown): boolean =>
  error instanceof ConnectError && (error.kind === "disabled" || error.kind === "not-found")

type Due = { flag: ReservationFlag; amount: string }

async function flagOf(
  container: MedusaContainer,
  orderId: string,
  reservations: readonly RecordRow[]
): Promise<Due | undefined> {
  const outstanding = await outstandingIfThere(container, orderId)
  if (!outstanding || outstanding.isCancelled) {
    return undefined
  }
  const untold = outstanding.open.find(({ untold }) => untold)?.untold
  if (untold) {
    throw untold
  }
  const invoices = await eInvoiceModule(container).orders.statuses.ofOrder(orderId)
  const { reservedBeyond, capturableBeyond, isUnbilled } = await paymentsBeside(
    container,
    outstanding
  )
  // What is only held is not captured: a capture of more than the order's price is rejected.
  const beyond = invoices.some(mayExplain) ? 0 : MathBN.sub(reservedBeyond, capturableBeyond)
  const overcharged = MathBN.max(beyond, await goneOfCards(container, outstanding))
  if (MathBN.gte(overcharged, LEAST_ACCOUNTED)) {
    return { flag: "reservation_overcharged", amount: overcharged.toFixed() }
  }
  const amount = outstanding.billable
  if (!isUnbilled || Number(amount) <= 0 || invoices.some(hasBilled)) {
    return undefined
  }
  const last = reservations.at(-1)
  if (last && reservations.every((row) => row.is_over || isReleased(row.status))) {
    // Staff who cancel or refund it know that the order is to be paid otherwise.
    const isKnown = !isReleased(last.status) || (await isCancelledHere(container, last))
    return isKnown ? undefined : { flag: "reservation_ended", amount }
  }
  if (outstanding.version > 1) {
    return { flag: "change_unbilled", amount }
  }
  const isLapsed = reservations.every((row) => isReleased(row.status) || holdsNoMore(row))
  return isLapsed ? { flag: "reservation_ended", amount } : undefined
}

/** A deleted Medusa order costs nothing. */
async function outstandingIfThere(
  container: MedusaContainer,
  orderId: string
): Promise<Outstanding | undefined> {
  try {
    return await outstandingOfOrder(container, orderId)
  } catch (error) {
    if (MedusaError.isMedusaError(error) && error.type === MedusaError.Types.NOT_FOUND) {
      return undefined
    }
    throw error
  }
}

/** Whether what is asked for too much may be an invoice's: that follows the order, or is flagged. */
const mayExplain = (invoice: FollowedOrder): boolean =>
  invoice.orderChangedAt !== null ||
  isStillAsking(invoice) ||
  invoice.flags.includes("return_unrefunded")

async function isCancelledHere(
  container: MedusaContainer,
  { remote_uuid: uuid }: RecordRow
): Promise<boolean> {
  const { operations } = eInvoiceModule(container)
  return (
    uuid !== null &&
    (await operations.earlier.doneOn("reservations.cancel", { kind: "reservation", uuid })).length >
      0
  )
}
