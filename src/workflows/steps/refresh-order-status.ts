import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

import { ConnectError, OperationDisabledError } from "../../connect"
import { takeUpNamedOrder } from "../../domain/callbacks/named-by-callback"
import { refusal } from "../../domain/failure"
import { awaitsCancellation } from "../../domain/status/cancel-at-service"
import {
  reconcileStatus,
  lookUpStatus,
  lookUpStatusInList,
  callbackSecretsOf,
  provenStatus,
  reportOf,
  type StatusReport,
} from "../../domain/status/reconcile-status"
import type { FollowedOrder } from "../../modules/e-invoice/orders/order-row"
import {
  goalOf,
  type LastingStatus,
  type StatusGoal,
  type Verdict,
} from "../../modules/e-invoice/orders/order-status"
import type { StatusObserver } from "../../modules/e-invoice/orders/statuses"
import type EInvoiceModuleService from "../../modules/e-invoice/service"
import type { TimelineActor } from "../../modules/e-invoice/timeline"
import { callStaff } from "../call-staff"
import { eInvoiceModule, momentOf, noSuchOrder } from "../e-invoice-module"

/** The e-invoice order to refresh, for whom and why, and what is known of it already. */
export type RefreshOrderStatusInput = {
  e_invoice_order_id: string
  observer: StatusObserver
  /** Who asked, for the timeline. */
  actor: TimelineActor
  /** The callback that gave the hint: believed by its checksum where the service cannot be asked. */
  callback_id?: string | undefined
  /** The order's line of a status list that was just read. */
  report?: { word: string; refunded?: number | undefined } | undefined
  /** The moment of the check in ISO 8601, when it is not the present. */
  at?: string | undefined
}

/**
 * - `refreshed`: the service gave the order's status
 * - `not-created`: the order is not known to exist at the service yet
 * - `not-proven`: `orders.status` is switched off, and neither a callback nor the list that staff asked for tells a status
 */
export type RefreshOutcome = "refreshed" | "not-created" | "not-proven"

/** The status of an e-invoice order, whether it is new, and what it requires of Medusa. */
export type RefreshOrderStatusOutput = {
  outcome: RefreshOutcome
  status: LastingStatus | null
  paid: boolean
  verdict: Verdict
  goal: StatusGoal
  /** A cancellation that the service has not confirmed. */
  cancelling: boolean
  /** When the Medusa order changed, where the invoice has not followed it: ISO 8601. */
  order_changed_at: string | null
  /** A callback named a second order at the service, and it is not known to be gone. */
  second_order: boolean
  /** The total refunded at the service in major units, where it gives one. */
  refunded: number | null
}

/** Id of `refreshOrderStatusStep`. */
export const refreshOrderStatusStepId = "refresh-e-invoice-order-status"

/**
 * Reads an order's status from the service, judges it, and stores a new one.
 *
 * @throws MedusaError not_found when there is no such e-invoice order
 * @throws MedusaError not_allowed when the service could not be asked
 */
export const refreshOrderStatusStep = createStep(
  refreshOrderStatusStepId,
  async (input: RefreshOrderStatusInput, { container }) => {
    const eInvoice = eInvoiceModule(container)
    await takeUpCallback(eInvoice, input)
    const before = await eInvoice.orders.statuses.find(input.e_invoice_order_id)
    if (!before) {
      throw noSuchOrder(input.e_invoice_order_id)
    }
    if (before.state !== "succeeded") {
      return new StepResponse(outputOf(eInvoice, before, "not-created"))
    }
    const report = await reportFor(container, before, input)
    if (!report) {
      return new StepResponse(outputOf(eInvoice, before, "not-proven"))
    }
    if (before.flags.includes("status_unknown")) {
      await eInvoice.orders.statuses.unflag(before.id, "status_unknown")
    }
    const { order, verdict } = await reconcileStatus(eInvoice, before.id, report, {
      by: input.observer,
      actor: input.actor,
      now: momentOf(eInvoice, input),
    })
    return new StepResponse({
      ...outputOf(eInvoice, order, "refreshed"),
      verdict,
      refunded: report.refunded ?? null,
    })
  }
)

/** A callback may name an order whose creation was never answered. */
async function takeUpCallback(
  eInvoice: EInvoiceModuleService,
  input: RefreshOrderStatusInput
): Promise<void> {
  const callback = await callbackOf(eInvoice, input)
  const row = callback && (await eInvoice.orders.creations.find(input.e_invoice_order_id))
  if (callback && row) {
    await takeUpNamedOrder(eInvoice, row, callback.parameters, momentOf(eInvoice, input))
  }
}

const callbackOf = ({ inbox }: EInvoiceModuleService, { callback_id }: RefreshOrderStatusInput) =>
  callback_id === undefined ? undefined : inbox.unprocessed(callback_id)

