import { toOre } from "../../../src/mapping"
import { callbackTokenHash } from "../../../src/modules/e-invoice/callbacks/callback"
import type { OrderRow } from "../../../src/modules/e-invoice/orders/order-row"
import type { OrderView } from "../../../src/sandbox"
import { isSettledCallback, type StoredCallback } from "./callback-audit"
import { type MedusaOrder, medusaOrders } from "./medusa-orders"
import type { Scene } from "./scene"

/** What both sides know after a case, and all that is wrong with it. */
export type Audit = {
  /** Medusa orders that stand. */
  orders: number
  /** Orders that Medusa wrote and could neither tie to a cart or payment nor take back. */
  leftByMedusa: number
  /** E-invoice orders at the service that are not cancelled. */
  invoices: number
  /** Of either, those that wait for staff, in doubt or flagged, and why. */
  forStaff: string[]
  callbacks: number
  problems: string[]
}

const ENDED = ["CANCELLED", "EXPIRED"]
const OPEN_STATES = ["sending", "in_doubt"]

type Ledger = {
  orders: MedusaOrder[]
  invoices: OrderView[]
  rows: AuditedRow[]
  callbacks: StoredCallback[]
}

type AuditedRow = OrderRow & { attention: string | null }

/**
 * Compares everything the service holds with everything Medusa holds: one e-invoice order for each order, none without
 * one, the same status and the same money on both sides, every callback processed once. What staff were asked to look
 * at is counted, and is no problem.
 */
export async function audit(scene: Scene): Promise<Audit> {
  const ledger: Ledger = {
    orders: await medusaOrders(scene.database),
    invoices: scene.sandbox.orders(),
    rows: (await scene.journal()) as AuditedRow[],
    callbacks: await scene.database<StoredCallback>("einvoice_callback"),
  }
  const forStaff = new Set<string>()
  const left = ledger.orders.filter((order) => isLeftByMedusa(ledger, order))
  const placed = ledger.orders.filter((order) => !left.includes(order))
  const problems = [
    ...ofTheService(scene),
    ...placed.flatMap((order) => ofOrder(ledger, order, forStaff)),
    ...ledger.invoices.flatMap((invoice) => ofInvoice(ledger, invoice, forStaff)),
    ...ledger.callbacks
      .filter((callback) => !isSettledCallback(callback))
      .map(({ id, state }) => `callback ${id} is ${state}`),
    ...(await repeatedEffects(scene)),
  ]
  return {
    orders: placed.filter(stands).length,
    leftByMedusa: left.length,
    invoices: ledger.invoices.filter(isLive).length,
    forStaff: [...forStaff],
    callbacks: ledger.callbacks.length,
    problems,
  }
}

/** Audits, and fails the test when anything is wrong. */
export async function expectNobodyBilledTwice(scene: Scene): Promise<Audit> {
  const result = await audit(scene)
  expect(result.problems).toEqual([])
  return result
}

const isLive = ({ status }: OrderView) => !ENDED.includes(status)
const stands = ({ cancelled }: MedusaOrder) => !cancelled

const isLeftByMedusa = ({ rows }: Ledger, { id, linked }: MedusaOrder) =>
  !linked && rows.every((row) => row.order_id !== id)

const waitsForAPerson = ({ state, attention }: AuditedRow) =>
  OPEN_STATES.includes(state) || attention !== null

const whyOf = ({ id, state, attention }: AuditedRow) => `${id}: ${attention ?? state}`

function ofTheService({ sandbox }: Scene): string[] {
  const { billedTwice, money, totalsOff } = sandbox.audit()
  return [
    ...billedTwice.map(({ referenceNo }) => `the service was asked twice for ${referenceNo}`),
    ...totalsOff.map(({ orderUuid }) => `totals of ${orderUuid} are off`),
    ...(money.balanced ? [] : ["the service's money does not balance"]),
  ]
}

