import { z } from "@medusajs/framework/zod"

import {
  type BilledLine,
  changedLines,
  formatOre,
  type LineNow,
  partOfLine,
  type SentLine,
  sentLines,
  toOre,
} from "../../mapping"
import { least, sum } from "../../mapping/decimal"
import { isUnsettled } from "../../modules/e-invoice/intent"
import type { OperationRow } from "../../modules/e-invoice/operations/operation"
import type { RecordRow } from "../../modules/e-invoice/operations/remote-records"
import type EInvoiceModuleService from "../../modules/e-invoice/service"
import { listedAsSent } from "../refunds/refund-lines"
import {
  awaitsCustomer,
  capturableOre,
  type RememberedReservation,
  type ReservationAccount,
  takenByReservation,
  takenOfLines,
} from "./reservation-account"

export type ReservationReader = Pick<
  EInvoiceModuleService,
  "connect" | "listEInvoiceOperations" | "operations" | "records"
>

/** What a Medusa order holds now, and the lines that its invoices bill of it. */
export type OrderBesideReservations = {
  readonly now: readonly LineNow[]
  readonly billed: readonly SentLine[]
}

/** What reservations take of their order's price. */
export type Reserved = {
  /**
   * Of each line as much as was captured of it or still can be, less what was given back of it because it went. Undefined where the
   * lines are not known.
   */
  readonly lines: readonly SentLine[] | undefined
  /** What cards were charged beyond their reservations, and kept: it counts as taken of the order, too, and is of no item. */
  readonly charged: readonly SentLine[]
  /** In øre. */
  readonly takenOre: bigint
  /** What of that is not captured, and may come to nothing. In øre. */
  readonly capturableOre: bigint
  /** What was given back of what was captured, and for no goods that the order lacks now: goodwill, or goods that came back. In øre. */
  readonly goodwillOre: bigint
}

/** What one reservation takes of its order's price. */
export type ReservedByOne = Reserved & {
  /** Whether its customer has not confirmed it, as far as is known: all of it may come to nothing. */
  readonly isAwaited: boolean
}

/**
 * What an order's reservations take of it.
 *
 * @param except the record of a reservation that is left out
 * @throws ConnectError when the service cannot say
 */
export async function reservedOf(
  eInvoice: ReservationReader,
  orderId: string,
  beside: OrderBesideReservations,
  except?: string | null
): Promise<Reserved> {
  const records = await eInvoice.records.ofOrder("reservation", orderId)
  const all = await Promise.all(
    records
      .filter(({ id }) => id !== except)
      .map((record) => takenOfOrder(eInvoice, record, async () => beside))
  )
  const known = all.flatMap((reserved) => reserved?.lines ?? [])
  return {
    lines: all.some((reserved) => reserved && !reserved.lines) ? undefined : known,
    charged: all.flatMap((reserved) => reserved?.charged ?? []),
    takenOre: sum(all.map((reserved) => reserved?.takenOre ?? 0n)),
    capturableOre: sum(all.map((reserved) => reserved?.capturableOre ?? 0n)),
    goodwillOre: sum(all.map((reserved) => reserved?.goodwillOre ?? 0n)),
  }
}

/**
 * What one reservation takes of its order. What was given back of an extra charge takes that back; of what was reserved, it makes room for
 * another bill as far as goods of it went: the rest may be goodwill.
 *
 * @param beside what the order holds now, read only where something was given back
 * @returns undefined when it takes nothing
 * @throws ConnectError when the service cannot say
 */
export async function takenOfOrder(
  eInvoice: ReservationReader,
  record: RememberedReservation & Pick<RecordRow, "id">,
  beside: () => Promise<OrderBesideReservations | undefined>
): Promise<ReservedByOne | undefined> {
  const creation = await eInvoice.operations.ofRecord(record.id)
  const taken =
    record.remote_uuid === null && !(creation && isUnsettled(creation))
      ? undefined
      : await takenByReservation(eInvoice, record)
  if (!taken) {
    return undefined
  }
  const { account } = taken
  const chargedInAll = await linesCharged(eInvoice, record.remote_uuid)
  const charged = account ? lessGivenBack(chargedInAll, account) : chargedInAll
  const takenOre = toOre(taken.amount)
  const goodwillOre = account?.refundedOfCapturesOre ?? 0n
  const reserved = {
    charged,
    takenOre,
    capturableOre: account ? capturableOre(account) : takenOre,
    goodwillOre,
    isAwaited: !account || awaitsCustomer(account),
  }
  const lines = linesTaken(creation, account)
  const isKnown =
    lines && sum([...lines, ...charged].map(({ amountOre }) => amountOre)) === takenOre
  if (!isKnown) {
    return { ...reserved, lines: undefined }
  }
  const order = account && account.refundedOre > 0n ? await beside() : undefined
  if (!account || !order) {
    return { ...reserved, lines }
  }
  const given = givenBackForGoods(lines, account, order)
  const givenOre = sum([...given.values()])
  return {
    ...reserved,
    lines: linesTaken(creation, account, (place) => given.get(place) ?? 0n),
    takenOre: takenOre - givenOre,
    goodwillOre: goodwillOre - givenOre,
  }
}

