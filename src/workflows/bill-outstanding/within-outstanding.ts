import type { BigNumberInput, MedusaContainer } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"

import { type OperationId, operationOf, RefusedError } from "../../connect"
import type { RefusalCode } from "../../domain/failure"
import { type Performed, performOperation } from "../../domain/operations/perform-operation"
import type { OperationIntent } from "../../domain/operations/prepare-operation"
import { reservationAccountOf } from "../../domain/reservations/reservation-account"
import { formatOre, LEAST_AMOUNT, toOre } from "../../mapping"
import { mayHaveTakenEffect } from "../../modules/e-invoice/intent"
import {
  amountIn,
  type AnyRequest,
  type OperationRow,
  subjectOf,
  totalIn,
} from "../../modules/e-invoice/operations/operation"
import { eInvoiceModule } from "../e-invoice-module"
import { oneBillAtATime } from "./bill-session"
import { leftBeside, leftToAskFor, outstandingOfOrder, totalOf } from "./outstanding-of-order"
import { isDraft, notBillable } from "./why-not-billable"

/**
 * Refuses what would ask a Medusa order's customer for more than is outstanding.
 *
 * @param amount what the customer is to be asked for, in major units; the order's whole price when left out
 * @param recordId what stands for this request already, and does not count beside it
 * @throws RefusedError naming both amounts
 * @throws MedusaError not_allowed of a draft, and where another may have been made that is in doubt
 */
async function refuseBeyondOutstanding(
  container: MedusaContainer,
  operationId: OperationId,
  {
    orderId,
    amount,
    recordId,
  }: { orderId: string; amount?: string | undefined; recordId?: string | null }
): Promise<void> {
  const outstanding = await outstandingOfOrder(container, orderId)
  if (isDraft(outstanding.order)) {
    throw notBillable("draft")
  }
  const wanted = amount ?? totalOf(outstanding.order)
  const left = leftToAskFor(outstanding, [recordId])
  const beyond = MathBN.sub(wanted, left)
  if (MathBN.lt(beyond, LEAST_AMOUNT)) {
    return
  }
  if (outstanding.open.some(({ id, isInDoubt }) => isInDoubt && id !== recordId)) {
    throw notBillable("unsettled")
  }
  const currency = outstanding.currencyCode.toUpperCase()
  const values = { amount: written(wanted), left: written(MathBN.max(left, 0)) }
  throw new RefusedError({
    operationId,
    code: "beyond_outstanding" satisfies RefusalCode,
    values,
    message: `The request was not sent: it is for ${values.amount} ${currency}, and of this order ${values.left} ${currency} are outstanding that the customer has not been asked for.`,
    advice:
      "Bill the outstanding amount instead, or first cancel what the customer has been asked for.",
  })
}

/**
 * Refuses a capture of a Medusa order's reservation that would take more than the order's price leaves for it, beside what
 * is paid and what the customer has been asked for otherwise. Money that staff marked as paid in Medusa may be what the
 * reservation took, and leaves it its part. Of a cancelled order nothing is captured.
 *
 * @throws RefusedError naming both amounts
 * @throws ConnectError when the service cannot say what was captured
 */
async function refuseCaptureBeyondOutstanding(
  container: MedusaContainer,
  uuid: string,
  amountOre: bigint
): Promise<void> {
  const record = await recordOf(container, "reservation", uuid)
  if (!record?.order_id) {
    return
  }
  const [outstanding, account] = await Promise.all([
    outstandingOfOrder(container, record.order_id),
    reservationAccountOf(eInvoiceModule(container), uuid),
  ])
  const forReservation = leftBeside(
    MathBN.add(outstanding.pending, outstanding.markedPaid),
    outstanding.open,
    [record.id]
  )
  const takenOre = account.capturedOre + account.chargedOre - account.refundedOre
  const left = outstanding.isCancelled
    ? MathBN.convert(0)
    : MathBN.sub(forReservation, formatOre(takenOre))
  if (MathBN.lt(MathBN.sub(formatOre(amountOre), left), LEAST_AMOUNT)) {
    return
  }
  const currency = outstanding.currencyCode.toUpperCase()
  const values = { amount: formatOre(amountOre), left: written(MathBN.max(left, 0)) }
  throw new RefusedError({
    operationId: "reservations.capture",
    code: "capture_beyond_outstanding" satisfies RefusalCode,
    values,
    message: `Nothing was captured: ${values.amount} ${currency} were asked for, and of the order's price ${values.left} ${currency} are left for this reservation. The rest is paid, the customer has been asked for it otherwise, or the order is cancelled.`,
    advice:
      "Capture what is left, and then complete the reservation, or cancel it if nothing was captured; first cancel what else the customer has been asked for if this reservation is to be captured instead.",
  })
}

/**
 * The same for any operation that asks a Medusa order's customer for money, whichever door it comes through: one that makes
 * an order or a reservation for it, changes what its payment link is over, or captures its reservation. An operation that was sent before is not beyond what it
 * took away itself.
 *
 * @throws RefusedError naming both amounts
 * @throws ConnectError when the service cannot say what was captured
 */
