import type { Lease } from "../../../modules/e-invoice/leases"
import type { FollowedOrder } from "../../../modules/e-invoice/orders/order-row"
import type { judgeStatus } from "../../../modules/e-invoice/orders/order-status"
import { type IntentActor, type IntentState, statesBefore } from "../../../modules/e-invoice/intent"
import {
  isOpenRefund,
  keyOfMedusa,
  SENDER_LOST,
} from "../../../modules/e-invoice/refunds/refund-journal"
import {
  besideNext,
  type NewAttempt,
  type NewRefund,
  type NextAttempt,
  REFUND_TRANSITIONS,
  type RefundFailure,
  type RefundRow,
  replaced,
} from "../../../modules/e-invoice/refunds/refund-row"
import type { TimelineRecord } from "../../../modules/e-invoice/timeline"
import type { RefundDependencies, RefundRequest } from "../refund-request"

type Known = Pick<RefundRow, "id" | "attempt">

/** A payment that Medusa cancelled. */
export const CANCELLED_PAYMENT = "pay_cancelled"

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** The refunds of orders, fenced by attempt and state as the store's are. */
export class JournalStandIn {
  readonly rows: RefundRow[] = []
  readonly keys = new Map<string, string>()
  /** Whether the lease of every sender is over. */
  isLeaseOver = false
  /** Milliseconds that a sender has, by the times it asks; the last of them from then on. */
  timesLeft = [20_000]

  timeLeft() {
    return this.timesLeft.length > 1 ? this.timesLeft.shift() : this.timesLeft[0]
  }

  add(row: Partial<RefundRow> & { amount: string }, key?: string): RefundRow {
    const id = row.id ?? `ref_${this.rows.length + 1}`
    const added = {
      id,
      e_invoice_order_id: "einvord_1",
      refund_id: id,
      purpose: "refund",
      state: "succeeded",
      attempt: 1,
      type: null,
      status_before: null,
      products: [],
      goods: [],
      failure: null,
      down_to: null,
      settled_at: null,
      sending_at: null,
      created_at: new Date(Date.now() - 2 * DAY),
      updated_at: new Date(Date.now() - 2 * DAY),
      ...row,
    } as RefundRow
    this.rows.push(added)
    if (key !== undefined) {
      this.keys.set(key, id)
    }
    return { ...added }
  }

  async find(id: string) {
    return copy(this.rows.find((row) => row.id === id))
  }

  async ofKey(key: string) {
    return this.find(this.keys.get(key) ?? "")
  }

  async open(orderId: string) {
    return (await this.list(orderId)).find(({ state }) => isOpenRefund(state))
  }

  async list(...orderIds: string[]) {
    const rows = this.rows.filter((row) => orderIds.includes(row.e_invoice_order_id))
    return rows.map((row) => ({ ...row }))
  }

  async carriedOut(orderId: string, amount: string) {
    return (await this.list(orderId)).filter(
      (row) => row.state === "succeeded" && row.amount === amount
    )
  }

  async repeated(orderIds: string[], { amount, isOwed }: { amount: string; isOwed: boolean }) {
    const since = (moment: Date | null, ms: number) =>
      moment !== null && moment.getTime() > Date.now() - ms
    return (await this.list(...orderIds)).find(
      (row) =>
        (row.amount === amount && row.state === "succeeded" && since(row.settled_at, DAY)) ||
        (!isOwed &&
          row.purpose === "refund" &&
          ["sending", "succeeded"].includes(row.state) &&
          since(row.updated_at, 10 * MINUTE))
    )
  }

  async begin({ key, eInvoiceOrderId, purpose = "refund", ...next }: NewRefund) {
    if (this.keys.has(key) || (await this.open(eInvoiceOrderId))) {
      return undefined
    }
    const id = `ref_${this.rows.length + 1}`
    const values = attemptValues(id, next)
    return this.add({ id, e_invoice_order_id: eInvoiceOrderId, purpose, ...values }, key)
  }

  async beginAgain(known: Known, { mayBeGiven = false, holdsLast = false, ...next }: NextAttempt) {
    const last = await this.find(known.id)
    if (last && (await this.open(last.e_invoice_order_id))) {
      return undefined
    }
    const { state, ...values } = attemptValues(known.id, next)
    const attempt = known.attempt + 1
    const cleared = { attempt, failure: null, settled_at: null }
    const row = this.move(known, "sender", state, ["rejected"], { ...values, ...cleared })
    const failure = last && (mayBeGiven ? replaced(new Date()) : besideNext(last))
    if (row && failure && !holdsLast) {
      const id = `ref_${this.rows.length + 1}`
      this.rows.push({ ...last, id, refund_id: id, failure })
    }
    return row
  }

