import { z } from "zod"
import { isOnClock } from "../clock"
import { companyCheckSchema, creditCheckSchema } from "./checks"
import { customerSchema, userSchema } from "./customer"
import { delayedRefundSchema, refundApprovalSchema } from "./delayed-refund"
import { ledgerEntrySchema, type World } from "./world"
import { orderSchema } from "./order"
import { reservationSchema } from "./reservation"
import { subscriptionSchema } from "./subscription"
import { realPersonSentences } from "../validation/request-check"

/** Everything the emulated service knows, as JSON. */
export const snapshotSchema = z.strictObject({
  version: z.literal(1),
  /** Virtual time, ISO 8601. */
  clock: z.iso
    .datetime()
    .refine((moment) => isOnClock(Date.parse(moment)), "must be from 1970 to 8999"),
  random: z.int(),
  nextLineId: z.int(),
  orders: z.array(orderSchema),
  customers: z.array(customerSchema),
  reservations: z.array(reservationSchema),
  subscriptions: z.array(subscriptionSchema),
  refundApprovals: z.array(refundApprovalSchema),
  creditChecks: z.array(creditCheckSchema),
  companyChecks: z.array(companyCheckSchema),
  users: z.array(userSchema),
  ledger: z.array(ledgerEntrySchema),
  delayedRefunds: z.array(delayedRefundSchema).default([]),
})

/** Everything the emulated service knows, to be taken up again. Money in whole øre, times in Unix seconds. */
export type Snapshot = z.infer<typeof snapshotSchema>

export function takeSnapshot(world: World): Snapshot {
  return {
    version: 1,
    clock: world.timestamp(),
    random: world.random.state,
    nextLineId: world.nextLineId,
    orders: world.orders.save(),
    customers: world.customers.save(),
    reservations: world.reservations.save(),
    subscriptions: world.subscriptions.save(),
    refundApprovals: world.refundApprovals.save(),
    creditChecks: world.creditChecks.save(),
    companyChecks: world.companyChecks.save(),
    users: world.users.save(),
    ledger: structuredClone(world.ledger),
    delayedRefunds: structuredClone(world.delayedRefunds),
  }
}

/** A snapshot holds a personal number that may be a real person's; the message does not repeat it. */
export class RealPersonalNumberError extends RangeError {}

/**
 * Puts the world back as it was, the clock and the source of identifiers included. Callbacks that were due are not
 * part of it: they have been sent.
 *
 * @throws z.ZodError when the value is not a snapshot
 * @throws RealPersonalNumberError when it holds a real person's number, unless these are allowed
 */
export function restoreSnapshot(world: World, value: unknown): void {
  const snapshot = snapshotSchema.parse(value)
  const sentences = world.settings.allowRealPersonalNumbers ? [] : realPersonSentences(snapshot)
  if (sentences.length > 0) {
    throw new RealPersonalNumberError(sentences.join(" "))
  }
  world.orders.load(snapshot.orders)
  world.customers.load(snapshot.customers)
  world.reservations.load(snapshot.reservations)
  world.subscriptions.load(snapshot.subscriptions)
  world.refundApprovals.load(snapshot.refundApprovals)
  world.creditChecks.load(snapshot.creditChecks)
  world.companyChecks.load(snapshot.companyChecks)
  world.users.load(snapshot.users)
  world.ledger = structuredClone(snapshot.ledger)
  world.delayedRefunds = structuredClone(snapshot.delayedRefunds)
  world.nextLineId = snapshot.nextLineId
  world.random.state = snapshot.random
  world.clock.set(new Date(snapshot.clock))
}
