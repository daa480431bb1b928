import type { AttentionItem } from "./overview-answer"

/** Pages of the records that an operation is about, by kind. */
const pages: Readonly<Record<string, string>> = {
  reservation: "/e-invoice/reservations",
  subscription: "/e-invoice/subscriptions",
}

/**
 * Where a person can see to it: the Medusa order where there is one, else a page of ours.
 *
 * @returns undefined when there is no page for it
 */
export const attentionTarget = ({
  kind,
  id,
  order_id,
  display_id,
  subject_kind,
  remote_uuid,
}: Pick<
  AttentionItem,
  "kind" | "id" | "order_id" | "display_id" | "subject_kind" | "remote_uuid"
>): string | undefined => {
  // Medusa takes an order back when its checkout fails; the id stays, and has no number any more.
  if (order_id !== null && display_id !== null) {
    return `/orders/${order_id}`
  }
  if (kind === "order") {
    return `/e-invoice/orders/${id}`
  }
  const page = pages[subject_kind ?? ""]
  return page && remote_uuid
    ? `${page}/${encodeURIComponent(remote_uuid)}`
    : page
}
