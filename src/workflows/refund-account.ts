import type { MedusaContainer } from "@medusajs/framework/types"

import { ConnectError } from "../connect"
import { toOre } from "../mapping"
import type { LineLeft } from "../domain/refunds/choose-refund"
import {
  approvalKey,
  approvalState,
  type ApprovalState,
  canBeApproved,
} from "../domain/refunds/refund-approval"
import { linesAsSent } from "../domain/refunds/lines-as-sent"
import { missingInMedusa } from "../domain/refunds/missing-in-medusa"
import type { RefundRow } from "../modules/e-invoice/refunds/refund-row"
import { takenFromLines } from "../domain/refunds/refund-shares"
import type { FollowedOrder } from "../modules/e-invoice/status/followed-order"
import { eInvoiceModule } from "./e-invoice-module"
import { type PaymentBooks, paymentBooksOf } from "./payment-books"
import { medusaRefundsOf } from "./refund-dependencies"

/** A line of the order at the service; amounts in øre. */
export type LineAccount = LineLeft & {
  quantity: number | undefined
  amountOre: bigint
  /** Whether it was sent, and not added by the service. */
  isSent: boolean
  /** What refunds took, those in doubt and those that wait for approval included. */
  refundedOre: bigint
}

/** A refund, and how far its approval has come where it needs one. */
export type RefundStory = {
  row: RefundRow
  /** Whether it was carried out and Medusa has no refund of it. */
  missing: boolean
  approval: ApprovalState | undefined
  /** When approval was asked for. */
  askedAt: Date | undefined
}

/** All that decides on an order's next refund. */
export type RefundAccount = {
  books: PaymentBooks | undefined
  /** What can still be asked back in all, in øre. */
  leftOre: bigint
  /** Undefined where the service could not be asked for them. */
  lines: LineAccount[] | undefined
  linesProblem: ConnectError | undefined
  refunds: RefundStory[]
}

/** Reads what can be refunded of an order: from Medusa's books, the service's lines, and the refunds there have been. */
export async function refundAccountOf(
  container: MedusaContainer,
  order: FollowedOrder
): Promise<RefundAccount> {
  const eInvoice = eInvoiceModule(container)
  const [books, refunds] = await Promise.all([
    paymentBooksOf(container, order),
    storiesOf(container, order.id),
  ])
  const answered = await linesOf(container, order)
  const taking = refunds.flatMap(({ row, approval }) =>
    approval === "open" || approval === "asking" ? [{ ...row, state: "in_doubt" as const }] : [row]
  )
  const taken = takenFromLines(taking)
  const lines = answered.lines?.map((line) => {
    const refundedOre = taken.get(line.id) ?? 0n
    return {
      ...line,
      refundedOre,
      leftOre: atLeast0(line.amountOre - refundedOre),
    }
  })
  const refundedTotal = (await eInvoice.statuses.find(order.id))?.refundedTotal ?? "0"
  const waitingOre = taking
    .filter(({ state }) => state === "in_doubt" || state === "sending")
    .reduce((sum, { amount }) => sum + toOre(amount), 0n)
  const limits = [
    toOre(books?.left ?? "0") - waitingOre,
    toOre(order.grandTotal) - toOre(refundedTotal) - waitingOre,
    ...(lines ? [lines.reduce((sum, { leftOre }) => sum + leftOre, 0n)] : []),
  ]
  return {
    books,
    leftOre: atLeast0(limits.reduce((least, limit) => (limit < least ? limit : least))),
    lines,
    linesProblem: answered.problem,
    refunds,
  }
}

const atLeast0 = (ore: bigint) => (ore > 0n ? ore : 0n)

async function storiesOf(container: MedusaContainer, id: string): Promise<RefundStory[]> {
  const { refunds, operations } = eInvoiceModule(container)
  const rows = await refunds.list(id)
  const missing = await missingInMedusa(medusaRefundsOf(container), rows)
  return Promise.all(
    rows.map(async (row) => {
      const request =
        canBeApproved(row) || row.state !== "sending"
          ? await operations.ofKey(approvalKey(row.id, row.attempt))
          : undefined
      return {
        row,
        missing: missing.includes(row),
        approval: approvalState(row, request),
        askedAt: request?.created_at,
      }
    })
  )
}

async function linesOf(
  container: MedusaContainer,
  { id: orderId, orderUuid }: FollowedOrder
): Promise<{
  lines?: Omit<LineAccount, "refundedOre" | "leftOre">[]
  problem?: ConnectError
}> {
  if (orderUuid === null) {
    return {}
  }
  const { connect, journal } = eInvoiceModule(container)
  try {
    const { data } = await connect.call("orders.details", {
      params: { order_uuid: orderUuid },
    })
    const made = await journal.find(orderId)
    const sent = linesAsSent(data.productList, made?.sent_request)
    return {
      lines: data.productList.flatMap((line) => {
        const { id, name, quantity, amount } = line
        return id === undefined || amount === undefined
          ? []
          : [
              {
                id,
                name: name ?? String(id),
                quantity,
                amountOre: toOre(amount),
                isSent: sent.includes(line),
              },
            ]
      }),
    }
  } catch (error) {
    if (error instanceof ConnectError) {
      return { problem: error }
    }
    throw error
  }
}
