import { z } from "zod"
import type { Sandbox } from "../../src/sandbox"
import { DemoError } from "../demo-error"

const kroner = z.coerce.number()

const creationSchema = z.object({
  orderSummary: z.object({
    subTotal: kroner,
    totalDiscount: kroner,
    totalTax: kroner,
    grandTotal: kroner,
  }),
})

/** The totals of an order as they were sent to the service, in kroner. */
export type SentTotals = z.infer<typeof creationSchema>["orderSummary"]

/**
 * Reads the totals from the last creation the service has carried out.
 *
 * @throws DemoError when there was none
 */
export function lastSentTotals(sandbox: Sandbox): SentTotals {
  const creation = sandbox
    .requests()
    .findLast(({ operationId, executed }) => executed && operationId === "orders.create-e-invoice")
  if (!creation) {
    throw new DemoError("The service was never asked to create an order.")
  }
  return creationSchema.parse(creation.body).orderSummary
}
