import type { CallbackSubject } from "./callback"

/** Pages of records at the service, by kind. */
const pages: Readonly<Record<string, string>> = {
  reservation: "/e-invoice/reservations",
  subscription: "/e-invoice/subscriptions",
}

/**
 * Where a person sees what a callback is about.
 *
 * @returns undefined when there is no page for it
 */
export const subjectTarget = ({
  kind,
  id,
  order_id,
  remote_uuid,
}: Pick<CallbackSubject, "kind" | "id" | "order_id" | "remote_uuid">): string | undefined => {
  if (kind === "checkout") {
    return `/e-invoice/orders/${id}`
  }
  const page = pages[kind]
  if (page && remote_uuid) {
    return `${page}/${encodeURIComponent(remote_uuid)}`
  }
  return order_id === null ? undefined : `/orders/${order_id}`
}
