import { isRecordId } from "../../../../modules/e-invoice/operations/remote-records"
import { isAnyOf, ORDER_IDENTIFIERS, RECORD_IDENTIFIERS } from "../identifiers"
import type EInvoiceModuleService from "../../../../modules/e-invoice/service"

/** What a callback is about: the e-invoice order of a checkout, or a remembered record. */
export type CallbackSubject = {
  /** `checkout`, or the record's kind. */
  kind: string
  /** Id in the plugin. */
  id: string
  order_id: string | null
  reference_no: string | null
  remote_uuid: string | null
}

/** What callbacks are about, by the id that they carry: two look-ups, however many there are. */
export async function callbackSubjects(
  eInvoice: EInvoiceModuleService,
  ids: readonly string[]
): Promise<ReadonlyMap<string, CallbackSubject>> {
  const wanted = [...new Set(ids)]
  const [orders, records] = await Promise.all([
    eInvoice.listEInvoiceOrders(
      { id: wanted.filter((id) => !isRecordId(id)) },
      { select: ["id", "order_id", "reference_no", "remote_order_uuid"] }
    ),
    eInvoice.listEInvoiceRecords(
      { id: wanted.filter(isRecordId) },
      { select: ["id", "kind", "order_id", "remote_uuid"] }
    ),
  ])
  return new Map<string, CallbackSubject>([
    ...orders.map(
      (order) =>
        [
          order.id,
          {
            kind: "checkout",
            id: order.id,
            order_id: order.order_id,
            reference_no: order.reference_no,
            remote_uuid: order.remote_order_uuid,
          },
        ] as const
    ),
    ...records.map(
      (record) =>
        [
          record.id,
          {
            kind: record.kind,
            id: record.id,
            order_id: record.order_id,
            reference_no: null,
            remote_uuid: record.remote_uuid,
          },
        ] as const
    ),
  ])
}

/** How many orders and records a search looks through for their callbacks. */
const MOST_FOUND = 200

/**
 * Ids, as callbacks carry them, of what is searched for: by identifier at the service, in Medusa or here. A part of an
 * identifier is searched for only where none is it as a whole.
 */
export async function subjectsFound(eInvoice: EInvoiceModuleService, q: string): Promise<string[]> {
  const config = { select: ["id" as const], take: MOST_FOUND }
  const search = async (orders: object, records: object) =>
    (
      await Promise.all([
        eInvoice.listEInvoiceOrders(orders, config),
        eInvoice.listEInvoiceRecords(records, config),
      ])
    ).flatMap((found) => found.map(({ id }) => id))
  const whole = await search(
    { $or: [{ id: q }, isAnyOf(ORDER_IDENTIFIERS, q)] },
    { $or: [{ id: q }, isAnyOf(RECORD_IDENTIFIERS, q)] }
  )
  return whole.length > 0 ? whole : [q, ...(await search({ q }, { q }))]
}
