import { OperationDisabledError } from "../../connect"
import type EInvoiceModuleService from "../../modules/e-invoice/service"

const DAY = 24 * 60 * 60_000

/** Most pages of the service's list that are read: as many subscriptions begin on few days. */
const MOST_PAGES = 10

const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10)

/**
 * Finds the subscription to which the order of a cycle belongs, in the service's list of those that began on the days
 * around a moment: the service's days are not ours.
 *
 * @returns its identifier; undefined when the list does not name the order, or is switched off
 * @throws ConnectError when the service cannot be asked
 */
export async function subscriptionOfCycle(
  { connect }: Pick<EInvoiceModuleService, "connect">,
  orderUuid: string,
  beganAt: Date
): Promise<string | undefined> {
  const days = {
    startDate: dayOf(beganAt.getTime() - DAY),
    endDate: dayOf(beganAt.getTime() + DAY),
  }
  try {
    for (let page = 1, pages = 1; page <= pages; page++) {
      const answer = await connect.call("subscriptions.list", {
        params: {},
        query: { ...days, page },
      })
      const found = answer.data.find((row) => row.orderUuid === orderUuid)
      if (found) {
        return found.subscriptionUuid
      }
      pages = Math.min(answer.page?.lastPage ?? 1, MOST_PAGES)
    }
  } catch (error) {
    if (!(error instanceof OperationDisabledError)) {
      throw error
    }
  }
  return undefined
}
