import type { MedusaContainer } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"

import { reservationAccountOf } from "../../src/domain/reservations/reservation-account"
import { formatOre, toOre } from "../../src/mapping"
import type EInvoiceModuleService from "../../src/modules/e-invoice/service"
import {
  capturableOre,
  movedOre,
  refundedOre,
  type Reservation,
} from "../../src/sandbox/world/records"
import {
  outstandingOfOrder,
  totalOf,
} from "../../src/workflows/bill-outstanding/outstanding-of-order"
import {
  performOperationWorkflow,
  prepareEInvoiceOperation,
} from "../../src/workflows/operations/perform-operation"
import {
  prepareOrderReservation,
  prepareReservationCapture,
  prepareReservationRefund,
} from "../../src/workflows/operations/reservations"

/** What staff do with a card, and what its holder does; `which` counts the order's reservations. */
export type CardDeed =
  | { does: "reserve"; purchase: number; key: string }
  | { does: "card-holder"; purchase: number; which: number; action: "confirm" | "decline" }
  | { does: "capture-card"; purchase: number; which: number; key: string; halves: 1 | 2 }
  | {
      does: "refund-card"
      purchase: number
      which: number
      ore: number
      key: string
      confirmed?: true
    }
  | { does: "cancel-card"; purchase: number; which: number }

/** Those of staff, which are acts of the plugin. */
export type StaffCardDeed = Exclude<CardDeed, { does: "card-holder" }>

/** Where a card stands, in øre: what it was charged for, and what may still be taken of it. */
export const takenOf = ({ captures, charges }: Reservation): number =>
  movedOre([...captures, ...charges]) - refundedOre([...captures, ...charges])

export const heldOf = (reservation: Reservation): number =>
  reservation.status === "SENT"
    ? reservation.grandTotalOre
    : reservation.heldUntil === null
      ? 0
      : capturableOre(reservation)

type Store = { container: MedusaContainer; module: EInvoiceModuleService }

/** As the routes do it. */
export function cardWork(
  deed: StaffCardDeed,
  { container, module }: Store,
  {
    orderId,
    reservation,
    actor,
  }: { orderId: string; reservation: Reservation | undefined; actor: `admin:${string}` }
): (() => Promise<unknown>) | undefined {
  if (deed.does === "reserve") {
    return () => reserve(container, orderId, { actor, idempotencyKey: cardKey(deed) })
  }
  if (!reservation) {
    return undefined
  }
  const { uuid } = reservation
  const key = deed.does === "cancel-card" ? `cancel-${uuid}` : cardKey(deed)
  const intent = { actor, idempotencyKey: `${key}-${uuid}` }
  switch (deed.does) {
    case "capture-card":
      return async () => {
        const { lines } = await reservationAccountOf(module, uuid)
        const row = await prepareReservationCapture({
          container,
          uuid,
          terms: {
            lines: lines.flatMap(({ id, leftOre }) => {
              const amountOre = deed.halves === 1 ? leftOre / 2n : leftOre
              return id !== undefined && amountOre > 0n
                ? [{ id, amount: formatOre(amountOre) }]
                : []
            }),
          },
          intent,
        })
        await perform(container, row)
      }
    case "refund-card":
      return async () => {
        const { movements } = await reservationAccountOf(module, uuid)
        const [movement] = movements
        if (!movement) {
          return
        }
        const row = await prepareReservationRefund({
          container,
          uuid,
          terms: {
            source: movement.source,
            reference: movement.uuid,
            amount: formatOre(BigInt(deed.ore)),
          },
          intent: { ...intent, repeatConfirmed: deed.confirmed },
        })
        await perform(container, row)
      }
    case "cancel-card":
      return async () => {
        const { id } = await prepareEInvoiceOperation(
          container,
          "reservations.cancel",
          { params: { reservation_uuid: uuid }, body: { note: "Not wanted any more." } },
          intent
        )
        await perform(container, { id })
      }
  }
}

/** By what the audit counts the effects of a key. */
export const cardKey = (deed: Exclude<StaffCardDeed, { does: "cancel-card" }>): string =>
  deed.does === "refund-card"
    ? `${deed.key}-${deed.ore}-${deed.purchase}-${deed.which}`
    : `${deed.key}-${deed.purchase}`

/** All that is outstanding. */
async function reserve(
  container: MedusaContainer,
  orderId: string,
  intent: { actor: `admin:${string}`; idempotencyKey: string }
): Promise<void> {
  const { billable, order, version } = await outstandingOfOrder(container, orderId)
  const isPart = toOre(billable) > 0n && MathBN.lt(billable, totalOf(order))
  const row = await prepareOrderReservation(
    container,
    {
      orderId,
      ...(isPart && { amount: billable, version }),
      sendBy: { sms: false, email: true },
    },
    intent
  )
  await perform(container, row)
}

async function perform(container: MedusaContainer, { id }: { id: string }): Promise<void> {
  const { errors } = await performOperationWorkflow(container).run({
    input: { id },
    throwOnError: false,
  })
  if (errors.length > 0) {
    throw errors[0]?.error
  }
}
