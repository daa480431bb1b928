import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import {
  type CallbackContent,
  callbackTokenHash,
  OversizedCallbackError,
  readCallbackContent,
} from "../../../../modules/e-invoice/callbacks/callback"
import type { TakenCall } from "../../../../modules/e-invoice/callbacks/inbox"
import { isRecordId } from "../../../../modules/e-invoice/operations/remote-records"
import type EInvoiceModuleService from "../../../../modules/e-invoice/service"
import { wakeInbox } from "../../../../workflows/callbacks/inbox-worker"
import { eInvoiceModule } from "../../../../workflows/e-invoice-module"
import { messageOf } from "../../../../modules/e-invoice/message-of"

/** 256 bits in base64url. */
const TOKEN_FORM = /^[A-Za-z0-9_-]{43}$/

const SECONDS_UNTIL_RETRY = "60"

const RECEIVED = JSON.stringify({ received: true })

const RECEIVED_HEADERS = {
  "content-type": "application/json; charset=utf-8",
  "content-length": Buffer.byteLength(RECEIVED),
}

/**
 * Receives the service's report that an order's status changed. The call is on disk before it is answered 2xx; nothing
 * in it is believed (docs/status.md).
 */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const query = queryOf(req.url)
  // Express serves HEAD with the handler of GET.
  if (req.method === "HEAD") {
    res.status(200).end()
    return
  }
  const token = req.params.token ?? ""
  if (!TOKEN_FORM.test(token)) {
    notFound(res)
    return
  }
  const content = contentOf(query, res)
  if (!content) {
    return
  }
  const logger = req.scope.resolve(ContainerRegistrationKeys.LOGGER)
  try {
    const eInvoice = eInvoiceModule(req.scope)
    const selfTest = eInvoice.callbackSelfTest.answer(token, query)
    if (selfTest) {
      res.status(200).json(selfTest)
      return
    }
    const taken = await eInvoice.inbox.store({ tokenHash: callbackTokenHash(token), content })
    if (!taken) {
      notFound(res)
      return
    }
    if (taken.kept === "full") {
      await lookInstead(eInvoice, taken)
    }
    received(res)
    if (taken.kept === "due") {
      wakeInbox(req.scope)
    }
  } catch (error) {
    notStored(res, logger, error)
  }
}

function queryOf(address: string): string {
  const start = address.indexOf("?")
  return start === -1 ? "" : address.slice(start + 1)
}

function contentOf(query: string, res: MedusaResponse): CallbackContent | undefined {
  try {
    return readCallbackContent(query)
  } catch (error) {
    if (!(error instanceof OversizedCallbackError)) {
      throw error
    }
    res.status(414).json({ type: "invalid_data", message: error.message })
    return undefined
  }
}

/** Has the sweep refresh an order or a record of which no further callback is kept. */
async function lookInstead(
  { clock, orders: { statuses }, records }: EInvoiceModuleService,
  { ownerId }: TakenCall
): Promise<void> {
  await (isRecordId(ownerId) ? records.lookAt([ownerId], clock.now()) : statuses.lookSoon(ownerId))
}

/** Written directly: Express would compute an ETag of the same body for each callback. */
function received(res: MedusaResponse): void {
  res.writeHead(200, RECEIVED_HEADERS).end(RECEIVED)
}

function notFound(res: MedusaResponse): void {
  res.status(404).json({ type: "not_found", message: "Not found." })
}

function notStored(res: MedusaResponse, logger: Logger, error: unknown): void {
  logger.error(`e-invoice: a callback could not be stored: ${messageOf(error)}`)
  res.setHeader("Retry-After", SECONDS_UNTIL_RETRY)
  res.status(503).json({
    type: "unexpected_state",
    message: "The call could not be stored. Please call again.",
  })
}
