import { z } from "@medusajs/framework/zod"

import { type DataOf, operationOf } from "../../connect"
import { toOre } from "../../mapping"
import {
  amountIn,
  type OperationRow,
  type Subject,
} from "../../modules/e-invoice/operations/operation"
import type { MoneyMove } from "../../modules/e-invoice/operations/earlier-operations"
import type EInvoiceModuleService from "../../modules/e-invoice/service"

/** What stands for the service's answer to an operation that it carried out although staff had found otherwise. */
export const SHOWN_BY_SERVICE = { httpStatus: 0, messageKey: "shownByTheService", data: null }

/**
 * Records of operations on a record that staff had settled as without effect that they took effect, where the service shows
 * more moved than all other operations may explain. Staff are told. Asks the service nothing.
 *
 * @param shown what the service says that was moved, read before
 */
export async function recordLateEffects(
  eInvoice: EInvoiceModuleService,
  subject: Subject,
  shown: ShownMoves
): Promise<void> {
  const { operations } = eInvoice
  for (const move of shownAfterAll(shown, await operations.earlier.movesOn(subject))) {
    const recorded = await operations.tookEffectLate(move, SHOWN_BY_SERVICE)
    if (recorded) {
      await tellOfRefund(eInvoice, recorded, "accepted", SHOWN_BY_SERVICE.messageKey)
    }
  }
}

/**
 * Of the operations that staff settled as without effect, those that the service shows after all. What was carried out, may have
 * been, or waits for approval explains what is shown first. Where the rest is the amount of one of them, it is that one; else the
 * earliest that it covers.
 */
export function shownAfterAll(shown: ShownMoves, moves: readonly MoneyMove[]): MoneyMove[] {
  const found: MoneyMove[] = []
  for (const [way, shownOre] of shown) {
    const ofWay = moves.filter((move) => wayOf(move) === way)
    let restOre = ofWay.reduce(
      (rest, move) => (move.explains ? rest - oreOf(move) : rest),
      shownOre
    )
    let open = ofWay.filter((move) => move.ruled_out !== null && oreOf(move) > 0n)
    for (;;) {
      const next =
        open.find((move) => oreOf(move) === restOre) ?? open.find((move) => oreOf(move) <= restOre)
      if (!next) {
        break
      }
      found.push(next)
      restOre -= oreOf(next)
      open = open.filter((move) => move !== next)
    }
  }
  return found
}

const oreOf = ({ request }: MoneyMove): bigint => toOre(amountIn(request) ?? 0)

const paid = z.object({
  reservedAt: z.string().nullish(),
  capturedAmount: z.number().nullish(),
  chargedAmount: z.number().nullish(),
  amountRefunded: z
    .object({
      fromCaptured: z.number().nullish(),
      fromCharge: z.number().nullish(),
    })
    .nullish(),
})

/** What the service says of a reservation's money, as far as it does. */
export const paidOf = (details: unknown): z.infer<typeof paid> =>
  paid.safeParse(details ?? {}).data ?? {}

type Way = `reservations.${"capture" | "charge" | "refund captured" | "refund charged"}`

/** What the service shows that was moved on a record in all, by way; øre. A way that it does not name is left out. */
export type ShownMoves = ReadonlyMap<string, bigint>

export function movedOnReservation(details: unknown): ShownMoves {
  const { capturedAmount, chargedAmount, amountRefunded } = paidOf(details)
  const shown: Record<Way, number | null | undefined> = {
    "reservations.capture": capturedAmount,
    "reservations.charge": chargedAmount,
    "reservations.refund captured": amountRefunded?.fromCaptured,
    "reservations.refund charged": amountRefunded?.fromCharge,
  }
  return new Map(
    Object.entries(shown).flatMap(([way, amount]) =>
      amount === undefined || amount === null ? [] : [[way, toOre(amount)] as const]
    )
  )
}

type Cycle = DataOf<"subscriptions.details">["subscriptionCycles"][number]

/** What was refunded of a subscription's cycles, as far as the service names it. */
export const refundedOfCycles = (
  cycles: readonly Pick<Cycle, "isRefunded" | "refundedAmount">[]
): { readonly ore: bigint; readonly isWhole: boolean } => ({
  ore: cycles.reduce((sum, { refundedAmount }) => sum + toOre(refundedAmount ?? 0), 0n),
  isWhole: cycles.every(
    ({ isRefunded, refundedAmount }) => refundedAmount !== undefined || isRefunded === false
  ),
})

export const movedOnSubscription = (cycles: Parameters<typeof refundedOfCycles>[0]): ShownMoves =>
  new Map([["subscriptions.refund-cycle", refundedOfCycles(cycles).ore]])

const sourced = z.looseObject({ body: z.looseObject({ source: z.string().optional() }) })

/** In which way an operation moves money: a refund is taken from what was captured, or from what was charged. */
export function wayOf({
  operation_id: id,
  request,
}: Pick<OperationRow, "operation_id" | "request">): string {
  if (id !== "reservations.refund") {
    return id
  }
  const isOfCharge = sourced.safeParse(request).data?.body.source === "charged"
  return `${id} ${isOfCharge ? "charged" : "captured"}`
}

/** Tells the store what the service decided about a refund; nothing for other operations. */
export async function tellOfRefund(
  { events }: Pick<EInvoiceModuleService, "events">,
  row: OperationRow,
  decision: "accepted" | "refused",
  messageKey: string | undefined
): Promise<void> {
  const approval = row.operation_id === "refunds.request-approval"
  if (operationOf(row.operation_id).permission !== "refund") {
    return
  }
  await events.emit("e_invoice.refund_decided", {
    id: row.id,
    order_id: row.order_id,
    uuid: row.subject_uuid,
    decision: approval && decision === "accepted" ? "approval_requested" : decision,
    message_key: messageKey ?? null,
  })
}
