import { messageOf } from "../../modules/e-invoice/message-of"
import type { RefundRow } from "../../modules/e-invoice/refunds/refund-row"
import type { RefundDependencies } from "./refund-request"

/**
 * Does what follows once it is written down what became of a refund. Should that fail it is logged and not thrown: Medusa
 * would take its own refund back although the money is gone, and the sweep would take for open what is closed.
 */
export async function whatFollows(
  { logger }: Pick<RefundDependencies, "logger">,
  { id }: Pick<RefundRow, "id">,
  ...acts: (() => Promise<unknown>)[]
): Promise<void> {
  for (const act of acts) {
    try {
      await act()
    } catch (error) {
      logger.error(
        `e-invoice: it is written down what became of refund ${id}; something that follows failed: ${messageOf(error)}`
      )
    }
  }
}
