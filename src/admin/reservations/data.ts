import type {
  Can,
  RememberedRecord,
  ReservationAnswer,
  ReservationHistoryAnswer,
} from "../../api/admin/e-invoice/answers"
import { readServiceDay, writeDay } from "../lib/form-values"
import type { TextKey } from "../lib/texts"
import type { StatusWords } from "../orders/words"

/** A reservation as the plugin remembers it. Amounts are major units. */
export type { RememberedRecord as RememberedReservation }

/** A followed reservation, with what the service says of it where it could be asked. */
export type Reservation = ReservationAnswer

/** Where a reservation's money is, as the service says. Amounts are major units, the bar's parts percent. */
export type ReservationAccount = NonNullable<Reservation["account"]>

export type ReservationMovement = ReservationAccount["movements"][number]

/** `GET /admin/e-invoice/medusa-orders/:id/reservations` */
export const readOrderReservations = ({ reservations }: { reservations: Reservation[] }) =>
  reservations

/** `GET /admin/e-invoice/reservations/:uuid/account` */
export const readReservation = ({ reservation }: { reservation: Reservation }) => reservation

/** `GET /admin/e-invoice/reservations/:uuid/history` */
export const readReservationHistory = (history: ReservationHistoryAnswer) => history

/** The last day on which the card can be charged, `2026-11-23`; undefined while the customer has not confirmed. */
export const chargeableUntil = ({
  reserved_at,
  charge_validity,
}: Pick<ReservationAccount, "reserved_at" | "charge_validity">): string | undefined => {
  const confirmed = reserved_at === null ? null : readServiceDay(reserved_at)
  const days = Number(charge_validity)
  if (!confirmed || !Number.isInteger(days) || days <= 0) {
    return undefined
  }
  return writeDay(
    new Date(confirmed.getFullYear(), confirmed.getMonth(), confirmed.getDate() + days)
  )
}

const statuses: Readonly<Record<string, StatusWords>> = {
  SENT: { text: "reservations.status.sent", color: "orange" },
  RESERVED: { text: "reservations.status.reserved", color: "blue" },
  CAPTURED: { text: "reservations.status.captured", color: "green" },
  CHARGED: { text: "reservations.status.charged", color: "green" },
  COMPLETED: { text: "reservations.status.completed", color: "grey" },
  CANCELLED: { text: "reservations.status.cancelled", color: "red" },
  EXPIRED: { text: "reservations.status.expired", color: "red" },
  "NOT PAID": { text: "reservations.status.notPaid", color: "red" },
}

/** Every status the service has for a reservation, in the order of its life. */
export const reservationStatuses: readonly {
  readonly value: string
  readonly text: TextKey
}[] = Object.entries(statuses).map(([value, { text }]) => ({ value, text }))

/** A reservation's status in words; undefined for one the service has not published. */
export const reservationWords = (status: string): StatusWords | undefined =>
  statuses[status.trim().replaceAll("_", " ").toUpperCase()]

const operations: Readonly<Record<string, TextKey>> = {
  submit: "reservations.operation.submit",
  "create-session": "reservations.operation.submit",
  capture: "reservations.operation.capture",
  charge: "reservations.operation.charge",
  cancel: "reservations.operation.cancel",
  complete: "reservations.operation.complete",
  resend: "reservations.operation.resend",
  refund: "reservations.operation.refund",
  "request-approval": "reservations.operation.approval",
}

/** What was asked for, in words; undefined for an operation that has none here. */
export const operationWords = (operation: string): TextKey | undefined =>
  operations[operation.slice(operation.indexOf(".") + 1)]

const states: Readonly<Record<string, TextKey>> = {
  succeeded: "reservations.state.done",
  rejected: "reservations.state.refused",
  in_doubt: "reservations.state.inDoubt",
  sending: "reservations.state.sending",
  prepared: "reservations.state.sending",
}

/** How an operation ended, in words. */
export const operationStateWords = (state: string): TextKey =>
  states[state] ?? "reservations.state.sending"

const events: Readonly<Record<string, TextKey>> = {
  "order-created": "reservations.event.created",
  "order-sent": "reservations.event.sent",
  "order-resent": "reservations.event.resent",
  "payment-link-sent-to-customer": "reservations.event.sent",
  "payment-link-opened": "reservations.event.opened",
  "payment-link-expired": "reservations.event.expired",
  "payment-failed": "reservations.event.failed",
  "amount-reserved": "reservations.event.reserved",
  "amount-captured-from-reservation": "reservations.event.captured",
  "amount-charged-from-card": "reservations.event.charged",
  "reservation-completed": "reservations.event.completed",
  "reservation-cancelled": "reservations.event.cancelled",
  "order-expired": "reservations.event.expired",
  "refund-sent-from-captured": "reservations.event.refundedCapture",
  "refund-sent-from-charged": "reservations.event.refundedCharge",
}

/** What the service recorded, in words; undefined for an event it has not published. */
export const eventWords = (title: string): TextKey | undefined => events[title]

/** What every action on a reservation needs to know of it. */
export type ChangeProps = {
  /** Its identifier at the service. */
  readonly uuid: string
  readonly account: ReservationAccount
  /** What the server says can be done. */
  readonly can: Can
  readonly currencyCode: string
  /** The Medusa order it belongs to. */
  readonly orderId: string | undefined
}
