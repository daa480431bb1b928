import type { MedusaContainer } from "@medusajs/framework/types"

import { eInvoiceModule } from "../e-invoice-module"

/** How many records of a kind one statement erases. */
const BATCH = 1_000

/** Records of personal data that were erased. */
export type ErasedData = {
  /** What shoppers entered, and staff for them. */
  readonly shopper_data: number
  /** Requests of operations, and what their undoing needs. */
  readonly operations: number
}

/**
 * Erases personal data whose time has passed. Talks to nobody but the database, and holds up nothing and waits for
 * nothing else: several at once do no harm.
 *
 * @param options.now the moment; the present unless a test says otherwise
 */
export const eraseExpiredData = (
  container: MedusaContainer,
  { now }: { now?: Date } = {}
): Promise<ErasedData> => {
  const { jobs, shopperData, operations } = eInvoiceModule(container)
  return jobs.run("erasure", async () => {
    let erased = 0
    let batch: number
    do {
      batch = await shopperData.eraseExpired(now, BATCH)
      erased += batch
    } while (batch === BATCH)
    return {
      shopper_data: erased,
      operations: await operations.eraseExpired(now),
    }
  })
}
