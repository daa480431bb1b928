import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { z } from "@medusajs/framework/zod"

import { ConnectError, OperationDisabledError } from "../connect"
import { lazily } from "../connect/lazily"
import {
  flagsWithoutCause,
  isJudged,
  NEED_PAYMENTS,
  isFullyRefunded,
} from "../domain/status/order-warnings"
import { placedOrderFields, placedOrdersSchema } from "../domain/medusa-orders"
import { untilPaymentsAreRecorded } from "../domain/payment-lease"
import { hasBilled } from "../domain/refunds/changed-order"
import type { FollowedOrder } from "../modules/e-invoice/orders/order-row"
import { isEInvoiceProvider } from "../modules/e-invoice/registration"
import { countsAsCaptured } from "../modules/e-invoice/orders/order-status"
import { isStillAsking, reviewSecondBills } from "./bill-outstanding/open-bills"
import { callStaff } from "./call-staff"
import { eInvoiceModule } from "./e-invoice-module"
import { flagRecords } from "./flag-records"
import { type JudgedInvoices, judgeInvoices } from "./judge-invoices"
import { medusaPaymentOf } from "./medusa-payment"
import { NO_PAYMENTS, paymentsOf, type PaymentsOfOrder } from "./payments-of-order"
import { recountIfPossible } from "./recount-payments"
import { isStanding } from "./ship-then-bill/lines-of-parcel"

/** What a review reads of a Medusa order: each once, and only where a flag depends on it. */
type Readings = {
  readonly version: () => Promise<number | undefined>
  readonly isChanged: () => Promise<boolean>
  readonly payments: () => Promise<PaymentsOfOrder>
  readonly judgement: () => Promise<Judgement>
}

/** What the order's lines say of its invoices, as far as the service tells them. */
type Judgement = {
  readonly judged: JudgedInvoices | undefined
  /** Whether the service did not answer, and may tell later. */
  readonly isAwaited: boolean
}

const readingsOf = (container: MedusaContainer, orderId: string): Readings => {
  const version = lazily(() => versionOf(container, orderId))
  const isChanged = async () => ![undefined, 1].includes(await version())
  return {
    version,
    isChanged,
    payments: lazily(async () => {
      // The callback of a refund may come before Medusa has recorded it, and nothing has the order reviewed after that.
      if (await isChanged()) {
        await untilPaymentsAreRecorded(eInvoiceModule(container).leases, orderId)
      }
      return paymentsOf(container, orderId)
    }),
    judgement: lazily(() => judgementOf(container, orderId)),
  }
}

async function judgementOf(container: MedusaContainer, orderId: string): Promise<Judgement> {
  try {
    return { judged: await judgeInvoices(container, orderId), isAwaited: false }
  } catch (error) {
    if (error instanceof ConnectError) {
      return { judged: undefined, isAwaited: !(error instanceof OperationDisabledError) }
    }
    throw error
  }
}

/**
 * Removes the flags of a Medusa order's e-invoices whose cause is gone: one invoice may replace another. Flags invoices that
 * ask the customer for more than the order's price, for example after another payment of the order was captured, and reservations
 * that alone pay for an order which costs something else.
 *
 * @param event.isPaidOtherwise whether a payment of another provider was just captured: invoices that are paid already may be too
 *   much as well
 * @returns false where the service could not say what reservations take, and it is to be tried again
 */
export async function reviewFlagsOfOrder(
  container: MedusaContainer,
  orderId: string,
  { isPaidOtherwise = false }: { isPaidOtherwise?: boolean } = {}
): Promise<boolean> {
  await reviewOrder(container, orderId, async (reviewed) => {
    await flagAmounts(container, reviewed, isPaidOtherwise)
    await flagSetOff(container, reviewed)
    await noteWhatWent(container, reviewed)
  })
  return flagRecords(container, orderId)
}

/**
 * Removes the flags of an order whose cause is gone, and raises others. Where the order changed while the service was asked, a flag that
 * was removed may have been raised meanwhile for that: it is reviewed again.
 */
async function reviewOrder(
  container: MedusaContainer,
  orderId: string,
  raiseFlags: (reviewed: Reviewed) => Promise<void>
): Promise<void> {
  const { statuses } = eInvoiceModule(container).orders
  const orders = await statuses.ofOrder(orderId)
  const readings = readingsOf(container, orderId)
  const isFlagged = orders.some(({ flags }) => flags.some(isJudged))
  const version = isFlagged ? await readings.version() : undefined
  const isUnflagged = await review(container, orders, readings)
  await raiseFlags({ orderId, orders, readings })
  if (isUnflagged && (await versionOf(container, orderId)) !== version) {
    await reviewOrder(container, orderId, raiseFlags)
  }
}

type Reviewed = {
  readonly orderId: string
  readonly orders: readonly FollowedOrder[]
  readonly readings: Readings
}

