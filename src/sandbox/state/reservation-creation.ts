import { findOrAddCustomer, storedLine, type SentCustomer, type SentLine } from "./creation"
import type { Reservation } from "./reservation"
import { record } from "./reservation-transitions"
import type { World } from "./world"

/** A reservation as a merchant asks for it. */
export type ReservationDraft = Pick<
  Reservation,
  | "orderDate"
  | "dueAt"
  | "chargeValidityDays"
  | "subTotalOre"
  | "totalTaxOre"
  | "grandTotalOre"
  | "paymentMethod"
  | "sendOrderBy"
  | "referenceNo"
  | "customerReference"
  | "customerNotes"
  | "terms"
  | "callbackUrl"
  | "redirects"
> & { customer: SentCustomer; products: readonly SentLine[] }

/** Adds a reservation that the payer has yet to confirm. */
export function addReservation(
  world: World,
  { customer, products, ...draft }: ReservationDraft
): Reservation {
  const reservation: Reservation = {
    ...draft,
    uuid: world.newIdentifier("RES", (uuid) => world.reservations.has(uuid)),
    customerUuid: findOrAddCustomer(world, customer).uuid,
    status: "SENT",
    createdAt: world.clock.seconds(),
    reservedAt: null,
    heldUntil: null,
    lines: products.map((line) => ({
      ...storedLine(world, line),
      reservedOre: 0,
      capturedOre: 0,
    })),
    chargedLines: [],
    captures: [],
    charges: [],
    refundedAt: [],
    history: [],
  }
  record(world, reservation, "order-created")
  return world.reservations.add(reservation)
}
