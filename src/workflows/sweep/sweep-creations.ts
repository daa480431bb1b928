import { ConnectError } from "../../connect"
import { doubtOf, readCreations, type Reading, windowOf } from "../../domain/creation/look-up-order"
import { resolveInDoubt } from "../../domain/creation/resolve-in-doubt"
import { senderIsLost } from "../../domain/operations/operation-outcome"
import type { OrderRow } from "../../modules/e-invoice/orders/order-row"
import { eInvoiceModule } from "../e-invoice-module"
import { logErrors, type SweepTerms } from "../background-work"
import { readMedusaPayments } from "../medusa-payment"
import { isBilled } from "../payments-of-order"
import { flagLeftOrder } from "./sweep-left-orders"

/** How long a creation may be in doubt, in milliseconds, before staff are told although the service is merely away. */
const OUTAGE = 60 * 60_000

/**
 * Looks for orders whose creation is in doubt. Sends no creation. One list of the service
 * answers for all of them; while the service leaves few calls in the minute, it waits for a later sweep.
 *
 * @returns how many were looked for
 */
export async function sweepOpenCreations(terms: SweepTerms): Promise<number> {
  const { clock, connect, options, orders } = eInvoiceModule(terms.container)
  const { creations, statuses } = orders
  const open = await statuses.takeOpenCreations(terms.now, terms.batch)
  const rows: OrderRow[] = []
  for (const { id } of open) {
    const row = await creations.find(id)
    if (row) {
      rows.push(row)
    }
  }
  // Who asked first adopts first: a list for all shows each the orders of those before.
  rows.sort((one, other) => sentAt(one) - sentAt(other))
  const doubts = await Promise.all(rows.map((row) => doubtOf(creations, row)))
  const reading = once(() =>
    readCreations({ clock, connect }, windowOf(doubts, terms.now), options.requestBudget)
  )
  let looked = 0
  for (const row of rows) {
    // The list is the only call: those that follow the first cost none.
    const mustWait = looked === 0 ? connect.rateLimit.low : performance.now() > terms.deadline
    if (mustWait) {
      const left = rows.slice(looked).map(({ id }) => id)
      await statuses.postpone(left, terms.now)
      break
    }
    await terms.lease.check()
    await logErrors(terms, `e-invoice order ${row.id} in doubt`, () => lookFor(terms, row, reading))
    looked += 1
  }
  return looked
}

/** One reading for all, and why it could not be had. One that failed is not tried again. */
type SharedReading = {
  readonly get: () => Promise<Reading>
  readonly failure: unknown
}

function once(read: () => Promise<Reading>): SharedReading {
  let reading: Promise<Reading> | undefined
  let failure: unknown
  return {
    get: () =>
      (reading ??= read().catch((error: unknown) => {
        failure = error
        throw error
      })),
    get failure() {
      return failure
    },
  }
}

const sentAt = (row: OrderRow): number => (row.sending_at ?? row.created_at).getTime()

/** Why an order may still be open although staff need not decide: the next sweep settles it. */
const settlesByItself: ReadonlySet<string> = new Set(["in-flight", "quiet-period"])

async function lookFor(
  { container, now }: SweepTerms,
  row: OrderRow,
  reading: SharedReading
): Promise<void> {
  const eInvoice = eInvoiceModule(container)
  const resolution = await resolveInDoubt(eInvoice, row, {
    actor: "schedule",
    budgetMs: eInvoice.options.requestBudget,
    read: reading.get,
    now,
  })
  if (resolution.row.state === "succeeded") {
    await eInvoice.orders.statuses.lookSoon(row.id, now)
  }
  if (!resolution.open || settlesByItself.has(resolution.reason)) {
    return
  }
  if (
    resolution.reason === "failed" &&
    isPassing(reading.failure) &&
    now.getTime() - sentAt(row) < OUTAGE
  ) {
    await eInvoice.orders.statuses.postpone([row.id], now)
    return
  }
  await tellOnce(eInvoice, resolution.row, resolution.reason)
}

/** Whether the service may answer by itself before long: it is away, or asks for fewer calls. */
const isPassing = (failure: unknown): boolean =>
  failure instanceof ConnectError &&
  (failure.kind === "unavailable" || failure.kind === "ambiguous")

async function tellOnce(
  { timeline, events }: ReturnType<typeof eInvoiceModule>,
  row: OrderRow,
  reason: string
): Promise<void> {
  const isNews = await timeline.recordOnce({
    eInvoiceOrderId: row.id,
    actor: "schedule",
    action: "creation-in-doubt",
    outcome: "failed",
    detail: { reason },
  })
  if (isNews) {
    await events.emit("e_invoice.in_doubt", {
      id: row.id,
      order_id: row.order_id,
      what: "creation",
    })
  }
}

/**
 * Looks at creations that came to nothing. Medusa writes its order before it asks for the payment, and takes it back when
 * there is none; where its process was killed in between, the order stands unbilled: staff are told.
 */
export async function sweepEndedCreations({
  container,
  now,
  batch,
  lease,
}: SweepTerms): Promise<void> {
  const { statuses } = eInvoiceModule(container).orders
  const ended = await statuses.takeEndedCreations(now, batch)
  if (ended.length === 0) {
    return
  }
  const payments = await readMedusaPayments(container, ended)
  for (const order of ended) {
    await lease.check()
    const medusa = payments.get(order.id)
    if (
      medusa?.order &&
      !medusa.order.cancelled &&
      !medusa.payment &&
      !(await isBilled(container, medusa.order.id))
    ) {
      await flagLeftOrder(container, {
        eInvoiceOrderId: order.id,
        orderId: medusa.order.id,
      })
    }
  }
  await statuses.closeEndedCreations([...payments.keys()])
}

/**
 * Calls staff to operations whose server was killed while the request was on its way. Without it they would show as in doubt
 * only when the same is asked for again, or when the service calls.
 *
 * How old an operation is goes by the clock, whatever the moment of the sweep: another process may be sending it.
 */
export async function sweepLostSenders(terms: SweepTerms): Promise<void> {
  const eInvoice = eInvoiceModule(terms.container)
  const sending = await eInvoice.listEInvoiceOperations(
    { state: "sending" },
    {
      select: ["id", "attempt", "operation_id", "order_id", "may_repeat"],
      order: { created_at: "ASC" },
      take: terms.batch,
    }
  )
  for (const { id, attempt, operation_id, order_id, may_repeat } of sending) {
    await terms.lease.check()
    await logErrors(terms, `operation ${id} left behind`, async () => {
      if ((await senderIsLost(eInvoice, { id, attempt })) && !may_repeat) {
        await eInvoice.events.emit("e_invoice.operation_in_doubt", {
          id,
          operation: operation_id,
          order_id,
        })
      }
    })
  }
}
