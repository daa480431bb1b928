import {
  type Answer,
  type ConnectClient,
  isOperationId,
  type OperationId,
  operationOf,
  type RequestOf,
} from "../../connect"
import { toOre } from "../../mapping"
import { isUniqueViolation } from "../../modules/e-invoice/database"
import { isUnsettled } from "../../modules/e-invoice/intent"
import {
  amountIn,
  asksTheSame,
  type OperationRow,
  type StoredAnswer,
  type Subject,
  typedRequest,
} from "../../modules/e-invoice/operations/operation"
import { LeaseLostError } from "../../modules/e-invoice/leases"
import type { JournalFailure } from "../../modules/e-invoice/orders/order-row"
import { withoutPeople } from "../../modules/e-invoice/personal-data/personal-masks"
import type EInvoiceModuleService from "../../modules/e-invoice/service"
import { failureOf, isRefusal, notAllowed, type Refusal } from "../failure"
import { underWay, writePayment } from "../payment-lease"
import { CONFIRM_REPEAT, mayRepeatOfInvoices } from "../refunds/repeated-refund"
import { isOfOneRefund, mayBeApproved } from "../refunds/refund-approval"
import { excludesEffect, notSentInTime, sendOnce } from "../send-once"
import { createdBy, followSuccess, recordInTimeline, senderIsLost } from "./operation-outcome"
import { approvalAsked, prepareOperation } from "./prepare-operation"
import { tellOfRefund } from "./moved-money"
import { afterOtherDoor, givesBack, refuseBesideRefundsElsewhere } from "./refunded-elsewhere"

/** An operation that was carried out. */
export type Performed = {
  readonly row: OperationRow
  /** Whether this run sent it; false where it was done already. */
  readonly sent: boolean
}

/**
 * Carries out an operation that was prepared: sends it once, and keeps what came of it. One that was done already is
 * not sent again.
 *
 * @param check looks once more whether it may be sent, when no other can be sent in its place: what it throws refuses it
 * @throws ConnectError with which the service refused it, or left it in doubt
 * @throws MedusaError when it is under way, or in doubt
 */
export async function performOperation(
  eInvoice: EInvoiceModuleService,
  id: string,
  check?: (claimed: OperationRow) => Promise<void>
): Promise<Performed> {
  const known = await find(eInvoice, id)
  return afterOtherDoor(eInvoice, known, () => perform(eInvoice, known, check))
}

async function perform(
  eInvoice: EInvoiceModuleService,
  known: OperationRow,
  check?: (claimed: OperationRow) => Promise<void>
): Promise<Performed> {
  const row = await claimUnrepeated(eInvoice, known)
  if (row.state === "succeeded") {
    return { row, sent: false }
  }
  const { operations } = eInvoice
  let connect: ConnectClient
  let request: RequestOf<OperationId>
  try {
    connect = eInvoice.connect
    request = typedRequest(operations.secrets.requestOf(row))
    await check?.(row)
    await refuseBesideRefundsElsewhere(eInvoice, row)
    await keepValuesBefore(eInvoice, row)
  } catch (error) {
    return await refuse(eInvoice, row, error)
  }
  const claimed = await operations.renew(row)
  if (!claimed) {
    return await refuse(eInvoice, row, notSentInTime(row.operation_id))
  }
  const call = (budgetMs: number) => connect.call(row.operation_id, request, { budgetMs })
  return { row: await send(eInvoice, claimed, call), sent: true }
}

async function send(
  eInvoice: EInvoiceModuleService,
  row: OperationRow,
  call: (budgetMs: number) => Promise<Answer<unknown>>
): Promise<OperationRow> {
  const { done, ...success } = await sendOnce({
    operationId: row.operation_id,
    timeLeft: () => eInvoice.operations.timeLeft(row),
    send: async (budgetMs) => call(budgetMs()),
    excludesEffect,
    succeeded: async (answer) => {
      const created = createdBy(row.operation_id, answer.data)
      const stored = storedAnswer(row.operation_id, answer)
      const settled = await eInvoice.operations.succeeded(row, stored, created)
      return settled && { done: settled, created, data: answer.data, messageKey: answer.messageKey }
    },
    overtaken: ({ data }) => overtaken(eInvoice, row, createdBy(row.operation_id, data)),
    rejected: (error) => failed(eInvoice, row, error, "rejected"),
    inDoubt: (error) => failed(eInvoice, row, error, "in_doubt"),
  })
  await followSuccess(eInvoice, done, success)
  return done
}

