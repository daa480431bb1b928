import { z } from "@medusajs/framework/zod"

import { type DataOf, normaliseStatus } from "../../connect"
import { formatOre, toOre } from "../../mapping"
import { atLeast0, least } from "../../mapping/decimal"
import { type IntentState, mayHaveTakenEffect } from "../../modules/e-invoice/intent"
import { HOLDING, type RecordRow } from "../../modules/e-invoice/operations/remote-records"
import type { RefundFailure, RefundShare } from "../../modules/e-invoice/refunds/refund-row"
import type EInvoiceModuleService from "../../modules/e-invoice/service"

type Details = DataOf<"reservations.details">

/** A line of a reservation; amounts in øre. */
type ReservedLine = {
  id: number | undefined
  name: string
  tax: number | undefined
  amountOre: bigint
  capturedOre: bigint
  /** What can still be captured of it. */
  leftOre: bigint
}

/** A line of a capture or charge; amounts in øre. */
export type MovedLine = {
  id: number
  name: string
  amountOre: bigint
  refundedOre: bigint
  /** What can still be refunded of it, where as much is left of the capture or charge. */
  leftOre: bigint
}

/** A capture or charge, and what can still be refunded of it; amounts in øre. */
export type Movement = {
  uuid: string
  source: "captured" | "charged"
  at: string | undefined
  amountOre: bigint
  refundedOre: bigint
  leftOre: bigint
  /** None where the service does not give their ids. */
  lines: MovedLine[]
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
  refundedOfCapturesOre: bigint
  refundedOfChargesOre: bigint
  lines: ReservedLine[]
  movements: Movement[]
  moves: ReservationMove[]
}

/** Whether the customer has not confirmed a reservation, and may never do so. */
export const awaitsCustomer = ({
  status,
  capturedOre,
  chargedOre,
}: Pick<ReservationAccount, "status" | "capturedOre" | "chargedOre">): boolean =>
  !HOLDING.has(status) && status !== COMPLETED && capturedOre + chargedOre === 0n

/** Statuses of a reservation of which nothing was captured or charged, and nothing more can be. */
export const isReleased = (status: string | null): boolean => RELEASED.has(status ?? "")

const RELEASED: ReadonlySet<string> = new Set(["CANCELLED", "EXPIRED", "NOT PAID"])

const COMPLETED = "COMPLETED"

/** Whether all that a confirmed reservation held was captured, or the rest lapsed, while staff have not completed it. */
export const holdsNoMore = ({
  status,
  held_total: held,
}: Pick<RecordRow, "status" | "held_total">): boolean =>
  HOLDING.has(status ?? "") && held !== null && Number(held) === 0

/**
 * Reads a reservation from the service and works out what is left of it.
 *
 * @throws ConnectError when it could not be read
 */
export async function reservationAccountOf(
  eInvoice: Pick<EInvoiceModuleService, "connect" | "listEInvoiceOperations">,
  uuid: string
): Promise<ReservationAccount> {
  const [{ data: details }, moves] = await Promise.all([
    eInvoice.connect.call("reservations.details", {
      params: { reservation_uuid: uuid },
    }),
    reservationMoves(eInvoice, uuid),
  ])
  return accountOf(details, moves)
}

/** Works out a reservation's money from what the service says of it, and what was done from here. */
export function accountOf(details: Details, moves: readonly ReservationMove[]): ReservationAccount {
  const status = normaliseStatus(details.status)
  const lines = details.productList.map((line) => reservedLine(line, status))
  const { paymentDetails: paid } = details
  const refundedOfCapturesOre = ore(paid?.amountRefunded?.fromCaptured)
  const refundedOfChargesOre = ore(paid?.amountRefunded?.fromCharge)
  const movements = [
    ...movementsOf("captured", details, moves, refundedOfCapturesOre),
    ...movementsOf("charged", details, moves, refundedOfChargesOre),
  ]
  return {
    details,
    status,
    totalOre: ore(details.grandTotal),
    reservedOre: ore(paid?.reservedAmount),
    capturedOre: ore(paid?.capturedAmount),
    chargedOre: ore(paid?.chargedAmount),
    leftOre: sumOf(lines.map(({ leftOre }) => leftOre)),
    refundedOre: refundedOfCapturesOre + refundedOfChargesOre,
    refundedOfCapturesOre,
    refundedOfChargesOre,
    lines,
    movements,
    moves: [...moves],
  }
}

