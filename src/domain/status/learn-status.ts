import { MedusaError } from "@medusajs/framework/utils"

import { saysPaid } from "../callbacks/callback-evidence"
import {
  isRefundedStatus,
  type Judgement,
  judgeStatus,
  type Verdict,
} from "../../modules/e-invoice/status/order-status-machine"
import type EInvoiceModuleService from "../../modules/e-invoice/service"
import type { StatusReport } from "./status-lookup"
import type { FollowedOrder } from "../../modules/e-invoice/status/followed-order"
import type { StatusObserver } from "../../modules/e-invoice/status/status-records"
import type { TimelineActor } from "../../modules/e-invoice/timeline"

/** How often a decision is made anew because another process stored something first. */
const MOST_ATTEMPTS = 10

export type LearnDependencies = Pick<
  EInvoiceModuleService,
  "statuses" | "timeline" | "inbox" | "events" | "options"
>

export type LearnContext = {
  /** Who asked for the look; kept with the order. */
  readonly by: StatusObserver
  /** The same, for the timeline. */
  readonly actor: TimelineActor
  readonly now?: Date
}

export type Learned = {
  /** The order as it is known now. */
  readonly order: FollowedOrder
  readonly verdict: Verdict
}

/**
 * Judges what the service reports, stores it if it is news, and tells timeline and event bus. Of several processes with
 * the same news exactly one finds that it advanced.
 *
 * @throws MedusaError when there is no such e-invoice order
 */
export async function learnStatus(
  dependencies: LearnDependencies,
  id: string,
  report: StatusReport,
  context: LearnContext
): Promise<Learned> {
  const { statuses } = dependencies
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const order = await existing(statuses, id)
    const judgement = await judge(dependencies, order, report)
    if (judgement.verdict !== "advanced") {
      await noteIfStrange(dependencies, { order, report, context }, judgement)
      return { order, verdict: judgement.verdict }
    }
    if (await statuses.advance(order, judgement, context.by, context.now)) {
      await tell(dependencies, { order, report, context }, judgement)
      return {
        order: await existing(statuses, id),
        verdict: judgement.verdict,
      }
    }
  }
  throw new MedusaError(
    MedusaError.Types.CONFLICT,
    `The status of e-invoice order ${id} kept changing while it was being recorded. Try again.`
  )
}

type News = {
  order: FollowedOrder
  report: StatusReport
  context: LearnContext
}

async function judge(
  dependencies: LearnDependencies,
  order: FollowedOrder,
  report: StatusReport
): Promise<Judgement> {
  if (report.status === undefined) {
    return { status: order.status, paid: order.paid, verdict: "passing" }
  }
  const heard = judgeStatus(order, report.status)
  const whatWentBackIsOpen = isRefundedStatus(heard.status) && !heard.paid
  return whatWentBackIsOpen && (await toldOfPayment(dependencies, order))
    ? judgeStatus(heard, "PAID")
    : heard
}

async function toldOfPayment(
  { inbox, options }: LearnDependencies,
  { id, orderUuid }: FollowedOrder
): Promise<boolean> {
  const callbacks = await inbox.parametersOf(id)
  return callbacks.some((parameters) =>
    saysPaid(parameters, { orderUuid, secret: options.callbackSecret })
  )
}

async function tell(
  { timeline, events }: LearnDependencies,
  { order, report, context }: News,
  judgement: Judgement
): Promise<void> {
  await timeline.record(
    {
      eInvoiceOrderId: order.id,
      actor: context.actor,
      action: "status",
      outcome: "done",
      detail: {
        from: order.status ?? null,
        to: judgement.status ?? null,
        ...(judgement.paid && !order.paid && { paid: true }),
        ...(report.status !== judgement.status && { heard: report.word }),
      },
    },
    context.now
  )
  await events.emit("e_invoice.status_changed", {
    id: order.id,
    order_id: order.orderId,
    status: judgement.status ?? null,
    previous_status: order.status ?? null,
    paid: judgement.paid,
  })
}

async function noteIfStrange(
  { timeline }: LearnDependencies,
  { order, report, context }: News,
  { verdict }: Judgement
): Promise<void> {
  if (verdict === "repeated") {
    return
  }
  await timeline.recordOnce(
    {
      eInvoiceOrderId: order.id,
      actor: context.actor,
      action: "status-without-effect",
      outcome: "note",
      detail: { heard: report.word, stays: order.status ?? null },
    },
    context.now
  )
}

async function existing(
  statuses: LearnDependencies["statuses"],
  id: string
): Promise<FollowedOrder> {
  const order = await statuses.find(id)
  if (!order) {
    throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no e-invoice order ${id}.`)
  }
  return order
}
