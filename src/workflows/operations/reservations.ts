import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import { type OperationId, RefusedError } from "../../connect"
import type { RefusalCode } from "../../domain/failure"
import type { OperationIntent } from "../../domain/operations/prepare-operation"
import { refuseIfChangedSince } from "../../domain/order-changes"
import {
  type Movement,
  type ReservationAccount,
  reservationAccountOf,
} from "../../domain/reservations/reservation-account"
import { formatOre, reservationLine, reservationLines, spreadRefund, toOre } from "../../mapping"
import { endOfDay, unixSeconds } from "../../mapping/dates"
import type { OperationRow } from "../../modules/e-invoice/operations/operation"
import { eInvoiceModule } from "../e-invoice-module"
import { lookAtInvoices } from "../synchronise-e-invoice-order"
import { readOrderRequest, rejectingMappingErrors } from "./order-request"
import { prepareWithinOutstanding } from "./perform-operation"

const SUBMIT = "reservations.submit"

const dated = z.object({ body: z.object({ orderDate: z.string() }) })

/** How the price of a Medusa order is reserved. */
export type OrderReservation = {
  /** Id of the Medusa order whose lines are reserved. */
  orderId: string
  /** What is reserved of the order's price, in major units, when that is not the whole. */
  amount?: string | undefined
  /** Version of the Medusa order that the amount was read of. */
  version?: number | undefined
  /** Days after confirmation in which the card can be charged beyond what was reserved; 90 when left out. */
  chargeValidityDays?: number | undefined
  /** Last day, `YYYY-MM-DD`, on which the payment link can be used. */
  linkDueDate?: string | undefined
  /** How the service sends the payment link. */
  sendBy: { sms: boolean; email: boolean }
  /** Shown to the customer. */
  customerNotes?: string | undefined
  /** Nine digits; the customer is a company when it is given. */
  organizationId?: string | undefined
}

/**
 * Prepares a reservation of a Medusa order's lines on the customer's card, for `performOperationWorkflow`. Lines, amounts and
 * customer are the server's own; no personal number is needed: the customer confirms over the payment link.
 *
 * @throws MedusaError not_found when there is no such order
 * @throws RefusedError naming every field to correct, or the outstanding amount when that is less
 * @throws MedusaError not_allowed when the order was changed since its version was read
 */
export async function prepareOrderReservation(
  container: MedusaContainer,
  reservation: OrderReservation,
  { actor, idempotencyKey }: Pick<OperationIntent, "actor" | "idempotencyKey">
): Promise<OperationRow> {
  const { orderId, chargeValidityDays, linkDueDate, organizationId } = reservation
  const eInvoice = eInvoiceModule(container)
  const known =
    idempotencyKey === undefined ? undefined : await eInvoice.operations.ofKey(idempotencyKey)
  const { request, currencyCode, customerId } = await readOrderRequest(
    container,
    SUBMIT,
    orderId,
    reservation.amount === undefined
      ? "price"
      : { part: reservation.amount, beside: { recordId: known?.record_id ?? null } }
  )
  if (reservation.version !== undefined) {
    const query = container.resolve(ContainerRegistrationKeys.QUERY)
    await refuseIfChangedSince(query, orderId, reservation.version)
  }
  const { totals, customer } = request
  const body = {
    products: reservationLines(request.products, eInvoice.options.amounts),
    orderSummary: {
      subTotal: formatOre(totals.grandTotalOre - totals.totalTaxOre),
      totalTax: formatOre(totals.totalTaxOre),
      grandTotal: formatOre(totals.grandTotalOre),
    },
    // A repeated request keeps its first date, so that it is the same request.
    orderDate:
      dated.safeParse(known?.request).data?.body.orderDate ?? unixSeconds(eInvoice.clock.now()),
    ...(linkDueDate && {
      dueDateForPaymentLink: endOfDay(linkDueDate),
    }),
    sendOrderBy: reservation.sendBy,
    customerDetails:
      organizationId === undefined
        ? { type: "private", ...customer }
        : { type: "corporate", ...customer, organizationId },
    ...(chargeValidityDays !== undefined && {
      chargeValidity: String(chargeValidityDays),
    }),
    referenceNo: request.referenceNo,
    ...(reservation.customerNotes && {
      customerNotes: reservation.customerNotes,
    }),
  }
  const { lines } = request
  const intent = { actor, idempotencyKey, orderId, customerId, currencyCode, lines }
  return prepareWithinOutstanding(container, SUBMIT, { body }, intent)
}

/** What is asked of a reservation, in the terms of capture, charge or refund. */
export type ReservationChange<Terms> = {
  container: MedusaContainer
  /** The reservation's identifier at the service. */
  uuid: string
  terms: Terms
  intent: OperationIntent
}