  async send(known: Known, sent: Pick<NewAttempt, "refundId" | "type" | "statusBefore">) {
    const row = this.move(known, "sender", "sending", ["prepared"], {
      refund_id: sent.refundId ?? known.id,
      type: sent.type ?? null,
      status_before: sent.statusBefore ?? null,
      sending_at: new Date(),
    })
    if (row && sent.refundId !== undefined) {
      this.addKey(keyOfMedusa(sent.refundId), row.id)
    }
    return row
  }

  async succeeded(known: Known) {
    const from = ["sending", "in_doubt"] as const
    return this.move(known, "sender", "succeeded", from, { failure: null }) !== undefined
  }

  async concluded(
    known: Known,
    by: "look-up" | "staff",
    { refundId, key }: { refundId: string; key?: string | undefined }
  ) {
    const values = { refund_id: refundId, failure: null, settled_at: new Date() }
    const row = this.move(known, by, "succeeded", ["in_doubt"], values)
    if (row && key !== undefined) {
      this.addKey(key, row.id)
    }
    return row !== undefined
  }

  async carriedOutLater(known: Known, by: IntentActor) {
    const values = { refund_id: known.id, failure: null }
    return this.move(known, by, "succeeded", ["rejected"], values) !== undefined
  }

  async link({ id, attempt, refund_id }: RefundRow, medusa: { refundId: string; adopts: boolean }) {
    const row = this.rows.find((one) => one.id === id)
    if (row?.attempt !== attempt || row.refund_id !== refund_id || row.state !== "succeeded") {
      return false
    }
    row.refund_id = medusa.refundId
    row.settled_at = medusa.adopts ? new Date() : row.settled_at
    this.addKey(keyOfMedusa(medusa.refundId), id)
    return true
  }

  async rejected(known: Known, by: "sender" | "staff", failure: RefundFailure) {
    return this.move(known, by, "rejected", ["sending", "in_doubt"], { failure }) !== undefined
  }

  async withdrawn(known: Known, failure: RefundFailure) {
    return this.move(known, "sender", "rejected", ["prepared"], { failure }) !== undefined
  }

  async neverSent(known: Known, failure: RefundFailure) {
    return (
      this.isLeaseOver &&
      this.move(known, "lease", "rejected", ["prepared"], { failure }) !== undefined
    )
  }

  async inDoubt(known: Known, failure: RefundFailure) {
    return this.move(known, "sender", "in_doubt", ["sending"], { failure }) !== undefined
  }

  async senderLost(known: Known) {
    const failure = { kind: SENDER_LOST, message: "", at: "" }
    return (
      this.isLeaseOver &&
      this.move(known, "lease", "in_doubt", ["sending"], { failure }) !== undefined
    )
  }

  async lookedAt({ id }: Known) {
    const row = this.rows.find((one) => one.id === id)
    if (row?.state === "in_doubt") {
      row.updated_at = new Date()
    }
  }

  async sums(orderId: string) {
    const rows = await this.list(orderId)
    const sumOf = (is: (state: IntentState) => boolean) =>
      rows
        .filter(({ state }) => is(state))
        .reduce((total, { amount }) => total + Number(amount), 0)
        .toFixed(2)
    return { done: sumOf((state) => state === "succeeded"), open: sumOf(isOpenRefund) }
  }

  private addKey(key: string, id: string) {
    this.keys.set(key, this.keys.get(key) ?? id)
  }

  private move(
    { id, attempt }: Known,
    by: IntentActor,
    to: IntentState,
    from: readonly IntentState[],
    values: Partial<RefundRow>
  ) {
    const row = this.rows.find((one) => one.id === id && one.attempt === attempt)
    const states = statesBefore(REFUND_TRANSITIONS, by, to)
    if (!row || !states.includes(row.state) || !from.includes(row.state)) {
      return undefined
    }
    return { ...Object.assign(row, { updated_at: new Date() }, values, { state: to }) }
  }
}

const copy = (row: RefundRow | undefined) => row && { ...row }

function attemptValues(id: string, next: NewAttempt) {
  const { amount, products, goods, downTo, refundId, type = null, statusBefore = null } = next
  return {
    refund_id: refundId ?? id,
    amount,
    down_to: downTo ?? null,
    type,
    status_before: statusBefore,
    products: [...products],
    goods: [...goods],
    state: refundId === undefined ? ("prepared" as const) : ("sending" as const),
    sending_at: refundId === undefined ? null : new Date(),
    updated_at: new Date(),
  }
}

/** What an operation answers: data, an error that is thrown, or what is done when it is asked. */
type Answer = object | Error | (() => unknown)

const LINES = [
  { id: 1, name: "Mug", quantity: 1, amount: 149 },
  { id: 2, name: "Bowl", quantity: 1, amount: 199.7 },
]

