import { z } from "@medusajs/framework/zod"

import { ConnectError } from "../../connect"
import { formatOre, toOre } from "../../mapping"
import { amountIn, type Subject } from "../../modules/e-invoice/operations/operation-request"
import type { OperationRow } from "../../modules/e-invoice/operations/operation-row"
import type EInvoiceModuleService from "../../modules/e-invoice/service"

/** What the service shows that was moved in an operation's way on its record, and what of it was recorded here; øre. */
export type Moved = { readonly shownOre: bigint; readonly recordedOre: bigint }

/**
 * Looks whether the service shows that an operation took effect: more was moved on its record than operations explain
 * that are recorded as carried out.
 *
 * @returns undefined when the service shows no such thing, or cannot say
 */
export async function shownAsMoved(
  eInvoice: EInvoiceModuleService,
  row: OperationRow
): Promise<Moved | undefined> {
  const { subject_kind: kind, subject_uuid: uuid } = row
  const amount = amountIn(row.request)
  if (kind === null || uuid === null || amount === undefined) {
    return undefined
  }
  const shownOre = await shownBy(eInvoice, row, uuid)
  if (shownOre === undefined) {
    return undefined
  }
  const recordedOre = await recordedHere(eInvoice, row, { kind, uuid })
  return shownOre - recordedOre >= toOre(amount) ? { shownOre, recordedOre } : undefined
}

/** In words, for staff. */
export const wordsOfMoved = ({ shownOre, recordedOre }: Moved): string =>
  `The service shows ${formatOre(shownOre)} of it, and ${formatOre(recordedOre)} is recorded here`

async function shownBy(
  eInvoice: EInvoiceModuleService,
  { operation_id: id, request }: OperationRow,
  uuid: string
): Promise<bigint | undefined> {
  try {
    switch (id) {
      case "reservations.capture":
      case "reservations.charge":
      case "reservations.refund": {
        const { data } = await eInvoice.connect.call("reservations.details", {
          params: { reservation_uuid: uuid },
        })
        const { paymentDetails: paid } = data
        const shown =
          id === "reservations.capture"
            ? paid?.capturedAmount
            : id === "reservations.charge"
              ? paid?.chargedAmount
              : sourceOf(request) === "charged"
                ? paid?.amountRefunded?.fromCharge
                : paid?.amountRefunded?.fromCaptured
        return shown === undefined ? undefined : toOre(shown)
      }
      case "subscriptions.refund-cycle": {
        const { data } = await eInvoice.connect.call("subscriptions.details", {
          params: { subscriptionUuid: uuid },
        })
        return data.subscriptionCycles.reduce(
          (sum, { refundedAmount }) => sum + toOre(refundedAmount ?? 0),
          0n
        )
      }
      default:
        return undefined
    }
  } catch (error) {
    if (error instanceof ConnectError) {
      return undefined
    }
    throw error
  }
}

async function recordedHere(
  { operations }: EInvoiceModuleService,
  { operation_id: id, request }: OperationRow,
  subject: Subject
): Promise<bigint> {
  const done = await operations.doneOn(id, subject)
  return done
    .filter((other) => sourceOf(other.request) === sourceOf(request))
    .reduce((sum, other) => sum + toOre(amountIn(other.request) ?? 0), 0n)
}

const sourced = z.looseObject({
  body: z.looseObject({ source: z.string().optional() }),
})

/** Whether a refund of a reservation is taken from what was captured or from what was charged. */
const sourceOf = (request: unknown): string | undefined =>
  sourced.safeParse(request).data?.body.source
