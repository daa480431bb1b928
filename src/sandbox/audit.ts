import { totalsOff, totalsOfOrder } from "./service/order-lines"
import { openOre } from "./service/order-transitions"
import { kronerOf } from "./wire-values"
import { movedOre, type Movement, type Order, refundedOre } from "./world/records"
import type { LedgerEntry, World } from "./world/world"

/** Which orders a merchant made under one reference. */
export type OrderGroup = { referenceNo: string; orderUuids: string[] }

/** What bills one reference: identifiers of orders and reservations. */
type BillGroup = { referenceNo: string; uuids: string[] }

/** What the sandbox saw, for the question "was a customer billed twice, and does the money add up?". */
export type Audit = {
  orders: { total: number; byStatus: Record<string, number> }
  /** Orders by `referenceNo`; orders without one are left out. */
  byReference: OrderGroup[]
  /**
   * Orders, and reservations that were captured or charged, under one reference that bill the same amount. A bill of another
   * amount is a difference, and one that was cancelled, expired or fully refunded bills no more. A payment link or session
   * bills once the payer has paid it or has it invoiced.
   */
  billedTwice: BillGroup[]
  money: MoneyAudit
  /** Orders whose lines or totals do not add up. */
  totalsOff: {
    orderUuid: string
    referenceNo: string | null
    problems: string[]
  }[]
}

/** Kroner. */
export type MoneyAudit = {
  billed: number
  received: number
  refunded: number
  credited: number
  writtenOff: number
  /** Still owed by customers. */
  open: number
  /**
   * Whether money in equals money out: what was billed was received, credited, written off or is open, no more was
   * refunded than received, no customer paid or was credited more than billed, and the records' own figures agree with the
   * ledger.
   */
  balanced: boolean
}

export function auditOf(world: World): Audit {
  const orders = world.orders.list()
  const byStatus: Record<string, number> = {}
  for (const { status } of orders) {
    byStatus[status] = (byStatus[status] ?? 0) + 1
  }
  return {
    orders: { total: orders.length, byStatus },
    byReference: groupsBy(orders, () => "").map(({ referenceNo, uuids }) => ({
      referenceNo,
      orderUuids: uuids,
    })),
    billedTwice: groupsBy(billsOf(world), ({ amountOre }) => String(amountOre)).filter(
      ({ uuids }) => uuids.length > 1
    ),
    money: moneyAudit(world),
    totalsOff: orders.flatMap((order) => {
      const problems = totalsOff(totalsOfOrder(order))
      const { uuid: orderUuid, referenceNo } = order
      return problems.length > 0 ? [{ orderUuid, referenceNo, problems }] : []
    }),
  }
}

function moneyAudit(world: World): MoneyAudit {
  const accounts = accountsOf(world)
  const sum = (figure: keyof Account) =>
    accounts.reduce((total, account) => total + account[figure], 0)
  const booked = (entry: LedgerEntry["entry"]) =>
    world.ledger
      .filter((one) => one.entry === entry)
      .reduce((total, { amountOre }) => total + amountOre, 0)
  const open = sum("openOre")
  const billed = booked("billed")
  const received = booked("received")
  const refunded = booked("refunded")
  const credited = booked("credited")
  const writtenOff = booked("written-off")
  const isLedgerRight =
    billed === sum("billedOre") &&
    received === sum("receivedOre") &&
    refunded === sum("refundedOre") &&
    credited === sum("creditedOre")
  const isNoneOverpaid = accounts.every(
    ({ billedOre, openOre }) => openOre >= Math.min(0, billedOre)
  )
  return {
    billed: kronerOf(billed),
    received: kronerOf(received),
    refunded: kronerOf(refunded),
    credited: kronerOf(credited),
    writtenOff: kronerOf(writtenOff),
    open: kronerOf(open),
    balanced:
      isLedgerRight &&
      isNoneOverpaid &&
      refunded <= received &&
      billed === received + credited + writtenOff + open,
  }
}

const ENDED: readonly Order["status"][] = ["CANCELLED", "EXPIRED", "REFUNDED"]

/** Orders that bill the customer as soon as they are made; others ask, and bill when the payer has answered. */
const BILLED_AT_ONCE: readonly Order["kind"][] = ["e-invoice", "ehf-invoice", "invoice"]

const isBill = ({ kind, status }: Order): boolean =>
  !ENDED.includes(status) && (status !== "SENT" || BILLED_AT_ONCE.includes(kind))

type Referenced = { uuid: string; referenceNo: string | null }

/** What customers are billed for now. */
function billsOf({ orders, reservations }: World): (Referenced & { amountOre: number })[] {
  return [
    ...orders
      .list()
      .filter(isBill)
      .map(({ grandTotalOre: amountOre, referenceNo, uuid }) => ({ uuid, referenceNo, amountOre })),
    ...reservations.list().flatMap(({ captures, charges, referenceNo, uuid }) => {
      const movements = [...captures, ...charges]
      const amountOre = movedOre(movements)
      return refundedOre(movements) < amountOre ? [{ uuid, referenceNo, amountOre }] : []
    }),
  ]
}

/** Records that share a reference, and what else is asked of them. */
function groupsBy<Kept extends Referenced>(
  records: readonly Kept[],
  alike: (record: Kept) => string
): BillGroup[] {
  const groups = new Map<string, BillGroup>()
  for (const record of records) {
    const referenceNo = record.referenceNo?.trim()
    if (referenceNo) {
      const key = JSON.stringify([referenceNo, alike(record)])
      const group = groups.get(key) ?? { referenceNo, uuids: [] }
      group.uuids.push(record.uuid)
      groups.set(key, group)
    }
  }
  return [...groups.values()]
}

/** One thing a customer was billed for, by the record's own figures, in øre. */
type Account = {
  billedOre: number
  receivedOre: number
  refundedOre: number
  creditedOre: number
  openOre: number
}

/** Everything customers were billed for: orders, those of subscriptions too, and captures and charges of reservations. */
function accountsOf(world: World): Account[] {
  return [
    ...world.orders.list().map(orderAccount),
    ...world.reservations
      .list()
      .flatMap(({ captures, charges }) => [...captures, ...charges])
      .map(movementAccount),
  ]
}

function orderAccount(order: Order): Account {
  const isEnded = order.status === "CANCELLED" || order.status === "EXPIRED"
  return {
    billedOre: order.grandTotalOre,
    receivedOre: order.receivedOre,
    refundedOre: order.refundedOre,
    creditedOre: order.creditedOre,
    openOre: isEnded ? 0 : openOre(order),
  }
}

function movementAccount({ amountOre, refundedOre }: Movement): Account {
  return {
    billedOre: amountOre,
    receivedOre: amountOre,
    refundedOre,
    creditedOre: 0,
    openOre: 0,
  }
}