/**
 * What a reservation takes of its order's price, in øre: what was captured and charged, and what still can be captured. What was given
 * back of charges takes these back; the rest may be goodwill, unless all was given back: `takenOfOrder` tells by the order's lines.
 */
export function takenOre(
  account: Capturable &
    Pick<ReservationAccount, "chargedOre" | "refundedOre" | "refundedOfChargesOre">
): bigint {
  const { status, capturedOre, chargedOre, refundedOre, refundedOfChargesOre } = account
  if (isReleased(status)) {
    return 0n
  }
  const movedOre = capturedOre + chargedOre
  const openOre = capturableOre(account)
  return movedOre <= refundedOre && openOre === 0n ? 0n : movedOre - refundedOfChargesOre + openOre
}

type Capturable = Pick<ReservationAccount, "status" | "totalOre" | "capturedOre" | "leftOre">

/** What of a reservation can still be captured, in øre. */
export const capturableOre = ({ status, totalOre, capturedOre, leftOre }: Capturable): bigint =>
  // Before the customer confirmed it, or in a status that is not known, all of it may be taken yet.
  saysWhatIsLeft(status) ? leftOre : totalOre - capturedOre

/** A remembered reservation, as far as it says what is taken. */
export type RememberedReservation = {
  status: string | null
  remote_uuid: string | null
  amount: unknown
}

/** What a reservation takes of its order's price. */
type Taken = {
  /** In decimal major units. */
  amount: string
  /** What the service says of it; undefined where nothing can have been captured yet. */
  account?: ReservationAccount
}

/**
 * What a reservation takes of its order's price: as the service says, or all that it is for where nothing can have been
 * captured yet.
 *
 * @returns undefined when it takes nothing
 * @throws ConnectError when the service cannot say
 */
export async function takenByReservation(
  eInvoice: Pick<EInvoiceModuleService, "connect" | "listEInvoiceOperations">,
  { status, remote_uuid, amount }: RememberedReservation
): Promise<Taken | undefined> {
  if (amount === null || isReleased(status)) {
    return undefined
  }
  if (status === null || status === SENT || remote_uuid === null) {
    return { amount: String(amount) }
  }
  const account = await reservationAccountOf(eInvoice, remote_uuid)
  const ore = takenOre(account)
  return ore === 0n ? undefined : { amount: formatOre(ore), account }
}

/** The customer has not confirmed the reservation. */
const SENT = "SENT"

/** What is taken of each line of a reservation, in øre; what was charged beyond it is of none of them. */
export const takenOfLines = ({
  status,
  lines,
}: Pick<ReservationAccount, "status" | "lines">): bigint[] =>
  lines.map(({ amountOre, capturedOre, leftOre }) =>
    saysWhatIsLeft(status) ? capturedOre + leftOre : amountOre
  )

/** Whether nothing but what is left of its lines can still be captured in a status. */
const saysWhatIsLeft = (status: string): boolean => HOLDING.has(status) || status === COMPLETED

/** Stands where the service names no line. */
const UNNAMED = "–"

function reservedLine(line: Details["productList"][number], status: string): ReservedLine {
  const { id, name, tax, amount, captured } = line
  return {
    id,
    name: name ?? UNNAMED,
    tax,
    amountOre: ore(amount),
    capturedOre: ore(captured),
    leftOre: HOLDING.has(status) ? heldOre(line) : 0n,
  }
}

type HeldLine = Partial<Record<"amount" | "captured" | "reserved", number | undefined>>

