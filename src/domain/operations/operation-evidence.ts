import { z } from "@medusajs/framework/zod"

import { type DataOf, operationOf, parseOrderStatus } from "../../connect"
import { toOre } from "../../mapping"
import {
  amountIn,
  type OperationRow,
  type Subject,
} from "../../modules/e-invoice/operations/operation"
import type EInvoiceModuleService from "../../modules/e-invoice/service"
import { isRefundedStatus, type LastingStatus } from "../../modules/e-invoice/orders/order-status"
import { isOfAnotherDay, readCreations, showsAccount } from "../creation/look-up-order"
import { movedOnReservation, refundedOfCycles, wayOf } from "./moved-money"

/** What the service shows that was moved in an operation's way on its record. */
export type Moved = {
  /** In all; øre. */
  readonly shownOre: bigint
  /** Of it, what operations explain that are recorded as carried out; øre. */
  readonly recordedOre: bigint
  /** Whether the difference covers the operation in doubt: the service carried it out. */
  readonly coversIt: boolean
  /** Whether it does not, and the service names every amount: it did not carry it out, or not yet. */
  readonly excludesIt: boolean
}

/**
 * Looks what the service shows that was moved in an operation's way on its record.
 *
 * @returns undefined when the operation moves nothing that the service shows
 * @throws ConnectError when the service cannot say
 */
export async function shownMovement(
  eInvoice: EInvoiceModuleService,
  row: OperationRow
): Promise<Moved | undefined> {
  const { subject_kind: kind, subject_uuid: uuid } = row
  if (kind === null || uuid === null) {
    return undefined
  }
  if (row.operation_id === "orders.delayed-charge") {
    return shownCharge(eInvoice, row, { kind, uuid })
  }
  const amount = amountIn(row.request)
  if (amount === undefined) {
    return undefined
  }
  const shown = await shownBy(eInvoice, row, uuid)
  if (shown === undefined) {
    return undefined
  }
  const { ore: shownOre, isWhole } = shown
  const recordedOre = await recordedHere(eInvoice, row, { kind, uuid })
  const coversIt = shownOre - recordedOre >= toOre(amount)
  return { shownOre, recordedOre, coversIt, excludesIt: isWhole && !coversIt }
}

/** A charge names no amount: it takes all that its order is for, once. That it has not yet does not mean that it will not. */
async function shownCharge(
  eInvoice: EInvoiceModuleService,
  row: OperationRow,
  subject: Subject
): Promise<Moved | undefined> {
  const earlier = await eInvoice.operations.earlier.doneOn(row.operation_id, subject)
  if (earlier.some(({ id }) => id !== row.id)) {
    return undefined
  }
  const { data } = await eInvoice.connect.call("orders.details", {
    params: { order_uuid: subject.uuid },
  })
  const status = parseOrderStatus(data.status)
  return status === "PAID" || isRefundedStatus(status as LastingStatus | undefined)
    ? {
        shownOre: toOre(data.orderSummary?.grandTotal ?? 0),
        recordedOre: 0n,
        coversIt: true,
        excludesIt: false,
      }
    : undefined
}

/** What the service shows, and whether it names all of it. */
type Shown = { readonly ore: bigint; readonly isWhole: boolean }

async function shownBy(
  { connect }: EInvoiceModuleService,
  { operation_id: id, request }: OperationRow,
  uuid: string
): Promise<Shown | undefined> {
  switch (id) {
    case "reservations.capture":
    case "reservations.charge":
    case "reservations.refund": {
      const { data } = await connect.call("reservations.details", {
        params: { reservation_uuid: uuid },
      })
      const way = wayOf({ operation_id: id, request })
      const ore = movedOnReservation(data.paymentDetails).get(way)
      return ore === undefined ? undefined : { ore, isWhole: true }
    }
    case "subscriptions.refund-cycle": {
      const { data } = await connect.call("subscriptions.details", {
        params: { subscriptionUuid: uuid },
      })
      return refundedOfCycles(data.subscriptionCycles)
    }
    default:
      return undefined
  }
}

async function recordedHere(
  { operations }: EInvoiceModuleService,
  row: OperationRow,
  subject: Subject
): Promise<bigint> {
  const done = await operations.earlier.doneOn(row.operation_id, subject)
  return done
    .filter((other) => other.id !== row.id && wayOf(other) === wayOf(row))
    .reduce((sum, other) => sum + toOre(amountIn(other.request) ?? 0), 0n)
}

/** A record at the service that an operation in doubt may have made. */
type RecordCandidate = {
  readonly kind: "order" | "subscription"
  readonly uuid: string
  readonly status: string
  /** Major units. */
  readonly amount: number | null
  /** As the service writes days. */
  readonly date: string | null
  readonly reference: string | null
  readonly customer: string | null
  /** What is not as it was sent. */
  readonly contradictions: readonly ("reference" | "amount" | "date")[]
}

const DAY = 24 * 60 * 60_000

/** Candidates that are shown at most. */
const MOST_SHOWN = 20

/** Pages of the service's list that are read at most. */
const MOST_PAGES = 20

/**
 * Reads the records at the service that a creation in doubt may have made and that belong to nothing here, the likeliest
 * first. The service has no list of reservations, nor of company checks.
 *
 * @returns also whether the list was whole; undefined where the service has no list of such records
 * @throws ConnectError when the list cannot be had
 */