export async function rejectBeyondOutstanding(
  container: MedusaContainer,
  operationId: OperationId,
  request: AnyRequest,
  { orderId, idempotencyKey }: Pick<OperationIntent, "orderId" | "idempotencyKey">
): Promise<void> {
  if (operationId !== CAPTURE && operationId !== UPDATE && !(asksToPay(operationId) && orderId)) {
    return
  }
  const known =
    idempotencyKey === undefined
      ? undefined
      : await eInvoiceModule(container).operations.intentOfKey(idempotencyKey)
  if (known && mayHaveTakenEffect(known)) {
    return
  }
  await refuseAsking(container, {
    operation_id: operationId,
    subject_uuid: subjectOf(request)?.uuid ?? null,
    order_id: orderId ?? null,
    record_id: null,
    request,
  })
}

/**
 * Carries out an operation. One that asks a Medusa order's customer for money is the only one that bills this order
 * meanwhile, and is refused when others billed it since it was written down: two that were written down at once may both
 * have been within what was outstanding.
 *
 * @throws RefusedError naming both amounts
 * @throws ConnectError with which the service refused it, or left it in doubt
 * @throws MedusaError when another bill of the order stays under way, or the operation may not be sent
 */
export async function withinOutstanding(
  container: MedusaContainer,
  id: string
): Promise<Performed> {
  const eInvoice = eInvoiceModule(container)
  const row = await eInvoice.operations.find(id)
  const orderId = row && !mayHaveTakenEffect(row) ? await orderBilledBy(container, row) : null
  if (!orderId) {
    return performOperation(eInvoice, id)
  }
  return oneBillAtATime(container, orderId, (lease) =>
    performOperation(eInvoice, id, async (claimed) => {
      await refuseAsking(container, claimed)
      await lease.check()
    })
  )
}

/** What asks a Medusa order's customer for money: an operation, written down or not yet. */
type Asking = Pick<OperationRow, "operation_id" | "subject_uuid" | "order_id" | "record_id"> & {
  readonly request: unknown
}

/** @throws RefusedError naming both amounts, where more is asked for than is outstanding */
async function refuseAsking(container: MedusaContainer, asking: Asking): Promise<void> {
  const { operation_id: operationId, order_id: orderId, request } = asking
  if (operationId === CAPTURE) {
    const capture = captureOf(asking)
    await (capture && refuseCaptureBeyondOutstanding(container, capture.uuid, capture.amountOre))
  } else if (operationId === UPDATE) {
    const record = await recordOf(container, "order", asking.subject_uuid)
    const amount = totalIn(request)
    if (record?.order_id && amount !== undefined) {
      const { order_id, id } = record
      await refuseBeyondOutstanding(container, operationId, {
        orderId: order_id,
        amount,
        recordId: id,
      })
    }
  } else if (orderId !== null) {
    await refuseBeyondOutstanding(container, operationId, {
      orderId,
      amount: totalIn(request),
      recordId: asking.record_id,
    })
  }
}

/** @returns null where the operation bills no Medusa order */
async function orderBilledBy(
  container: MedusaContainer,
  { operation_id: operationId, order_id: orderId, subject_uuid: uuid }: OperationRow
): Promise<string | null> {
  if (operationId === CAPTURE || operationId === UPDATE) {
    const kind = operationId === CAPTURE ? "reservation" : "order"
    return (await recordOf(container, kind, uuid))?.order_id ?? null
  }
  return asksToPay(operationId) ? orderId : null
}

const recordOf = async (
  container: MedusaContainer,
  kind: "order" | "reservation",
  uuid: string | null
) => (uuid === null ? undefined : eInvoiceModule(container).records.ofUuid(kind, uuid))

const CAPTURE = "reservations.capture" satisfies OperationId

/** Changes what the customer of a payment link is asked for. */
const UPDATE = "orders.update-payment-link" satisfies OperationId

/** Whether an operation creates an order or a reservation, which the customer is asked to pay. */
function asksToPay(operationId: OperationId): boolean {
  const kind = operationOf(operationId).creates?.kind
  return kind === "order" || kind === "reservation"
}

/** @returns undefined for what the catalogue's own check refuses */
function captureOf({
  subject_uuid: uuid,
  request,
}: Asking): { uuid: string; amountOre: bigint } | undefined {
  const amount = amountIn(request)
  return uuid === null || amount === undefined ? undefined : { uuid, amountOre: toOre(amount) }
}

const written = (amount: BigNumberInput): string => MathBN.convert(amount).toFixed(2)

/**
 * The amount that an earlier attempt of the same intent reserved, or may have: the reservation lowers the outstanding amount,
 * so that a repeated request would otherwise be for another one.
 *
 * @returns decimal major units; undefined when nothing can have been reserved
 */
export function reservedBefore(
  known: Pick<OperationRow, "state" | "request"> | undefined
): string | undefined {
  return known && mayHaveTakenEffect(known) ? totalIn(known.request) : undefined
}