/** So much of a line: its id as the service numbers it, decimal major units. */
type LineAmount = { id: number; amount: string }

/** So much of each of these lines. */
export type CaptureTerms = {
  lines: readonly LineAmount[]
  note?: string | undefined
}

/** What is charged beyond the reservation: decimal major units with tax, tax in percent. */
export type ChargeTerms = {
  lines: readonly { name: string; amount: string; tax: number }[]
  note?: string | undefined
}

/** How much of which capture or charge is refunded: so much of each line, or so much in all. */
export type RefundTerms = {
  source: "captured" | "charged"
  /** Identifier of the capture or charge. */
  reference: string
  lines?: readonly LineAmount[] | undefined
  /** Decimal major units; left out where lines are given. */
  amount?: string | undefined
}

/**
 * Prepares a capture of a reservation's lines; the total is the server's.
 *
 * @throws RefusedError naming the line of which more is asked for than is left
 */
export async function prepareReservationCapture({
  container,
  uuid,
  terms: { lines, note },
  intent,
}: ReservationChange<CaptureTerms>): Promise<OperationRow> {
  const id = "reservations.capture"
  if (await mayBeSent(container, intent)) {
    const { lines: reserved } = await reservationAccountOf(eInvoiceModule(container), uuid)
    checkLines(lines, reserved, {
      operationId: id,
      unknown: (line) => `the reservation has no line ${line}`,
      beyond: ({ name, amount }) => `only ${amount} is left to capture of ${name}`,
      message: "Nothing was captured: more was asked for than is reserved.",
      advice: "Capture at most what is left of each line.",
    })
  }
  return prepareWithinOutstanding(
    container,
    id,
    {
      params: { reservation_uuid: uuid },
      body: {
        products: wholeOre(lines),
        grandTotal: totalOf(lines),
        ...(note && { additionalText: note }),
      },
    },
    intent
  )
}

/** Prepares a charge of the card beyond the reserved amount; the total is the server's. */
export async function prepareReservationCharge({
  container,
  uuid,
  terms: { lines, note },
  intent,
}: ReservationChange<ChargeTerms>): Promise<OperationRow> {
  const { amounts } = eInvoiceModule(container).options
  return prepareWithinOutstanding(
    container,
    "reservations.charge",
    {
      params: { reservation_uuid: uuid },
      body: {
        products: lines.map(({ name, amount, tax }) =>
          reservationLine({ name, amountOre: toOre(amount), tax }, amounts)
        ),
        grandTotal: totalOf(lines),
        ...(note && { additionalText: note }),
      },
    },
    intent
  )
}

/**
 * Prepares a refund of one capture or charge. An amount is spread over its lines in proportion to what is left of each.
 *
 * @throws RefusedError when it asks for more than is left, or the service does not tell the lines' ids
 * @throws MedusaError with the code `confirm_repeat` where it is not known whether an invoice beside it was refunded
 */
export async function prepareReservationRefund({
  container,
  uuid,
  terms,
  intent,
}: ReservationChange<RefundTerms>): Promise<OperationRow> {
  const id = "reservations.refund"
  const { source, reference, lines } = terms
  const isToBeSent = await mayBeSent(container, intent)
  if (isToBeSent && !intent.repeatConfirmed) {
    const record = await eInvoiceModule(container).records.ofUuid("reservation", uuid)
    await lookAtInvoices(
      container,
      { orderId: record?.order_id ?? null },
      { actor: intent.actor, refused: "Nothing was refunded" }
    )
  }
  const grandTotal = lines ? totalOf(lines) : formatOre(toOre(terms.amount ?? "0"))
  const asked = { source, reference, grandTotal }
  const read = async () =>
    movementOf(await reservationAccountOf(eInvoiceModule(container), uuid), asked)
  if (lines && isToBeSent) {
    checkRefundedLines(await read(), lines)
  }
  const products = lines
    ? wholeOre(lines)
    : ((await writtenProducts(container, intent, asked)) ?? sharesOf(await read(), grandTotal))
  return prepareWithinOutstanding(
    container,
    id,
    {
      params: { reservation_uuid: uuid },
      body: { type: "reservation", grandTotal, products, source, reference },
    },
    intent
  )
}

const wholeOre = (lines: readonly LineAmount[]): LineAmount[] =>
  lines.map(({ id, amount }) => ({ id, amount: formatOre(toOre(amount)) }))

const totalOf = (lines: readonly { amount: string }[]): string =>
  formatOre(lines.reduce((sum, { amount }) => sum + toOre(amount), 0n))

/** Whether the request may send something: a key whose operation took effect, or may have, sends nothing. */
const mayBeSent = async (
  container: MedusaContainer,
  { idempotencyKey }: OperationIntent
): Promise<boolean> => {
  const { operations } = eInvoiceModule(container)
  const known =
    idempotencyKey === undefined ? undefined : await operations.intentOfKey(idempotencyKey)
  return known === undefined || known.state === "prepared" || known.state === "rejected"
}