export async function recordCandidates(
  eInvoice: EInvoiceModuleService,
  row: OperationRow
): Promise<{ candidates: RecordCandidate[]; isWhole: boolean } | undefined> {
  const kind = operationOf(row.operation_id).creates?.kind
  const sentAt = row.sending_at ?? row.created_at
  const listed =
    kind === "order"
      ? await ordersAround(eInvoice, sentAt)
      : kind === "subscription"
        ? await subscriptionsAround(eInvoice, sentAt)
        : undefined
  if (kind === undefined || listed === undefined) {
    return undefined
  }
  const { records, isWhole } = listed
  const { creations } = eInvoice.orders
  const uuids = records.map(({ uuid }) => uuid)
  const [linked, answered] = await Promise.all([
    creations.linkedOrders(uuids),
    creations.answeredAmong(uuids),
  ])
  const known = await Promise.all(
    records.map(async ({ uuid }) => linked.has(uuid) || (await eInvoice.records.ofUuid(kind, uuid)))
  )
  const candidates = judgeRecords(
    row.request,
    records.filter((_, index) => !known[index]),
    sentAt
  )
  const isOfAccount = row.account_hash === creations.accountHash || showsAccount(row, answered)
  return { candidates, isWhole: isWhole && isOfAccount }
}

type ListedRecord = Omit<RecordCandidate, "contradictions">

type ListedRecords = { readonly records: readonly ListedRecord[]; readonly isWhole: boolean }

async function ordersAround(eInvoice: EInvoiceModuleService, sentAt: Date): Promise<ListedRecords> {
  const { clock, options } = eInvoice
  const to = Math.min(clock.now().getTime(), sentAt.getTime() + DAY)
  const { orders, cut } = await readCreations(
    eInvoice,
    { from: new Date(sentAt.getTime() - DAY), to: new Date(Math.max(to, sentAt.getTime())) },
    options.requestBudget
  )
  const records = orders.map(
    ({ orderUuid, status, orderSummary, orderDate, referenceNo, customerDetails }) => ({
      kind: "order" as const,
      uuid: orderUuid,
      status: parseOrderStatus(status) ?? status,
      amount: orderSummary?.grandTotal ?? null,
      date: orderDate ?? null,
      reference: referenceNo ?? null,
      customer: customerDetails?.name ?? null,
    })
  )
  return { records, isWhole: !cut }
}

async function subscriptionsAround(
  { connect, options: { requestBudget } }: EInvoiceModuleService,
  sentAt: Date
): Promise<ListedRecords> {
  const day = (offset: number) => new Date(sentAt.getTime() + offset).toISOString().slice(0, 10)
  const days = { startDate: day(-DAY), endDate: day(DAY) }
  const until = performance.now() + requestBudget
  const records: ListedRecord[] = []
  let lastPage = 1
  for (let page = 1; page <= Math.min(lastPage, MOST_PAGES); page += 1) {
    const answer = await connect.call(
      "subscriptions.list",
      { query: { ...days, page } },
      { budgetMs: Math.max(1, until - performance.now()) }
    )
    records.push(...answer.data.map(subscriptionCandidate))
    lastPage = answer.page?.lastPage ?? 1
  }
  return { records, isWhole: lastPage <= MOST_PAGES }
}

const subscriptionCandidate = ({
  subscriptionUuid,
  status,
  amount,
  createdAt,
  customerName,
}: DataOf<"subscriptions.list">[number]): ListedRecord => ({
  kind: "subscription",
  uuid: subscriptionUuid,
  status,
  amount: amount ?? null,
  date: createdAt ?? null,
  reference: null,
  customer: customerName ?? null,
})

const number = z.union([z.string(), z.number()]).nullish()

const creation = z.looseObject({
  body: z.looseObject({
    referenceNo: z.string().nullish(),
    orderDate: z.string().regex(/^\d+$/).nullish().catch(undefined),
    orderSummary: z.looseObject({ grandTotal: number, payablePerCycle: number }).optional(),
  }),
})

/** What a creation asks for, by cycle where it recurs: major units as they were sent. */
export function sentAmount(request: unknown): string | undefined {
  const { payablePerCycle, grandTotal } = sentSummary(request)
  const amount = payablePerCycle ?? grandTotal ?? undefined
  return amount === undefined ? undefined : String(amount)
}

const sentSummary = (request: unknown) => creation.safeParse(request).data?.body.orderSummary ?? {}

/** Says of records at the service what contradicts that an operation made them; the likeliest first. */
export function judgeRecords(
  request: unknown,
  listed: readonly ListedRecord[],
  sentAt: Date
): RecordCandidate[] {
  const { referenceNo, orderDate } = creation.safeParse(request).data?.body ?? {}
  // An order says the date that it was given, which staff may choose; a subscription, when it was made.
  const dated = {
    order: orderDate ? new Date(Number(orderDate) * 1000) : sentAt,
    subscription: sentAt,
  }
  const { grandTotal, payablePerCycle } = sentSummary(request)
  // Whether the service names a subscription's amount by cycle or in all is not published.
  const amounts = [grandTotal, payablePerCycle].flatMap((amount) =>
    amount === undefined || amount === null ? [] : [toOre(amount)]
  )
  return listed
    .map((record) => ({
      ...record,
      contradictions: [
        ...(referenceNo && record.reference && record.reference !== referenceNo
          ? (["reference"] as const)
          : []),
        ...(record.amount !== null && amounts.length > 0 && !amounts.includes(toOre(record.amount))
          ? (["amount"] as const)
          : []),
        ...(isOfAnotherDay(record.date ?? undefined, dated[record.kind])
          ? (["date"] as const)
          : []),
      ],
    }))
    .toSorted((one, other) => one.contradictions.length - other.contradictions.length)
    .slice(0, MOST_SHOWN)
}