async function reportFor(
  container: MedusaContainer,
  order: FollowedOrder,
  input: RefreshOrderStatusInput
): Promise<StatusReport | undefined> {
  const eInvoice = eInvoiceModule(container)
  const { report } = input
  if (report) {
    return reportOf(report.word, report.refunded)
  }
  try {
    return await lookUpStatus(eInvoice.connect, order.orderUuid ?? "")
  } catch (error) {
    if (!(error instanceof OperationDisabledError)) {
      await flagIfUnknown(container, order, { error, now: momentOf(eInvoice, input) })
      throw refusal("The service could not be asked for the status", error, "status_unknown")
    }
    return (await provenReport(eInvoice, order, input)) ?? listedReport(eInvoice, order, input)
  }
}

/** An order of the last hour may not be shown yet, in milliseconds. */
const SHOWN_AFTER = 60 * 60_000

/** The service is there and gives no status: its token ended, or the order is another account's. No later check would tell. */
async function flagIfUnknown(
  container: MedusaContainer,
  { id, createdAt }: FollowedOrder,
  { error, now }: { error: unknown; now: Date }
): Promise<void> {
  const isAnswered =
    error instanceof ConnectError && (error.kind === "unauthorised" || error.kind === "not-found")
  if (isAnswered && now.getTime() - createdAt.getTime() > SHOWN_AFTER) {
    await callStaff(container, id, "status_unknown", {
      actor: "service",
      action: "status",
      detail: { why: error.message },
      message: `e-invoice: the service gives no status of e-invoice order ${id}: ${error.message}`,
    })
  }
}

async function provenReport(
  eInvoice: EInvoiceModuleService,
  { orderUuid }: FollowedOrder,
  input: RefreshOrderStatusInput
): Promise<StatusReport | undefined> {
  const callback = await callbackOf(eInvoice, input)
  const status =
    callback &&
    provenStatus(callback.parameters, {
      orderUuid,
      secrets: callbackSecretsOf(eInvoice.options),
    })
  return status && reportOf(status)
}

/** Read for staff alone: the sweep reads one list for all that is due, and callbacks come in bursts. */
async function listedReport(
  { connect }: EInvoiceModuleService,
  { orderUuid }: FollowedOrder,
  { observer }: RefreshOrderStatusInput
): Promise<StatusReport | undefined> {
  if (observer !== "admin" || orderUuid === null) {
    return undefined
  }
  try {
    return await lookUpStatusInList(connect, orderUuid)
  } catch (error) {
    if (error instanceof OperationDisabledError) {
      return undefined
    }
    throw refusal("The service could not be asked for the status", error, "status_unknown")
  }
}

function outputOf(
  { options }: EInvoiceModuleService,
  order: FollowedOrder,
  outcome: RefreshOutcome
): RefreshOrderStatusOutput {
  return {
    outcome,
    status: order.status ?? null,
    paid: order.paid,
    verdict: "repeated",
    goal: goalOf(order, options.capturedStatuses),
    cancelling: awaitsCancellation(order),
    order_changed_at: order.orderChangedAt?.toISOString() ?? null,
    second_order: order.flags.includes("second_order"),
    refunded: null,
  }
}

export type ReadInvoiceNumberInput = { e_invoice_order_id: string }

/**
 * - `known`: it is kept with the order
 * - `missing`: the service did not give it; it is read again after a growing gap
 * - `never`: the operation is switched off
 */
export type InvoiceNumberOutcome = "known" | "missing" | "never"

/** Id of `readInvoiceNumberStep`. */
export const readInvoiceNumberStepId = "read-e-invoice-number"

/** Reads the number of an invoice that has none stored. Nothing else waits for it. */
export const readInvoiceNumberStep = createStep(
  readInvoiceNumberStepId,
  async (
    { e_invoice_order_id: id }: ReadInvoiceNumberInput,
    { container }
  ): Promise<StepResponse<InvoiceNumberOutcome>> => {
    const { connect, orders } = eInvoiceModule(container)
    const { statuses } = orders
    const order = await statuses.find(id)
    if (!order?.orderUuid || order.invoiceNumber !== null) {
      return new StepResponse("known")
    }
    try {
      const { data } = await connect.call("orders.invoice-number", {
        params: { order_uuid: order.orderUuid },
      })
      await statuses.keepInvoiceNumber(id, data.invoiceNumber)
      return new StepResponse("known")
    } catch (error) {
      if (!(error instanceof ConnectError)) {
        throw error
      }
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .debug(`e-invoice: no invoice number of e-invoice order ${id} yet: ${error.message}`)
      return new StepResponse(error instanceof OperationDisabledError ? "never" : "missing")
    }
  }
)
