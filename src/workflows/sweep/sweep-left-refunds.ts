import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import { formatOre, toOre } from "../../mapping"
import { keyOfMedusa } from "../../modules/e-invoice/refunds/refund-journal"
import type { RefundRow } from "../../modules/e-invoice/refunds/refund-row"
import { isPaymentUnderWay } from "../../domain/payment-lease"
import { refundedOrderOf } from "../../domain/refunds/medusa-order"
import { settleLeftRefund } from "../../domain/refunds/settle-open-refund"
import { isEInvoiceProvider } from "../../modules/e-invoice/registration"
import { eInvoiceModule } from "../e-invoice-module"
import { logErrors, type SweepTerms } from "../background-work"
import { followLeftOfTwo } from "../ordered-twice"
import { countLeftRefund } from "../record-refund-in-medusa"
import { medusaRefundsOf, refundDependenciesOf } from "../refund-account"

/** How old a refund of Medusa is when its process has certainly ended or written it down, in milliseconds. */
const WRITTEN_DOWN_WITHIN = 10 * 60_000

/** How far back the first look goes, in milliseconds. */
const FIRST_LOOK = 24 * 60 * 60_000

/** What earlier sweeps left. */
const memory = z.object({
  /** The youngest of Medusa's refunds that was looked at. */
  last_refund_seen: z.string().optional(),
  /** Refunds of Medusa that wait to be settled, for another refund of their order, or for the end of a change of it. */
  refunds_waiting: z.array(z.string()).default([]),
})

const medusaRefunds = z.array(
  z.object({
    id: z.string(),
    created_at: z.union([z.date(), z.string()]).transform((at) => new Date(at)),
    raw_amount: z.object({ value: z.union([z.string(), z.number()]) }),
    payment: z
      .object({
        id: z.string(),
        currency_code: z.string(),
        payment_collection_id: z.string(),
        provider_id: z.string(),
        data: z.object({ e_invoice_order_id: z.string().optional() }).nullish().catch(undefined),
      })
      .nullish(),
  })
)

type MedusaRefund = z.output<typeof medusaRefunds>[number]

/**
 * Settles refunds whose process was killed: what was carried out stays in Medusa, what was never sent is rejected, and
 * the rest stays in doubt for staff.
 *
 * How old a refund is goes by the database's clock, whatever the moment of the sweep: another process may be sending it.
 */
export async function sweepLeftRefunds(terms: SweepTerms): Promise<void> {
  const { refunds } = eInvoiceModule(terms.container)
  const left = await refunds.leftBehind(terms.batch)
  for (const refund of left) {
    await terms.lease.check()
    await logErrors(terms, `refund ${refund.id} left behind`, () => settle(terms.container, refund))
  }
  await compareWithMedusa(terms)
}

async function settle(container: MedusaContainer, refund: RefundRow): Promise<void> {
  const eInvoice = eInvoiceModule(container)
  const order = await eInvoice.orders.statuses.find(refund.e_invoice_order_id)
  if (!order) {
    return
  }
  const became = await settleLeftRefund(refundDependenciesOf(container), order, refund, "schedule")
  if (became === "carried-out" && refund.purpose === "credit") {
    // Its payment may be over what the invoice asked for before.
    await eInvoice.orders.statuses.orderChanged(order.id)
  }
}

/**
 * Looks through Medusa's own refunds for those that a killed process left behind: Medusa writes a refund before it asks
 * the provider, and takes it back itself where that fails. Each is looked at once it is old enough; the position outlives
 * the process.
 */
