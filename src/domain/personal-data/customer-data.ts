import { isUnsettled } from "../../modules/e-invoice/intent"
import type { OrderRow } from "../../modules/e-invoice/orders/order-row"
import type { OperationRow, StoredAnswer } from "../../modules/e-invoice/operations/operation"
import type { RecordRow } from "../../modules/e-invoice/operations/remote-records"
import type EInvoiceModuleService from "../../modules/e-invoice/service"
import type { Stores } from "../../modules/e-invoice/service"
import type { TimelineActor } from "../../modules/e-invoice/timeline"

type Row = Readonly<Record<string, unknown>>

/** Everything the plugin keeps about a customer, as it may be handed over. Amounts are decimal major units in text. */
export type CustomerExport = {
  readonly customer_id: string
  readonly e_invoice_orders: readonly (Row & {
    timeline: Row[]
    callbacks: Row[]
    refunds: Row[]
  })[]
  readonly operations: readonly Row[]
  readonly records: readonly Row[]
  /**
   * What a shopper entered at a checkout that is still under way. It is kept encrypted, for minutes, and its values are
   * not shown anywhere, nor here.
   */
  readonly checkout_data: readonly { id: string; erased_at_latest: Date }[]
}

/** Columns of no meaning to a customer, or that would be a key to something. */
const LEFT_OUT = new Set([
  "callback_token_hash",
  "request_hash",
  "idempotency_key",
  "sealed_request",
  "sealed_before",
  "sealed_until",
  "deleted_at",
  "raw_grand_total",
  "raw_refunded_total",
  "raw_amount",
])

/** Gathers what the plugin keeps about a customer. */
export async function exportCustomer(
  eInvoice: EInvoiceModuleService,
  links: CustomerLinks
): Promise<CustomerExport> {
  const { orders, operations, records, shopperDataIds } = await customerTraces(eInvoice, links)
  const ids = idsOf(orders)
  const [timeline, callbacks, refunds, kept] = await Promise.all([
    eInvoice.timeline.rowsOf(ids),
    eInvoice.inbox.rowsOf(ids),
    eInvoice.refunds.list(...ids),
    eInvoice.shopperData.kept(shopperDataIds),
  ])
  return {
    customer_id: links.customerId,
    e_invoice_orders: orders.map((order) => ({
      ...shown(order),
      timeline: ofOrder(timeline, order.id).map(shown),
      callbacks: ofOrder(callbacks, order.id).map(shown),
      refunds: ofOrder(refunds, order.id).map(shown),
    })),
    operations: operations.map(shown),
    records: records.map(shown),
    checkout_data: kept.map(({ id, expires_at }) => ({
      id,
      erased_at_latest: expires_at,
    })),
  }
}

const shown = (row: object): Row =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !LEFT_OUT.has(column)))

const ofOrder = <Kept extends { e_invoice_order_id: string }>(
  rows: readonly Kept[],
  id: string
): Kept[] => rows.filter((row) => row.e_invoice_order_id === id)

/** What was erased, as numbers of rows, and what has to wait. */
export type CustomerErasure = {
  readonly customer_id: string
  readonly erased: {
    readonly checkout_data: number
    readonly e_invoice_orders: number
    readonly callbacks: number
    readonly operations: number
    readonly records: number
  }
  /** The outcome of these at the service is unknown: settle them, and erase again. */
  readonly waiting: readonly {
    readonly kind: "e_invoice_order" | "operation"
    readonly id: string
  }[]
}

/**
 * Erases what tells of a customer, and leaves what bookkeeping must keep (docs/privacy.md): amounts, lines, dates,
 * statuses, invoice numbers, and the ids by which the vouchers are found. Erasing again does no harm.
 */