/**
 * Claims what repeats no other, or was confirmed. What a Medusa order owes, it owes once over its invoices and its reservations: of two
 * refunds that are asked for at a time, the second has to see the first, so both are written down under the order's payment lease.
 */
async function claimUnrepeated(
  eInvoice: EInvoiceModuleService,
  known: OperationRow
): Promise<OperationRow> {
  const { orderId, invoiceIds } = await invoicesBeside(eInvoice, known)
  const payment = { orderId, paymentId: known.subject_uuid ?? known.id, of: "refund" as const }
  return writePayment(eInvoice.leases, payment, async (lease) => {
    const row = await claim(eInvoice, known)
    if (row.state === "succeeded") {
      return row
    }
    try {
      await refuseUnconfirmedRepeat(eInvoice, row, invoiceIds)
      await lease.check()
    } catch (error) {
      const isLate = error instanceof LeaseLostError && orderId !== undefined
      return refuse(eInvoice, row, isLate ? underWay(orderId) : error)
    }
    return row
  })
}

/** Rejects what was claimed and not sent. */
async function refuse(
  { operations }: EInvoiceModuleService,
  row: OperationRow,
  error: unknown
): Promise<never> {
  await operations.rejected(row, isRefusal(error) ? refusalOf(error) : failureOf(error))
  throw error
}

async function find({ operations }: EInvoiceModuleService, id: string): Promise<OperationRow> {
  const row = await operations.find(id)
  if (!row) {
    throw notAllowed(`There is no operation ${id}.`)
  }
  return row
}

/** The invoices of the Medusa order whose reservation gives something back; none where it has none. */
async function invoicesBeside(
  { records, orders }: EInvoiceModuleService,
  { operation_id: operation, subject_kind: kind, subject_uuid: uuid }: OperationRow
): Promise<{ orderId?: string; invoiceIds: string[] }> {
  const isRefund = kind === "reservation" && uuid !== null && givesBack(operation, kind)
  const orderId = isRefund ? (await records.ofUuid("reservation", uuid))?.order_id : undefined
  const invoices = orderId ? await orders.statuses.ofOrder(orderId) : []
  return orderId && invoices.length > 0
    ? { orderId, invoiceIds: invoices.map(({ id }) => id) }
    : { invoiceIds: [] }
}

async function claim(eInvoice: EInvoiceModuleService, known: OperationRow): Promise<OperationRow> {
  const { operations } = eInvoice
  const { id } = known
  const claimed = await operations
    .claim(known)
    .catch((error: unknown) => refuseBesideOpen(eInvoice, known, error))
  if (claimed) {
    return claimed
  }
  const row = (await operations.find(id)) ?? known
  if (row.state === "succeeded") {
    return row
  }
  if (row.attempt !== known.attempt && row.state === "rejected") {
    // Another process attempted it in between, without effect.
    return claim(eInvoice, row)
  }
  if (await mayBeApproved(eInvoice, row)) {
    throw approvalAsked()
  }
  if (row.state === "prepared" || row.state === "rejected" || row.may_repeat) {
    const open = await operations.earlier.openBeside(row)
    if (open) {
      throw heldBack(open)
    }
  }
  if (row.state === "prepared" || row.state === "rejected") {
    throw notAllowed(
      "It was not sent: its request was rejected under the same key a moment ago, or was erased since. Give it again."
    )
  }
  const lost = row.state === "sending" && (await senderIsLost(eInvoice, row))
  throw notAllowed(
    row.state === "in_doubt" || lost
      ? "It was not sent again: an earlier attempt got no answer, and it is not known whether it took effect. Check at the service, and record what you found."
      : "It was not sent again: it is under way. Wait for its answer."
  )
}

/**
 * The database lets neither the same request be sent beside an open one, nor two move money of one record at a time. What
 * asks the same as the open one stands for it from now on: whatever becomes of that one, this key does not act beside it. What
 * asks for the approval of one refund stands for no other's, and waits.
 */
async function refuseBesideOpen(
  { operations }: EInvoiceModuleService,
  row: OperationRow,
  error: unknown
): Promise<never> {
  if (!isUniqueViolation(error)) {
    throw error
  }
  const open = await operations.earlier.openBeside(row)
  if (open && isOfOneRefund(row)) {
    throw heldBack(open)
  }
  if (!open || isSameIntent(row, open)) {
    if (open) {
      await operations.standsFor(row.id, open)
    }
    throw notAllowed(
      "It was not sent: the same request is under way, or got no answer and may have taken effect. Check at the service, and record what you found."
    )
  }
  throw heldBack(open)
}

