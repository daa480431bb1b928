import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"

import { type OperationId, RefusedError } from "../../connect"
import { formatOre, reservationLine, spreadRefund, toOre } from "../../mapping"
import type { OperationRow } from "../../modules/e-invoice/operations/operation-row"
import type { Wish } from "../../domain/operations/prepare-operation"
import { eInvoiceModule } from "../e-invoice-module"
import { type ReservationAccount, reservationAccountOf } from "./reservation-account"
import { prepareChecked } from "./prepare-operation"
import { refusing } from "./read-order-request"

/** What is asked of a reservation, in the terms of capture, charge or refund. */
export type ReservationChange<Terms> = {
  container: MedusaContainer
  /** The reservation's identifier at the service. */
  uuid: string
  terms: Terms
  wish: Wish
}

/** So much of each of these lines: ids as the service numbers them, decimal major units. */
export type CaptureTerms = {
  lines: readonly { id: number; amount: string }[]
  note?: string | undefined
}

/** What is charged beyond the reservation: decimal major units with tax, tax in percent. */
export type ChargeTerms = {
  lines: readonly { name: string; amount: string; tax: number }[]
  note?: string | undefined
}

/** How much goes back, of which capture or charge. */
export type RefundTerms = {
  source: "captured" | "charged"
  /** Identifier of the capture or charge. */
  reference: string
  /** Decimal major units. */
  amount: string
}

/**
 * Writes down a capture of a reservation's lines; the total is the server's.
 *
 * @throws RefusedError naming the line of which more is asked for than is left
 */
export async function prepareReservationCapture({
  container,
  uuid,
  terms: { lines, note },
  wish,
}: ReservationChange<CaptureTerms>): Promise<OperationRow> {
  const id = "reservations.capture"
  if (await mayBeSent(container, wish)) {
    const { lines: reserved } = await reservationAccountOf(container, uuid)
    checkLines(id, lines, reserved)
  }
  return prepareChecked(
    container,
    id,
    {
      params: { reservation_uuid: uuid },
      body: {
        products: lines.map((line) => ({
          id: line.id,
          amount: formatOre(toOre(line.amount)),
        })),
        grandTotal: totalOf(lines),
        ...(note && { additionalText: note }),
      },
    },
    wish
  )
}

/** Writes down a charge of the card beyond what was reserved; the total is the server's. */
export async function prepareReservationCharge({
  container,
  uuid,
  terms: { lines, note },
  wish,
}: ReservationChange<ChargeTerms>): Promise<OperationRow> {
  const { amounts } = eInvoiceModule(container).options
  return prepareChecked(
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
    wish
  )
}

/**
 * Writes down a refund of one capture or charge, spread over its lines in proportion to what is left of each.
 *
 * @throws RefusedError when it asks for more than is left, or the service does not tell the lines' ids
 */
export async function prepareReservationRefund({
  container,
  uuid,
  terms,
  wish,
}: ReservationChange<RefundTerms>): Promise<OperationRow> {
  const id = "reservations.refund"
  const grandTotal = formatOre(toOre(terms.amount))
  const { source, reference } = terms
  const written = await writtenProducts(container, wish, {
    source,
    reference,
    grandTotal,
  })
  const products = written ?? sharesOf(await reservationAccountOf(container, uuid), terms)
  return prepareChecked(
    container,
    id,
    {
      params: { reservation_uuid: uuid },
      body: { type: "reservation", grandTotal, products, source, reference },
    },
    wish
  )
}

const totalOf = (lines: readonly { amount: string }[]): string =>
  formatOre(lines.reduce((sum, { amount }) => sum + toOre(amount), 0n))

/** Whether pressing may send something: a key whose operation took effect, or may have, sends nothing. */
const mayBeSent = async (
  container: MedusaContainer,
  { idempotencyKey }: Wish
): Promise<boolean> => {
  const { operations } = eInvoiceModule(container)
  const known =
    idempotencyKey === undefined ? undefined : await operations.intentOfKey(idempotencyKey)
  return known === undefined || known.state === "prepared" || known.state === "rejected"
}

function checkLines(
  operationId: OperationId,
  lines: CaptureTerms["lines"],
  reserved: ReservationAccount["lines"]
): void {
  const fieldErrors: Record<string, string[]> = {}
  lines.forEach(({ id, amount }, index) => {
    const line = reserved.find((candidate) => candidate.id === id)
    if (!line) {
      fieldErrors[`lines.${index}.id`] = [`the reservation has no line ${id}`]
    } else if (toOre(amount) > line.leftOre) {
      fieldErrors[`lines.${index}.amount`] = [
        `only ${formatOre(line.leftOre)} is left to capture of ${line.name}`,
      ]
    }
  })
  if (Object.keys(fieldErrors).length > 0) {
    throw new RefusedError({
      operationId,
      message: "Nothing was captured: more was asked for than is reserved.",
      advice: "Capture at most what is left of each line.",
      fieldErrors,
    })
  }
}

function sharesOf({ movements }: ReservationAccount, { source, reference, amount }: RefundTerms) {
  const operationId = "reservations.refund"
  const movement = movements.find(
    (candidate) => candidate.source === source && candidate.uuid === reference
  )
  if (!movement) {
    throw new RefusedError({
      operationId,
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
      message:
        "Nothing was refunded: the service does not tell the ids of the lines that were charged, which it asks for in a refund.",
      advice: "Refund it in the service's own portal.",
    })
  }
  if (toOre(amount) > movement.leftOre) {
    throw new RefusedError({
      operationId,
      message: `Nothing was refunded: only ${formatOre(movement.leftOre)} is left of it.`,
      advice: "Refund at most what is left.",
      fieldErrors: { amount: [`only ${formatOre(movement.leftOre)} is left`] },
    })
  }
  return refusing(operationId, () =>
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

/** The lines of the same refund when it was written down before: what is left has become less since. */
async function writtenProducts(
  container: MedusaContainer,
  { idempotencyKey }: Wish,
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
