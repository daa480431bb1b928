import { ConnectError, NotFoundError, OperationDisabledError, type RecordKind } from "../../connect"
import type EInvoiceModuleService from "../../modules/e-invoice/service"

/** What the service shows of a record; the total in major units, where it shows one that can be compared. */
export type RecordAtService = { readonly total?: number | undefined }

/**
 * Looks a record up by its identifier.
 *
 * @returns undefined when the service does not show it: it is unknown, its kind is shown by no operation, or the merchant
 * switched that operation off
 * @throws ConnectError when the service cannot be asked
 */
export async function recordAtService(
  { connect }: Pick<EInvoiceModuleService, "connect">,
  kind: RecordKind,
  uuid: string
): Promise<RecordAtService | undefined> {
  try {
    switch (kind) {
      case "order": {
        const { data } = await connect.call("orders.details", {
          params: { order_uuid: uuid },
        })
        return data.orderUuid === uuid ? { total: data.orderSummary?.grandTotal } : undefined
      }
      case "reservation": {
        const { data } = await connect.call("reservations.details", {
          params: { reservation_uuid: uuid },
        })
        return data.reservationUuid === uuid ? { total: data.grandTotal } : undefined
      }
      // Whether the amount it shows is that of a cycle or of all is not published.
      case "subscription": {
        const { data } = await connect.call("subscriptions.details", {
          params: { subscriptionUuid: uuid },
        })
        return data.subscriptionUuid === uuid ? {} : undefined
      }
      // The service does not show a company check by its identifier.
      case "company-check":
        return undefined
    }
  } catch (error) {
    if (error instanceof NotFoundError || error instanceof OperationDisabledError) {
      return undefined
    }
    throw error
  }
}

/**
 * Whether the service shows a record of that identifier.
 *
 * @returns undefined when it cannot say
 */
export async function recordIsShown(
  eInvoice: Pick<EInvoiceModuleService, "connect" | "options">,
  kind: RecordKind,
  uuid: string
): Promise<boolean | undefined> {
  const reading = READING[kind]
  if (!reading || eInvoice.options.operations[reading]?.enabled === false) {
    return undefined
  }
  try {
    return (await recordAtService(eInvoice, kind, uuid)) !== undefined
  } catch (error) {
    if (error instanceof ConnectError) {
      return undefined
    }
    throw error
  }
}

/** The operation that shows a record, by kind. */
const READING = {
  order: "orders.details",
  reservation: "reservations.details",
  subscription: "subscriptions.details",
  "company-check": undefined,
} as const satisfies Record<RecordKind, string | undefined>
