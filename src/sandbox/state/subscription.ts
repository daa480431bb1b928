import { z } from "zod"
import { orderLineSchema } from "./order"

export const subscriptionStatuses = ["SENT", "ONGOING", "COMPLETED", "CANCELLED"] as const

export const billingUnits = ["day", "week", "month", "year"] as const
export type BillingUnit = (typeof billingUnits)[number]

const cycleSchema = z.object({
  /** From 1; the service calls it `Cycle 1`. */
  number: z.int(),
  /** The order that bills the cycle, and holds its money: what follows repeats it. */
  orderUuid: z.string(),
  /** Unix seconds, virtual time, as all times here. */
  at: z.int(),
  amountOre: z.int(),
  /**
   * `paid` at once, or after it had failed; a failed one is `invoiced` first, and goes to `debtCollection` when the
   * invoice stays unpaid; `cancelled` as its order was.
   */
  state: z.enum(["paid", "invoiced", "debtCollection", "cancelled"]),
  /** Whether the card was refused when the cycle was due. */
  hasFailed: z.boolean(),
  refundedOre: z.int(),
})

export const subscriptionSchema = z.object({
  uuid: z.string(),
  customerUuid: z.string(),
  /** The order that bills its first cycle: it exists from the start. */
  firstOrderUuid: z.string(),
  status: z.enum(subscriptionStatuses),
  createdAt: z.int(),
  startAt: z.int(),
  endAt: z.int(),
  dueAt: z.int().nullable(),
  unit: z.enum(billingUnits),
  /** How many cycles in all. */
  repeats: z.int(),
  payablePerCycleOre: z.int(),
  /** Of the first cycle, where it differs. */
  initialCycleOre: z.int().nullable(),
  lines: z.array(orderLineSchema),
  subTotalOre: z.int(),
  totalTaxOre: z.int(),
  totalDiscountOre: z.int(),
  grandTotalOre: z.int(),
  currency: z.string(),
  paymentMethod: z.string(),
  sendOrderBy: z.object({ sms: z.boolean(), email: z.boolean() }),
  customerNotes: z.string().nullable(),
  terms: z.string().nullable(),
  callbackUrl: z.string().nullable(),
  redirects: z.object({ success: z.string(), failure: z.string() }).nullable(),
  /** When the next cycle is due; null before the payer confirmed and after the last one. */
  nextCycleAt: z.int().nullable(),
  cycles: z.array(cycleSchema),
})

/** One billing of a subscription. Money in whole øre. */
export type Cycle = z.infer<typeof cycleSchema>
/** A subscription as the sandbox keeps it. Money in whole øre. */
export type Subscription = z.infer<typeof subscriptionSchema>

/** The order of its latest cycle. */
export const latestOrder = ({ cycles, firstOrderUuid }: Subscription): string =>
  cycles.at(-1)?.orderUuid ?? firstOrderUuid

/** A cycle's name on the wire. */
export function cycleName({ number }: Cycle): string {
  return `Cycle ${number}`
}

export function paidCycles({ cycles }: Subscription): Cycle[] {
  return cycles.filter(({ state }) => state === "paid")
}

export function sumOre(cycles: readonly Cycle[], amount: (cycle: Cycle) => number): number {
  return cycles.reduce((sum, cycle) => sum + amount(cycle), 0)
}