/** Flags invoices that ask for more than the order's price, and an order of whose price a change left a part unbilled. */
async function flagAmounts(
  container: MedusaContainer,
  { orderId, orders, readings }: Reviewed,
  isPaidOtherwise = false
): Promise<void> {
  const asking = orders.filter(isStillAsking)
  const standing = orders.filter(isStanding)
  const billed = orders.filter(hasBilled)
  const isChanged = billed.length > 0 && (await readings.isChanged())
  const mayBePaidTwice = isPaidOtherwise && standing.length > 0
  if (asking.length === 0 && !isChanged && !mayBePaidTwice) {
    return
  }
  if (isChanged) {
    await recountIfPossible(container, orderId)
  }
  const payments = await readings.payments()
  if (payments.isOverbilled) {
    // What goods that came back explain, Medusa shows as a refund to make.
    const isPaidTwice =
      asking.length === 0 && mayBePaidTwice && (await readings.judgement()).judged === undefined
    const tooMuch = isPaidTwice ? standing : asking
    if (tooMuch.length > 0 || payments.isNetted) {
      await flagOverbilled(container, { orderId, asking: tooMuch, readings })
    }
  }
  // What comes once all of them was refunded or credited, is flagged on the last.
  const last = billed.findLast(isStanding) ?? billed.at(-1)
  const isFollowing = orders.some(({ orderChangedAt }) => orderChangedAt !== null)
  if (!last || !isChanged || !payments.isUnbilled || isFollowing) {
    return
  }
  const { leases, orders: journal } = eInvoiceModule(container)
  // Medusa writes a refund before its credit: in between it says that the refund is outstanding. What was read may be of that
  // moment, although the refund is complete by now.
  const isRecorded = await untilPaymentsAreRecorded(leases, orderId)
  if (isRecorded && (await paymentsOf(container, orderId)).isUnbilled) {
    await journal.statuses.flag(last.id, "change_unbilled")
  }
}

/**
 * Finds out what to do where invoices ask for more than the order's price: those that bill what went of the order follow it,
 * goods of paid ones are to be refunded, and what neither explains is flagged as it is.
 */
async function flagOverbilled(
  container: MedusaContainer,
  {
    orderId,
    asking,
    readings,
  }: Omit<Reviewed, "orders"> & { readonly asking: readonly FollowedOrder[] }
): Promise<void> {
  const eInvoice = eInvoiceModule(container)
  const isElsewhere = (await isExplained(container, { orderId, readings }))
    ? () => true
    : await notOverbilled(readings)
  for (const { id, flags } of asking.filter(isElsewhere)) {
    if (flags.includes("overbilled")) {
      await eInvoice.orders.statuses.unflag(id, "overbilled")
    }
  }
  for (const { id } of asking.filter((invoice) => !isElsewhere(invoice))) {
    await callStaff(container, id, "overbilled", { actor: "medusa", action: "overbilled" })
  }
}

/**
 * Which invoices do not ask for too much where the lines say of which captured ones goods went; and those whose goods Medusa sets off,
 * which are flagged for that.
 */
async function notOverbilled(
  readings: Readings
): Promise<(invoice: Pick<FollowedOrder, "id">) => boolean> {
  const { lessened = [], setOff = [] } = (await readings.judgement()).judged ?? {}
  return ({ id }) => (lessened.length > 0 && !lessened.includes(id)) || setOff.includes(id)
}

/** Whether the order's lines say which invoices ask for too much: these follow the order, or are flagged for a refund. */
async function isExplained(
  container: MedusaContainer,
  { orderId, readings }: Omit<Reviewed, "orders">
): Promise<boolean> {
  const { orders } = eInvoiceModule(container)
  const { isNetted } = await readings.payments()
  const { judged } = await readings.judgement()
  const returned = isNetted ? [...(judged?.returned ?? [])].map(([id]) => id) : []
  for (const id of returned) {
    await orders.statuses.flag(id, "return_unrefunded")
  }
  await noteTooMuch(container, { orderId, readings })
  // One that follows the order is judged again once it has; where the service does not credit it, it is flagged by itself.
  const following = (await orders.statuses.ofOrder(orderId)).filter(
    ({ orderChangedAt, flags }) => orderChangedAt !== null && !flags.includes("change_not_followed")
  )
  return returned.length > 0 || following.length > 0
}

/**
 * Has open invoices follow that bill lines which went, also where what came costs as much: it may be at another VAT rate, and Medusa may
 * have been kept from cancelling their payments. Asks the service for the lines, so not at each check of an order.
 */
async function noteWhatWent(
  container: MedusaContainer,
  { orderId, orders, readings }: Reviewed
): Promise<void> {
  if (orders.some(isStillAsking) && (await readings.isChanged())) {
    await noteTooMuch(container, { orderId, readings })
  }
}

async function noteTooMuch(
  container: MedusaContainer,
  { orderId, readings }: Omit<Reviewed, "orders">
): Promise<void> {
  const { statuses } = eInvoiceModule(container).orders
  const { tooMuch = [] } = (await readings.judgement()).judged ?? {}
  for (const { id, orderChangedAt } of await statuses.ofOrder(orderId)) {
    if (orderChangedAt === null && tooMuch.includes(id)) {
      await statuses.orderChanged(id)
    }
  }
}

