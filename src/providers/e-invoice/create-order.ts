import { MedusaError } from "@medusajs/framework/utils"

import type { ConnectError, RequestOf } from "../../connect"
import type { BillOperationId } from "../../mapping"
import { isCertainlyNotCreated } from "../../modules/e-invoice/creation/certainly-not-created"
import { failureOf } from "../../modules/e-invoice/creation/journal-failure"
import type {
  JournalFailure,
  JournalRow,
} from "../../modules/e-invoice/creation/journal-row"
import type { TimelineActor } from "../../modules/e-invoice/timeline"
import { hasUnclaimedSibling } from "./clear-siblings"
import type { Deadline } from "./deadline"
import { declined } from "./declined"
import type { ProviderDependencies } from "./dependencies"
import {
  type CreationInput,
  prepareAttempt,
  type PreparedAttempt,
} from "./prepare-attempt"
import { sentenceFor, shopperSentences } from "./shopper-sentences"

/** What a new order is at the service until news of it comes. */
const INITIAL_STATUS = "SENT"

/** Milliseconds until the sweep looks for an order that nobody answered for. */
const FIRST_LOOK = 60_000

/**
 * Sends the one POST of a session and records what came of it.
 *
 * @throws MedusaError with a sentence for the shopper: the order was refused, or nobody knows yet whether it exists
 * @throws MappingError when no invoice can be made of the purchase
 */
export async function createOrder(
  dependencies: ProviderDependencies,
  input: CreationInput,
  deadline: Deadline
): Promise<JournalRow> {
  const prepared = await prepareAttempt(dependencies, input)
  const { row, attempt } = prepared
  if (deadline.isNear) {
    throw declined(shopperSentences.unreachable)
  }
  const sending = await dependencies.eInvoice.journal.send(row.id, attempt)
  if (!sending) {
    throw declined(shopperSentences.waiting)
  }
  if (await hasUnclaimedSibling(dependencies, input.session)) {
    await dependencies.eInvoice.journal.rejected(row.id, nothingSent())
    throw declined(shopperSentences.waiting)
  }
  const created = await send(dependencies, sending, prepared, deadline)
  await finish(dependencies, created, prepared)
  return created
}

async function send(
  dependencies: ProviderDependencies,
  row: JournalRow,
  { order, actor }: PreparedAttempt,
  deadline: Deadline
): Promise<JournalRow> {
  const { connect, journal } = dependencies.eInvoice
  try {
    const { data } = await connect.call(
      order.operationId,
      { body: order.body } as RequestOf<BillOperationId>,
      { budgetMs: deadline.left }
    )
    const created = await journal.created(row.id, {
      orderUuid: data.uuid,
      customerUuid: data.customerUuid,
      status: INITIAL_STATUS,
    })
    if (!created) {
      throw new MedusaError(
        MedusaError.Types.CONFLICT,
        "The service named an order that belongs to another row."
      )
    }
    return created
  } catch (error) {
    return isCertainlyNotCreated(error)
      ? reject(dependencies, row, error, actor)
      : doubt(dependencies, row, error, actor)
  }
}

async function doubt(
  dependencies: ProviderDependencies,
  row: JournalRow,
  error: unknown,
  actor: TimelineActor
): Promise<JournalRow> {
  const { journal } = dependencies.eInvoice
  const now = new Date()
  const doubted = await journal.inDoubt(
    row.id,
    failureOf(error, now),
    new Date(now.getTime() + FIRST_LOOK)
  )
  const current = doubted ?? (await journal.find(row.id))
  if (current?.state === "created") {
    return current
  }
  await report(dependencies, row, "failed", error, actor)
  throw declined(shopperSentences.waiting)
}

async function reject(
  dependencies: ProviderDependencies,
  row: JournalRow,
  error: ConnectError,
  actor: TimelineActor
): Promise<never> {
  await dependencies.eInvoice.journal.rejected(row.id, failureOf(error))
  await report(dependencies, row, "refused", error, actor)
  throw declined(sentenceFor(error))
}

/** Nothing that happens after the order exists may take it away from the shopper: the sweep makes up for it. */
async function finish(
  dependencies: ProviderDependencies,
  row: JournalRow,
  { order, actor }: PreparedAttempt
): Promise<void> {
  const { eInvoice, logger } = dependencies
  try {
    if (row.shopper_data_id) {
      await eInvoice.shopperData.erase(row.shopper_data_id)
      await eInvoice.journal.forgetShopperData(row.id)
    }
    await eInvoice.timeline.record({
      eInvoiceOrderId: row.id,
      actor,
      action: "create",
      outcome: "done",
      detail: {
        order_uuid: row.remote_order_uuid,
        grand_total: row.grand_total,
        attempt: row.attempts,
        ...(order.notes.length > 0 && {
          notes: order.notes.map(({ code }) => code).join(", "),
        }),
      },
    })
  } catch (error) {
    logger.error(
      `e-invoice: ${row.id} was created; what follows a creation failed and is made up for later: ${nameOf(error)}`
    )
  }
}

async function report(
  { eInvoice, logger }: ProviderDependencies,
  row: JournalRow,
  outcome: "refused" | "failed",
  error: unknown,
  actor: TimelineActor
): Promise<void> {
  const { kind, message, httpStatus, messageKey } = failureOf(error)
  logger.warn(
    `e-invoice: creation of ${row.id} (payment session ${row.payment_session_id}) ${outcome}: ${kind}, ${message}`
  )
  await eInvoice.timeline.record({
    eInvoiceOrderId: row.id,
    actor,
    action: "create",
    outcome,
    detail: {
      kind,
      message,
      attempt: row.attempts,
      http_status: httpStatus,
      message_key: messageKey,
    },
  })
}

const nothingSent = (): JournalFailure => ({
  kind: "replaced",
  message: "Another session of the same payment got an order first.",
  at: new Date().toISOString(),
})

const nameOf = (error: unknown) =>
  error instanceof Error ? error.name : "unknown error"
