import type { Logger } from "@medusajs/framework/types"

import { ConnectClient, type ExchangeReport, UnavailableError } from "../../connect"
import type { EInvoiceOptions } from "../../options"
import { messageOf } from "./message-of"

/**
 * The client for the service, as the plugin's options describe it. Nothing is sent until it is called.
 *
 * @throws UnavailableError when it cannot be built; the log says why
 */
export function connectionOf(
  options: EInvoiceOptions,
  logger: Pick<Logger, "debug" | "error">
): ConnectClient {
  try {
    return newClient(options, logger)
  } catch (error) {
    logger.error(`e-invoice: the client for the service cannot be built: ${messageOf(error)}`)
    throw new UnavailableError({
      operationId: "any",
      message: "Nothing was sent: the plugin's client for the service cannot be built.",
      advice: "Correct what the server's log names, and restart the server.",
      cause: error,
    })
  }
}

const newClient = (options: EInvoiceOptions, logger: Pick<Logger, "debug">): ConnectClient =>
  new ConnectClient({
    baseUrl: options.baseUrl,
    token: options.token,
    operations: options.operations,
    budgetMs: options.requestBudget,
    budgets: { "orders.create-e-invoice": options.checkoutBudget },
    onExchange: (report) => logger.debug(lineOf(report)),
  })

/** One line per attempt, without bodies and identifiers. */
function lineOf(report: ExchangeReport): string {
  const answer = [report.httpStatus, report.messageKey, report.failure]
    .filter((part) => part !== undefined)
    .join(" ")
  return `e-invoice: ${report.operationId} attempt ${report.attempt}: ${report.outcome} ${answer} in ${report.durationMs} ms`
}
