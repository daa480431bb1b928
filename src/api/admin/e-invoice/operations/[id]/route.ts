import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"

import {
  type Answer,
  isOperationId,
  type OperationId,
  operationIds,
  operationOf,
  type OperationOverrides,
} from "../../../../../connect"
import { keepWhatWasRead } from "../../../../../domain/operations/records-at-service"
import { typedRequest } from "../../../../../modules/e-invoice/operations/operation"
import { maskPersonalNumbers } from "../../../../../modules/e-invoice/personal-data/personal-masks"
import { eInvoiceModule } from "../../../../../workflows/e-invoice-module"
import { prepareWithinOutstanding } from "../../../../../workflows/operations/perform-operation"
import { actingAdmin, requiredIdempotencyKey, idempotencyKeyOf } from "../../requests"
import { performOperation } from "../../perform-operation"
import { possibilitiesOf } from "../../describe-operations"
import { fileOfServiceList, sendServiceList } from "../../service-lists"
import { answering } from "../../failures"
import { checkPersonalNumber, postedRequest, queriedRequest } from "../../operation-request"

/**
 * Calls an operation that changes nothing, its parameters and query in the query string. Answers what the service says,
 * personal numbers masked: `{ data, message_key, provenance, count?, offset?, limit?, page?, pages?, can?, raw? }`.
 */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const id = operationCalled(req, res, "GET")
  if (id === undefined) {
    return
  }
  const eInvoice = eInvoiceModule(req.scope)
  await answering(res, async () => {
    const { query, file } = fileOfServiceList(id, req.query)
    if (file) {
      const request = (page: number) => queriedRequest(id, { ...query, page: String(page) })
      await sendServiceList(res, { connect: eInvoice.connect, id, request, file })
      return
    }
    const answer = await eInvoice.connect.call(id, typedRequest(queriedRequest(id, query)))
    await keepWhatWasRead(eInvoice, id, answer.data)
    const { provenance } = operationOf(id)
    res.json({
      data: maskPersonalNumbers(answer.data),
      message_key: answer.messageKey,
      provenance,
      ...pageOf(answer),
      ...canOf(id, answer.data, eInvoice.options.operations),
      ...(provenance === "assumed" && { raw: maskPersonalNumbers(answer.raw) }),
    })
  })
}

/**
 * Carries out an operation that changes something: `{ params?, query?, body? }` as the operation takes them, and beside them
 * what it belongs to in Medusa. Writes it down under its `Idempotency-Key` first; answers `{ operation, data, raw? }`.
 */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const id = operationCalled(req, res, "POST")
  if (id === undefined) {
    return
  }
  await performOperation(req, res, async () => {
    const idempotencyKey = operationOf(id).movesMoney
      ? requiredIdempotencyKey(req)
      : idempotencyKeyOf(req)
    const { request, beside } = postedRequest(id, req.body)
    checkPersonalNumber(id, request, eInvoiceModule(req.scope).options.personalNumber)
    return prepareWithinOutstanding(req.scope, id, request, {
      actor: actingAdmin(req),
      idempotencyKey,
      orderId: beside.order_id,
      customerId: beside.customer_id,
      currencyCode: beside.currency_code,
      repeatConfirmed: beside.confirm_repeat,
    })
  })
}

/** @returns undefined when there is no such operation, or it takes the other method: it was answered then */
function operationCalled(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse,
  method: "GET" | "POST"
): OperationId | undefined {
  const id = req.params["id"] ?? ""
  if (!isOperationId(id)) {
    const nearest = nearestTo(id)
    res.status(404).json({
      type: "not_found",
      message: `There is no such operation. ${
        nearest.length > 0 ? `Nearest: ${nearest.join(", ")}. ` : ""
      }GET /admin/e-invoice/operations lists all.`,
    })
    return undefined
  }
  const taken = operationOf(id).safety === "read" ? "GET" : "POST"
  if (method !== taken) {
    res
      .status(405)
      .set("allow", taken)
      .json({
        type: "not_allowed",
        message:
          taken === "GET"
            ? `${id} changes nothing: call it with GET, its parameters in the query string.`
            : `${id} changes something: call it with POST, and { params, body } as JSON.`,
      })
    return undefined
  }
  return id
}

/** Those of the same area, and those of the same name in another. */
const nearestTo = (id: string): OperationId[] => {
  const [area, name] = id.toLowerCase().split(".")
  return operationIds.filter((known) => {
    const [knownArea, knownName] = known.split(".")
    return knownArea === area || (name !== undefined && knownName === name)
  })
}

const record = z.object({ status: z.string() })

/** What can be done with the record that was read, where the operation reads one. */
function canOf(id: OperationId, data: unknown, overrides: OperationOverrides) {
  const { area, shows } = operationOf(id)
  const { data: shown } = record.safeParse(data)
  return shows && shown ? { can: possibilitiesOf(area, shown.status, overrides) } : undefined
}

/** The service's page as Medusa counts: `page` of the query is the service's own. */
function pageOf({ data, page }: Answer<unknown>) {
  if (!Array.isArray(data)) {
    return undefined
  }
  const limit = page?.perPage ?? data.length
  return {
    count: page?.total ?? data.length,
    offset: ((page?.currentPage ?? 1) - 1) * limit,
    limit,
    page: page?.currentPage ?? 1,
    pages: page?.lastPage ?? 1,
  }
}
