import type { BigNumberInput, MedusaContainer } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"

import { type OperationId, RefusedError } from "../../connect"
import { type Outstanding, outstandingOfOrder } from "./outstanding-of-order"

/** Below this, amounts differ only by how Medusa divided; major units. */
const LEAST_AMOUNT = 0.01

/**
 * Refuses what would ask a Medusa order's customer for more than is outstanding.
 *
 * @param amount what the customer is to be asked for, in major units; the order's whole price when left out
 * @throws RefusedError naming both amounts
 */
export async function refuseBeyondOutstanding(
  container: MedusaContainer,
  operationId: OperationId,
  { orderId, amount }: { orderId: string; amount?: string | undefined }
): Promise<void> {
  const outstanding = await outstandingOfOrder(container, orderId)
  const wanted = amount ?? totalOf(outstanding)
  const beyond = MathBN.sub(wanted, outstanding.billable)
  if (MathBN.lt(beyond, LEAST_AMOUNT)) {
    return
  }
  const currency = outstanding.currencyCode.toUpperCase()
  throw new RefusedError({
    operationId,
    message: `The request was not sent: it is for ${written(wanted)} ${currency}, and of this order ${written(outstanding.billable)} ${currency} are outstanding that the customer has not been asked for.`,
    advice:
      "Bill the outstanding amount instead, or first cancel what the customer has been asked for.",
  })
}

const totalOf = ({ order }: Outstanding): BigNumberInput =>
  (order["raw_total"] ?? order["total"] ?? 0) as BigNumberInput

const written = (amount: BigNumberInput): string =>
  MathBN.convert(amount).toFixed(2)
