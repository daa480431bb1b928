import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

import { ConnectError, OperationDisabledError } from "../../connect"
import { takeUpNamedOrder } from "../../domain/callbacks/named-by-callback"
import { refusal } from "../../domain/failure"
import { awaitsCancellation } from "../../domain/status/cancel-at-service"
import {
  learnStatus,
  lookUpStatus,
  provenStatus,
  reportOf,
  type StatusReport,
} from "../../domain/status/learn-status"
import type EInvoiceModuleService from "../../modules/e-invoice/service"
import type { FollowedOrder } from "../../modules/e-invoice/orders/order-row"
import {
  goalOf,
  type LastingStatus,
  type StatusGoal,
  type Verdict,
} from "../../modules/e-invoice/orders/order-status"
import type { StatusObserver } from "../../modules/e-invoice/orders/statuses"
import type { TimelineActor } from "../../modules/e-invoice/timeline"
import { eInvoiceModule, momentOf, noSuchOrder } from "../e-invoice-module"

/** Which e-invoice order is looked at, why and for whom, and what is known of it already. */
export type LearnOrderStatusInput = {
  e_invoice_order_id: string
  observer: StatusObserver
  /** Who asked, for the timeline. */
  actor: TimelineActor
  /** The callback that gave the hint: believed by its checksum where the service cannot be asked. */
  callback_id?: string | undefined
  /** What the service just said about the order, when it was asked about many at once. */
  report?: { word: string; refunded?: number | undefined } | undefined
  /** The moment of the look, in ISO 8601, when it is not the present. */
  at?: string | undefined
}

/**
 * - `learned`: the service said what the order is
 * - `not-created`: the order is not known to exist at the service yet
 * - `not-proven`: the service cannot be asked, and no callback proves anything
 */
export type LearnOutcome = "learned" | "not-created" | "not-proven"

/** What an e-invoice order is now, whether that is news, and what it asks for. */
export type LearnOrderStatusOutput = {
  outcome: LearnOutcome
  status: LastingStatus | null
  paid: boolean
  verdict: Verdict
  goal: StatusGoal
  /** A cancellation that the service has not confirmed. */
  cancelling: boolean
  /** A callback named a second order at the service, and it is not known to be gone. */
  second_order: boolean
  /** What went back at the service in total, in major units, where it says so. */
  refunded: number | null
}

/** Id of `learnOrderStatusStep`. */
export const learnOrderStatusStepId = "learn-e-invoice-order-status"

/**
 * Asks the service for an order's status, judges it, and stores it if it is news.
 *
 * @throws MedusaError not_found when there is no such e-invoice order
 * @throws MedusaError not_allowed when the service could not be asked
 */
export const learnOrderStatusStep = createStep(
  learnOrderStatusStepId,
  async (input: LearnOrderStatusInput, { container }) => {
    const eInvoice = eInvoiceModule(container)
    await takeUpCallback(eInvoice, input)
    const before = await eInvoice.orders.statuses.find(input.e_invoice_order_id)
    if (!before) {
      throw noSuchOrder(input.e_invoice_order_id)
    }
    if (before.state !== "succeeded") {
      return new StepResponse(outputOf(eInvoice, before, "not-created"))
    }
    const report = await reportFor(eInvoice, before, input)
    if (!report) {
      return new StepResponse(outputOf(eInvoice, before, "not-proven"))
    }
    const { order, verdict } = await learnStatus(eInvoice, before.id, report, {
      by: input.observer,
      actor: input.actor,
      now: momentOf(eInvoice, input),
    })
    return new StepResponse({
      ...outputOf(eInvoice, order, "learned"),
      verdict,
      refunded: report.refunded ?? null,
    })
  }
)

/** A callback may name an order whose creation was never answered. */
async function takeUpCallback(
  eInvoice: EInvoiceModuleService,
  input: LearnOrderStatusInput
): Promise<void> {
  const callback = await callbackOf(eInvoice, input)
  const row = callback && (await eInvoice.orders.creations.find(input.e_invoice_order_id))
  if (callback && row) {
    await takeUpNamedOrder(eInvoice, row, callback.parameters, momentOf(eInvoice, input))
  }
}

const callbackOf = ({ inbox }: EInvoiceModuleService, { callback_id }: LearnOrderStatusInput) =>
  callback_id === undefined ? undefined : inbox.unprocessed(callback_id)

async function reportFor(
  eInvoice: EInvoiceModuleService,
  order: FollowedOrder,
  input: LearnOrderStatusInput
): Promise<StatusReport | undefined> {
  const { report } = input
  if (report) {
    return reportOf(report.word, report.refunded)
  }
  try {
    return await lookUpStatus(eInvoice.connect, order.orderUuid ?? "")
  } catch (error) {
    if (!(error instanceof OperationDisabledError)) {
      throw refusal("The service could not be asked for the status", error)
    }
    return provenReport(eInvoice, order, input)
  }
}

async function provenReport(
  eInvoice: EInvoiceModuleService,
  { orderUuid }: FollowedOrder,
  input: LearnOrderStatusInput
): Promise<StatusReport | undefined> {
  const callback = await callbackOf(eInvoice, input)
  const status =
    callback &&
    provenStatus(callback.parameters, {
      orderUuid,
      secret: eInvoice.options.callbackSecret,
    })
  return status && reportOf(status)
}

function outputOf(
  { options }: EInvoiceModuleService,
  order: FollowedOrder,
  outcome: LearnOutcome
): LearnOrderStatusOutput {
  return {
    outcome,
    status: order.status ?? null,
    paid: order.paid,
    verdict: "repeated",
    goal: goalOf(order, options.capturedStatuses),
    cancelling: awaitsCancellation(order),
    second_order: order.flags.includes("second_order"),
    refunded: null,
  }
}

/** Whose invoice it is. */
export type LearnInvoiceNumberInput = { e_invoice_order_id: string }

/**
 * - `known`: it is kept with the order
 * - `missing`: the service did not say; it is asked again after a growing gap
 * - `never`: the operation is switched off
 */
export type InvoiceNumberOutcome = "known" | "missing" | "never"

/** Id of `learnInvoiceNumberStep`. */
export const learnInvoiceNumberStepId = "learn-e-invoice-number"

/** Asks for the invoice's number while there is an invoice and none is known. Nothing else waits for it. */
export const learnInvoiceNumberStep = createStep(
  learnInvoiceNumberStepId,
  async (
    { e_invoice_order_id: id }: LearnInvoiceNumberInput,
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
