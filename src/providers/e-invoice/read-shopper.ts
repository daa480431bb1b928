import { UnreadableError } from "../../modules/e-invoice/personal-data/sealed-text"
import type { ShopperData } from "../../modules/e-invoice/personal-data/shopper-data"
import type { ProviderDependencies } from "./dependencies"
import { readSessionData } from "./session-data"

/** What the shopper entered, and the id by which it is erased. */
export type EnteredData = ShopperData & { id: string }

/**
 * Reads what the shopper entered for a session.
 *
 * @param data the session's
 * @returns undefined when it was erased, has expired or cannot be read: the shopper has to enter it again
 */
export async function readShopper(
  { eInvoice, logger }: ProviderDependencies,
  data: Record<string, unknown> | undefined
): Promise<EnteredData | undefined> {
  const { shopper_data_id: id } = readSessionData(data)
  if (!id) {
    return undefined
  }
  try {
    const shopper = await eInvoice.shopperData.read(id)
    return shopper && { id, ...shopper }
  } catch (error) {
    if (!(error instanceof UnreadableError)) {
      throw error
    }
    logger.error(`e-invoice: shopper data ${id}: ${error.message}`)
    return undefined
  }
}
