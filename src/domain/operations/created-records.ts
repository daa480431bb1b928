import type { OperationId } from "../../connect"
import type { RecordKind } from "../../modules/e-invoice/models/e-invoice-record"

/** What a creation makes at the service. */
export type Creation = {
  readonly kind: RecordKind
  /** Member of the answer's `data` that names the new record. */
  readonly uuid: string
  /** The service reports what becomes of it to `callback.callbackUrl`. */
  readonly reportsBack: boolean
}

const order = { kind: "order", reportsBack: true } as const
const reservation = {
  kind: "reservation",
  uuid: "reservationUuid",
  reportsBack: true,
} as const

/** Operations that create a record which the plugin remembers. */
export const creations: Partial<Record<OperationId, Creation>> = {
  "orders.create-e-invoice": { ...order, uuid: "uuid" },
  "orders.create-payment-link": { ...order, uuid: "uuid" },
  "orders.create-invoice": { ...order, uuid: "uuid" },
  "orders.create-ehf-invoice": { ...order, uuid: "uuid" },
  "checkout.create-session": { ...order, uuid: "orderUuid" },
  "checkout.create-invoice-session": { ...order, uuid: "orderUuid" },
  "checkout.create-hosted": { ...order, uuid: "orderUuid" },
  "reservations.submit": reservation,
  "reservations.create-session": reservation,
  "subscriptions.create": {
    kind: "subscription",
    uuid: "subscriptionUuid",
    reportsBack: false,
  },
  "subscriptions.create-session": {
    kind: "subscription",
    uuid: "subscriptionUuid",
    reportsBack: true,
  },
  "companies.check": {
    kind: "company-check",
    uuid: "companyCheckUuid",
    reportsBack: true,
  },
}