/** A paid order over 348.70, its refunds, and a service that answers by script. */
export class RefundScene {
  readonly refunds = new JournalStandIn()
  /** Flags, timeline and events, in the order in which they were told. */
  readonly acts: string[] = []
  readonly details: unknown[] = []
  /** Of each entry of the timeline: whose it is, and of which order. */
  readonly tellers: string[] = []
  readonly calls: { operation: string; request: unknown }[] = []
  readonly logged: string[] = []
  /** Ids of Medusa's refunds. */
  readonly inMedusa = new Set<string>()
  readonly removed: string[] = []
  readonly approvals = new Map<string, { state: IntentState }>()
  order: FollowedOrder
  /** What the order was made of. */
  made: unknown = undefined
  /** Whether the timeline has told all that it tells once. */
  isToldBefore = false
  beside: string[] = []

  constructor(
    order: Partial<FollowedOrder> = {},
    /** Of each operation the answers, one a call; the last one stays. */
    readonly answers: Record<string, Answer[]> = {}
  ) {
    this.order = {
      id: "einvord_1",
      orderId: "order_1",
      orderUuid: "ODR1",
      state: "succeeded",
      status: "PAID",
      storedStatus: "PAID",
      paid: true,
      grandTotal: "348.70",
      refundedTotal: "0",
      creditedTotal: "0",
      flags: [],
      ...order,
    } as FollowedOrder
  }

  get asked() {
    return this.calls
      .filter(({ operation }) => operation === "orders.refund")
      .map(({ request }) => (request as { body: object }).body)
  }

  get dependencies(): RefundDependencies {
    const told = (what: string) => async (entry: TimelineRecord) => {
      this.tellers.push(`${entry.actor} of ${entry.eInvoiceOrderId}`)
      this.acts.push(`${what} ${entry.action} ${entry.outcome}`)
      this.details.push(entry.detail)
      return what !== "once" || !this.isToldBefore
    }
    const flags =
      (what: string) =>
      async (_id: string, ...names: string[]) => {
        this.acts.push(`${what} ${names.join(" ")}`)
      }
    const statuses = {
      find: async (id: string) => (id === this.order.id ? this.order : undefined),
      ofOrder: async () => this.beside.map((id) => ({ id })),
      advance: async (_known: unknown, to: ReturnType<typeof judgeStatus>) => {
        this.order = { ...this.order, ...to, storedStatus: to.status ?? null } as FollowedOrder
        return true
      },
      flag: flags("flag"),
      unflag: flags("unflag"),
      raiseRefundedTotal: async (_id: string, total: string) => {
        this.order = { ...this.order, refundedTotal: total }
      },
      lookWithin: async (_id: string, ms: number) =>
        void this.acts.push(`look within ${ms / 1000} s`),
    }
    return {
      clock: { now: () => new Date() },
      refunds: this.refunds,
      orders: {
        statuses,
        creations: { find: async () => this.made },
        holds: { ofOrder: async () => [] },
      },
      operations: {
        ofKey: async (key: string) => this.approvals.get(key),
        earlier: { refundsOfReservations: async () => [] },
      },
      records: { ofOrder: async () => [] },
      listEInvoiceOperations: async () => [],
      connect: {
        call: async (operation: string, request: unknown) => this.answer(operation, request),
      },
      timeline: { record: told("timeline"), recordOnce: told("once") },
      inbox: { parametersOf: async () => [] },
      events: {
        emit: async (name: string, data: { decision?: string; what?: string }) => {
          this.acts.push(`${name} ${data.decision ?? data.what ?? ""}`.trim())
          this.details.push(data)
        },
      },
      options: {},
      medusaRefunds: {
        known: async (ids: string[]) => new Set(ids.filter((id) => this.inMedusa.has(id))),
        byOthers: async () => [],
        isCancelled: async (id: string) => id === CANCELLED_PAYMENT,
        remove: async (id: string) => void this.removed.push(id),
      },
      logger: { error: (message: string) => this.logged.push(message) },
    } as unknown as RefundDependencies
  }

  private async answer(operation: string, request: unknown) {
    this.calls.push({ operation, request })
    const script = this.answers[operation] ?? []
    const next = script.length > 1 ? script.shift() : script[0]
    const answer = typeof next === "function" ? await (next as () => unknown)() : next
    if (answer instanceof Error) {
      throw answer
    }
    return { httpStatus: 200, data: answer ?? this.usual(operation) }
  }

  private usual(operation: string) {
    const status = this.order.status ?? "SENT"
    return operation === "orders.details"
      ? { status, productList: LINES }
      : { uuid: this.order.orderUuid, status }
  }
}

/** A request of Medusa's own button. */
export const ofMedusa = (more: Partial<RefundRequest> = {}): RefundRequest => ({
  refundId: "ref_medusa",
  amountOre: 10_000n,
  actor: "medusa",
  ...more,
})

/** A lease that was lost. */
export const lostLease = {
  check: async () => {
    throw new Error("lease lost")
  },
} as unknown as Lease
