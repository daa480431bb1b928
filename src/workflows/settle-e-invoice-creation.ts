import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { acquireLockStep, releaseLockStep } from "@medusajs/medusa/core-flows"

import { type Candidate, candidatesOf, isLikely } from "../domain/creation/look-up-order"
import { isAdoptable } from "../domain/creation/recognise-order"
import { adoptOrder, flagSecondOrder } from "../domain/creation/resolve-in-doubt"
import { notAllowed, refusal, unlessSilent } from "../domain/failure"
import type { JournalFailure, OrderRow } from "../modules/e-invoice/orders/order-row"
import type { IntentState } from "../modules/e-invoice/intent"
import type EInvoiceModuleService from "../modules/e-invoice/service"
import type { TimelineActor } from "../modules/e-invoice/timeline"
import {
  eInvoiceModule,
  noSuchOrder,
  ORDER_LOCK_TIMEOUT,
  ORDER_LOCK_TTL,
  orderLockKey,
} from "./e-invoice-module"

/** What staff decided about which creation in doubt. */
export type SettleEInvoiceCreationInput = SettleCreationInput

/** Id of `settleEInvoiceCreationWorkflow`. */
export const settleEInvoiceCreationWorkflowId = "settle-e-invoice-creation"

/** What staff decided about which creation in doubt, or about a further order of the same payment. */
export type SettleCreationInput = {
  e_invoice_order_id: string
  actor: TimelineActor
  /**
   * - `adopt`: the order named by `order_uuid` is the one; others that fitted stay flagged as second orders
   * - `create-again`: it does not exist; the next attempt of the checkout may send it again
   * - `give-up`: it is not asked about any longer
   * - `declare-foreign`: the further order named by `order_uuid` is none of this payment's
   *
   * `create-again` and `give-up` are rejected while the service shows an order that seems to be the one, unless `not_it` names it.
   */
  decision: "adopt" | "create-again" | "give-up" | "declare-foreign"
  /** The number of the attempt that was decided about, as the order showed it. Not with `declare-foreign`. */
  attempt?: number | undefined
  /** The order at the service that is adopted or declared foreign. */
  order_uuid?: string | undefined
  /** Orders at the service that staff compared with what was sent, and that are others. */
  not_it?: readonly string[] | undefined
}

/** Id of `settleCreationStep`. */
export const settleCreationStepId = "settle-e-invoice-creation"

/**
 * Carries out what staff decided about an order of which it is unknown whether it exists, or about a second order.
 *
 * @throws MedusaError not_found when there is no such e-invoice order
 * @throws MedusaError not_allowed when that attempt is not in doubt (any more), the order named is not the one, or the service shows
 * one that may be it and that staff did not exclude
 */
export const settleCreationStep = createStep(
  settleCreationStepId,
  async (input: SettleCreationInput, { container }) => {
    const eInvoice = eInvoiceModule(container)
    const row = await eInvoice.orders.creations.find(input.e_invoice_order_id)
    if (!row) {
      throw noSuchOrder(input.e_invoice_order_id)
    }
    if (input.decision === "declare-foreign") {
      await declareForeign(eInvoice, row, input)
      return new StepResponse(row.state)
    }
    const isSeen = row.state === "in_doubt" && row.attempt === input.attempt
    const settled = !isSeen
      ? undefined
      : input.decision === "adopt"
        ? await adopt(eInvoice, row, input)
        : await close(eInvoice, row, input)
    if (!settled) {
      const now = (await eInvoice.orders.creations.find(row.id)) ?? row
      throw notAllowed(
        `Nothing was settled: the order is ${now.state} at attempt ${now.attempt}, and only the attempt in doubt that was shown can be settled. Refresh it and check again.`,
        { code: "settled_meanwhile" }
      )
    }
    return new StepResponse(settled.state)
  }
)

/**
 * Carries out what staff decided about an order whose creation is in doubt: adopt one
 * that was found there, allow the checkout to create it again, or give it up.
 *
 * @throws MedusaError not_found when there is no such e-invoice order
 * @throws MedusaError not_allowed when it is not in doubt, or the order named is not the one
 *
 * @example
 * await settleEInvoiceCreationWorkflow(container).run({
 *   input: {
 *     e_invoice_order_id: "einvord_01J...",
 *     decision: "adopt",
 *     order_uuid: "ODR1234567890",
 *     actor: "admin:user_01J...",
 *   },
 * })
 */
export const settleEInvoiceCreationWorkflow = createWorkflow(
  settleEInvoiceCreationWorkflowId,
  (input: WorkflowData<SettleEInvoiceCreationInput>): WorkflowResponse<IntentState> => {
    const key = transform({ input }, (data) => orderLockKey(data.input.e_invoice_order_id))
    acquireLockStep({
      key,
      timeout: ORDER_LOCK_TIMEOUT,
      ttl: ORDER_LOCK_TTL,
      executeOnSubWorkflow: true,
    })
    const state = settleCreationStep(input)
    releaseLockStep({ key, executeOnSubWorkflow: true })
    return new WorkflowResponse(state)
  }
)