/** What is held of a reservation's line and not captured, in øre, in a status in which anything is. */
export const heldOre = ({ amount, captured, reserved = amount }: HeldLine): bigint =>
  // Undocumented whether `reserved` is the original or the remaining amount: neither reading gives more than this.
  atLeast0(least(ore(reserved), ore(amount) - ore(captured)))

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
      (move) => move.kind === "refund" && move.reference === uuid && mayHaveTakenEffect(move)
    )
    const ours = sumOf(refunds.map((refund) => refund.amountOre))
    // A sole capture bears all refunds, also those made elsewhere.
    const refundedOre = listed.length === 1 && refundedInAll > ours ? refundedInAll : ours
    const left = amountOre - refundedOre
    return {
      uuid,
      source,
      at,
      amountOre,
      refundedOre,
      leftOre: atLeast0(least(left, leftInAll)),
      lines: movedLines(linesMoved({ source, uuid, products }, details, moves), details, refunds),
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
      name?: string | undefined
      amount?: number | undefined
    }[]
  },
  { productList }: Details,
  moves: readonly ReservationMove[]
): ListedMove[] {
  if (products.length > 0) {
    return products.map(({ id, name, amount }) => ({ id, name, amountOre: ore(amount) }))
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

type ListedMove = { id?: number | undefined; name?: string | undefined; amountOre: bigint }

const movedLines = (
  lines: readonly ListedMove[],
  { productList }: Details,
  refunds: readonly ReservationMove[]
): MovedLine[] =>
  lines.flatMap(({ id, name, amountOre }) => {
    if (id === undefined) {
      return []
    }
    const reserved = productList.find((line) => line.id === id)
    const refundedOre = sumOf(
      refunds
        .flatMap(({ products }) => products)
        .filter((product) => product.id === id)
        .map(({ amount }) => toOre(amount))
    )
    return [
      {
        id,
        name: name ?? reserved?.name ?? UNNAMED,
        amountOre,
        refundedOre,
        leftOre: atLeast0(amountOre - refundedOre),
      },
    ]
  })

const ore = (amount: number | undefined): bigint => toOre(amount ?? 0)

const sumOf = (amounts: readonly bigint[]): bigint =>
  amounts.reduce((sum, amount) => sum + amount, 0n)

const MOVES = ["reservations.capture", "reservations.refund"] as const

const share = z.object({
  id: z.coerce.number(),
  amount: z.union([z.string(), z.number()]).transform(String),
})

const move = z.object({
  id: z.string(),
  operation_id: z.enum(MOVES),
  state: z.custom<IntentState>(),
  attempt: z.number(),
  created_at: z.coerce.date(),
  request: z.object({
    body: z.object({
      grandTotal: z.union([z.string(), z.number()]),
      products: z.array(share),
      source: z.enum(["captured", "charged"]).optional(),
      reference: z.string().optional(),
    }),
  }),
  answer: z.object({ data: z.object({ uuid: z.string().optional() }).nullish() }).nullish(),
  failure: z
    .object({
      kind: z.string(),
      message: z.string(),
      at: z.string(),
      messageKey: z.string().optional(),
    })
    .nullish(),
})

/** A capture or a refund of a reservation that the plugin sent, or was to send. */
export type ReservationMove = {
  /** Id of the operation. */
  id: string
  kind: "capture" | "refund"
  state: IntentState
  attempt: number
  at: Date
  amountOre: bigint
  products: RefundShare[]
  /** What a refund is taken from: the id of a capture or charge. */
  reference: string | undefined
  source: "captured" | "charged" | undefined
  /** The capture that was made. */
  uuid: string | undefined
  failure: RefundFailure | undefined
}

/** The plugin's own captures and refunds of a reservation, oldest first. */
export async function reservationMoves(
  eInvoice: Pick<EInvoiceModuleService, "listEInvoiceOperations">,
  uuid: string
): Promise<ReservationMove[]> {
  const rows = await eInvoice.listEInvoiceOperations(
    {
      subject_kind: "reservation",
      subject_uuid: uuid,
      operation_id: [...MOVES],
    },
    { order: { created_at: "ASC" }, take: 1_000 }
  )
  return rows.flatMap((row) => {
    const { data } = move.safeParse(row)
    return data
      ? [
          {
            id: data.id,
            kind:
              data.operation_id === "reservations.capture"
                ? ("capture" as const)
                : ("refund" as const),
            state: data.state,
            attempt: data.attempt,
            at: data.created_at,
            amountOre: toOre(data.request.body.grandTotal),
            products: data.request.body.products,
            reference: data.request.body.reference,
            source: data.request.body.source,
            uuid: data.answer?.data?.uuid,
            failure: data.failure ?? undefined,
          },
        ]
      : []
  })
}
