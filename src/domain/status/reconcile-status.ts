import { MedusaError } from "@medusajs/framework/utils"

import {
  type ConnectClient,
  MalformedAnswerError,
  type OrderStatus,
  orderStatusSchema,
  parseCallback,
  parseOrderStatus,
  type StatusNotice,
  verifyChecksum,
} from "../../connect"
import type { CallbackParameters } from "../../modules/e-invoice/callbacks/callback"
import type EInvoiceModuleService from "../../modules/e-invoice/service"
import type { FollowedOrder } from "../../modules/e-invoice/orders/order-row"
import {
  isRefundedStatus,
  type Judgement,
  judgeStatus,
  type Verdict,
} from "../../modules/e-invoice/orders/order-status"
import type { StatusObserver, Statuses } from "../../modules/e-invoice/orders/statuses"
import type { TimelineActor } from "../../modules/e-invoice/timeline"

/** How often a decision is made anew because another process stored something first. */
const MOST_ATTEMPTS = 10

type ReconcileDependencies = Pick<
  EInvoiceModuleService,
  "orders" | "timeline" | "inbox" | "events" | "options"
>

type ReconcileContext = {
  /** Who asked for the look; kept with the order. */
  readonly by: StatusObserver
  /** The same, for the timeline. */
  readonly actor: TimelineActor
  readonly now?: Date
}

type Reconciled = {
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
export async function reconcileStatus(
  dependencies: ReconcileDependencies,
  id: string,
  report: StatusReport,
  context: ReconcileContext
): Promise<Reconciled> {
  const { statuses } = dependencies.orders
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
  context: ReconcileContext
}

async function judge(
  dependencies: ReconcileDependencies,
  order: FollowedOrder,
  report: StatusReport
): Promise<Judgement> {
  if (report.status === undefined) {
    return { status: order.status, paid: order.paid, verdict: "passing" }
  }
  const heard = judgeStatus(order, report.status)
  const isRefundUnclear = isRefundedStatus(heard.status) && !heard.paid
  return isRefundUnclear && (await toldOfPayment(dependencies, order))
    ? judgeStatus(heard, "PAID")
    : heard
}

async function toldOfPayment(
  { inbox, options }: ReconcileDependencies,
  { id, orderUuid }: FollowedOrder
): Promise<boolean> {
  const callbacks = await inbox.parametersOf(id)
  return callbacks.some((parameters) =>
    saysPaid(parameters, { orderUuid, secrets: callbackSecretsOf(options) })
  )
}

async function tell(
  { timeline, events }: ReconcileDependencies,
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
  { timeline }: ReconcileDependencies,
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

async function existing(statuses: Statuses, id: string): Promise<FollowedOrder> {
  const order = await statuses.find(id)
  if (!order) {
    throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no e-invoice order ${id}.`)
  }
  return order
}

/** What has to match for a callback to be evidence. */
type EvidenceTerms = {
  /** The order that the callback's token belongs to. */
  readonly orderUuid: string | null
  /** Any of them may have made the checksum; none where none is configured. */
  readonly secrets: readonly string[]
}

/** The secrets of the callback checksum: the one in force, and those it replaces. */
export const callbackSecretsOf = ({
  callbackSecret,
  previousCallbackSecrets,
}: Pick<
  EInvoiceModuleService["options"],
  "callbackSecret" | "previousCallbackSecrets"
>): readonly string[] => [
  ...(callbackSecret === undefined ? [] : [callbackSecret]),
  ...previousCallbackSecrets,
]

/** The status that a callback hints at, when it is one of an order. */
export function hintedStatus(parameters: CallbackParameters): OrderStatus | undefined {
  return orderStatusOf(parseCallback(parameters))
}

/**
 * The status that a callback proves by its checksum: the checksum vouches for the status, and the order is the one the
 * token belongs to.
 *
 * @returns undefined when anything of it is missing, wrong or not configured
 */
export function provenStatus(
  parameters: CallbackParameters,
  { orderUuid, secrets }: EvidenceTerms
): OrderStatus | undefined {
  const notice = parseCallback(parameters)
  if (notice.orderUuid !== orderUuid) {
    return undefined
  }
  const isProven = secrets.some((secret) => {
    const proven = verifyChecksum(notice, secret)
    return proven?.includes("status") && proven.includes("orderUuid")
  })
  return isProven ? orderStatusOf(notice) : undefined
}

/**
 * Whether a callback says that the order was paid, as far as its token shows, and its checksum where a secret is
 * configured. Counts only together with the service's own word that something was refunded
 * (docs/decisions/a-refund-is-no-payment.md).
 */
export function saysPaid(parameters: CallbackParameters, terms: EvidenceTerms): boolean {
  if (terms.secrets.length > 0) {
    return provenStatus(parameters, terms) === "PAID"
  }
  const notice = parseCallback(parameters)
  return notice.orderUuid === terms.orderUuid && orderStatusOf(notice) === "PAID"
}

function orderStatusOf(notice: StatusNotice): OrderStatus | undefined {
  const parsed = orderStatusSchema.safeParse(notice.status)
  return parsed.success ? parsed.data : undefined
}

/** What the service says about an order when it is asked. */
export type StatusReport = {
  /** Undefined when the service used an unknown word. */
  readonly status: OrderStatus | undefined
  /** The status as the service wrote it, cut to a readable length. */
  readonly word: string
  /** What was refunded in total, in decimal major units, where the service says so. */
  readonly refunded?: number | undefined
}

const LONGEST_WORD = 60

/**
 * Asks the service for the status of one order.
 *
 * @throws ConnectError; OperationDisabledError where `orders.status` is switched off
 */
export async function lookUpStatus(
  connect: Pick<ConnectClient, "call">,
  orderUuid: string
): Promise<StatusReport> {
  const { data, httpStatus } = await connect.call("orders.status", {
    params: { order_uuid: orderUuid },
  })
  if (data.uuid !== orderUuid) {
    throw new MalformedAnswerError({
      operationId: "orders.status",
      httpStatus,
      message: "The service answered with the status of another order.",
      advice: "Check the path of operations.orders.status in the options.",
      outcomeUnknown: false,
    })
  }
  return reportOf(data.status, data.refundedAmount)
}

/**
 * Asks the service for the status of one order by its list of all: for a store whose options switch `orders.status` off.
 *
 * @returns undefined when the list does not name the order
 * @throws ConnectError when the service gives no list
 */
export async function lookUpStatusInList(
  connect: Pick<ConnectClient, "reduce">,
  orderUuid: string
): Promise<StatusReport | undefined> {
  const { data } = await connect.reduce(
    "orders.status-list",
    {},
    {
      start: (): StatusReport[] => [],
      add: (found, { uuid, status, refundedAmount }) => {
        if (uuid === orderUuid) {
          found.push(reportOf(status, refundedAmount))
        }
      },
    }
  )
  return data.at(-1)
}

/** Reads a status as the service wrote it, with what was refunded in decimal major units. */
export const reportOf = (word: string, refunded?: number): StatusReport => ({
  status: parseOrderStatus(word),
  word: word.slice(0, LONGEST_WORD),
  refunded,
})
