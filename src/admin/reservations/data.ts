import { z } from "zod"

import { lenientList, optionalAmount, optionalDate, optionalText } from "../lib/answer-values"
import type { TextKey } from "../lib/texts"
import type { StatusWords } from "../orders/words"

const recordSchema = z.object({
  id: z.string(),
  remote_uuid: z.string(),
  order_id: optionalText,
  amount: optionalAmount,
  currency_code: optionalText,
  status: optionalText,
  payment_url: optionalText,
  last_checked_at: optionalDate,
  created_at: optionalDate,
})

const percent = z.number().min(0).max(100).catch(0)

const lineSchema = z.object({
  id: z.number().nullable().catch(null),
  name: z.string(),
  tax: optionalAmount,
  amount: optionalAmount,
  captured: optionalAmount,
  left: z.number().catch(0),
})

const movementSchema = z.object({
  uuid: z.string(),
  source: z.enum(["captured", "charged"]),
  at: optionalText,
  amount: optionalAmount,
  refunded: optionalAmount,
  left: z.number().catch(0),
})

const accountSchema = z.object({
  status: z.string(),
  total: optionalAmount,
  reserved: optionalAmount,
  captured: optionalAmount,
  left: z.number().catch(0),
  charged: optionalAmount,
  refunded: optionalAmount,
  bar: z.object({
    captured: percent,
    left: percent,
    released: percent,
    charged: percent,
  }),
  reserved_at: optionalText,
  link_due: optionalText,
  charge_validity: optionalText,
  contact: z.object({
    email: optionalText,
    country_code: optionalText,
    msisdn: optionalText,
  }),
  lines: lenientList(lineSchema),
  movements: lenientList(movementSchema),
})

const awaitingSchema = z.object({
  id: z.string(),
  amount: optionalAmount,
  message: optionalText,
  approval_asked_at: optionalDate,
  created_at: optionalDate,
})

const reservationSchema = z.object({
  record: recordSchema,
  account: accountSchema.nullable().catch(null),
  awaiting_approval: lenientList(awaitingSchema),
  problem: z.object({ message: optionalText, advice: optionalText }).nullable().catch(null),
})

const historySchema = z.object({
  events: lenientList(
    z.object({
      title: optionalText,
      datetime: optionalText,
      note: optionalText,
      amount: optionalAmount,
    })
  ),
  operations: lenientList(
    z.object({
      id: z.string(),
      operation: z.string(),
      state: z.string(),
      actor: optionalText,
      created_at: optionalDate,
      failure: z.object({ message: optionalText }).nullable().catch(null),
    })
  ),
  problem: z.object({ message: optionalText }).nullable().catch(null),
})

/** A reservation as the plugin remembers it. Amounts are major units. */
export type RememberedReservation = z.infer<typeof recordSchema>

/** Where a reservation's money is, as the service says. Amounts are major units, the bar's parts percent. */
export type ReservationAccount = z.infer<typeof accountSchema>

export type ReservationMovement = z.infer<typeof movementSchema>

/** A followed reservation, with what the service says of it where it could be asked. */
export type Reservation = z.infer<typeof reservationSchema>

/** What happened to a reservation, at the service and from here; the newest first. */
type ReservationHistory = z.infer<typeof historySchema>

/** Reads the answer of `GET /admin/e-invoice/medusa-orders/:id/reservations`. */
export const parseOrderReservations = (answer: unknown): Reservation[] =>
  z.object({ reservations: lenientList(reservationSchema) }).parse(answer).reservations

/** Reads the answer of `GET /admin/e-invoice/reservations/:uuid/account`. */
export const parseReservation = (answer: unknown): Reservation =>
  z.object({ reservation: reservationSchema }).parse(answer).reservation

/** Reads the answer of `GET /admin/e-invoice/reservations`. */
export const parseReservationPage = (answer: unknown) => {
  const page = z
    .object({ reservations: lenientList(recordSchema), count: z.number() })
    .parse(answer)
  return { rows: page.reservations, count: page.count }
}

/** Reads the answer of `GET /admin/e-invoice/reservations/:uuid/history`. */
export const parseReservationHistory = (answer: unknown): ReservationHistory =>
  historySchema.parse(answer)

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
  readonly currencyCode: string
  /** The Medusa order it belongs to. */
  readonly orderId: string | undefined
}
