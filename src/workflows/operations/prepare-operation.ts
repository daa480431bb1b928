import type { MedusaContainer } from "@medusajs/framework/types"

import type { OperationId, RequestOf } from "../../connect"
import type { AnyRequest } from "../../modules/e-invoice/operations/operation-request"
import type { OperationRow } from "../../modules/e-invoice/operations/operation-row"
import { prepareOperation, type Wish } from "../../domain/operations/prepare-operation"
import { refuseOperationBeyondOutstanding } from "../bill-outstanding/refuse-beyond-outstanding"
import { eInvoiceModule } from "../e-invoice-module"
import type { PerformOperationInput } from "./perform-operation"

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
 * @param wish.idempotencyKey the same key never sends twice
 * @returns what `performOperationWorkflow` takes: the id of what was written down, and nothing of the request itself
 * @throws RefusedError naming every bad field, before anything is sent
 * @throws RefusedError when it asks a Medusa order's customer for more than is outstanding
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
  wish: Wish
): Promise<PerformOperationInput> {
  const { id } = await prepareChecked(container, operationId, request as AnyRequest, wish)
  return { id }
}

/**
 * Writes down an operation in the form shared by all, as `prepareEInvoiceOperation` does: every operation that staff or a
 * store's own code ask for comes through here.
 */
export async function prepareChecked(
  container: MedusaContainer,
  operationId: OperationId,
  request: AnyRequest,
  wish: Wish
): Promise<OperationRow> {
  await refuseOperationBeyondOutstanding(container, operationId, request, wish)
  return prepareOperation(eInvoiceModule(container), operationId, request, wish)
}
