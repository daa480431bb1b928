import {
  type ConnectClient,
  MalformedAnswerError,
  type OrderStatus,
  parseOrderStatus,
} from "../../connect"

/** What the service says about an order when it is asked. */
export type StatusReport = {
  /** Undefined when the service used a word that nobody knows. */
  readonly status: OrderStatus | undefined
  /** The status as the service wrote it, cut to a readable length. */
  readonly word: string
  /** What went back in total, in decimal major units, where the service says so. */
  readonly refunded?: number | undefined
}

const LONGEST_WORD = 60

/**
 * Asks the service for the status of one order.
 *
 * @throws ConnectError; OperationDisabledError where `orders.status` is switched off
 */
export async function lookUpStatus(
  connect: Pick<ConnectClient, "call">,
  orderUuid: string
): Promise<StatusReport> {
  const { data, httpStatus } = await connect.call("orders.status", {
    params: { order_uuid: orderUuid },
  })
  if (data.uuid !== orderUuid) {
    throw new MalformedAnswerError({
      operationId: "orders.status",
      httpStatus,
      message: "The service answered with the status of another order.",
      advice: "Check the path of operations.orders.status in the options.",
      outcomeUnknown: false,
    })
  }
  return reportOf(data.status, data.refundedAmount)
}

/** Reads a status as the service wrote it, with what went back in decimal major units. */
export const reportOf = (word: string, refunded?: number): StatusReport => ({
  status: parseOrderStatus(word),
  word: word.slice(0, LONGEST_WORD),
  refunded,
})
