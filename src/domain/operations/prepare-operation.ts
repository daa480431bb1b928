import { randomUUID } from "node:crypto"

import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import { type Creation, type OperationId, OperationDisabledError, operationOf } from "../../connect"
import { wireRequest } from "../../connect/wire-request"
import type { BilledLine } from "../../mapping"
import {
  type AnyRequest,
  isSameRequest,
  mayRepeat,
  movesMoney,
  type OperationRow,
  requestHashes,
  type Subject,
  subjectOf,
} from "../../modules/e-invoice/operations/operation"
import { withoutPeople } from "../../modules/e-invoice/personal-data/personal-masks"
import { notAllowed } from "../failure"
import { mayBeApproved } from "../refunds/refund-approval"
import type EInvoiceModuleService from "../../modules/e-invoice/service"
import type { TimelineActor } from "../../modules/e-invoice/timeline"

/** Who asks for an operation, and the Medusa records to link it to. */
export type OperationIntent = {
  readonly actor: TimelineActor
  /** The same key never sends twice; one of its own when left out. */
  readonly idempotencyKey?: string | undefined
  readonly orderId?: string | undefined
  readonly customerId?: string | undefined
  /** Lower-case ISO 4217 code of a created record; the first of the option `currencies` when left out. */
  readonly currencyCode?: string | undefined
  /** That the same amount is to be moved once more, shortly after a doubt about it was settled. */
  readonly repeatConfirmed?: boolean | undefined
  /** Id of the refund of a checkout's order that the operation is part of. */
  readonly refundId?: string | undefined
  /** What the products of an order that is reserved were made of, in their order. */
  readonly lines?: readonly BilledLine[] | undefined
}

/**
 * Writes an operation down before anything is sent: checked, with the request encrypted, under its idempotency key.
 *
 * @returns the row; the one that stands already when the key was used for the same request before
 * @throws RefusedError naming every bad field
 * @throws OperationDisabledError when the merchant switched the operation off
 * @throws MedusaError when the key was used for another request, or the operation belongs elsewhere
 */
export async function prepareOperation(
  eInvoice: EInvoiceModuleService,
  id: OperationId,
  request: AnyRequest,
  intent: OperationIntent
): Promise<OperationRow> {
  const { operations, keys, options } = eInvoice
  if (options.operations[id]?.enabled === false) {
    throw new OperationDisabledError(id)
  }
  await operations.eraseExpired()
  const hashes = requestHashes(keys, id, request)
  const known =
    intent.idempotencyKey === undefined ? undefined : await operations.ofKey(intent.idempotencyKey)
  if (known) {
    return known.operation_id === id ? again(eInvoice, known, request, hashes, intent) : keyTaken()
  }
  // The database refuses the same request while the first is open; it knows that one by its key's hash.
  const hash = (await operations.earlier.openHash(id, hashes)) ?? hashes[0]
  const subject = subjectOf(request)
  const order = await checkoutOrderOf(eInvoice, id, request, subject, intent)
  const announced = eInvoice.records.announce()
  const { creates: creation } = operationOf(id)
  const complete = withCallback(request, creation, announced.callbackUrl)
  wireRequest(operationOf(id), complete, "")
  if (creation) {
    await remember(eInvoice, announced.id, creation, request, intent)
  }
  const row = await operations.prepare({
    operationId: id,
    idempotencyKey: intent.idempotencyKey ?? randomUUID(),
    requestHash: hash,
    mayRepeat: mayRepeat(id),
    movesMoney: movesMoney(id),
    subject,
    recordId: creation && announced.id,
    eInvoiceOrderId: order?.id,
    orderId: intent.orderId ?? order?.order_id ?? undefined,
    customerId: intent.customerId,
    actor: intent.actor,
    request: complete,
    shown: withoutPeople(request),
    lines: intent.lines,
    repeatConfirmed: intent.repeatConfirmed === true,
  })
  return row ?? prepareOperation(eInvoice, id, request, intent)
}

/**
 * The same key once more: what certainly had no effect may be corrected and tried again. A further key of an operation
 * finds that one.
 */
async function again(
  eInvoice: EInvoiceModuleService,
  known: OperationRow,
  request: AnyRequest,
  hashes: readonly [string, ...string[]],
  { lines, repeatConfirmed }: OperationIntent
): Promise<OperationRow> {
  const { operations, callbackTokens, records } = eInvoice
  const same = known.same_as === null ? undefined : await operations.find(known.same_as)
  const row = same ?? known
  const open =
    row.state === "prepared" ||
    row.state === "rejected" ||
    (row.state === "in_doubt" && row.may_repeat)
  if (!isSameRequest(known, request, hashes) && row.state !== "rejected") {
    return keyTaken()
  }
  if (!open) {
    return row
  }
  if (await mayBeApproved(eInvoice, row)) {
    throw approvalAsked()
  }
  const callbackUrl =
    row.record_id === null
      ? callbackTokens.addressOf(callbackTokens.issue(row.id))
      : await records.callbackUrl(row.record_id)
  const complete = withCallback(request, operationOf(row.operation_id).creates, callbackUrl)
  wireRequest(operationOf(row.operation_id), complete, "")
  await operations.prepareAgain(row, {
    requestHash: hashes[0],
    request: complete,
    shown: withoutPeople(request),
    lines,
    repeatConfirmed: repeatConfirmed === true,
  })
  return row
}

