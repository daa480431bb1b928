import {
  type OrderStatus,
  orderStatusSchema,
  parseCallback,
  type StatusNotice,
  verifyChecksum,
} from "../../connect"
import type { CallbackParameters } from "../../modules/e-invoice/callbacks/callback-content"

/** What has to match for a callback to be evidence. */
export type EvidenceTerms = {
  /** The order that the callback's token belongs to. */
  readonly orderUuid: string | null
  /** The option `callbackSecret`. */
  readonly secret?: string | undefined
}

/** The status that a callback hints at, when it is one of an order. */
export function hintedStatus(parameters: CallbackParameters): OrderStatus | undefined {
  return orderStatusOf(parseCallback(parameters))
}

/**
 * The status that a callback proves by its checksum: the checksum vouches for the status, and the order is the one the
 * token belongs to.
 *
 * @returns undefined when anything of it is missing, wrong or not configured
 */
export function provenStatus(
  parameters: CallbackParameters,
  { orderUuid, secret }: EvidenceTerms
): OrderStatus | undefined {
  const notice = parseCallback(parameters)
  if (secret === undefined || notice.orderUuid !== orderUuid) {
    return undefined
  }
  const proven = verifyChecksum(notice, secret)
  return proven?.includes("status") && proven.includes("orderUuid")
    ? orderStatusOf(notice)
    : undefined
}

/**
 * Whether a callback says that the order was paid, as far as its token shows, and its checksum where a secret is
 * configured. Counts only together with the service's own word that something went back
 * (docs/decisions/a-refund-is-no-payment.md).
 */
export function saysPaid(parameters: CallbackParameters, terms: EvidenceTerms): boolean {
  if (terms.secret !== undefined) {
    return provenStatus(parameters, terms) === "PAID"
  }
  const notice = parseCallback(parameters)
  return notice.orderUuid === terms.orderUuid && orderStatusOf(notice) === "PAID"
}

function orderStatusOf(notice: StatusNotice): OrderStatus | undefined {
  const parsed = orderStatusSchema.safeParse(notice.status)
  return parsed.success ? parsed.data : undefined
}
