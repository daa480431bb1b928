import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN, Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import { ConnectError } from "../connect"
import { changeOfOrder } from "../domain/refunds/changed-order"
import { isRefundedBeside } from "../domain/refunds/compare-refunds"
import { isOfCancelledOrder, orderNowOf } from "../domain/refunds/medusa-order"
import {
  approvalState,
  awaitsOperator,
  type ApprovalState,
  canBeApproved,
} from "../domain/refunds/refund-approval"
import {
  isOfBefore,
  lastRejectedCredit,
  isCreditUnknown,
  isLikeOneGivenSince,
  mayBeCarriedOutYet,
  missingCreditOf,
} from "../domain/refunds/credit-by-hand"
import {
  type MedusaRefunds,
  missingInMedusa,
  type RefundDependencies,
  refundDependencies,
} from "../domain/refunds/refund-request"
import { isCancelledPayment, isPaymentCancelled, refundsByOthers } from "../domain/medusa-orders"
import { standingRefunds } from "../domain/refunds/repeated-refund"
import { linesAsSent, takenFromLines } from "../domain/refunds/refund-lines"
import type { LineLeft, OrderChange } from "../domain/refunds/refund-parts"
import { toOre } from "../mapping"
import { atLeast0, least, sum } from "../mapping/decimal"
import { isUnsettled } from "../modules/e-invoice/intent"
import { approvalKey } from "../modules/e-invoice/operations/operation"
import { isRuledOut, type RefundRow } from "../modules/e-invoice/refunds/refund-row"
import type { FollowedOrder } from "../modules/e-invoice/orders/order-row"
import { eInvoiceModule } from "./e-invoice-module"
import { paymentFilters } from "./medusa-payment"

/** A line of the order at the service; amounts in øre. */
export type LineAccount = LineLeft & {
  quantity: number | undefined
  amountOre: bigint
  /** Whether it was sent, and not added by the service. */
  isSent: boolean
  /** What refunds took, those in doubt and those that wait for approval included. */
  refundedOre: bigint
  /** The most of it that can be recorded as given in the service's own portal, in øre: what awaits approval may not be carried out. */
  givenOre: bigint
}

/** A refund, and how far its approval has come where it needs one. */
export type RefundStory = {
  row: RefundRow
  /** Whether it was carried out and Medusa has no refund of it. */
  missing: boolean
  approval: ApprovalState | undefined
  /** When approval was asked for. */
  askedAt: Date | undefined
  /** Whether it is rejected, and staff may say that it was carried out after all. */
  mayBeGiven: boolean
  /** Whether they may once they confirm it: what was recorded as given in the portal since may have been this one. */
  isLikeOneGiven: boolean
  /** Whether staff may also say of such a one that it was not. */
  mayBeRuledOut: boolean
}

/** All that decides on an order's next refund. */
export type RefundAccount = {
  books: PaymentBooks | undefined
  /** What can still be asked back in all, in øre. */
  leftOre: bigint
  /** What was certainly refunded, in øre. */
  doneOre: bigint
  /** The most that can be recorded as given in the service's own portal, in øre. */
  givenOre: bigint
  /** What the service names as refunded beyond what is recorded here, which is still to be recorded then, in øre; zero where nothing. */
  namedBeyondOre: bigint
  /** Whether what was given there is a credit: the customer paid that much less, and Medusa captured no more. */
  isGivenCredit: boolean
  /** Whether the service shows a refund that none here accounts for, and Medusa can record one. */
  isRefundedBeside: boolean
  /** Whether the customer paid for what went off the order before: nothing else is refunded before that. */
  isCreditMissing: boolean
  /** Undefined where the service could not be asked for them. */
  lines: LineAccount[] | undefined
  linesProblem: ConnectError | undefined
  /** What changed in the Medusa order since it was billed; undefined where that is not known. */
  change: OrderChange | undefined
  refunds: RefundStory[]
  /** Stands for the refunds of all invoices of the Medusa order, as they are. */
  seen: string
}