/**
 * Flags paid invoices of goods that Medusa sets off against what came at another VAT rate: refunded or billed as one amount, its
 * VAT is that of neither.
 */
async function flagSetOff(
  container: MedusaContainer,
  { orders, readings }: Omit<Reviewed, "orderId">
): Promise<void> {
  const { options, orders: journal } = eInvoiceModule(container)
  const { statuses } = journal
  const { capturedStatuses } = options
  const isCaptured = orders.some(
    (order) => isStanding(order) && countsAsCaptured(order, capturedStatuses)
  )
  if (isCaptured && (await readings.isChanged())) {
    for (const id of (await readings.judgement()).judged?.setOff ?? []) {
      await statuses.flag(id, "return_unrefunded")
    }
  }
}

/**
 * Removes the flags whose cause is gone; what depends on the lines or payments of a Medusa order is read at most once.
 *
 * @returns whether it removed any
 */
async function review(
  container: MedusaContainer,
  orders: readonly FollowedOrder[],
  readings?: Readings
): Promise<boolean> {
  const { statuses } = eInvoiceModule(container).orders
  let isUnflagged = false
  for (const order of orders.filter(({ flags }) => flags.some(isJudged))) {
    const medusa = await medusaPaymentOf(container, order)
    const standing =
      medusa?.order?.cancelled === false
        ? (readings ?? readingsOf(container, medusa.order.id))
        : undefined
    const gone = flagsWithoutCause(order.flags, {
      order,
      isFullyRefunded: isFullyRefunded(order),
      orderStands: standing !== undefined,
      payment: medusa?.payment,
      isOrderedTwice: medusa?.isOrderedTwice ?? false,
      ...(await paymentsIfTheyCount(order, standing)),
      isSetOff: await isSetOff(order, standing),
    })
    if (gone.length > 0) {
      await statuses.unflag(order.id, ...gone)
      isUnflagged = true
    }
  }
  await reviewSecondBills(container, orders)
  return isUnflagged
}

const paymentsIfTheyCount = async (
  { flags }: FollowedOrder,
  readings: Readings | undefined
): Promise<PaymentsOfOrder> =>
  readings && NEED_PAYMENTS.some((flag) => flags.includes(flag)) ? readings.payments() : NO_PAYMENTS

/** Whether Medusa owes less than the goods of a flagged invoice; true while the service cannot tell its lines. */
async function isSetOff(
  { id, flags }: FollowedOrder,
  readings: Readings | undefined
): Promise<boolean> {
  if (!readings || !flags.includes("return_unrefunded")) {
    return false
  }
  const { judged, isAwaited } = await readings.judgement()
  return judged?.setOff.includes(id) ?? isAwaited
}

export type ReviewFlagsInput = { e_invoice_order_id: string }

/** Id of `reviewFlagsStep`. */
export const reviewFlagsStepId = "review-e-invoice-order-flags"

/**
 * Reviews the flags of an e-invoice order and of the others of its Medusa order, and of its reservations: once an invoice asks for
 * nothing any more, they may have taken too much, or too little. Also makes up for the event of an order change that was missed.
 */
export const reviewFlagsStep = createStep(
  reviewFlagsStepId,
  async ({ e_invoice_order_id: id }: ReviewFlagsInput, { container }) => {
    const { statuses } = eInvoiceModule(container).orders
    const order = await statuses.find(id)
    if (order?.orderId) {
      await reviewOrder(container, order.orderId, async (reviewed) => {
        if (await reviewed.readings.isChanged()) {
          await flagAmounts(container, reviewed)
          await flagSetOff(container, reviewed)
        }
      })
      await flagRecords(container, order.orderId)
    } else if (order) {
      await review(container, [order])
    }
    return new StepResponse()
  }
)

/** The version of a Medusa order: 1 until it changes. Each change of a status asks, so it is told by one short reading. */
async function versionOf(container: MedusaContainer, orderId: string): Promise<number | undefined> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: ["id", "version"],
    filters: { id: orderId },
  })
  return versions.parse(data)[0]?.version
}

const versions = z.array(z.object({ version: z.number().optional() }))

const payments = z.array(
  z.object({
    provider_id: z.string(),
    captured_at: z.unknown(),
    payment_collection: z.object({ order: placedOrdersSchema }).nullish(),
  })
)

/**
 * Reviews the flags of the order whose payment, of any provider, Medusa has recorded as captured or refunded. The callback of a refund
 * may come too early for that, or not at all: of two refunds within a second the service's callbacks are the same.
 */
export async function followRecordedPayment(
  container: MedusaContainer,
  paymentId: string
): Promise<void> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "payment",
    fields: [
      "provider_id",
      "captured_at",
      ...placedOrderFields.map((field) => `payment_collection.order.${field}`),
    ],
    filters: { id: paymentId },
  })
  const [payment] = payments.parse(data)
  const isPaidOtherwise =
    Boolean(payment?.captured_at) && !isEInvoiceProvider(payment?.provider_id ?? "")
  for (const { id } of payment?.payment_collection?.order ?? []) {
    await reviewFlagsOfOrder(container, id, { isPaidOtherwise })
  }
}