export async function eraseCustomer(
  eInvoice: EInvoiceModuleService,
  links: CustomerLinks,
  { actor, now = eInvoice.clock.now() }: { actor: TimelineActor; now?: Date }
): Promise<CustomerErasure> {
  return eInvoice.inTransaction(async (stores) => {
    const traces = await customerTraces(stores, links)
    await stores.orders.forgetShopperData(traces.shopperDataIds)
    const checkoutData = await stores.shopperData.eraseAll(traces.shopperDataIds)
    // While an outcome is unknown, what recognises the customer is still needed.
    const orders = traces.orders.filter((row) => !isUnsettled(row))
    await stores.orders.eraseCustomers(idsOf(orders), now)
    await stores.timeline.eraseNotes(idsOf(orders), now)
    const callbacks = await stores.inbox.forgetProcessedOf([
      ...idsOf(traces.orders),
      ...idsOf(traces.records),
    ])
    const operations = traces.operations.filter((row) => !isUnsettled(row))
    for (const { id, request, answer } of operations) {
      await stores.operations.eraseCustomer(
        id,
        { request: requestForTheBooks(request), answer: answer && answerForTheBooks(answer) },
        now
      )
    }
    const waiting = traces.operations.filter((row) => !operations.includes(row))
    // What waits on a record is found by it once more.
    const records = traces.records.filter((record) => !waiting.some((row) => isOn(record, row)))
    await stores.records.eraseCustomers(idsOf(records), now)
    for (const { id } of orders) {
      await stores.timeline.recordOnce(
        {
          eInvoiceOrderId: id,
          actor,
          action: "erase-personal-data",
          outcome: "done",
        },
        now
      )
    }
    return {
      customer_id: links.customerId,
      erased: {
        checkout_data: checkoutData,
        e_invoice_orders: orders.length,
        callbacks,
        operations: operations.length,
        records: records.length,
      },
      waiting: [
        ...traces.orders
          .filter((row) => !orders.includes(row))
          .map(({ id }) => ({ kind: "e_invoice_order" as const, id })),
        ...waiting.map(({ id }) => ({ kind: "operation" as const, id })),
      ],
    }
  })
}

const isOn = (
  { kind, remote_uuid: uuid }: RecordRow,
  { subject_kind: subjectKind, subject_uuid: subject }: OperationRow
): boolean => subject !== null && subjectKind === kind && subject === uuid

/** Members of a request's body that a voucher is made of: what was sold or paid back, for how much, and when. */
const OF_A_VOUCHER = new Set([
  "products",
  "orderSummary",
  "orderDate",
  "grandTotal",
  "amount",
  "type",
])

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** What of a stored request must outlive its customer's data. */
export function requestForTheBooks(request: unknown): { body?: object } {
  const body = isObject(request) ? request["body"] : undefined
  return isObject(body)
    ? {
        body: Object.fromEntries(Object.entries(body).filter(([name]) => OF_A_VOUCHER.has(name))),
      }
    : {}
}

/** What of a stored answer must outlive its customer's data. */
const answerForTheBooks = ({ httpStatus, messageKey }: StoredAnswer): StoredAnswer => ({
  httpStatus,
  messageKey,
  data: null,
})

/** What Medusa knows a customer by. */
export type CustomerLinks = {
  readonly customerId: string
  /** Orders and carts of the customer. */
  readonly orderIds: readonly string[]
  readonly cartIds: readonly string[]
  /** Ids of shopper data in payment sessions of the customer's carts. */
  readonly shopperDataIds: readonly string[]
}

/** Rows of the plugin that are about one customer. */
type CustomerTraces = {
  readonly orders: readonly OrderRow[]
  readonly operations: readonly OperationRow[]
  readonly records: readonly RecordRow[]
  readonly shopperDataIds: readonly string[]
}

/** Finds what the plugin keeps about a customer: by their orders, carts and payment sessions, and by what names them. */
async function customerTraces(
  stores: Pick<Stores, "orders" | "records" | "operations">,
  { customerId, orderIds, cartIds, shopperDataIds }: CustomerLinks
): Promise<CustomerTraces> {
  const orders = await stores.orders.ofCustomer(orderIds, cartIds)
  const records = await stores.records.ofCustomer(customerId, orderIds)
  const operations = await stores.operations.ofCustomer({
    customerId,
    orderIds,
    eInvoiceOrderIds: idsOf(orders),
    recordIds: idsOf(records),
    subjects: records.flatMap(({ kind, remote_uuid: uuid }) =>
      uuid === null ? [] : { kind, uuid }
    ),
    remoteCustomerUuids: [...orders, ...records].flatMap((row) => row.remote_customer_uuid ?? []),
  })
  return {
    orders,
    records,
    operations,
    shopperDataIds: [
      ...new Set([...shopperDataIds, ...orders.flatMap((row) => row.shopper_data_id ?? [])]),
    ],
  }
}

/** Their ids. */
const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)
