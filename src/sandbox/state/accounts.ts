import type { Order } from "./order"
import { openOre } from "./order-transitions"
import type { Movement } from "./reservation"
import type { Cycle } from "./subscription"
import type { World } from "./world"

/** One thing a customer was billed for, by the record's own figures, in øre. */
export type Account = {
  billedOre: number
  receivedOre: number
  refundedOre: number
  creditedOre: number
  openOre: number
}

/** Everything customers were billed for: orders, captures and charges of reservations, cycles of subscriptions. */
export function accountsOf(world: World): Account[] {
  return [
    ...world.orders.list().map(orderAccount),
    ...world.reservations
      .list()
      .flatMap(({ captures, charges }) => [...captures, ...charges])
      .map(movementAccount),
    ...world.subscriptions
      .list()
      .flatMap(({ cycles }) => cycles)
      .map(cycleAccount),
  ]
}

function orderAccount(order: Order): Account {
  const isEnded = order.status === "CANCELLED" || order.status === "EXPIRED"
  return {
    billedOre: order.grandTotalOre,
    receivedOre: order.receivedOre,
    refundedOre: order.refundedOre,
    creditedOre: order.creditedOre,
    openOre: isEnded ? 0 : openOre(order),
  }
}

function movementAccount({ amountOre, refundedOre }: Movement): Account {
  return {
    billedOre: amountOre,
    receivedOre: amountOre,
    refundedOre,
    creditedOre: 0,
    openOre: 0,
  }
}

function cycleAccount({ amountOre, refundedOre, state }: Cycle): Account {
  const isPaid = state === "paid"
  return {
    billedOre: amountOre,
    receivedOre: isPaid ? amountOre : 0,
    refundedOre,
    creditedOre: 0,
    openOre: isPaid ? 0 : amountOre,
  }
}
