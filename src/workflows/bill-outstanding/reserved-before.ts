import { z } from "@medusajs/framework/zod"

import type { OperationRow } from "../../modules/e-invoice/operations/operation-row"

const reservation = z.object({
  body: z.object({ orderSummary: z.object({ grandTotal: z.string() }) }),
})

/** States of an operation that took effect, or may have. */
const sentStates: ReadonlySet<OperationRow["state"]> = new Set(["sending", "in_doubt", "done"])

/** Whether an operation took effect, or may have. */
export const mayHaveBeenSent = (state: OperationRow["state"]): boolean => sentStates.has(state)

/**
 * What an earlier attempt of the same wish reserved, or may have: the reservation itself takes that away from what is
 * outstanding, so that asked for again the wish would be for another amount.
 *
 * @returns decimal major units; undefined when nothing can have been reserved
 */
export function reservedBefore(
  known: Pick<OperationRow, "state" | "request"> | undefined
): string | undefined {
  return known && mayHaveBeenSent(known.state)
    ? reservation.safeParse(known.request).data?.body.orderSummary.grandTotal
    : undefined
}
