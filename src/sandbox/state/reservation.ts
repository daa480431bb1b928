import { z } from "zod"
import { orderLineSchema } from "./order"

export const reservationStatuses = [
  "SENT",
  "RESERVED",
  "CAPTURED",
  "CHARGED",
  "COMPLETED",
  "CANCELLED",
  "EXPIRED",
  "NOT PAID",
] as const

export const lineShareSchema = z.object({ id: z.int(), amountOre: z.int() })

/** A part of a stored line, in øre. */
export type LineShare = z.infer<typeof lineShareSchema>

const movementSchema = z.object({
  /** `CAP...` or `CHA...`, which a refund names. */
  uuid: z.string(),
  /** Unix seconds. */
  at: z.int(),
  amountOre: z.int(),
  refundedOre: z.int(),
  /** What it took of each line, and what of that was refunded. */
  shares: z.array(lineShareSchema.extend({ refundedOre: z.int().default(0) })),
})

const eventSchema = z.object({
  /** Unix seconds. */
  at: z.int(),
  title: z.string(),
  note: z.string().nullable(),
  sentTo: z.string().nullable(),
  amountOre: z.int(),
  isRefundable: z.boolean(),
})

const reservedLineSchema = orderLineSchema.extend({
  /** What is still held or was captured of the line. */
  reservedOre: z.int(),
  capturedOre: z.int(),
})

export const reservationSchema = z.object({
  uuid: z.string(),
  customerUuid: z.string(),
  status: z.enum(reservationStatuses),
  /** Unix seconds, virtual time, as all times here. */
  createdAt: z.int(),
  orderDate: z.int(),
  dueAt: z.int().nullable(),
  reservedAt: z.int().nullable(),
  /** Until when the amount is held; null before confirmation and after release. */
  heldUntil: z.int().nullable(),
  /** Days after confirmation in which the stored card can be charged. */
  chargeValidityDays: z.int(),
  lines: z.array(reservedLineSchema),
  /** Lines added by charges: numbered apart from the reserved ones. */
  chargedLines: z.array(orderLineSchema),
  subTotalOre: z.int(),
  totalTaxOre: z.int(),
  grandTotalOre: z.int(),
  captures: z.array(movementSchema),
  charges: z.array(movementSchema),
  refundedAt: z.array(z.int()),
  paymentMethod: z.string(),
  sendOrderBy: z.object({ sms: z.boolean(), email: z.boolean() }),
  referenceNo: z.string().nullable(),
  customerReference: z.string().nullable(),
  customerNotes: z.string().nullable(),
  terms: z.string().nullable(),
  callbackUrl: z.string().nullable(),
  redirects: z.object({ success: z.string(), failure: z.string() }).nullable(),
  history: z.array(eventSchema),
})

export type ReservationEvent = z.infer<typeof eventSchema>
/** A capture or a charge. */
export type Movement = z.infer<typeof movementSchema>
/** A card reservation as the sandbox keeps it. Money in whole øre. */
export type Reservation = z.infer<typeof reservationSchema>

/** What can still be captured, in øre. */
export function capturableOre(reservation: Reservation): number {
  return reservation.lines.reduce((sum, line) => sum + line.reservedOre - line.capturedOre, 0)
}

export function movedOre(movements: readonly Movement[]): number {
  return movements.reduce((sum, { amountOre }) => sum + amountOre, 0)
}

export function refundedOre(movements: readonly Movement[]): number {
  return movements.reduce((sum, movement) => sum + movement.refundedOre, 0)
}