async function compareWithMedusa(terms: SweepTerms): Promise<void> {
  const { container, now, batch, lease } = terms
  const { jobs } = eInvoiceModule(container)
  const { last_refund_seen: last, refunds_waiting: waiting } = memory.parse(
    (await jobs.recall("sweep")) ?? {}
  )
  const unseen = await readRefunds(
    container,
    last === undefined
      ? { created_at: { $gte: new Date(now.getTime() - FIRST_LOOK) } }
      : { id: { $gt: last } },
    batch
  )
  const young = unseen.findIndex(
    ({ created_at: at }) => at.getTime() + WRITTEN_DOWN_WITHIN > now.getTime()
  )
  const old = young < 0 ? unseen : unseen.slice(0, young)
  const again =
    waiting.length > 0 ? await readRefunds(container, { id: waiting }, waiting.length) : []
  const stillWaiting: string[] = []
  for (const refund of [...again, ...old]) {
    await lease.check()
    let outcome: "wait" | "settled" = "wait"
    await logErrors(terms, `refund ${refund.id} of Medusa`, async () => {
      outcome = await compare(container, refund)
    })
    if (outcome === "wait") {
      stillWaiting.push(refund.id)
    }
  }
  const youngest = old.at(-1)?.id
  if (youngest !== undefined || stillWaiting.length < waiting.length) {
    await jobs.remember("sweep", {
      ...(youngest !== undefined && { last_refund_seen: youngest }),
      refunds_waiting: stillWaiting,
    })
  }
}

async function readRefunds(
  container: MedusaContainer,
  which:
    | { readonly id: string[] | { readonly $gt: string } }
    | { readonly created_at: { readonly $gte: Date } },
  take: number
): Promise<MedusaRefund[]> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "refund",
    fields: [
      "id",
      "created_at",
      "amount",
      "raw_amount",
      "payment.id",
      "payment.currency_code",
      "payment.payment_collection_id",
      "payment.provider_id",
      "payment.data",
    ],
    filters: which,
    pagination: { take, order: { id: "ASC" } },
  })
  return medusaRefunds.parse(data)
}

/**
 * Takes a refund out of Medusa that the service refused, books one on the order that was carried out, and takes up one of
 * which nothing is written here: that it was not sent is probable and not certain, as where the plugin's own tables were
 * restored from a copy. What is taken up has no sender, so it is in doubt once its sender counts as lost.
 *
 * @returns `wait` while it is not settled, another refund of the order is open, or the order has an open change
 */
async function compare(
  container: MedusaContainer,
  refund: MedusaRefund
): Promise<"wait" | "settled"> {
  const { id, payment, raw_amount: amount } = refund
  const { refunds, orders, leases } = eInvoiceModule(container)
  const { statuses } = orders
  const orderId = payment?.data?.e_invoice_order_id
  if (!payment || !isEInvoiceProvider(payment.provider_id) || !orderId) {
    return "settled"
  }
  const known = await refunds.ofKey(keyOfMedusa(id))
  if (known?.state === "rejected") {
    await medusaRefundsOf(container).remove(id)
    return "settled"
  }
  if (known) {
    return known.state === "succeeded"
      ? bookOnOrder(container, refund, { payment, rowId: known.id })
      : "wait"
  }
  const order = await statuses.find(orderId)
  if (!order) {
    return "settled"
  }
  // A server whose clock is ahead takes for old what another is sending.
  if (order.orderId !== null && (await isPaymentUnderWay(leases, order.orderId))) {
    return "wait"
  }
  await refunds.begin({
    key: keyOfMedusa(id),
    eInvoiceOrderId: orderId,
    refundId: id,
    amount: formatOre(toOre(amount.value)),
    products: [],
    goods: [],
  })
  return "wait"
}

/** Has the order count a refund of its payment, where Medusa was kept from that after the service refunded. */
async function bookOnOrder(
  container: MedusaContainer,
  { id, raw_amount: amount }: MedusaRefund,
  { payment, rowId }: { payment: NonNullable<MedusaRefund["payment"]>; rowId: string }
): Promise<"wait" | "settled"> {
  const order = await refundedOrderOf(
    container.resolve(ContainerRegistrationKeys.QUERY),
    payment.id
  )
  if (!order) {
    return "settled"
  }
  if (order.changing) {
    return "wait"
  }
  await countLeftRefund(container, order, {
    refund_row_id: rowId,
    payment_id: payment.id,
    refund_id: id,
    amount: String(amount.value),
  })
  if (order.isLeftOfTwo) {
    await followLeftOfTwo(container, [payment.payment_collection_id])
  }
  return "settled"
}
