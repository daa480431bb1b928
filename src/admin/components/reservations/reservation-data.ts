import { z } from "zod"

import { lenientList, optionalAmount, optionalDate, optionalText } from "../../lib/answer-values"

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
export type ReservationHistory = z.infer<typeof historySchema>

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
