import { isCardRefused } from "../magic-inputs"
import { decideCompanyCheck } from "../state/company-check-transitions"
import type { Order } from "../state/order"
import { canHappen, moveOrder } from "../state/order-transitions"
import { confirmReservation, declineReservation } from "../state/reservation-transitions"
import { startSubscription } from "../state/subscription-transitions"
import type { World } from "../state/world"

/** What a person is asked to do on the pay page. */
export type PayerTask = {
  title: string
  /** Øre; absent where nothing is paid. */
  amountOre?: number
  /** Wording of the button that agrees. */
  agree: string
  /** False when it has been done, or the record has moved on. */
  isOpen: boolean
  /** Where the browser goes afterwards, if the merchant said. */
  redirects: { success: string; failure: string } | null
  /** Does it; returns whether it succeeded (a card can be refused). */
  accept(): boolean
  /** The person gives up. */
  refuse(): void
}

/** The task an address of the pay page stands for, if its record exists. */
export function payerTask(world: World, uuid: string): PayerTask | undefined {
  return (
    orderTask(world, uuid) ??
    reservationTask(world, uuid) ??
    subscriptionTask(world, uuid) ??
    companyTask(world, uuid)
  )
}

function orderTask(world: World, uuid: string): PayerTask | undefined {
  const order = world.orders.get(uuid)
  if (!order) {
    return undefined
  }
  const isVerification = order.kind === "invoice-session"
  const action = isVerification ? "invoice" : "pay"
  return {
    title: isVerification ? "Confirm who you are" : "Pay for your order",
    amountOre: order.grandTotalOre,
    agree: isVerification ? "Confirm with BankID" : "Pay",
    isOpen: order.status === "SENT" && canHappen(order, action),
    redirects: order.redirects,
    accept: () => {
      if (isRefused(world, order.customerUuid)) {
        noteFailure(world, order)
        return false
      }
      moveOrder(world, order, action)
      return true
    },
    refuse: () => noteFailure(world, order),
  }
}

function reservationTask(world: World, uuid: string): PayerTask | undefined {
  const reservation = world.reservations.get(uuid)
  return (
    reservation && {
      title: "Reserve an amount on your card",
      amountOre: reservation.grandTotalOre,
      agree: "Reserve",
      isOpen: reservation.status === "SENT",
      redirects: reservation.redirects,
      accept: () => {
        if (isRefused(world, reservation.customerUuid)) {
          declineReservation(world, reservation)
          return false
        }
        confirmReservation(world, reservation)
        return true
      },
      refuse: () => declineReservation(world, reservation),
    }
  )
}

function subscriptionTask(world: World, uuid: string): PayerTask | undefined {
  const subscription = world.subscriptions.get(uuid)
  return (
    subscription && {
      title: "Start your subscription",
      amountOre: subscription.payablePerCycleOre,
      agree: "Store card and start",
      isOpen: subscription.status === "SENT",
      redirects: subscription.redirects,
      accept: () => {
        if (isRefused(world, subscription.customerUuid)) {
          return false
        }
        startSubscription(world, subscription)
        return true
      },
      // Nothing is known to change when a payer gives up: the link stays open.
      refuse: () => undefined,
    }
  )
}

function companyTask(world: World, uuid: string): PayerTask | undefined {
  const check = world.companyChecks.get(uuid)
  return (
    check && {
      title: `Confirm that you act for ${check.companyName}`,
      agree: "Confirm with BankID",
      isOpen: check.state === "pending",
      redirects: check.redirects,
      accept: () => {
        decideCompanyCheck(world, check, "verified")
        return true
      },
      refuse: () => decideCompanyCheck(world, check, "failed"),
    }
  )
}

function isRefused(world: World, customerUuid: string | null): boolean {
  return isCardRefused(world.customers.get(customerUuid ?? "")?.email ?? "")
}

function noteFailure(world: World, order: Order): void {
  const at = world.timestamp()
  order.history.push({ at, title: "payment-failed", note: null })
}