function ofOrder({ invoices, rows }: Ledger, order: MedusaOrder, forStaff: Set<string>): string[] {
  const ours = rows.filter(
    (row) => row.order_id === order.id || order.sessionIds.includes(row.payment_session_id)
  )
  const billed = invoices.filter(
    (invoice) => isLive(invoice) && ours.some((row) => isInvoiceOf(row, invoice))
  )
  const waiting = ours.filter(waitsForAPerson)
  waiting.forEach((row) => forStaff.add(whyOf(row)))
  if (order.cancelled) {
    return billed.length > 0 && waiting.length === 0
      ? [`order ${order.id} is cancelled and billed`]
      : []
  }
  if (billed.length > 1) {
    return [`order ${order.id} is billed ${billed.length} times`]
  }
  return billed.length === 0 && waiting.length === 0
    ? [`order ${order.id} stands and is not billed`]
    : []
}

function ofInvoice({ orders, rows }: Ledger, invoice: OrderView, forStaff: Set<string>): string[] {
  const { uuid, status } = invoice
  const row = rows.find((candidate) => isInvoiceOf(candidate, invoice))
  if (!row) {
    return isLive(invoice) ? [`not known here: ${uuid} (${status})`] : []
  }
  const order = orders.find(
    ({ id, sessionIds }) => id === row.order_id || sessionIds.includes(row.payment_session_id)
  )
  if (waitsForAPerson(row)) {
    forStaff.add(whyOf(row))
    return []
  }
  const problems: string[] = []
  if (isLive(invoice) && (!order || order.cancelled)) {
    problems.push(`${uuid} (${status}) is billed for no order that stands`)
  }
  if (row.remote_status !== status) {
    problems.push(`${uuid} is ${status} at the service and ${row.remote_status} here`)
  }
  return [...problems, ...ofMoney(invoice, order)]
}

/** Money in is money out: what the service received and gave back is what Medusa captured and refunded. */
function ofMoney(
  { uuid, status, received, refunded }: OrderView,
  order: MedusaOrder | undefined
): string[] {
  const captured = order?.captured ?? 0
  const returned = order?.refunded ?? 0
  const problems: string[] = []
  if (toOre(captured) !== toOre(received)) {
    problems.push(`${uuid} (${status}): ${received} received, ${captured} captured`)
  }
  if (toOre(returned) !== toOre(refunded)) {
    problems.push(`${uuid} (${status}): ${refunded} given back, ${returned} refunded`)
  }
  if (!ENDED.includes(status) && order?.payments.length !== 1) {
    problems.push(`${uuid} (${status}) has ${order?.payments.length ?? 0} payments in Medusa`)
  }
  return problems
}

/** The callback address is made for one row, and only the service knows it. */
function isInvoiceOf(row: OrderRow, { callbackUrl }: OrderView): boolean {
  const token = callbackUrl?.split("/").at(-1)
  return token !== undefined && callbackTokenHash(token) === row.callback_token_hash
}

/** A status that was recorded twice, or a payment captured twice. */
async function repeatedEffects({ database }: Scene): Promise<string[]> {
  const statuses: { e_invoice_order_id: string; status: string }[] = await database(
    "einvoice_timeline_entry"
  )
    .where({ action: "status" })
    .select("e_invoice_order_id", database.raw("detail->>'to' as status"))
    .groupBy("e_invoice_order_id", database.raw("detail->>'to'"))
    .whereRaw("detail->>'from' is distinct from detail->>'to'")
    .havingRaw("count(*) > 1")
  const captures: { payment_id: string }[] = await database("capture")
    .whereNull("deleted_at")
    .select("payment_id")
    .groupBy("payment_id")
    .havingRaw("count(*) > 1")
  return [
    ...statuses.map(({ e_invoice_order_id: id, status }) => `${id} became ${status} twice`),
    ...captures.map(({ payment_id: id }) => `payment ${id} was captured more than once`),
  ]
}
