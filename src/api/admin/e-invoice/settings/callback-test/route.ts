import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { reachCallback } from "../../../../../domain/callbacks/reach-callback"
import { eInvoiceModule } from "../../../../../workflows/e-invoice-module"
import type { CallbackTestAnswer } from "../../answers"

/** Stands where an order's token stands. */
const ANY_TOKEN = "{token}"

const LOOPBACK = /^(localhost|\[::1\]|127(\.\d{1,3}){3})$/

/**
 * Calls this store's own callback address over the network, as the service would. Nothing but the configured address can
 * be called, and nothing is stored.
 */
export async function POST(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<{ callback_test: CallbackTestAnswer }>
): Promise<void> {
  const { callbackSelfTest, callbackTokens } = eInvoiceModule(req.scope)
  const address = callbackTokens.addressOf(ANY_TOKEN)
  const report = await reachCallback(callbackSelfTest, (token) => callbackTokens.addressOf(token))
  res.json({
    callback_test: {
      address,
      /** Reachable from the server itself, and from nowhere else. */
      loopback: LOOPBACK.test(new URL(address).hostname),
      verdict: report.verdict,
      http_status: report.httpStatus ?? null,
      detail: report.detail ?? null,
      duration_ms: report.durationMs,
    },
  })
}
