import type { BigNumberInput, MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  MathBN,
  MedusaError,
  PaymentCollectionStatus,
} from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import { isCancelledPayment } from "../../domain/medusa-orders"
import { hasUnconfirmedChange } from "../../domain/order-changes"
import { isPaymentUnderWay } from "../../domain/payment-lease"
import {
  markedPaidFields,
  markedPaidOf,
  pendingFields,
  pendingOf,
  SYSTEM_PROVIDER,
} from "../../domain/order-summary"
import { missingCreditOf } from "../../domain/refunds/credit-by-hand"
import { countedRefunds, type CountedRefund } from "../../domain/refunds/refund-approval"
import { isOpenRefund } from "../../modules/e-invoice/refunds/refund-journal"
import { formatOre, isListedTwice, LEAST_AMOUNT, orderFields, toOre } from "../../mapping"
import { LEAST_ACCOUNTED_ORE, sum } from "../../mapping/decimal"
import { mayBeInCheckout } from "../../modules/e-invoice/orders/creations"
import { awaitsParcels, HELD_PAYMENT } from "../../modules/e-invoice/orders/holds"
import type { FollowedOrder } from "../../modules/e-invoice/orders/order-row"
import { isCreditedInFull, isStandingStatus } from "../../modules/e-invoice/orders/order-status"
import { isEInvoiceProvider } from "../../modules/e-invoice/registration"
import { eInvoiceModule } from "../e-invoice-module"
import { readBillMark } from "./bill-mark"
import { bySource, type OpenBill, openBillsOf } from "./open-bills"

const amount = z
  .object({ value: z.union([z.string(), z.number()]) })
  .transform(({ value }) => MathBN.convert(value))

const movements = z
  .array(z.object({ id: z.string(), raw_amount: amount }))
  .nullish()
  .transform((made) => made ?? [])

const flag = z.unknown().transform(Boolean)

const payment = z.object({
  id: z.string(),
  provider_id: z.string(),
  data: z.looseObject({ status: z.unknown() }).nullish().catch(undefined),
  raw_amount: amount,
  canceled_at: flag,
  captured_at: flag,
  captures: movements,
  refunds: movements,
})

const collection = z.object({
  id: z.string(),
  status: z.string(),
  metadata: z.unknown(),
  cart: z.object({ id: z.string() }).nullish(),
  payments: z.array(payment).nullish(),
})

const lines = z.array(z.looseObject({ id: z.string().nullish() })).nullish()

const orderSchema = z.looseObject({
  id: z.string(),
  version: z.number(),
  currency_code: z.string().toLowerCase(),
  customer_id: z.string().nullish(),
  status: z.string(),
  canceled_at: flag,
  created_at: z.coerce.date(),
  items: lines,
  shipping_methods: lines,
  transactions: z
    .array(z.object({ version: z.number(), reference_id: z.string().nullish() }).nullable())
    .nullish(),
  payment_collections: z.array(collection).nullish(),
})

/** Read beside the order, which the mapping is given as Query returned it. */
const credits = z.object({ credit_lines: z.array(z.object({ raw_amount: amount })).nullish() })

type OrderToBill = z.output<typeof orderSchema>
type PaymentOfOrder = z.output<typeof payment>
type Movements = PaymentOfOrder["captures"]

