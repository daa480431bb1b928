import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import type { ReturnWorkflow } from "@medusajs/framework/workflows-sdk"

import { ConnectError, type OperationId, operationOf } from "../../../connect"
import { messageOf } from "../../../modules/e-invoice/message-of"
import type { OperationRow } from "../../../modules/e-invoice/operations/operation-row"
import type { AnyRequest } from "../../../modules/e-invoice/operations/operation-request"
import { prepareOperation, type Wish } from "../../../domain/operations/prepare-operation"
import { refuseCreationBeyondOutstanding } from "../../../workflows/bill-outstanding/refuse-beyond-outstanding"
import { eInvoiceModule } from "../../../workflows/e-invoice-module"
import type { PerformOperationOutput } from "../../../workflows/operations/perform-operation-step"
import type { PreparedOperation } from "../../../workflows/operations/prepare-operation"
import { actingAdmin } from "./acting-admin"
import { sendFailure, sendOpen } from "./failure-answer"
import { operationAnswer } from "./operation-answer"
import { requestOfRoute } from "./request-of-route"

const KEY_FORM = /^[\x21-\x7e]{1,200}$/

type OperationWorkflow<Id extends OperationId> = ReturnWorkflow<
  PreparedOperation<Id>,
  PerformOperationOutput,
  never[]
>

/** Writes down an operation that a route was called for. */
type Prepare = (
  container: MedusaContainer,
  request: AnyRequest,
  wish: Wish
) => Promise<OperationRow>

/**
 * The route of an operation that changes something: writes the wish down under its `Idempotency-Key`, runs the
 * operation's workflow, and answers what came of it. The same key again answers the same, and sends nothing.
 *
 * @param prepareIt checks more than the catalogue does; nothing more when left out
 * @returns a handler that answers `{ operation, data, raw? }`
 */
export const changingRoute =
  <Id extends OperationId>(
    id: Id,
    workflow: OperationWorkflow<Id>,
    prepareIt: Prepare = (container, request, wish) =>
      prepareOperation(eInvoiceModule(container), id, request, wish)
  ) =>
  (req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> =>
    carryOut(req, res, {
      id,
      workflow,
      prepare: () => prepare(id, req, prepareIt),
    })

/**
 * Carries out an operation that a route writes down in its own way, and answers as every changing route does.
 *
 * @param change.prepare writes the wish down under `wishKey(...)`
 */
export async function carryOut<Id extends OperationId>(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse,
  change: {
    id: Id
    workflow: OperationWorkflow<Id>
    prepare: () => Promise<OperationRow>
  }
): Promise<void> {
  const { operations } = eInvoiceModule(req.scope)
  try {
    const prepared = await change.prepare()
    const { errors } = await change.workflow(req.scope).run({
      input: { id: prepared.id, operation_id: change.id },
      throwOnError: false,
    })
    const row = (await operations.find(prepared.id)) ?? prepared
    answer(res, row, prepared, errors[0]?.error)
  } catch (error) {
    if (!(error instanceof ConnectError)) {
      throw error
    }
    sendFailure(res, error)
  }
}

async function prepare(
  id: OperationId,
  req: AuthenticatedMedusaRequest,
  prepareIt: Prepare
): Promise<OperationRow> {
  const idempotencyKey = operationOf(id).movesMoney ? moneyKey(req) : wishKey(req)
  const { request, links } = requestOfRoute(id, req)
  const wish = {
    actor: actingAdmin(req),
    idempotencyKey,
    orderId: links.order_id,
    customerId: links.customer_id,
    currencyCode: links.currency_code,
    repeatConfirmed: links.confirm_repeat,
  }
  await refuseCreationBeyondOutstanding(req.scope, id, request, wish)
  return prepareIt(req.scope, request, wish)
}

/** The header `Idempotency-Key`. @throws MedusaError invalid_data when it is not in its form */
export function wishKey(req: Pick<AuthenticatedMedusaRequest, "get">): string | undefined {
  const given = req.get("idempotency-key")
  if (given === undefined || KEY_FORM.test(given)) {
    return given
  }
  throw new MedusaError(
    MedusaError.Types.INVALID_DATA,
    "Idempotency-Key: must be 1 to 200 printable ASCII characters without a space; use a UUID, new for each new wish"
  )
}

/**
 * The header `Idempotency-Key` of a route that moves money, where a repeated request without one would cost somebody.
 *
 * @throws MedusaError invalid_data when it is missing or not in its form
 */
export function moneyKey(req: Pick<AuthenticatedMedusaRequest, "get">): string {
  const key = wishKey(req)
  if (key === undefined) {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      "Idempotency-Key: is required where money moves; use a UUID, new for each new wish, and the same when a request is repeated"
    )
  }
  return key
}

function answer(
  res: MedusaResponse,
  row: OperationRow,
  prepared: OperationRow,
  error: unknown
): void {
  const sentBefore = prepared.state === "in_doubt" || prepared.state === "sending"
  if (row.state === "done") {
    res.json(operationAnswer(row))
  } else if (
    row.failure &&
    (row.state === "refused" || (row.state === "in_doubt" && !sentBefore))
  ) {
    sendFailure(res, row.failure)
  } else {
    sendOpen(
      res,
      row.state === "in_doubt" ? "in_doubt" : "under_way",
      error === undefined ? "It was not sent again: an earlier attempt is open." : messageOf(error)
    )
  }
}