const isSameIntent = (row: OperationRow, open: OperationRow): boolean =>
  (row.operation_id === open.operation_id && row.request_hash === open.request_hash) ||
  asksTheSame(row, open)

const heldBack = (open: OperationRow) =>
  notAllowed(
    `It was not sent: ${wordsOf(open)}, is under way, or got no answer and may have taken effect. Check at the service, and record what you found.`,
    { code: "under_way" }
  )

/**
 * Refuses to move money of the same record shortly after the same operation did: it may be the same intent once more, of the same
 * amount from a window that was told to press again, or of a second person. What names no amount moves all there is, and a refund
 * whose approval was asked for may still be made, as may what staff ruled out. Asked once this one is claimed, so that no other is open.
 * So is a refund beside what was given back of an invoice of the same Medusa order.
 */
async function refuseUnconfirmedRepeat(
  eInvoice: EInvoiceModuleService,
  row: OperationRow,
  invoiceIds: readonly string[]
): Promise<void> {
  const { operations } = eInvoice
  if (row.repeat_confirmed) {
    return
  }
  await refuseSecondSubscription(eInvoice, row)
  if (!row.moves_money || row.subject_uuid === null) {
    return
  }
  const amount = amountIn(row.request)
  const earlier = await operations.earlier.askingConfirmation(row)
  const alike = earlier.find(
    ({ request, actor, is_just_now: isJustNow, awaits_approval: awaitsApproval }) =>
      awaitsApproval ||
      (isJustNow && actor !== row.actor) ||
      isSameAmount(amount, amountIn(request))
  )
  if (alike?.is_ruled_out) {
    throw notAllowed(
      `It was not sent: staff recorded that ${row.operation_id} of ${amount ?? "money"} on the same ${row.subject_kind} was not carried out. The service may have carried it out all the same, or may yet, even days later. It is sent besides only when it is confirmed.`,
      { code: CONFIRM_REPEAT, values: { ruled_out: alike.id } }
    )
  }
  if (alike) {
    const what = `${row.operation_id} on the same ${row.subject_kind}`
    const was = alike.awaits_approval ? "may still be approved" : "was carried out shortly before"
    const message = `It was not sent: ${what} ${was}. ${amount ?? "Money"} is moved besides only when it is confirmed.`
    throw notAllowed(message, { code: CONFIRM_REPEAT })
  }
  if (invoiceIds.length > 0 && (await mayRepeatOfInvoices(eInvoice, invoiceIds))) {
    throw notAllowed(
      `It was not sent: an invoice of the same Medusa order was refunded or credited shortly before, or may be, or its refund is not recorded here yet. ${amount ?? "Money"} is refunded besides only when it is confirmed.`,
      { code: CONFIRM_REPEAT }
    )
  }
}

/** A subscription bills besides whatever else bills its Medusa order, so nothing else tells that it was made already, or may be. */
async function refuseSecondSubscription(
  { operations, records }: EInvoiceModuleService,
  { operation_id: operation, order_id: orderId, record_id: recordId }: OperationRow
): Promise<void> {
  if (operationOf(operation).creates?.kind !== "subscription" || orderId === null) {
    return
  }
  const others = (await records.ofOrder("subscription", orderId)).filter(
    ({ id, is_over: isOver }) => id !== recordId && !isOver
  )
  for (const { id, remote_uuid: subscription } of others) {
    if (subscription !== null) {
      throw notAllowed(
        `Nothing was sent: subscription ${subscription} bills this order already. Another bills besides only when it is confirmed.`,
        { code: CONFIRM_REPEAT, values: { subscription } }
      )
    }
    const creation = await operations.ofRecord(id)
    if (creation && isUnsettled(creation)) {
      throw heldBack(creation)
    }
  }
}

/** Whether an amount may be an earlier one once more. */
const isSameAmount = (amount: string | undefined, earlier: string | undefined): boolean =>
  amount === undefined || (earlier !== undefined && toOre(earlier) === toOre(amount))

const refusalOf = ({ code, message, values }: Refusal): JournalFailure => ({
  kind: code ?? "refused",
  message,
  values,
  at: new Date().toISOString(),
})

function wordsOf({
  operation_id: id,
  request,
  subject_kind: kind,
  sending_at: sentAt,
  created_at: createdAt,
}: OperationRow): string {
  const amount = amountIn(request)
  const since = (sentAt ?? createdAt).toISOString()
  return `${id}${amount === undefined ? "" : ` of ${amount}`} on the same ${kind ?? "order"}, sent ${since}`
}

