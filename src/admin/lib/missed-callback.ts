import type { EInvoiceOrderSummary, TimelineEntry } from "./e-invoice-order"

/** Whether the service should have reported something of an order by now. */
export const hasLeftFirstStatus = ({
  state,
  remote_status,
}: Pick<EInvoiceOrderSummary, "state" | "remote_status">): boolean =>
  state === "created" && remote_status !== null && remote_status !== "SENT"

/**
 * Whether the last news of an order's status was found by the regular check, because the service's own message did not
 * come.
 *
 * @param timeline the oldest first, as the server sends it
 */
export const isCallbackOverdue = (
  timeline: readonly Pick<TimelineEntry, "action" | "actor" | "outcome">[]
): boolean =>
  timeline.findLast(({ action, outcome }) => action === "status" && outcome === "done")?.actor ===
  "schedule"