/** Reads what can be refunded of an order: from Medusa's books, the service's lines, and the refunds there have been. */
export async function refundAccountOf(
  container: MedusaContainer,
  order: FollowedOrder
): Promise<RefundAccount> {
  const eInvoice = eInvoiceModule(container)
  // Before all that is read: what comes meanwhile was not seen.
  const seen = await standingRefunds(refundDependenciesOf(container), order)
  const books = await paymentBooksOf(container, order)
  const refunds = await storiesOf(container, order, books)
  const answered = await linesOf(container, order)
  const taking = refunds.flatMap(({ row, approval }) =>
    awaitsOperator(approval) ? [{ ...row, state: "in_doubt" as const }] : [row]
  )
  const inBooksOre = toOre(books?.left ?? "0")
  const leftAfter = (rows: readonly RefundRow[]) => {
    const taken = takenFromLines(rows, "products")
    return leavingToPortal(
      answered.lines?.map((line) => {
        const refundedOre = taken.get(line.id) ?? 0n
        return { ...line, refundedOre, leftOre: atLeast0(line.amountOre - refundedOre) }
      }),
      order.paid ? lastRejectedCredit(refundRows(refunds)) : undefined,
      inBooksOre
    )
  }
  const unlessApproved = leftAfter(refundRows(refunds))
  const lines = leftAfter(taking)?.map((line, index) => ({
    ...line,
    givenOre: unlessApproved?.[index]?.leftOre ?? 0n,
  }))
  const refundedTotal = (await eInvoice.orders.statuses.find(order.id))?.refundedTotal ?? "0"
  const waitingOre = taking.filter(isUnsettled).reduce((sum, { amount }) => sum + toOre(amount), 0n)
  const doneOre = sum(
    refunds.filter(({ row }) => row.state === "succeeded").map(({ row }) => toOre(row.amount))
  )
  const namedOre = toOre(refundedTotal)
  const namedBeyondOre = atLeast0(namedOre - doneOre)
  const isNamedBeyond = namedBeyondOre > 0n
  const missing = missingCreditOf(order, refundRows(refunds))
  const missingOre = toOre(missing?.amount ?? "0")
  // Where it names what it refunded, Medusa lacks no more than it has in its books beyond what the service kept.
  const beyondKeptOre = inBooksOre + missingOre - (toOre(order.grandTotal) - namedOre)
  const givenRefundOre = atLeast0(
    isNamedBeyond
      ? [inBooksOre, namedBeyondOre, beyondKeptOre].reduce(least)
      : least(inBooksOre, toOre(order.grandTotal) - doneOre)
  )
  const { owedOre = -1n, changed } = answered.change ?? {}
  const addedOre = sum((changed?.added ?? []).map(({ amountOre }) => amountOre))
  // Where Medusa waits for it yet, beside what was added, it is taken off the order first.
  const isGivenCredit =
    isNamedBeyond &&
    inBooksOre > 0n &&
    givenRefundOre === 0n &&
    owedOre + addedOre >= 0n &&
    !refunds.some(({ mayBeGiven }) => mayBeGiven)
  const limits = [
    inBooksOre - waitingOre,
    toOre(order.grandTotal) - namedOre - waitingOre,
    ...(lines ? [lines.reduce((sum, { leftOre }) => sum + leftOre, 0n)] : []),
  ]
  return {
    books,
    leftOre: atLeast0(limits.reduce(least)),
    doneOre,
    givenOre: isGivenCredit ? namedBeyondOre : givenRefundOre,
    namedBeyondOre,
    isGivenCredit,
    // Of one that it refunded wholly, nothing is sent: it matters for what Medusa can still record.
    isRefundedBeside:
      (order.status !== "REFUNDED" || inBooksOre > 0n) &&
      (await isRefundedBeside(refundDependenciesOf(container), order)),
    isCreditMissing:
      (missing !== undefined || isCreditUnknown(order)) &&
      !(await isCancelledInMedusa(container, books)),
    lines,
    linesProblem: answered.problem,
    change: answered.change,
    refunds,
    seen,
  }
}

const isCancelledInMedusa = async (
  container: MedusaContainer,
  books: PaymentBooks | undefined
): Promise<boolean> => {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  return books !== undefined && (await isOfCancelledOrder(query, books.paymentId))
}

const refundRows = (refunds: readonly RefundStory[]) => refunds.map(({ row }) => row)

/**
 * Leaves on each line what staff are still to give of it in the service's portal, where Medusa counts that as no part of what was paid: a
 * refund that took it would leave the portal nothing to give it of.
 */
function leavingToPortal<Line extends LineLeft>(
  lines: Line[] | undefined,
  credit: RefundRow | undefined,
  inBooksOre: bigint
): Line[] | undefined {
  const toGive = takenFromLines(credit ? [{ ...credit, state: "in_doubt" }] : [], "products")
  const left = lines?.map((line) => ({
    ...line,
    leftOre: atLeast0(line.leftOre - (toGive.get(line.id) ?? 0n)),
  }))
  return left && sum(left.map(({ leftOre }) => leftOre)) >= inBooksOre ? left : lines
}

async function storiesOf(
  container: MedusaContainer,
  order: FollowedOrder,
  books: PaymentBooks | undefined
): Promise<RefundStory[]> {
  const paymentOre = books && toOre(books.amount)
  const { refunds, operations } = eInvoiceModule(container)
  const rows = await refunds.list(order.id)
  const missing = await missingInMedusa(medusaRefundsOf(container), rows)
  return Promise.all(
    rows.map(async (row) => {
      const request =
        canBeApproved(row) || row.state !== "sending"
          ? await operations.ofKey(approvalKey(row.id, row.attempt))
          : undefined
      const approval = approvalState(row, request)
      const mayBeGiven = mayBeCarriedOutYet(order, { row, approval, rows })
      return {
        row,
        missing: missing.includes(row),
        approval,
        askedAt: request?.created_at,
        mayBeGiven,
        isLikeOneGiven: isLikeOneGivenSince(row, { approval, rows }),
        mayBeRuledOut: mayBeGiven && !isRuledOut(row) && isOfBefore(row, paymentOre),
      }
    })
  )
}