/** Only what a change replaces can be put back: it is read first, and kept encrypted, without a personal number. */
async function keepValuesBefore(
  { connect, operations }: EInvoiceModuleService,
  row: OperationRow
): Promise<void> {
  if (row.subject_kind !== "customer" || row.subject_uuid === null || row.sealed_before !== null) {
    return
  }
  const { data } = await connect.call("customers.details", {
    params: { customer_uuid: row.subject_uuid },
  })
  const { personalNumber: _never, ...values } = data
  await operations.keepValuesBefore(row.id, values)
}

async function failed(
  eInvoice: EInvoiceModuleService,
  row: OperationRow,
  error: unknown,
  outcome: "rejected" | "in_doubt"
): Promise<never> {
  const { operations, events } = eInvoice
  const failure = failureOf(error)
  const unknown = outcome === "in_doubt"
  await (unknown ? operations.inDoubt(row, failure) : operations.rejected(row, failure))
  await recordInTimeline(eInvoice, row, unknown ? "failed" : "refused", {
    message: failure.message,
    message_key: failure.messageKey,
  })
  if (unknown && !row.may_repeat) {
    await events.emit("e_invoice.operation_in_doubt", {
      id: row.id,
      operation: row.operation_id,
      order_id: row.order_id,
    })
  } else if (!unknown) {
    await tellOfRefund(eInvoice, row, "refused", failure.messageKey)
  }
  throw error
}

/**
 * An attempt took effect that was taken for lost, and a later one is under way: staff are told, and what it created is
 * followed as a record of its own.
 */
async function overtaken(
  eInvoice: EInvoiceModuleService,
  row: OperationRow,
  created: Subject | undefined
): Promise<never> {
  const kind = operationOf(row.operation_id).creates?.kind
  if (created && kind) {
    await eInvoice.records.adopt(kind, created.uuid, {
      orderId: row.order_id ?? undefined,
      customerId: row.customer_id ?? undefined,
    })
  }
  await recordInTimeline(eInvoice, row, "failed", {
    message: "An earlier attempt took effect, too.",
    created: created?.uuid,
  })
  await eInvoice.events.emit("e_invoice.operation_in_doubt", {
    id: row.id,
    operation: row.operation_id,
    order_id: row.order_id,
  })
  throw notAllowed(
    "This attempt took effect although it counted as lost, and another was sent since. Check at the service, and undo one of the two."
  )
}

function storedAnswer(id: OperationId, answer: Answer<unknown>): StoredAnswer {
  const { provenance, assumed = [] } = operationOf(id)
  const unpublished =
    provenance === "assumed" || assumed.includes("data") || assumed.includes("success")
  return {
    httpStatus: answer.httpStatus,
    messageKey: answer.messageKey,
    data: withoutPeople(answer.data),
    ...(unpublished && { raw: withoutPeople(answer.raw) }),
  }
}

type Undone =
  | { readonly undoneBy: string; readonly leaves: string | undefined }
  | { readonly nothingDone: string }

/**
 * Undoes an operation that was carried out, where the service has an inverse. The undoing is an operation of its own
 * with its own row, and is sent at most once, however often it is asked for.
 *
 * @returns what undid it, and what stays nevertheless; or why nothing was done
 * @throws ConnectError when the service refused, or left it in doubt
 */
export async function undoOperation(eInvoice: EInvoiceModuleService, id: string): Promise<Undone> {
  const { operations } = eInvoice
  const row = await operations.find(id)
  if (!row || row.state !== "succeeded") {
    return { nothingDone: "It was not carried out." }
  }
  const { inverse } = operationOf(row.operation_id)
  if (!inverse || "none" in inverse || !isOperationId(inverse.operation)) {
    return {
      nothingDone: inverse && "none" in inverse ? inverse.none : "It changed nothing.",
    }
  }
  const request =
    row.subject_uuid === null
      ? undefined
      : inverse.request(row.subject_uuid, operations.secrets.valuesBefore(row))
  if (!request) {
    return { nothingDone: "Too little is known of what was there before." }
  }
  const prepared = await prepareOperation(eInvoice, inverse.operation, request, {
    actor: "medusa",
    idempotencyKey: `undo:${row.id}`,
    orderId: row.order_id ?? undefined,
    customerId: row.customer_id ?? undefined,
  })
  const { row: undone } = await performOperation(eInvoice, prepared.id)
  return { undoneBy: undone.id, leaves: inverse.leaves?.(row.request) }
}
