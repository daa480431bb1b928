import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { messageOf } from "../modules/e-invoice/message-of"

/**
 * Does something for one order, and logs rather than throws when it fails: it is taken up again by the sweep, and must not
 * keep other orders waiting.
 *
 * @param what the work, for the log
 * @returns whether it succeeded
 */
export async function quietly(
  { container }: { container: MedusaContainer },
  what: string,
  work: () => Promise<unknown>
): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`e-invoice: ${what} could not be finished and is tried again: ${messageOf(error)}`)
    return false
  }
}

/**
 * Does something for each item, for a few at a time.
 *
 * @returns what came of each, in the order of the items
 * @throws what the first of them failed with
 */
export async function limitConcurrency<Item, Result>(
  most: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = items.entries()
  const worker = async () => {
    for (const [index, item] of waiting) {
      results[index] = await work(item)
    }
  }
  await Promise.all(Array.from({ length: most }, worker))
  return results
}
