import type { BigNumberInput, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import { type OperationId, RefusedError } from "../../connect"
import type { RefusalCode } from "../../domain/failure"
import { linesBilledOf } from "../../domain/refunds/changed-order"
import {
  buildOrderRequest,
  linesNow,
  type MappableOrder,
  MappingError,
  orderFields,
  type OrderRequest,
  type OrderRequestInput,
  ownLinesOf,
  type SentLine,
  toOre,
} from "../../mapping"
import { eInvoiceModule } from "../e-invoice-module"
import { refundDependenciesOf } from "../refund-account"

const orderSchema = z.looseObject({
  currency_code: z.string(),
  customer_id: z.string().nullish(),
  status: z.string().nullish(),
  canceled_at: z.unknown(),
  total: z.custom<BigNumberInput>().nullish(),
  raw_total: z.custom<BigNumberInput>().nullish(),
})

/** A Medusa order as the creations of the interface take it, and what it belongs to in Medusa. */
type ReadOrderRequest = {
  request: OrderRequest
  /** Lower-case ISO 4217 code. */
  currencyCode: string
  customerId: string | undefined
}

/**
 * What of a Medusa order is charged: its price, a part of it in major units, or what its own lines cost, whatever was refunded
 * or paid by gift card. A part is billed beside all that bills the order already, but for the record that is made anew.
 */
type ChargedOfOrder =
  "price" | "own-lines" | { readonly part: string; readonly beside: { recordId: string | null } }

/**
 * Reads a Medusa order, and maps its lines and customer to the øre: the caller gives no amounts.
 *
 * @throws MedusaError not_found when there is no such order
 * @throws RefusedError naming the fields of the order that cannot be mapped
 * @throws ConnectError when the service cannot tell what a part is billed beside
 */
export async function readOrderRequest(
  container: MedusaContainer,
  operationId: OperationId,
  orderId: string,
  charged: ChargedOfOrder
): Promise<ReadOrderRequest> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const {
    data: [order],
  } = await query.graph({
    entity: "order",
    fields: [...orderFields, "currency_code", "customer_id", "status", "canceled_at"],
    filters: { id: orderId },
  })
  if (!order) {
    throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no order ${orderId}.`)
  }
  const { currency_code, customer_id, status, canceled_at, total, raw_total } =
    orderSchema.parse(order)
  if (canceled_at || status === "canceled") {
    throw new RefusedError({
      operationId,
      code: "not_billable" satisfies RefusalCode,
      values: { reason: "cancelled" },
      message: "The request was not sent: the order is cancelled in Medusa.",
      advice: "Use an order that stands.",
    })
  }
  const whole = raw_total ?? total ?? 0
  const eInvoice = eInvoiceModule(container)
  // What came since is billed by its own lines, at their VAT rates.
  const billed =
    typeof charged === "object"
      ? await linesBilledOf(
          refundDependenciesOf(container),
          orderId,
          rejectingMappingErrors(operationId, () => linesNow(order)),
          charged.beside
        )
      : undefined
  const request = rejectingMappingErrors(operationId, () =>
    buildOrderRequest({
      ...chargeOf(order, whole, charged, billed),
      currencyCode: currency_code,
      // A reservation's lines take no discount, and a voucher's would be negative: it is spread there.
      settings: { ...eInvoice.options, giftCards: "single-purpose" },
    })
  )
  return {
    request,
    currencyCode: currency_code.toLowerCase(),
    customerId: customer_id ?? undefined,
  }
}

function chargeOf(
  order: MappableOrder,
  whole: BigNumberInput,
  charged: ChargedOfOrder,
  billed: readonly SentLine[] | undefined
): Pick<OrderRequestInput, "order" | "amount" | "kind" | "billed"> {
  switch (charged) {
    case "price":
      return { order, amount: whole, kind: "order" }
    case "own-lines":
      return { ...ownLinesOf(order), kind: "order" }
    default:
      return {
        order,
        amount: charged.part,
        ...(toOre(charged.part) === toOre(whole) && billed?.length === 0
          ? { kind: "order" }
          : { kind: "difference", billed }),
      }
  }
}

/** Turns a mapping error into the client's own error for a bad field. */
export function rejectingMappingErrors<Result>(
  operationId: OperationId,
  map: () => Result
): Result {
  try {
    return map()
  } catch (error) {
    if (!(error instanceof MappingError)) {
      throw error
    }
    throw new RefusedError({
      operationId,
      message: `The request was not sent. ${error.message}`,
      advice: "Correct what is named, and try again.",
      fieldErrors: { [error.field]: [error.message] },
    })
  }
}