/** What was charged, less what was given back of it: of the lines that a refund names first. */
function lessGivenBack(charged: readonly SentLine[], account: ReservationAccount): SentLine[] {
  let leftOre = account.refundedOfChargesOre
  const named = account.movements
    .filter(({ source }) => source === "charged")
    .flatMap(({ lines }) => lines)
  const kept = charged.map((line) => {
    const at = named.findIndex(
      ({ name, amountOre }) => name === line.name && amountOre === line.amountOre
    )
    const [{ refundedOre = 0n } = {}] = at < 0 ? [] : named.splice(at, 1)
    const partOre = least(refundedOre, leftOre)
    leftOre -= partOre
    return { line, ore: line.amountOre - partOre }
  })
  return kept.flatMap(({ line, ore }) => {
    const partOre = least(ore, leftOre)
    leftOre -= partOre
    return ore > partOre ? [partOfLine(line, ore - partOre)] : []
  })
}

/** What was given back of a reservation's lines because goods of them went, by the line's place; in øre. */
function givenBackForGoods(
  lines: readonly PlacedLine[],
  account: ReservationAccount,
  { now, billed }: OrderBesideReservations
): Map<number, bigint> {
  const ofNone = billed.map((line) => ({ ...line, place: undefined }))
  // Of an item that an invoice bills as well, what went is the reservation's first, where it was given back.
  const { removed } = changedLines<SentLine & { place: number | undefined }>({
    asSent: [...ofNone, ...lines],
    now,
  })
  const given = new Map<number, bigint>()
  let leftOre = account.refundedOfCapturesOre
  const give = (line: PlacedLine, ore: bigint) => {
    const partOre = least(ore, leftOre)
    leftOre -= partOre
    given.set(line.place, (given.get(line.place) ?? 0n) + partOre)
  }
  const goneOf = ({ place }: PlacedLine): bigint =>
    sum(removed.filter(({ line }) => line.place === place).map(({ amountOre }) => amountOre))
  // What a refund named of a line first: the rest may be of any that went.
  for (const line of lines) {
    give(line, least(goneOf(line), line.refundedOre))
  }
  for (const line of lines) {
    give(line, goneOf(line) - (given.get(line.place) ?? 0n))
  }
  return given
}

const product = z.object({
  name: z.string(),
  productId: z.string().nullish(),
  tax: z.union([z.string(), z.number()]),
  amount: z.union([z.string(), z.number()]),
})

const request = z.object({ body: z.object({ products: z.array(product) }) })

type Product = {
  name: string
  productId?: string
  /** How many there are stands in the name, or in what the line was made of. */
  quantity: number
  tax: string | number
  amount: string | number
}

const productsIn = (asked: unknown): Product[] | undefined =>
  request.safeParse(asked).data?.body.products.map(({ productId, ...line }) => ({
    ...line,
    quantity: 1,
    ...(productId != null && { productId }),
  }))

/** A line of a reservation, its place among the products, and what refunds named of it; in øre. */
type PlacedLine = SentLine & { readonly place: number; readonly refundedOre: bigint }

/**
 * @param creditedOre what is credited of each, by its place
 * @returns undefined where the lines are not known, or not what is taken of each
 */
function linesTaken(
  creation: OperationRow | undefined,
  account: ReservationAccount | undefined,
  creditedOre?: (place: number) => bigint
): PlacedLine[] | undefined {
  const products = creation ? productsIn(creation.request) : account && productsAt(account)
  const taken = products && takenOfProducts(products, account)
  return (
    taken &&
    sentLines({ products, lines: linesOf(creation, products) }, creditedOre).flatMap(
      (line, place) => {
        const { takenOre, refundedOre } = taken[place] ?? NOTHING
        return takenOre > 0n ? [{ ...partOfLine(line, takenOre), place, refundedOre }] : []
      }
    )
  )
}

const NOTHING = { takenOre: 0n, refundedOre: 0n }

const linesOf = (
  creation: OperationRow | undefined,
  { length }: readonly Product[]
): BilledLine[] | undefined => (creation?.lines?.length === length ? creation.lines : undefined)

/** The products of a reservation that was made elsewhere. */
function productsAt({ details }: ReservationAccount): Product[] | undefined {
  const { data } = z.array(product).safeParse(details.productList)
  return data && productsIn({ body: { products: data } })
}

/** What is taken of each product, and what refunds named of it; in øre. */
function takenOfProducts(
  products: readonly Product[],
  account: ReservationAccount | undefined
): { takenOre: bigint; refundedOre: bigint }[] | undefined {
  if (!account) {
    return products.map(({ amount }) => ({ takenOre: toOre(amount), refundedOre: 0n }))
  }
  const taken = takenOfLines(account)
  const refunds = account.movements.flatMap(({ lines }) => lines)
  const listed = account.lines.map(({ id, name, amountOre }, index) => ({
    name,
    amount: formatOre(amountOre),
    quantity: 1,
    takenOre: taken[index] ?? 0n,
    refundedOre: sum(refunds.flatMap((line) => (line.id === id ? [line.refundedOre ?? 0n] : []))),
  }))
  return listedAsSent(listed, { products })
}

/** What staff charged beyond a reservation, each line at its VAT rate. */
async function linesCharged(
  { operations }: Pick<ReservationReader, "operations">,
  uuid: string | null
): Promise<SentLine[]> {
  const charges =
    uuid === null
      ? []
      : await operations.earlier.doneOn("reservations.charge", { kind: "reservation", uuid })
  return charges.flatMap((charge) => sentLines({ products: productsIn(charge.request) ?? [] }))
}
