import { messageOf } from "../message-of"
import type { RefundRow } from "./refund-row"
import type { RefundDependencies } from "./refund-request"

/**
 * Does what follows once it is written down that a refund was carried out. Should that fail it is logged and not thrown:
 * Medusa would take its own refund back, although the money is gone.
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
        `e-invoice: refund ${id} was carried out; something that follows it failed: ${messageOf(error)}`
      )
    }
  }
}