/** The operator may still carry out what the service rejected: nothing is sent in its place. */
export const approvalAsked = () =>
  notAllowed(
    "The refund was not sent: its approval was asked for, and the service's operator may still carry it out. Record how the operator decided first.",
    { code: "approval_asked" }
  )

function keyTaken(): never {
  throw new MedusaError(
    MedusaError.Types.INVALID_DATA,
    "Idempotency-Key: was used for another request; use a new one for each intended change"
  )
}

/** Of a checkout's order, the service and Medusa must show the same paid and refunded. */
async function checkoutOrderOf(
  eInvoice: EInvoiceModuleService,
  id: OperationId,
  { body }: AnyRequest,
  subject: Subject | undefined,
  { refundId }: OperationIntent
): Promise<{ id: string; order_id: string | null } | undefined> {
  if (subject?.kind !== "order") {
    return undefined
  }
  const [order] = await eInvoice.listEInvoiceOrders(
    { remote_order_uuid: subject.uuid },
    { take: 1, select: ["id", "order_id"] }
  )
  if (order && id === "orders.refund") {
    throw notAllowed(
      "The refund was not sent: this order was paid at checkout. Refund the payment of its Medusa order; the service is told then.",
      { code: "paid_at_checkout" }
    )
  }
  if (order && id === "refunds.request-approval" && refundId === undefined) {
    throw notAllowed(
      "Approval was not requested: this order was paid at checkout. Request it for the rejected refund, in the order's Refunds section.",
      { code: "paid_at_checkout" }
    )
  }
  if (
    id === "orders.delayed-charge" &&
    (order || (await isPaidByCustomer(eInvoice, subject.uuid)))
  ) {
    throw notAllowed(
      "Nothing was charged: this order is an invoice or a payment link, which its customer pays. Only an order that was made to be charged later can be charged.",
      { code: "paid_by_customer" }
    )
  }
  const changesAmount =
    isObject(body) && (body["products"] !== undefined || body["orderSummary"] !== undefined)
  const changesCallback = isObject(body) && body["callback"] !== undefined
  if (order && id === "orders.update-payment-link" && changesAmount) {
    throw notAllowed(
      "The payment link was not changed: products and orderSummary are those of the payment in Medusa. Cancel the order and bill it anew to change what is to be paid.",
      { code: "amount_fixed" }
    )
  }
  if (order && id === "orders.update-payment-link" && changesCallback) {
    throw notAllowed(
      "The payment link was not changed: callback is where the service reports that this order is paid."
    )
  }
  return order
}

/** Whether an order was made from here, and not to be charged later. */
async function isPaidByCustomer(
  { operations, records }: EInvoiceModuleService,
  uuid: string
): Promise<boolean> {
  const record = await records.ofUuid("order", uuid)
  const creation = record && (await operations.ofRecord(record.id))
  return creation !== undefined && operationOf(creation.operation_id).creates?.chargedLater !== true
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Fills in our own callback address where the caller gave none. */
function withCallback(
  request: AnyRequest,
  creation: Creation | undefined,
  callbackUrl: string
): AnyRequest {
  if (!creation?.reportsBack || !isObject(request.body)) {
    return request
  }
  const callback = request.body["callback"] ?? {}
  return isObject(callback) && callback["callbackUrl"] === undefined
    ? {
        ...request,
        body: { ...request.body, callback: { ...callback, callbackUrl } },
      }
    : request
}

async function remember(
  { records, options }: EInvoiceModuleService,
  id: string,
  { kind, reportsBack }: Creation,
  { body }: AnyRequest,
  intent: OperationIntent
): Promise<void> {
  const summary = isObject(body) ? body["orderSummary"] : undefined
  const total = isObject(summary) ? summary["grandTotal"] : undefined
  await records.begin(id, {
    kind,
    reportsBack,
    orderId: intent.orderId,
    customerId: intent.customerId,
    organizationId: organizationIn(body),
    amount: total === undefined ? undefined : String(total),
    currencyCode: intent.currencyCode ?? options.currencies[0] ?? "nok",
  })
}

/** The organization number that a request names: of the company that is checked, or that buys. */
function organizationIn(body: unknown): string | undefined {
  const { companyId, customerDetails } = organization.safeParse(body).data ?? {}
  return companyId ?? customerDetails?.organizationId ?? undefined
}

const digits = z.union([z.string().min(1), z.number()]).transform(String)

const organization = z.object({
  companyId: digits.optional(),
  customerDetails: z.object({ organizationId: digits.nullish().catch(undefined) }).nullish(),
})
