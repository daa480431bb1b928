import { MedusaError } from "@medusajs/framework/utils"

import { ConnectError, parseOrderStatus } from "../../../connect"
import { type Candidate, candidatesOf, isLikely } from "../../../domain/creation/look-up-order"
import {
  recordCandidates,
  sentAmount,
  shownMovement,
} from "../../../domain/operations/operation-evidence"
import { refundEvidence } from "../../../domain/refunds/refund-evidence"
import { oreNumber } from "../../../mapping"
import type { OperationRow } from "../../../modules/e-invoice/operations/operation"
import type EInvoiceModuleService from "../../../modules/e-invoice/service"
import { eInvoiceModule, noSuchOrder } from "../../../workflows/e-invoice-module"
import { maySeeCustomers, type Reader } from "./customer-names"
import { type Problem, problemOf } from "./failures"

/** What asks the service, or why it could not be asked. */
async function askService<Evidence>(
  ask: () => Promise<Evidence>
): Promise<{ evidence: Evidence | null; problem: Problem | null }> {
  try {
    return { evidence: await ask(), problem: null }
  } catch (error) {
    if (error instanceof ConnectError) {
      return { evidence: null, problem: problemOf(error) }
    }
    throw error
  }
}

/**
 * What the service has that may be the order in doubt, the likeliest first: by it staff decide. Amounts in major units.
 *
 * @throws MedusaError when there is no such order
 */
export async function creationSettlement(reader: Reader, id: string) {
  const eInvoice = eInvoiceModule(reader.scope)
  const row = await eInvoice.orders.creations.find(id)
  if (!row) {
    throw noSuchOrder(id)
  }
  const isNamed = await maySeeCustomers(reader)
  const { evidence, problem } = await askService(() =>
    candidatesOf(eInvoice, row, eInvoice.options.requestBudget)
  )
  return {
    sent_at: row.sending_at ?? row.created_at,
    candidates: (evidence?.candidates ?? []).map((candidate) => shownCandidate(candidate, isNamed)),
    /** Whether the service showed all of its orders of that time. */
    complete: evidence?.isWhole ?? false,
    problem,
  }
}

const shownCandidate = (candidate: Candidate, isNamed: boolean) => {
  const { order, contradictions, isAdoptable } = candidate
  return {
    order_uuid: order.orderUuid,
    status: parseOrderStatus(order.status) ?? order.status,
    amount: order.orderSummary?.grandTotal ?? null,
    date: order.orderDate ?? null,
    reference: order.referenceNo ?? null,
    customer: isNamed ? contactOf(order) : null,
    contradictions,
    /** Whether it is certainly another order, or of less than was sent: it is not adopted. */
    is_other: !isAdoptable,
    /** Whether it seems to be the order: who settles otherwise names it in `not_it`. */
    is_likely: isLikely(candidate),
  }
}

const contactOf = ({ customerDetails }: Candidate["order"]): string | null =>
  [customerDetails?.name, customerDetails?.email].filter(Boolean).join(", ") || null

/**
 * What the service shows of a refund that staff settle, and which outcome that contradicts. Amounts in major units.
 *
 * @throws MedusaError when there is no such refund
 */
export async function refundSettlement({ scope }: Reader, id: string, refundId: string) {
  const eInvoice = eInvoiceModule(scope)
  const [order, row] = await Promise.all([
    eInvoice.orders.statuses.find(id),
    eInvoice.refunds.find(refundId),
  ])
  if (!order || row?.e_invoice_order_id !== id) {
    throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no refund ${refundId}.`)
  }
  const { evidence, problem } = await askService(() => refundEvidence(eInvoice, order, row))
  return {
    status: evidence?.report.word ?? null,
    /** In all, as the service says; null where it names no amount. */
    refunded: evidence?.report.refunded ?? null,
    /** In all, as it is recorded here, without the refund in question. */
    recorded: evidence && oreNumber(evidence.recordedOre),
    contradicts: evidence?.contradicts ?? null,
    /** Whether it shows a refund and names no amount, so that it may be another one. */
    may_be_another: evidence?.mayBeAnother ?? false,
    problem,
  }
}

/**
 * What the service shows of an operation in doubt: records that it may have made, or what was moved on its record. Amounts in
 * major units.
 *
 * @throws MedusaError when there is no such operation
 */
export async function operationSettlement(reader: Reader, id: string) {
  const eInvoice = eInvoiceModule(reader.scope)
  const row = await eInvoice.operations.find(id)
  if (!row) {
    throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no operation ${id}.`)
  }
  const [isNamed, currencyCode] = await Promise.all([
    maySeeCustomers(reader),
    currencyOf(eInvoice, row),
  ])
  const { evidence, problem } = await askService(async () => ({
    listed: await recordCandidates(eInvoice, row),
    moved: await shownMovement(eInvoice, row),
  }))
  const { listed, moved } = evidence ?? {}
  return {
    currency_code: currencyCode,
    /** Of the record that it makes; null where it makes none. */
    sent: sentAmount(row.request) ?? null,
    /** Null where the service has no list of such records. */
    candidates:
      listed?.candidates.map(({ customer, ...candidate }) => ({
        ...candidate,
        customer: isNamed ? customer : null,
      })) ?? null,
    /** Whether the service showed all of its records of that time. */
    complete: listed?.isWhole ?? false,
    moved: moved
      ? {
          shown: oreNumber(moved.shownOre),
          recorded: oreNumber(moved.recordedOre),
          covers_it: moved.coversIt,
        }
      : null,
    problem,
  }
}

/** The currency of the record that an operation is about or makes; the first of the store's where it is not remembered. */
async function currencyOf(
  { records, options }: EInvoiceModuleService,
  { record_id: id }: OperationRow
): Promise<string> {
  const record = id === null ? undefined : await records.find(id)
  return record?.currency_code ?? options.currencies[0] ?? "nok"
}
