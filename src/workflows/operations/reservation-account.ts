import type { MedusaContainer } from "@medusajs/framework/types"

import { type DataOf, normaliseStatus } from "../../connect"
import { type RefundableLine, toOre } from "../../mapping"
import { eInvoiceModule } from "../e-invoice-module"
import { mayHaveMoved, type ReservationMove, reservationMoves } from "./reservation-moves"

type Details = DataOf<"reservations.details">

/** A line of a reservation; amounts in øre. */
export type ReservedLine = {
  id: number | undefined
  name: string
  tax: number | undefined
  amountOre: bigint
  capturedOre: bigint
  /** What can still be captured of it. */
  leftOre: bigint
}

/** A capture or charge, and what can still be given back of it; amounts in øre. */
export type Movement = {
  uuid: string
  source: "captured" | "charged"
  at: string | undefined
  amountOre: bigint
  refundedOre: bigint
  leftOre: bigint
  /** Its lines with what was given back of each; none where the service does not tell their ids. */
  lines: RefundableLine[]
}

/** Where a reservation stands in money; amounts in øre. */
export type ReservationAccount = {
  details: Details
  status: string
  totalOre: bigint
  /** What the customer confirmed. */
  reservedOre: bigint
  capturedOre: bigint
  chargedOre: bigint
  /** What can still be captured. */
  leftOre: bigint
  refundedOre: bigint
  lines: ReservedLine[]
  movements: Movement[]
  moves: ReservationMove[]
}

/** Statuses in which the amount is held on the card. */
const HELD: ReadonlySet<string> = new Set(["RESERVED", "CAPTURED", "CHARGED"])

/**
 * Asks the service for a reservation and works out what is left of it.
 *
 * @throws ConnectError when the service cannot say
 */
export async function reservationAccountOf(
  container: MedusaContainer,
  uuid: string
): Promise<ReservationAccount> {
  const [{ data: details }, moves] = await Promise.all([
    eInvoiceModule(container).connect.call("reservations.details", {
      params: { reservation_uuid: uuid },
    }),
    reservationMoves(container, uuid),
  ])
  return accountOf(details, moves)
}

/** Works out a reservation's money from what the service says of it, and what was done from here. */
export function accountOf(details: Details, moves: readonly ReservationMove[]): ReservationAccount {
  const status = normaliseStatus(details.status)
  const lines = details.productList.map((line) => reservedLine(line, status))
  const { paymentDetails: paid } = details
  const refunded = paid?.amountRefunded
  const movements = [
    ...movementsOf("captured", details, moves, ore(refunded?.fromCaptured)),
    ...movementsOf("charged", details, moves, ore(refunded?.fromCharge)),
  ]
  return {
    details,
    status,
    totalOre: ore(details.grandTotal),
    reservedOre: ore(paid?.reservedAmount),
    capturedOre: ore(paid?.capturedAmount),
    chargedOre: ore(paid?.chargedAmount),
    leftOre: sumOf(lines.map(({ leftOre }) => leftOre)),
    refundedOre: ore(refunded?.fromCaptured) + ore(refunded?.fromCharge),
    lines,
    movements,
    moves: [...moves],
  }
}

function reservedLine(
  { id, name, tax, amount, captured, reserved }: Details["productList"][number],
  status: string
): ReservedLine {
  const amountOre = ore(amount)
  const capturedOre = ore(captured)
  const uncaptured = amountOre - capturedOre
  // Whether `reserved` is what was, or what still is, nobody has published: neither makes more of it than this.
  const held = reserved === undefined ? uncaptured : ore(reserved)
  const left = held < uncaptured ? held : uncaptured
  return {
    id,
    name: name ?? "–",
    tax,
    amountOre,
    capturedOre,
    leftOre: HELD.has(status) && left > 0n ? left : 0n,
  }
}

function movementsOf(
  source: Movement["source"],
  details: Details,
  moves: readonly ReservationMove[],
  refundedInAll: bigint
): Movement[] {
  const listed = (details.paymentHistory?.[source] ?? []).flatMap(({ uuid, ...movement }) =>
    uuid === undefined ? [] : [{ ...movement, uuid }]
  )
  const leftInAll = sumOf(listed.map(({ amount }) => ore(amount))) - refundedInAll
  return listed.map(({ uuid, at, amount, products }) => {
    const amountOre = ore(amount)
    const refunds = moves.filter(
      (move) => move.kind === "refund" && move.reference === uuid && mayHaveMoved(move)
    )
    const ours = sumOf(refunds.map((refund) => refund.amountOre))
    // One capture alone bears all that went back, whoever sent it back.
    const refundedOre = listed.length === 1 && refundedInAll > ours ? refundedInAll : ours
    const left = amountOre - refundedOre
    const least = left < leftInAll ? left : leftInAll
    return {
      uuid,
      source,
      at,
      amountOre,
      refundedOre,
      leftOre: least > 0n ? least : 0n,
      lines: refundableLines(linesMoved({ source, uuid, products }, details, moves), refunds),
    }
  })
}

/** The lines of a capture or charge: as the service lists them, as it was asked for here, or as they were captured in all. */
function linesMoved(
  {
    source,
    uuid,
    products,
  }: {
    source: Movement["source"]
    uuid: string
    products: readonly {
      id?: number | undefined
      amount?: number | undefined
    }[]
  },
  { productList }: Details,
  moves: readonly ReservationMove[]
): { id?: number | undefined; amountOre: bigint }[] {
  if (products.length > 0) {
    return products.map(({ id, amount }) => ({ id, amountOre: ore(amount) }))
  }
  const asked = moves.find((move) => move.kind === "capture" && move.uuid === uuid)
  if (asked) {
    return asked.products.map(({ id, amount }) => ({
      id,
      amountOre: toOre(amount),
    }))
  }
  return source === "captured"
    ? productList.map(({ id, captured }) => ({ id, amountOre: ore(captured) }))
    : []
}

const refundableLines = (
  lines: readonly { id?: number | undefined; amountOre: bigint }[],
  refunds: readonly ReservationMove[]
): RefundableLine[] =>
  lines.flatMap(({ id, amountOre }) =>
    id === undefined
      ? []
      : [
          {
            id,
            amountOre,
            refundedOre: sumOf(
              refunds.flatMap(({ products }) =>
                products.filter((product) => product.id === id).map(({ amount }) => toOre(amount))
              )
            ),
          },
        ]
  )

const ore = (amount: number | undefined): bigint => toOre(amount ?? 0)

const sumOf = (amounts: readonly bigint[]): bigint =>
  amounts.reduce((sum, amount) => sum + amount, 0n)
