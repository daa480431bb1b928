import { FencedRow } from "../../__tests__/fenced-row"
import type { IntentActor } from "../../../modules/e-invoice/intent"
import {
  CREATION_TRANSITIONS,
  type JournalFailure,
  type OrderRow,
  type RemoteOrder,
} from "../../../modules/e-invoice/orders/order-row"
import { keyRing } from "../../../modules/e-invoice/personal-data/encryption"
import type EInvoiceModuleService from "../../../modules/e-invoice/service"
import { customerFingerprint, type ListedOrder } from "../recognise-order"

export const MINUTE = 60_000

/** Milliseconds after which a sender has certainly ended. */
export const SENDER_LIFETIME = 22_000

export const keys = keyRing(Buffer.alloc(32, 1).toString("base64"))

const contact = {
  email: "kari@example.com",
  countryCode: "+47",
  msisdn: "40000000",
}

/** When the creation was sent. */
export const sentAt = new Date("2026-03-01T12:00:00Z")

/** So much after that; milliseconds. */
export const later = (ms: number) => new Date(sentAt.getTime() + ms)

/** The account that it was sent to. */
export const ACCOUNT = "0123456789abcdef"

/** A creation that was sent and got no answer. */
export const doubtful = {
  id: "einvord_1",
  state: "in_doubt",
  attempt: 1,
  created_at: sentAt,
  sending_at: sentAt,
  account_hash: ACCOUNT,
  reference_no: "12",
  customer_fingerprint: customerFingerprint(keys, contact),
  shopper_data_id: "einvshop_1",
  remote_order_uuid: null,
  other_orders: null,
  failure: null,
  sent_request: {
    products: [{ name: "Mug", quantity: 1, rate: 149, tax: 25, amount: 149 }],
    orderSummary: {
      subTotal: "119.20",
      totalTax: "29.80",
      totalDiscount: "0.00",
      grandTotal: "149.00",
    },
    orderDate: "1772366400",
  },
} as unknown as OrderRow

/** What the service shows of it. */
export const listed = (orderUuid: string, changes: Partial<ListedOrder> = {}): ListedOrder => ({
  orderUuid,
  status: "SENT",
  referenceNo: "12",
  productList: [{ name: "Mug", quantity: 1, amount: 149 }],
  orderSummary: { grandTotal: 149 },
  customerDetails: contact,
  ...changes,
})

/** An order of another shopper. */
export const control = (orderUuid = "ODR9") =>
  listed(orderUuid, { referenceNo: "99", productList: [], orderSummary: {} })

/** Orders on both sides of the attempt, by which a list shows that it reaches so far. */
export const controls = [control("ODR0"), control("ODR9")]
export const answeredControls = [
  { orderUuid: "ODR0", sentAt: later(-MINUTE), accountHash: ACCOUNT },
  { orderUuid: "ODR9", sentAt: later(MINUTE), accountHash: ACCOUNT },
]

/** The journal of one doubtful creation, and what was told of it. */
export function journalOf(row: OrderRow) {
  const fenced = new FencedRow(row, CREATION_TRANSITIONS)
  const kept: { failure: JournalFailure; nextLook: Date }[] = []
  const told: Record<string, unknown>[] = []
  const emitted: unknown[] = []
  const erased: string[] = []
  const others: string[] = []
  const foreign: string[] = []
  const linked = new Set(answeredControls.map(({ orderUuid }) => orderUuid))
  const creations = {
    senderLifetime: SENDER_LIFETIME,
    accountHash: ACCOUNT,
    senderHasEnded: ({ sending_at: since }: OrderRow, now: Date) =>
      since === null || since.getTime() + SENDER_LIFETIME <= now.getTime(),
    find: async (): Promise<OrderRow | undefined> => fenced.row,
    linkedOrders: async (uuids: readonly string[]) =>
      new Set(uuids.filter((uuid) => linked.has(uuid))),
    answeredAmong: async () => answeredControls,
    answeredBefore: async () => answeredControls[0],
    senderLost: async (known: OrderRow, failure: JournalFailure) =>
      fenced.move(known, { by: "lease", to: "in_doubt", values: { failure } }),
    keepEvidence: async (
      { attempt }: OrderRow,
      failure: JournalFailure,
      nextLook: Date
    ): Promise<void> => {
      if (fenced.row.state === "in_doubt" && fenced.row.attempt === attempt) {
        kept.push({ failure, nextLook })
        fenced.row = { ...fenced.row, failure }
      }
    },
    rejected: async (known: OrderRow, by: IntentActor, failure: JournalFailure) =>
      fenced.move(known, { by, to: "rejected", values: { failure } }),
    succeeded: async (known: OrderRow, by: IntentActor, remote: RemoteOrder) =>
      linked.has(remote.orderUuid)
        ? undefined
        : fenced.move(known, {
            by,
            to: "succeeded",
            values: { remote_order_uuid: remote.orderUuid, remote_status: remote.status },
          }),
  }
  return {
    fenced,
    kept,
    told,
    emitted,
    erased,
    others,
    foreign,
    linked,
    creations,
    dependencies: {
      keys,
      events: { emit: async (name: string, data: object) => void emitted.push([name, data]) },
      clock: { now: () => new Date() },
      options: { inDoubtQuietPeriod: 120 },
      orders: {
        creations,
        others: {
          record: async (_id: string, orderUuid: string) => {
            const isNew = !others.includes(orderUuid) && !linked.has(orderUuid)
            others.push(...(isNew ? [orderUuid] : []))
            return isNew
          },
          foreignPaid: async (_id: string, orderUuid: string) => foreign.push(orderUuid) === 1,
        },
        forgetShopperData: async (ids: string[]) => void erased.push(`link to ${ids.join()}`),
      },
      shopperData: { erase: async (id: string) => void erased.push(id) },
      timeline: { record: async (entry: Record<string, unknown>) => void told.push(entry) },
    } as unknown as Omit<EInvoiceModuleService, "connect">,
  }
}
