import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { type Answer, ConnectError, type OperationId, operationOf } from "../../../connect"
import { keepWhatWasRead } from "../../../domain/operations/learn-record"
import { typedRequest } from "../../../modules/e-invoice/operations/operation-request"
import { maskPersonalNumbers } from "../../../modules/e-invoice/personal-data/personal-masks"
import { eInvoiceModule } from "../../../workflows/e-invoice-module"
import { sendFailure } from "./failure-answer"
import { requestOfRoute } from "./request-of-route"

/**
 * The route of an operation that changes nothing: asks the service, and answers what it says, personal numbers masked.
 *
 * @returns a handler that answers `{ data, provenance, count?, offset?, limit?, raw? }`
 */
export const readingRoute =
  (id: OperationId) =>
  async (req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> => {
    // The access log prints addresses, and a query may name a customer.
    req.originalUrl = req.originalUrl.split("?")[0] ?? ""
    const eInvoice = eInvoiceModule(req.scope)
    try {
      const { request } = requestOfRoute(id, req)
      const answer = await eInvoice.connect.call(id, typedRequest(request))
      await keepWhatWasRead(eInvoice, id, answer.data)
      const { provenance } = operationOf(id)
      res.json({
        data: maskPersonalNumbers(answer.data),
        message_key: answer.messageKey,
        provenance,
        ...pageOf(answer),
        ...(provenance === "assumed" && {
          raw: maskPersonalNumbers(answer.raw),
        }),
      })
    } catch (error) {
      if (!(error instanceof ConnectError)) {
        throw error
      }
      sendFailure(res, error)
    }
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