/** How it is said that more is asked for than can be had of lines. */
type LinesRefused = {
  operationId: OperationId
  unknown: (id: number) => string
  beyond: (left: { name: string; amount: string }) => string
  message: string
  advice: string
}

function checkLines(
  lines: readonly LineAmount[],
  known: readonly { id: number | undefined; name: string; leftOre: bigint }[],
  { operationId, unknown, beyond, message, advice }: LinesRefused
): void {
  const fieldErrors: Record<string, string[]> = {}
  let first: { name: string; amount: string } | undefined
  for (const [index, { id, amount }] of lines.entries()) {
    const line = known.find((candidate) => candidate.id === id)
    if (!line) {
      fieldErrors[`lines.${index}.id`] = [unknown(id)]
    } else if (toOre(amount) > line.leftOre) {
      const left = { name: line.name, amount: formatOre(line.leftOre) }
      first ??= left
      fieldErrors[`lines.${index}.amount`] = [beyond(left)]
    }
  }
  if (Object.keys(fieldErrors).length > 0) {
    throw new RefusedError({
      operationId,
      ...(first && { code: "line_beyond_left" satisfies RefusalCode, values: first }),
      message,
      advice,
      fieldErrors,
    })
  }
}

/** @throws RefusedError when there is no such capture or charge, or the service does not tell the ids of its lines */
function movementOf(
  { movements }: ReservationAccount,
  { source, reference }: Pick<RefundTerms, "source" | "reference">
): Movement {
  const operationId = "reservations.refund"
  const movement = movements.find(
    (candidate) => candidate.source === source && candidate.uuid === reference
  )
  if (!movement) {
    throw new RefusedError({
      operationId,
      code: "not_at_service" satisfies RefusalCode,
      values: { uuid: reference },
      message: "Nothing was refunded: the reservation has no such capture or charge.",
      advice: "Refresh the reservation and choose one of its captures or charges.",
      fieldErrors: {
        reference: ["must be a capture or charge of the reservation"],
      },
    })
  }
  if (movement.lines.length === 0) {
    throw new RefusedError({
      operationId,
      code: "lines_unknown" satisfies RefusalCode,
      message:
        "Nothing was refunded: the service does not tell the ids of the lines that were charged, which it asks for in a refund.",
      advice: "Refund it in the service's own portal.",
    })
  }
  return movement
}

function checkRefundedLines(movement: Movement, lines: readonly LineAmount[]): void {
  checkLines(lines, movement.lines, {
    operationId: "reservations.refund",
    unknown: (id) => `the capture or charge has no line ${id}`,
    beyond: ({ name, amount }) => `only ${amount} is left to refund of ${name}`,
    message: "Nothing was refunded: more was asked for than is left of a line.",
    advice: "Refund at most what is left of each line.",
  })
  refuseBeyondLeft(movement, totalOf(lines), "lines")
}

/** What of a capture or charge was refunded elsewhere is of lines that the service does not name. */
function refuseBeyondLeft({ leftOre }: Movement, amount: string, field: string): void {
  if (toOre(amount) > leftOre) {
    const left = formatOre(leftOre)
    throw new RefusedError({
      operationId: "reservations.refund",
      code: "beyond_left" satisfies RefusalCode,
      values: { amount: left },
      message: `Nothing was refunded: only ${left} is left of it.`,
      advice: "Refund at most what is left.",
      fieldErrors: { [field]: [`only ${left} is left`] },
    })
  }
}

function sharesOf(movement: Movement, amount: string) {
  refuseBeyondLeft(movement, amount, "amount")
  return rejectingMappingErrors("reservations.refund", () =>
    spreadRefund(movement.lines, toOre(amount)).map((product) => ({
      id: product.id,
      amount: formatOre(toOre(product.amount)),
    }))
  )
}

const writtenRefund = z.object({
  body: z.object({
    grandTotal: z.string(),
    source: z.string(),
    reference: z.string(),
    products: z.array(z.object({ id: z.number(), amount: z.string() })),
  }),
})

/** The lines of the same refund when it was recorded before: less is left of them since. */
async function writtenProducts(
  container: MedusaContainer,
  { idempotencyKey }: OperationIntent,
  wanted: { source: string; reference: string; grandTotal: string }
) {
  const known =
    idempotencyKey === undefined
      ? undefined
      : await eInvoiceModule(container).operations.ofKey(idempotencyKey)
  const { data } = writtenRefund.safeParse(known?.request)
  return data &&
    data.body.source === wanted.source &&
    data.body.reference === wanted.reference &&
    data.body.grandTotal === wanted.grandTotal
    ? data.body.products
    : undefined
}
