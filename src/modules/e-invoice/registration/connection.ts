import type { Logger } from "@medusajs/framework/types"

import { ConnectClient, type ExchangeReport } from "../../../connect"
import type { EInvoiceOptions } from "../../../options"

/** The client for the service, as the plugin's options describe it. Nothing is sent until it is called. */
export function connectionOf(
  options: EInvoiceOptions,
  logger: Pick<Logger, "debug">
): ConnectClient {
  return new ConnectClient({
    baseUrl: options.baseUrl,
    token: options.token,
    operations: options.operations,
    budgetMs: options.requestBudget,
    budgets: { "orders.create-e-invoice": options.checkoutBudget },
    onExchange: (report) => logger.debug(lineOf(report)),
  })
}

/** One line per attempt, without bodies and identifiers. */
function lineOf(report: ExchangeReport): string {
  const answer = [report.httpStatus, report.messageKey, report.failure]
    .filter((part) => part !== undefined)
    .join(" ")
  return `e-invoice: ${report.operationId} attempt ${report.attempt}: ${report.outcome} ${answer} in ${report.durationMs} ms`
}
