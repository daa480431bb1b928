import { OperationDisabledError, type OperationId, parseOrderStatus } from "../../connect"
import { formatOre, toOre } from "../../mapping"
import {
  amountIn,
  type OperationRow,
  type Subject,
} from "../../modules/e-invoice/operations/operation"
import { retryUntilDone } from "../../modules/e-invoice/leases"
import { isOpenRefund } from "../../modules/e-invoice/refunds/refund-journal"
import { isRefundedStatus, type LastingStatus } from "../../modules/e-invoice/orders/order-status"
import type EInvoiceModuleService from "../../modules/e-invoice/service"
import { notAllowed } from "../failure"
import { CONFIRM_REPEAT } from "../refunds/repeated-refund"
import { paidOf, refundedOfCycles } from "./moved-money"

/**
 * Refuses to give money back where the service shows refunds of the same record that were not sent from here: staff gave them in its
 * own portal, or through another record that stands for the same money, and one may be what is asked for now. Asked right before it is
 * sent, so that a page that was read before is not trusted.
 *
 * @throws MedusaError not_allowed with the code `confirm_repeat`
 * @throws ConnectError when the service cannot say
 */
export async function refuseBesideRefundsElsewhere(
  eInvoice: EInvoiceModuleService,
  row: OperationRow
): Promise<void> {
  const { operation_id: id, subject_kind: kind, subject_uuid: uuid } = row
  if (row.repeat_confirmed || kind === null || uuid === null || !givesBack(id, kind)) {
    return
  }
  await refuseBesideOtherDoor(eInvoice, row)
  const shown = await refundedAtService(eInvoice, { kind, uuid })
  if (shown === undefined) {
    return
  }
  const ours = (await eInvoice.operations.earlier.movesOn({ kind, uuid })).filter(
    (move) => move.explains && move.id !== row.id && REFUNDS.has(move.operation_id)
  )
  const oursOre = ours.reduce((sum, { request }) => sum + toOre(amountIn(request) ?? 0), 0n)
  const isElsewhere = shown === "some" ? oursOre === 0n : shown > oursOre
  if (isElsewhere) {
    const what = shown === "some" ? "a refund" : `${formatOre(shown)} refunded`
    throw notAllowed(
      `It was not sent: of the same ${kind} the service shows ${what}, and ${formatOre(oursOre)} were sent from here. ${amountIn(row.request) ?? "Money"} is refunded besides only when it is confirmed.`,
      { code: CONFIRM_REPEAT }
    )
  }
}

/** The other operation through which the money of a subscription's cycle goes back. */
const OTHER_DOOR: Partial<Record<OperationId, OperationId>> = {
  "orders.refund": "subscriptions.refund-cycle",
  "subscriptions.refund-cycle": "orders.refund",
}

/**
 * What went back through the other door may not be shown yet: the service carries out some refunds later. Whose cycle an order is,
 * nothing here tells, so that each counts that is of no order made here.
 */
async function refuseBesideOtherDoor(
  eInvoice: EInvoiceModuleService,
  row: OperationRow
): Promise<void> {
  const otherDoor = OTHER_DOOR[row.operation_id]
  if (otherDoor === undefined || (await isOfOrderMadeHere(eInvoice, row))) {
    return
  }
  const amount = amountIn(row.request)
  for (const other of await eInvoice.operations.earlier.movedLatelyBy(otherDoor)) {
    const otherAmount = amountIn(other.request)
    const isAlike =
      isOpenRefund(other.state) ||
      amount === undefined ||
      otherAmount === undefined ||
      toOre(amount) === toOre(otherAmount)
    if (isAlike && !(await isOfOrderMadeHere(eInvoice, other))) {
      throw notAllowed(
        `It was not sent: ${otherDoor} of ${otherAmount ?? "money"} on ${other.subject_uuid} was made lately, or may be, and may be of the same cycle. ${amount ?? "Money"} is refunded besides only when it is confirmed.`,
        { code: CONFIRM_REPEAT }
      )
    }
  }
}

/** Whether a refund is of an order that was made from here: then it is of no cycle. */
async function isOfOrderMadeHere(
  { records }: Pick<EInvoiceModuleService, "records">,
  { subject_kind: kind, subject_uuid: uuid }: OperationRow
): Promise<boolean> {
  const record = kind === "order" && uuid !== null ? await records.ofUuid("order", uuid) : undefined
  return Boolean(record?.created_by_operation)
}

/**
 * Refunds a subscription's cycles and orders beside checkouts one after the other. The money of a cycle goes back through either, and
 * nothing here tells which order is a cycle's: of two at the same moment, the second has to see what the first refunded.
 *
 * @throws MedusaError not_allowed with the code `refund_under_way` while another takes its time
 */
export async function afterOtherDoor<Done>(
  { leases }: Pick<EInvoiceModuleService, "leases">,
  { operation_id: id, subject_kind: kind }: OperationRow,
  work: () => Promise<Done>
): Promise<Done> {
  if (!REFUNDS.has(id) || kind === "reservation") {
    return work()
  }
  const done = await retryUntilDone(() =>
    leases.hold("refunds:beside-checkouts", async () => ({ result: await work() }))
  )
  if (!done) {
    throw notAllowed(
      "It was not sent: another refund of an order or of a subscription's cycle is under way, and may be of the same money. Try again in a moment.",
      { code: "refund_under_way" }
    )
  }
  return done.result
}

const REFUNDS: ReadonlySet<OperationId> = new Set([
  "orders.refund",
  "reservations.refund",
  "subscriptions.refund-cycle",
])

/**
 * Whether an operation gives money back, or has the operator do so. What is refunded of an order that was paid at checkout stands in its
 * own journal; so does what its approval is asked for.
 */
export const givesBack = (id: OperationId, kind: string): boolean =>
  REFUNDS.has(id) || (id === "refunds.request-approval" && kind === "reservation")

/**
 * What the service shows as refunded of a record in all, in øre.
 *
 * @returns `some` where it names no amount; undefined where it shows none, or does not say
 */
async function refundedAtService(
  { connect }: Pick<EInvoiceModuleService, "connect">,
  { kind, uuid }: Subject
): Promise<bigint | "some" | undefined> {
  try {
    switch (kind) {
      case "reservation": {
        const { data } = await connect.call("reservations.details", {
          params: { reservation_uuid: uuid },
        })
        const { fromCaptured, fromCharge } = paidOf(data.paymentDetails).amountRefunded ?? {}
        return toOre(fromCaptured ?? 0) + toOre(fromCharge ?? 0)
      }
      case "subscription": {
        const { data } = await connect.call("subscriptions.details", {
          params: { subscriptionUuid: uuid },
        })
        const { ore, isWhole } = refundedOfCycles(data.subscriptionCycles)
        const isUnnamed = data.subscriptionCycles.some(({ isRefunded }) => isRefunded === true)
        return !isWhole && isUnnamed && ore === 0n ? "some" : ore
      }
      case "order": {
        const { data } = await connect.call("orders.status", { params: { order_uuid: uuid } })
        if (data.refundedAmount !== undefined) {
          return toOre(data.refundedAmount)
        }
        const status = parseOrderStatus(data.status) as LastingStatus | undefined
        return isRefundedStatus(status) ? "some" : undefined
      }
      default:
        return undefined
    }
  } catch (error) {
    if (error instanceof OperationDisabledError) {
      return undefined
    }
    throw error
  }
}