async function declareForeign(
  { orders: { others }, timeline }: EInvoiceModuleService,
  { id }: OrderRow,
  { order_uuid: orderUuid = "", actor }: SettleCreationInput
): Promise<void> {
  if (!(await others.reported(id, orderUuid, { state: "foreign" }))) {
    throw notAllowed(`order_uuid: ${orderUuid} is not among the further orders of this payment.`, {
      code: "settled_meanwhile",
    })
  }
  await others.unflagWhenNoneIsOpen(id)
  await timeline.record({
    eInvoiceOrderId: id,
    actor,
    action: "second-order",
    outcome: "note",
    detail: { second_order_uuid: orderUuid, foreign: true },
  })
}

async function adopt(
  eInvoice: EInvoiceModuleService,
  row: OrderRow,
  { order_uuid: orderUuid, actor }: SettleCreationInput
): Promise<OrderRow | undefined> {
  if (!orderUuid) {
    throw notAllowed("order_uuid: name the order at the service that is to be adopted.")
  }
  const linked = await eInvoice.orders.creations.linkedOrders([orderUuid])
  if (linked.has(orderUuid) && row.remote_order_uuid !== orderUuid) {
    throw notAllowed(`order_uuid: ${orderUuid} belongs to another order of this store already.`, {
      code: "linked_elsewhere",
      values: { uuid: orderUuid },
    })
  }
  try {
    const { data } = await eInvoice.connect.call("orders.details", {
      params: { order_uuid: orderUuid },
    })
    if (!isAdoptable(row, data, eInvoice.keys)) {
      throw notAllowed(
        `order_uuid: ${orderUuid} is for something else: its reference, customer or amounts differ from what was sent.`,
        { code: "not_this_order", values: { uuid: orderUuid } }
      )
    }
    const others = await fittingOrders(eInvoice, row)
    const adopted = await adoptOrder(eInvoice, row, data, {
      by: "staff",
      actor,
    })
    if (adopted) {
      await keepCandidates(
        eInvoice,
        row,
        others.filter((uuid) => uuid !== orderUuid),
        actor
      )
    }
    return adopted
  } catch (error) {
    throw refusal("The order was not adopted", error, "not_adopted")
  }
}

/** The orders at the service that may be the one: as staff see them now, and as the last look-up found them. */
async function fittingOrders(eInvoice: EInvoiceModuleService, row: OrderRow): Promise<string[]> {
  const found = row.failure?.lookup?.orderUuids ?? []
  const fitting = (await candidatesIfKnown(eInvoice, row)).filter(({ isOther }) => !isOther)
  return [...new Set([...found, ...fitting.map(({ order }) => order.orderUuid)])]
}

/** None where the service gives no list: then staff alone decide. */
const candidatesIfKnown = async (
  eInvoice: EInvoiceModuleService,
  row: OrderRow
): Promise<Candidate[]> =>
  (await unlessSilent(() => candidatesOf(eInvoice, row, eInvoice.options.requestBudget)))
    ?.candidates ?? []

/** Each of the others that fitted may be a second invoice: it stays open until it is ended there, or declared foreign. */
async function keepCandidates(
  eInvoice: EInvoiceModuleService,
  { id }: OrderRow,
  others: readonly string[],
  actor: TimelineActor
): Promise<void> {
  for (const uuid of others) {
    await flagSecondOrder(eInvoice, id, uuid, { foundBy: "candidate", actor })
  }
}

async function close(
  eInvoice: EInvoiceModuleService,
  row: OrderRow,
  { decision, actor, not_it: notIt = [] }: SettleCreationInput
): Promise<OrderRow | undefined> {
  await refuseWhileOneMayBeIt(eInvoice, row, notIt)
  const {
    orders: { creations },
    timeline,
  } = eInvoice
  const failure: JournalFailure = {
    kind: "ambiguous",
    message: "The creation was sent and not answered.",
    ...row.failure,
    at: new Date().toISOString(),
  }
  const closed =
    decision === "give-up"
      ? await creations.abandoned(row, failure)
      : await creations.rejected(row, "staff", failure)
  if (closed) {
    await timeline.record({
      eInvoiceOrderId: row.id,
      actor,
      action: decision,
      outcome: "done",
    })
  }
  return closed
}

/** Sent again, or billed otherwise once it is given up, it would be asked for twice. */
async function refuseWhileOneMayBeIt(
  eInvoice: EInvoiceModuleService,
  row: OrderRow,
  notIt: readonly string[]
): Promise<void> {
  const likely = (await candidatesIfKnown(eInvoice, row))
    .filter(isLikely)
    .map(({ order }) => order.orderUuid)
    .filter((uuid) => !notIt.includes(uuid))
  if (likely.length > 0) {
    throw notAllowed(
      `Nothing was settled: the service shows what may be this order: ${likely.join(", ")}. Compare each with what was sent; adopt it, or name in not_it each that is another.`,
      { code: "candidate_not_excluded", values: { uuids: likely.join(", ") } }
    )
  }
}