/** The part of an order's price that is neither paid nor billed. */
export type Outstanding = {
  /** The order as Query returned it, with what the mapping reads. */
  readonly order: OrderToBill
  /** Of the order before anything else was read: see `refuseIfChangedSince`. */
  readonly version: number
  readonly currencyCode: string
  /** What Medusa waits for: decimal major units, unrounded. */
  readonly pending: string
  /**
   * What payments stand for that only have to be captured, or counted by the order: decimal major units. Those of Medusa's own
   * provider count only once they are captured.
   */
  readonly authorised: string
  /** What Medusa's own provider counts as captured: money that Medusa did not take itself, such as a reservation's. */
  readonly markedPaid: string
  /** Another provider's payment was captured: it paid a part that no invoice is for. */
  readonly isPaidOtherwise: boolean
  /** What credit lines take off its price: decimal major units. */
  readonly credited: string
  /** Bills that are open already. */
  readonly open: readonly OpenBill[]
  /** What can be billed: decimal major units, unrounded; zero or below when there is nothing. */
  readonly billable: string
  readonly isCancelled: boolean
  /**
   * A change of it is not confirmed, and decides what is outstanding. Where its confirmation failed, Medusa's amount may be wrong. Not
   * asked where nothing can be billed.
   */
  readonly isBeingChanged: boolean
  /** A payment or refund of it is being recorded: Medusa's amount may be of the middle of that. Not asked where nothing can be billed. */
  readonly isPaymentUnderWay: boolean
  /** A paid invoice lacks a credit: what Medusa waits for is too much by that. */
  readonly isCreditMissing: boolean
  /** It is not known whether a credit was carried out, or of what it is: until then its invoice may ask for what Medusa waits for. */
  readonly isCreditOpen: boolean
  /**
   * It is billed by the parcel, and an invoice is to be credited for what came back: until then it bills pieces that others of the item
   * would be billed by.
   */
  readonly isCreditAwaited: boolean
  /** Medusa lists a line of it twice, so none of the amounts is right. */
  readonly isListedTwice: boolean
  /** Its checkout may still be under way: Medusa places the order first, and makes the payment of it last. */
  readonly isBeingPlaced: boolean
  /** A payment collection of Medusa that waits for its payment, as an order edit leaves one. None that a bill was opened in. */
  readonly unpaidCollection: string | undefined
  /**
   * Authorised payments that a bill replaces: of Medusa's own provider, and ours that hold an order until it is shipped;
   * amounts in decimal major units.
   */
  readonly placeholders: readonly {
    readonly id: string
    readonly amount: string
  }[]
}

/**
 * Reads what is outstanding of a Medusa order, from the server's own books: what Medusa waits for, less what the customer
 * has been asked for already by e-invoice, by another payment that only has to be captured, or by a record at the
 * service that belongs to the order.
 *
 * @throws MedusaError not_found when there is no such order
 */
