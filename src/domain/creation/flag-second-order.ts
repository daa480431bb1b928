import type EInvoiceModuleService from "../../modules/e-invoice/service"
import type { TimelineActor } from "../../modules/e-invoice/timeline"
import type { FoundBy } from "../../modules/e-invoice/creation/other-orders"

export type SecondOrderDependencies = Pick<EInvoiceModuleService, "otherOrders" | "timeline">

/**
 * Keeps an order that the service has for a row beside the one the row names, flags the row, and tells the timeline.
 * Does nothing when the order is known already or belongs to another row.
 */
export async function flagSecondOrder(
  { otherOrders, timeline }: SecondOrderDependencies,
  id: string,
  orderUuid: string,
  { foundBy, actor }: { foundBy: FoundBy; actor: TimelineActor }
): Promise<void> {
  if (await otherOrders.record(id, orderUuid, foundBy)) {
    await timeline.record({
      eInvoiceOrderId: id,
      actor,
      action: "second-order",
      outcome: "failed",
      detail: { second_order_uuid: orderUuid, found_by: foundBy },
    })
  }
}
