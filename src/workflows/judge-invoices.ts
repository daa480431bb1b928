import type { BigNumberInput, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN } from "@medusajs/framework/utils"

import { changeOfInvoices, type LineOfInvoice } from "../domain/refunds/changed-order"
import { orderNowOf } from "../domain/refunds/medusa-order"
import { askedForOre } from "../domain/refunds/credit-by-hand"
import { formatOre, removedBeyondAdded, type RemovedLine, toOre } from "../mapping"
import { LEAST_ACCOUNTED, LEAST_ACCOUNTED_ORE, sum } from "../mapping/decimal"
import type { FollowedOrder } from "../modules/e-invoice/orders/order-row"
import { bySource, capturableOf } from "./bill-outstanding/open-bills"
import {
  leftToAskFor,
  type Outstanding,
  outstandingOfOrder,
} from "./bill-outstanding/outstanding-of-order"
import { eInvoiceModule } from "./e-invoice-module"
import { type MedusaPayment, readMedusaPayments } from "./medusa-payment"
import { heldBackOf, isStanding } from "./ship-then-bill/lines-of-parcel"

/** What a Medusa order's invoices are to ask for, as its lines say; amounts in øre. One that is paid, or captured before that, is settled. */
export type JudgedInvoices = {
  /** Of each open invoice: what is left of it. */
  readonly kept: ReadonlyMap<string, bigint>
  /** Of each open invoice: the lines that it is to be credited by. Of a settled one: what went of its lines. */
  readonly credits: ReadonlyMap<string, readonly RemovedLine<LineOfInvoice>[]>
  /** Of settled invoices: what went of their lines and was not refunded. */
  readonly returned: ReadonlyMap<string, bigint>
  /** Settled invoices of whose lines more went than came at the same VAT rate. */
  readonly lessened: readonly string[]
  /** All of these, where that is more than Medusa says that it owes. */
  readonly setOff: readonly string[]
  /** Invoices whose payment in Medusa stands for more than is left of them. */
  readonly tooMuch: readonly string[]
  /** What went of the lines that reservations take, and did not come at the same VAT rate: in øre. */
  readonly goneOfCards: bigint
}

/**
 * Judges all invoices of a Medusa order together: each line that went is credited on the invoice that bills it, whichever
 * payment Medusa cancelled. Of lines at one VAT rate, what came makes up for what went. Goods of a settled invoice lower no
 * other invoice: they are refunded.
 *
 * @returns undefined where the lines do not account for what Medusa waits for
 * @throws ConnectError when the service cannot tell the lines of an invoice
 */
export async function judgeInvoices(
  container: MedusaContainer,
  orderId: string
): Promise<JudgedInvoices | undefined> {
  const eInvoice = eInvoiceModule(container)
  const invoices = (await eInvoice.orders.statuses.ofOrder(orderId)).filter(isStanding)
  const payments = await readMedusaPayments(container, invoices)
  const open = invoices.filter((invoice) => !isSettled(invoice, payments.get(invoice.id)))
  const settled = invoices.filter((invoice) => !open.includes(invoice))
  const now = await orderNowOf(container.resolve(ContainerRegistrationKeys.QUERY), orderId)
  const change = now && (await changeOfInvoices(eInvoice, now, [...settled, ...open]))
  if (!change) {
    return undefined
  }
  const { removed, added } = change.changed
  const isOf = (some: readonly Pick<FollowedOrder, "id">[]) => (gone: Removed) =>
    some.some(({ id }) => id === gone.line.invoiceId)
  const gone = removed.filter(isOf(open))
  const returnedLines = removed.filter(isOf(settled))
  const goneOfReservations = removed.filter(({ line }) => line.invoiceId === null)
  const returned = sums(returnedLines)
  const creditLines = removedBeyondAdded({ removed: gone, added })
  const credits = sums(creditLines)
  const beyondAdded = removedBeyondAdded({
    removed: [...gone, ...returnedLines, ...goneOfReservations],
    added,
  })
  const back = beyondAdded.filter(isOf(settled))
  const kept = new Map(
    open.map((invoice) => [invoice.id, askedForOre(invoice) - (credits.get(invoice.id) ?? 0n)])
  )
  const owedOre = total(open.map((invoice) => ({ amountOre: askedForOre(invoice) })))
  const byLinesOre = owedOre - total(removed) + total(added)
  const waited = MathBN.add(
    await waitedForOf(container, orderId, open, payments),
    formatOre(change.chargedBesideOre)
  )
  const isAccounted = MathBN.lt(
    MathBN.abs(MathBN.sub(waited, formatOre(byLinesOre))),
    LEAST_ACCOUNTED
  )
  const leavesGoods = open.some(
    ({ id }) =>
      (kept.get(id) ?? 0n) < LEAST_ACCOUNTED_ORE &&
      goodsOf(change.asSent, id) - (credits.get(id) ?? 0n) >= LEAST_ACCOUNTED_ORE
  )
  return isAccounted && !leavesGoods
    ? {
        kept,
        lessened: [...sums(back).keys()],
        credits: new Map(
          invoices.map(({ id }) => [id, [...creditLines, ...returnedLines].filter(isOf([{ id }]))])
        ),
        returned,
        setOff: setOffOf(back, change.owedOre),
        tooMuch: tooMuchOf(open, kept, payments),
        goneOfCards: total(beyondAdded.filter(({ line }) => line.invoiceId === null)),
      }
    : undefined
}