export async function outstandingOfOrder(
  container: MedusaContainer,
  orderId: string
): Promise<Outstanding> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const {
    data: [found],
  } = await query.graph({
    entity: "order",
    fields: [
      ...orderFields,
      "currency_code",
      "customer_id",
      "status",
      "canceled_at",
      "created_at",
      ...pendingFields,
      ...markedPaidFields,
      "payment_collections.id",
      "payment_collections.status",
      "payment_collections.metadata",
      "payment_collections.cart.id",
      "payment_collections.payments.id",
      "payment_collections.payments.data",
      "payment_collections.payments.raw_amount",
      "payment_collections.payments.canceled_at",
      "payment_collections.payments.captured_at",
      "payment_collections.payments.captures.id",
      "payment_collections.payments.refunds.id",
      "payment_collections.payments.refunds.raw_amount",
    ],
    filters: { id: orderId },
  })
  if (!found) {
    throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no order ${orderId}.`)
  }
  const order = orderSchema.parse(found)
  const collections = order.payment_collections ?? []
  const payments = collections.flatMap(({ payments }) => payments ?? [])
  const standing = standingPaymentsOf(order, payments)
  const open = [...standing, ...(await openBillsOf(container, order.id))]
  const pending = MathBN.convert(pendingOf(found))
  const markedPaid = MathBN.convert(markedPaidOf(found))
  const billable = MathBN.sub(leftToAskFor({ pending, markedPaid, open }), roundedUpOf(payments))
  const isLeft = MathBN.gte(billable, LEAST_AMOUNT)
  return {
    order,
    version: order.version,
    currencyCode: order.currency_code,
    pending: pending.toFixed(),
    authorised: standing
      .reduce((sum, { amount }) => MathBN.add(sum, amount), MathBN.convert(0))
      .toFixed(),
    markedPaid: markedPaid.toFixed(),
    credited: total(credits.parse(found).credit_lines ?? []).toFixed(),
    isPaidOtherwise: payments.some(
      ({ provider_id, captures }) =>
        !isEInvoiceProvider(provider_id) && MathBN.gt(total(captures), 0)
    ),
    open,
    billable: isLeft ? billable.toFixed() : "0",
    isListedTwice: [order.items, order.shipping_methods].some((lines) =>
      isListedTwice(lines ?? [])
    ),
    ...(await creditsOf(container, order.id, payments)),
    isCancelled: order.canceled_at || order.status === "canceled",
    isBeingChanged: isLeft && (await hasUnconfirmedChange(query, order.id)),
    isPaymentUnderWay:
      isLeft && (await isPaymentUnderWay(eInvoiceModule(container).leases, order.id)),
    isBeingPlaced:
      collections.some(({ cart, payments }) => cart && (payments ?? []).length === 0) &&
      mayBeInCheckout(order.created_at, eInvoiceModule(container).clock.now()),
    unpaidCollection: collections.find(isUnpaid)?.id,
    placeholders: payments
      .filter((payment) => isWaiting(payment) && isPlaceholder(payment))
      .map((payment) => ({ id: payment.id, amount: uncaptured(payment).toFixed() })),
  }
}

/**
 * What payments stand for of what Medusa waits for: it is not captured yet, or the order does not count the capture, of which
 * not all was refunded. Medusa writes a capture first and its transaction last, and its process may end in between.
 */
function standingPaymentsOf(
  { version, transactions }: OrderToBill,
  payments: readonly PaymentOfOrder[]
): OpenBill[] {
  const counted = new Set(
    (transactions ?? []).flatMap((one) => (one && one.version <= version ? [one.reference_id] : []))
  )
  const uncountedOf = (made: Movements) => total(made.filter(({ id }) => !counted.has(id)))
  // A killed process may have left a capture on a payment that was never captured, and was cancelled since.
  const lasting = payments.filter((payment) => !isCancelledPayment(payment))
  return lasting.flatMap((payment) => {
    const kept = MathBN.sub(uncountedOf(payment.captures), uncountedOf(payment.refunds))
    const uncounted = MathBN.max(kept, 0)
    const asked =
      isWaiting(payment) && !isPlaceholder(payment)
        ? MathBN.add(uncounted, uncaptured(payment))
        : uncounted
    return MathBN.gt(asked, 0)
      ? [
          {
            source: isEInvoiceProvider(payment.provider_id) ? bySource.eInvoice : bySource.payment,
            id: payment.id,
            amount: asked.toFixed(),
          },
        ]
      : []
  })
}

/**
 * By how much our invoices ask for more than their payments are over, or for less: each is rounded to the øre. Left in what is billed
 * next, it would be rounded once more, and the bills would come to more than the order.
 */
const roundedUpOf = (payments: readonly PaymentOfOrder[]) =>
  payments
    .filter(
      (payment) =>
        isEInvoiceProvider(payment.provider_id) &&
        !isPlaceholder(payment) &&
        !isCancelledPayment(payment)
    )
    .reduce(
      (sum, { raw_amount }) =>
        MathBN.add(sum, MathBN.sub(formatOre(toOre(raw_amount)), raw_amount)),
      MathBN.convert(0)
    )

const isWaiting = ({ canceled_at, captured_at }: PaymentOfOrder): boolean =>
  !canceled_at && !captured_at

async function creditsOf(
  container: MedusaContainer,
  orderId: string,
  payments: readonly PaymentOfOrder[]
): Promise<Pick<Outstanding, "isCreditMissing" | "isCreditOpen" | "isCreditAwaited">> {
  const eInvoice = eInvoiceModule(container)
  const invoices = await eInvoice.orders.statuses.ofOrder(orderId)
  const all = await countedRefunds(eInvoice, ...invoices.map(({ id }) => id))
  const withRows = invoices.map((invoice) => ({
    invoice,
    rows: all.filter(({ e_invoice_order_id: id }) => id === invoice.id),
  }))
  return {
    isCreditMissing: withRows.some(
      ({ invoice, rows }) => missingCreditOf(invoice, rows) !== undefined
    ),
    isCreditOpen: withRows.some(
      ({ invoice, rows }) =>
        rows.some((row) => isOpenCredit(row, invoice)) ||
        isCreditUnrecorded(invoice, rows, payments)
    ),
    isCreditAwaited:
      invoices.some(({ orderChangedAt, paid }) => orderChangedAt !== null && !paid) &&
      (await eInvoice.orders.holds.ofOrder(orderId)).some(awaitsParcels),
  }
}

/** One that awaits approval counts as carried out, unless the invoice was paid, or credited in full, without it. */
const isOpenCredit = (
  { purpose, state, awaitsApproval }: CountedRefund,
  invoice: FollowedOrder
): boolean =>
  purpose === "credit" &&
  isOpenRefund(state) &&
  (!awaitsApproval || invoice.paid || isCreditedInFull(invoice))

/**
 * Whether the service names a credit of before an invoice was paid that is not recorded: its payment is over that much less, and
 * it is not known which lines it is of.
 */
function isCreditUnrecorded(
  { status, grandTotal, refundedTotal, creditedTotal, paymentId }: FollowedOrder,
  rows: readonly CountedRefund[],
  payments: readonly PaymentOfOrder[]
): boolean {
  const doneOre = sum(
    rows.filter(({ state }) => state === "succeeded").map(({ amount }) => toOre(amount))
  )
  const payment = payments.find(({ id }) => id === paymentId)
  const lessOre =
    toOre(grandTotal) - toOre(creditedTotal) - toOre(payment?.raw_amount ?? grandTotal)
  return (
    isStandingStatus(status) &&
    toOre(refundedTotal) - doneOre >= LEAST_ACCOUNTED_ORE &&
    lessOre >= LEAST_ACCOUNTED_ORE
  )
}

/** Whether a payment asks no customer for money: Medusa's own, or ours that holds an order until it is shipped. */
const isPlaceholder = ({ provider_id, data }: PaymentOfOrder): boolean =>
  provider_id === SYSTEM_PROVIDER ||
  (isEInvoiceProvider(provider_id) && data?.status === HELD_PAYMENT)

const total = (made: readonly Pick<Movements[number], "raw_amount">[]) =>
  made.reduce((sum, { raw_amount }) => MathBN.add(sum, raw_amount), MathBN.convert(0))

const uncaptured = ({ raw_amount, captures: made }: PaymentOfOrder) =>
  MathBN.sub(raw_amount, total(made))

/**
 * What of a Medusa order's price is left for one e-invoice order: no payment of any provider stands for it, also of
 * Medusa's own, and the customer was not asked for it otherwise.
 *
 * @param except ids of what does not count: the e-invoice order, and the payments that it replaces
 * @returns decimal major units, unrounded
 */
export async function leftToBill(
  container: MedusaContainer,
  orderId: string,
  except: readonly string[]
): Promise<string> {
  const { placeholders, ...outstanding } = await outstandingOfOrder(container, orderId)
  const open = [...outstanding.open, ...placeholders]
  return leftToAskFor({ ...outstanding, open }, except).toFixed()
}

/** What bills leave of an amount, in decimal major units; those whose ids are excepted do not count. */
export const leftBeside = (
  amount: BigNumberInput,
  bills: readonly Pick<OpenBill, "id" | "amount">[],
  except: readonly (string | null | undefined)[] = []
) =>
  bills
    .filter(({ id }) => !except.includes(id))
    .reduce((left, bill) => MathBN.sub(left, bill.amount), MathBN.convert(amount))

/**
 * What Medusa waits for beside what the customer has been asked for. What a reservation took and staff marked as paid, Medusa waits for
 * no more.
 *
 * @param except bills that do not count
 */
export function leftToAskFor(
  {
    pending,
    markedPaid,
    open,
  }: {
    pending: BigNumberInput
    markedPaid: BigNumberInput
    open: readonly (Pick<OpenBill, "id" | "amount"> & Partial<OpenBill>)[]
  },
  except: readonly (string | null | undefined)[] = []
) {
  const bills = open.filter(({ id }) => !except.includes(id))
  const reserved = bills
    .filter(({ source }) => source === bySource.reservation)
    .reduce((sum, { amount }) => MathBN.add(sum, amount), MathBN.convert(0))
  return leftBeside(MathBN.add(pending, MathBN.min(markedPaid, reserved)), bills)
}

/** Whether an amount is covered by what is left, but for how Medusa divides; both in decimal major units. */
export const covers = (left: string, needed: string): boolean =>
  MathBN.gte(left, LEAST_AMOUNT) && MathBN.gt(MathBN.add(left, LEAST_AMOUNT), needed)

/** The whole price of an order, in major units. */
export const totalOf = (order: OrderToBill): BigNumberInput =>
  (order["raw_total"] ?? order["total"] ?? 0) as BigNumberInput

/** One that a bill was opened in waits for that bill: its answer may be missing, and a bill that was not made removes it. */
const isUnpaid = ({ status, metadata, payments }: z.output<typeof collection>): boolean =>
  (status === PaymentCollectionStatus.NOT_PAID || status === PaymentCollectionStatus.AWAITING) &&
  (payments ?? []).length === 0 &&
  readBillMark(metadata) === undefined
