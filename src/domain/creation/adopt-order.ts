import { parseOrderStatus } from "../../connect"
import type { JournalRow } from "../../modules/e-invoice/creation/journal-row"
import type { JournalActor } from "../../modules/e-invoice/creation/journal-transitions"
import type EInvoiceModuleService from "../../modules/e-invoice/service"
import type { TimelineActor } from "../../modules/e-invoice/timeline"

export type AdoptDependencies = Pick<
  EInvoiceModuleService,
  "clock" | "journal" | "shopperData" | "timeline"
>

/** An order at the service, as far as adopting it goes. */
export type AdoptableOrder = {
  orderUuid: string
  status: string
  customerDetails?: { uuid?: string | undefined } | undefined
}

/**
 * Records that an order at the service is the one a row asked for, and erases what was kept to ask for it.
 *
 * @param context.by how it was found; decides what it may change
 * @returns undefined when the row is at another attempt or names another order, or the order belongs to another row
 */
export async function adoptOrder(
  { clock, journal, shopperData, timeline }: AdoptDependencies,
  row: JournalRow,
  order: AdoptableOrder,
  { by, actor, now = clock.now() }: { by: JournalActor; actor: TimelineActor; now?: Date }
): Promise<JournalRow | undefined> {
  const created = await journal.created(
    row,
    by,
    {
      orderUuid: order.orderUuid,
      customerUuid: order.customerDetails?.uuid,
      status: parseOrderStatus(order.status) ?? "SENT",
    },
    now
  )
  if (!created) {
    return undefined
  }
  if (created.shopper_data_id) {
    await shopperData.erase(created.shopper_data_id)
    await journal.forgetShopperData(created.id)
  }
  await timeline.record(
    {
      eInvoiceOrderId: row.id,
      actor,
      action: "resolve",
      outcome: "done",
      detail: { found: true, order_uuid: order.orderUuid },
    },
    now
  )
  return created
}
