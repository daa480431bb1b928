import { z } from "@medusajs/framework/zod"

import { type BilledLine, formatOre, partOfLine, type SentLine, sentLines, toOre } from "../mapping"
import { sum } from "../mapping/decimal"
import type { OperationRow } from "../modules/e-invoice/operations/operation"
import type EInvoiceModuleService from "../modules/e-invoice/service"
import { invoicedLines, invoicesAsSent, mayStillAsk } from "./refunds/changed-order"
import { listedAsSent } from "./refunds/refund-lines"
import {
  type ReservationAccount,
  takenByReservation,
  takenOfLines,
} from "./reservations/reservation-account"

type Dependencies = Pick<
  EInvoiceModuleService,
  "connect" | "listEInvoiceOperations" | "operations" | "options" | "orders" | "records" | "refunds"
>

/**
 * The lines that bill a Medusa order already, so that what comes is billed by the others: those of its invoices, less what was
 * credited of them, and those of its reservations, as far as these take them.
 *
 * @param except a payment collection, or the record of a reservation, that is left out
 * @returns undefined where it is not known which lines a reservation takes
 * @throws ConnectError when the service cannot tell the lines
 */
export async function linesBilledOf(
  eInvoice: Dependencies,
  orderId: string,
  except: { collectionId?: string; recordId?: string | null } = {}
): Promise<SentLine[] | undefined> {
  const { collectionId, recordId } = except
  const invoices = await invoicesAsSent(
    eInvoice,
    orderId,
    { ...(collectionId !== undefined && { collectionId }) },
    mayStillAsk
  )
  const reserved = await reservedLinesOf(eInvoice, orderId, recordId)
  return reserved && [...invoices.flatMap(invoicedLines), ...reserved]
}

/**
 * The lines that an order's reservations take: of each as much as was captured of it or still can be. What a card was charged beyond
 * its reservation counts as taken of the order, too, and is of no item. The lines add up to what the reservations take.
 */
async function reservedLinesOf(
  eInvoice: Dependencies,
  orderId: string,
  except: string | null | undefined
): Promise<SentLine[] | undefined> {
  const lines: SentLine[] = []
  for (const record of await eInvoice.records.reservationsOf(orderId)) {
    if (record.id === except) {
      continue
    }
    const creation = await eInvoice.operations.ofRecord(record.id)
    const taken =
      record.remote_uuid === null && !mayStillBeMade(creation)
        ? undefined
        : await takenByReservation(eInvoice, record)
    if (!taken) {
      continue
    }
    const reserved = linesTaken(creation, taken.account)
    const all = reserved && [...reserved, ...(await linesCharged(eInvoice, record.remote_uuid))]
    if (!all || sum(all.map(({ amountOre }) => amountOre)) !== toOre(taken.amount)) {
      return undefined
    }
    lines.push(...all)
  }
  return lines
}

/** Whether the creation of a record that the service has not named may have made it. */
export const mayStillBeMade = (creation: Pick<OperationRow, "state"> | undefined): boolean =>
  creation?.state === "sending" || creation?.state === "in_doubt"

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

/** @returns undefined where the lines are not known, or not what is taken of each */
function linesTaken(
  creation: OperationRow | undefined,
  account: ReservationAccount | undefined
): SentLine[] | undefined {
  const products = creation ? productsIn(creation.request) : account && productsAt(account)
  const taken = products && takenOfProducts(products, account)
  return (
    taken &&
    sentLines({ products, lines: linesOf(creation, products) }).flatMap((line, index) => {
      const ore = taken[index] ?? 0n
      return ore > 0n ? [partOfLine(line, ore)] : []
    })
  )
}

const linesOf = (
  creation: OperationRow | undefined,
  { length }: readonly Product[]
): BilledLine[] | undefined => (creation?.lines?.length === length ? creation.lines : undefined)

/** The products of a reservation that was made elsewhere. */
function productsAt({ details }: ReservationAccount): Product[] | undefined {
  const { data } = z.array(product).safeParse(details.productList)
  return data && productsIn({ body: { products: data } })
}

/** What is taken of each product, in øre. */
function takenOfProducts(
  products: readonly Product[],
  account: ReservationAccount | undefined
): bigint[] | undefined {
  if (!account) {
    return products.map(({ amount }) => toOre(amount))
  }
  const taken = takenOfLines(account)
  const listed = account.lines.map(({ name, amountOre }, index) => ({
    name,
    amount: formatOre(amountOre),
    quantity: 1,
    takenOre: taken[index] ?? 0n,
  }))
  return listedAsSent(listed, { products })?.map(({ takenOre: ore }) => ore)
}

/** What staff charged beyond a reservation, each line at its VAT rate. */
async function linesCharged(
  { operations }: Dependencies,
  uuid: string | null
): Promise<SentLine[]> {
  const charges =
    uuid === null
      ? []
      : await operations.doneOn("reservations.charge", { kind: "reservation", uuid })
  return charges.flatMap((charge) => sentLines({ products: productsIn(charge.request) ?? [] }))
}
