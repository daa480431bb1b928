import { z } from "@medusajs/framework/zod"

import { type BilledLine, type SentLine, sentLines, toOre } from "../mapping"
import { sum } from "../mapping/decimal"
import type { OperationRow } from "../modules/e-invoice/operations/operation"
import type EInvoiceModuleService from "../modules/e-invoice/service"
import { invoicedLines, invoicesAsSent, mayStillAsk } from "./refunds/changed-order"
import { type ReservationAccount, takenByReservation } from "./reservations/reservation-account"

type Dependencies = Pick<
  EInvoiceModuleService,
  "connect" | "listEInvoiceOperations" | "operations" | "options" | "orders" | "records" | "refunds"
>

/**
 * The lines that bill a Medusa order already, so that what comes is billed by the others: those of its invoices, less what was
 * credited of them, and those of its reservations.
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

/** The lines that an order's reservations take, where these add up to what they take. */
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
    const reserved = linesReserved(creation, taken.account)
    if (!reserved || sum(reserved.map(({ amountOre }) => amountOre)) !== toOre(taken.amount)) {
      return undefined
    }
    lines.push(...reserved)
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

/** @returns undefined where the lines are not known */
function linesReserved(
  creation: OperationRow | undefined,
  account: ReservationAccount | undefined
): SentLine[] | undefined {
  const products = creation ? productsIn(creation.request) : account && productsAt(account)
  return products && sentLines({ products, lines: linesOf(creation, products) })
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
