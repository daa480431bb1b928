import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"

import { ConnectError, type OperationId, type RequestOf } from "../../connect"
import { prepareOperation, type OperationIntent } from "../../domain/operations/prepare-operation"
import { undoOperation } from "../../domain/operations/perform-operation"
import { messageOf } from "../../modules/e-invoice/message-of"
import type { AnyRequest, OperationRow } from "../../modules/e-invoice/operations/operation"
import { rejectBeyondOutstanding, withinOutstanding } from "../bill-outstanding/within-outstanding"
import { logErrors } from "../background-work"
import { eInvoiceModule } from "../e-invoice-module"
import { followChangedOrder } from "../follow-changed-order"
import { followCapture } from "../ship-then-bill/follow-shipment"

/** The service reports to an address of the plugin's own unless the caller names another. */
type CallbackOptional<Request> = Request extends {
  body: infer Body extends { callback: unknown }
}
  ? Omit<Request, "body"> & {
      body: Omit<Body, "callback"> & {
        callback?: Omit<Body["callback"], "callbackUrl"> & {
          callbackUrl?: string
        }
      }
    }
  : Request

/** A request as the client takes it, in which the callback's address may be left out. */
export type OperationRequest<Id extends OperationId> =
  RequestOf<Id> | CallbackOptional<RequestOf<Id>>

/**
 * Checks a request and keeps it encrypted, so that a workflow can be given its id alone: Medusa stores the input of
 * workflows, and requests carry personal data.
 *
 * @param intent.idempotencyKey the same key never sends twice
 * @returns the input of `performOperationWorkflow`: the id of the intent, and nothing of the request itself
 * @throws RefusedError naming every bad field, before anything is sent
 * @throws RefusedError when it bills more than is outstanding of a Medusa order
 * @throws OperationDisabledError when the merchant switched the operation off
 *
 * @example
 * const input = await prepareEInvoiceOperation(
 *   container,
 *   "reservations.capture",
 *   {
 *     params: { reservation_uuid: "RES1234567890" },
 *     body: { grandTotal: "100.00", products: [{ id: 1, amount: "100.00" }] },
 *   },
 *   { actor: "admin:user_01J...", idempotencyKey: "capture-of-delivery-7" }
 * )
 * await performOperationWorkflow(container).run({ input })
 */
export async function prepareEInvoiceOperation<Id extends OperationId>(
  container: MedusaContainer,
  operationId: Id,
  request: OperationRequest<Id>,
  intent: OperationIntent
): Promise<PerformOperationInput> {
  const { id } = await prepareWithinOutstanding(
    container,
    operationId,
    request as AnyRequest,
    intent
  )
  return { id }
}

/** Records an operation's intent, unless it bills more than is outstanding. Every operation of staff or a store's own code comes through here. */
export async function prepareWithinOutstanding(
  container: MedusaContainer,
  operationId: OperationId,
  request: AnyRequest,
  intent: OperationIntent
): Promise<OperationRow> {
  await rejectBeyondOutstanding(container, operationId, request, intent)
  return prepareOperation(eInvoiceModule(container), operationId, request, intent)
}

/** An operation that was prepared: the id of its row. */
export type PerformOperationInput = { id: string }

/** What may be stored with a workflow's execution: opaque ids and states. */
export type PerformOperationOutput = {
  id: string
  operation_id: string
  state: "succeeded"
  subject_kind: string | null
  /** Identifier at the service of the record that was created, or acted on. */
  subject_uuid: string | null
  record_id: string | null
  message_key: string | null
}

/** Only an operation sent by this run is undone: other workflows may rely on one sent earlier under the same key. */
type PerformedHere = { id: string; sent: boolean }

/** What a reservation takes decides which parcels are billed, and what the invoices beside it may ask for. */
export async function followReservation(
  container: MedusaContainer,
  row: OperationRow
): Promise<void> {
  const { id, operation_id: operation, subject_kind: kind, subject_uuid: uuid } = row
  if (kind !== "reservation" || uuid === null) {
    return
  }
  await logErrors({ container }, `what follows of operation ${id}`, async () => {
    const record = await eInvoiceModule(container).records.ofUuid("reservation", uuid)
    if (!record?.order_id) {
      return
    }
    if (operation === "reservations.capture") {
      await followCapture(container, record.order_id, uuid)
    }
    await followChangedOrder(container, record.order_id)
  })
}

/** Id of `performOperationStep`. */
export const performOperationStepId = "perform-e-invoice-operation"

/**
 * Sends a prepared operation at most once; undoes it when a later step fails, where the service has an inverse. Never repeated
 * by Medusa: the client repeats what may be repeated, and what is in doubt waits for staff.
 *
 * @throws MedusaError not_allowed when the service rejected it, its outcome is in doubt, or it may not be sent
 */
export const performOperationStep = createStep(
  { name: performOperationStepId, maxRetries: 0 },
  async ({ id }: PerformOperationInput, { container }) => {
    try {
      const { row, sent } = await withinOutstanding(container, id)
      await followReservation(container, row)
      return new StepResponse<PerformOperationOutput, PerformedHere>(
        {
          id: row.id,
          operation_id: row.operation_id,
          state: "succeeded",
          subject_kind: row.subject_kind,
          subject_uuid: row.subject_uuid,
          record_id: row.record_id,
          message_key: row.answer?.messageKey ?? null,
        },
        { id: row.id, sent }
      )
    } catch (error) {
      throw error instanceof ConnectError
        ? new MedusaError(
            MedusaError.Types.NOT_ALLOWED,
            `${error.message} ${error.advice}`,
            error.messageKey
          )
        : error
    }
  },
  async (performed, { container }) => {
    if (!performed?.sent) {
      return
    }
    const { id } = performed
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    try {
      const undone = await undoOperation(eInvoiceModule(container), id)
      if ("nothingDone" in undone) {
        logger.warn(
          `e-invoice: operation ${id} stays as it is, although a later step failed. ${undone.nothingDone}`
        )
      } else if (undone.leaves !== undefined) {
        logger.warn(
          `e-invoice: operation ${id} was undone in part, because a later step failed. ${undone.leaves}`
        )
      }
    } catch (error) {
      logger.error(
        `e-invoice: operation ${id} could not be undone, although a later step failed: ${messageOf(error)}`
      )
      throw error
    }
  }
)

/** Id of `performOperationWorkflow`. */
export const performOperationWorkflowId = "perform-e-invoice-operation"

/**
 * Performs an operation that `prepareEInvoiceOperation` recorded. Its input is the intent's id, so that no personal data is
 * stored with the execution. Running it twice sends once.
 */
export const performOperationWorkflow = createWorkflow(
  performOperationWorkflowId,
  (input: WorkflowData<PerformOperationInput>): WorkflowResponse<PerformOperationOutput> =>
    new WorkflowResponse(performOperationStep(input))
)