/**
 * What cards paid of goods that went, where Medusa sets these off against goods at another VAT rate: billed as one amount, the VAT of the
 * difference is that of neither.
 *
 * @returns decimal major units; zero or below where there is nothing
 * @throws ConnectError when the service cannot tell the lines
 */
export async function goneOfCards(
  container: MedusaContainer,
  { order, version, open }: Outstanding
): Promise<BigNumberInput> {
  if (version === 1 || !open.some(({ source }) => source === bySource.reservation)) {
    return 0
  }
  const gone = (await judgeInvoices(container, order.id))?.goneOfCards ?? 0n
  return MathBN.sub(formatOre(gone), capturableOf(open))
}

type Removed = RemovedLine<LineOfInvoice>

type Payments = ReadonlyMap<string, MedusaPayment | undefined>

/**
 * Its payment in Medusa is captured, or about to be, as it is paid. One over more than the invoice asked for is none: a credit
 * that was found carried out afterwards.
 */
const isSettled = (invoice: FollowedOrder, medusa: MedusaPayment | undefined): boolean => {
  const payment = medusa?.payment
  return (
    payment !== undefined &&
    !payment.cancelled &&
    (payment.touched || (invoice.paid && !exceeds(payment.amount, askedForOre(invoice))))
  )
}

/** What Medusa waits for, beside what the customer was asked for otherwise and what waits for its parcels. */
async function waitedForOf(
  container: MedusaContainer,
  orderId: string,
  open: readonly FollowedOrder[],
  payments: Payments
) {
  const outstanding = await outstandingOfOrder(container, orderId)
  const spoken = [...outstanding.open, ...(await heldBackOf(container, outstanding))]
  return leftToAskFor(
    { ...outstanding, open: spoken },
    open.flatMap(({ id }) => [id, payments.get(id)?.payment?.id])
  )
}

/**
 * The settled invoices of goods that Medusa does not owe in full. It knows one amount: it sets them off against what waits for its
 * payment, and against what came at another VAT rate.
 */
const setOffOf = (back: readonly Removed[], owedOre: bigint): string[] =>
  total(back) - (owedOre > 0n ? owedOre : 0n) < LEAST_ACCOUNTED_ORE ? [] : [...sums(back).keys()]

/** What goods an invoice still bills, whatever a gift card pays of them. */
const goodsOf = (asSent: readonly LineOfInvoice[], invoiceId: string): bigint =>
  asSent
    .filter((line) => line.invoiceId === invoiceId && line.amountOre > 0n)
    .reduce((sum, { amountOre, creditedOre }) => sum + amountOre - creditedOre, 0n)

const tooMuchOf = (
  open: readonly FollowedOrder[],
  kept: ReadonlyMap<string, bigint>,
  payments: Payments
): string[] =>
  open.flatMap(({ id }) => {
    const payment = payments.get(id)?.payment
    return payment && !payment.cancelled && exceeds(payment.amount, kept.get(id)) ? [id] : []
  })

/** Whether an amount is more than øre that are known, by more than how Medusa divides. */
const exceeds = (amount: string, ore: bigint | undefined): boolean =>
  ore !== undefined && toOre(amount) - ore >= LEAST_ACCOUNTED_ORE

function sums(lines: readonly Removed[]): Map<string, bigint> {
  const byInvoice = new Map<string, bigint>()
  for (const { line, amountOre } of lines) {
    if (line.invoiceId !== null) {
      byInvoice.set(line.invoiceId, (byInvoice.get(line.invoiceId) ?? 0n) + amountOre)
    }
  }
  return byInvoice
}

const total = (lines: readonly { amountOre: bigint }[]): bigint =>
  sum(lines.map(({ amountOre }) => amountOre))