async function linesOf(
  container: MedusaContainer,
  { id: orderId, orderId: medusaOrderId, orderUuid }: FollowedOrder
): Promise<{
  lines?: Omit<LineAccount, "refundedOre" | "leftOre" | "givenOre">[]
  change?: OrderChange | undefined
  problem?: ConnectError
}> {
  if (orderUuid === null) {
    return {}
  }
  const eInvoice = eInvoiceModule(container)
  const { connect, orders } = eInvoice
  const { creations } = orders
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  try {
    const { data } = await connect.call("orders.details", {
      params: { order_uuid: orderUuid },
    })
    const made = await creations.find(orderId)
    const sent = linesAsSent(data.productList, made?.sent_request)
    const now = medusaOrderId === null ? undefined : await orderNowOf(query, medusaOrderId)
    return {
      change: await changeOfOrder(refundDependenciesOf(container), { id: orderId }, now, {
        sent: made?.sent_request,
        listed: data.productList,
      }),
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

/** What entries of Medusa come to, such as the refunds of a payment. */
export const amounts = z
  .array(
    z.object({
      raw_amount: z.object({ value: z.union([z.string(), z.number()]) }),
    })
  )
  .nullish()
  .transform((entries) =>
    (entries ?? []).reduce(
      (sum, { raw_amount }) => MathBN.add(sum, raw_amount.value),
      MathBN.convert(0)
    )
  )

const payments = z.array(
  z.object({
    id: z.string(),
    raw_amount: z.object({ value: z.union([z.string(), z.number()]) }),
    canceled_at: z.unknown(),
    captured_at: z.unknown(),
    captures: amounts,
    refunds: amounts,
  })
)

/** What Medusa's books say of a payment: decimal major units, unrounded. */
type PaymentBooks = {
  readonly paymentId: string
  /** What it is over. */
  readonly amount: string
  /** Whether it was cancelled before it was captured: it takes neither a capture nor a refund any more. */
  readonly isCancelled: boolean
  /** Whether a capture ended: a killed process may leave one of an invoice that is not paid. */
  readonly isCaptured: boolean
  readonly captured: string
  readonly refunded: string
  /** What can still be given back. */
  readonly left: string
}

/** @returns undefined while Medusa has no payment of the e-invoice order */
export async function paymentBooksOf(
  container: MedusaContainer,
  order: Pick<FollowedOrder, "paymentId" | "paymentSessionId">
): Promise<PaymentBooks | undefined> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "payment",
    fields: [
      "id",
      "raw_amount",
      "canceled_at",
      "captured_at",
      "captures.raw_amount",
      "refunds.raw_amount",
    ],
    filters: paymentFilters([order]),
  })
  const found = payments.parse(data)
  const payment = found.find(({ id }) => id === order.paymentId) ?? found[0]
  return payment
    ? {
        paymentId: payment.id,
        amount: String(payment.raw_amount.value),
        isCancelled: isCancelledPayment(payment),
        isCaptured: Boolean(payment.captured_at),
        captured: payment.captures.toFixed(),
        refunded: payment.refunds.toFixed(),
        left: MathBN.sub(payment.captures, payment.refunds).toFixed(),
      }
    : undefined
}

/** A refund that was carried out at the service and is to be recorded in Medusa. */
export type RefundToRecord = {
  refund_row_id: string
  payment_id: string
  /** Decimal major units, as Medusa holds them. */
  amount: string
}

/** @returns null where Medusa has no captured payment that this much is left of */
export async function recordable(
  container: MedusaContainer,
  order: Pick<FollowedOrder, "paymentId" | "paymentSessionId">,
  row: Pick<RefundRow, "id" | "amount">
): Promise<RefundToRecord | null> {
  const books = await paymentBooksOf(container, order)
  return books && toOre(books.left) >= toOre(row.amount)
    ? {
        refund_row_id: row.id,
        payment_id: books.paymentId,
        amount: toOre(books.left) === toOre(row.amount) ? books.left : row.amount,
      }
    : null
}

/** What sending and settling refunds works with, from the application's container. */
export const refundDependenciesOf = (container: MedusaContainer): RefundDependencies =>
  refundDependencies(eInvoiceModule(container), {
    medusaRefunds: medusaRefundsOf(container),
    logger: container.resolve(ContainerRegistrationKeys.LOGGER),
  })

/** Medusa's own refunds, as workflows reach them. */
export const medusaRefundsOf = (container: MedusaContainer): MedusaRefunds => ({
  async known(ids) {
    const refunds = await container
      .resolve(Modules.PAYMENT)
      .listRefunds({ id: [...ids] }, { select: ["id"], take: null })
    return new Set(refunds.map(({ id }) => id))
  },
  byOthers: (orderId) =>
    refundsByOthers(container.resolve(ContainerRegistrationKeys.QUERY), orderId),
  isCancelled: (paymentId) =>
    isPaymentCancelled(container.resolve(ContainerRegistrationKeys.QUERY), paymentId),
  async remove(id) {
    await container.resolve(Modules.PAYMENT).deleteRefunds([id])
  },
})
