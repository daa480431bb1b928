import { AmbiguousError, type Answer, type OperationId, UnavailableError } from "../../../connect"
import { CallbackTokens } from "../../../modules/e-invoice/callbacks/callback"
import type { AnyRequest, OperationRow } from "../../../modules/e-invoice/operations/operation"
import type EInvoiceModuleService from "../../../modules/e-invoice/service"
import { ACCOUNT } from "../../creation/__tests__/doubtful-creation"
import type { AnsweredCreation } from "../../../modules/e-invoice/orders/creations"
import { performOperation } from "../perform-operation"
import { type OperationIntent, prepareOperation } from "../prepare-operation"
import { Clock, JournalInMemory, keys, RecordsInMemory } from "./stores-in-memory"

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE

/** What an error of the client says beside its kind. */
export const details = { operationId: "any", message: "Not so.", advice: "Look." }

/** The service got the request, and its answer was lost. */
export const noAnswer = new AmbiguousError(details)

/** A part of a reservation's money is taken. */
export const captureOf = (grandTotal = "100.00"): AnyRequest => ({
  params: { reservation_uuid: "RES1" },
  body: { grandTotal, products: [{ id: 7, amount: grandTotal }] },
})

/** A part of what was captured goes back. */
export const refundOf = (grandTotal: string): AnyRequest => ({
  params: { reservation_uuid: "RES1" },
  body: {
    type: "reservation",
    grandTotal,
    products: [{ id: 7, amount: grandTotal }],
    source: "captured",
    reference: "CAP1",
  },
})

/** An order is charged that was made to be charged later. */
export const chargeLater: AnyRequest = { params: { order_uuid: "ODR1" } }

/** Approval of an order's refund is asked for. */
export const approvalOf = (grandTotal: string): AnyRequest => ({
  params: { order_uuid: "ODR1" },
  body: {
    type: "regular",
    grandTotal,
    products: [{ id: 7, amount: grandTotal }],
    message: "refundRejectionForWeeklyThresholdExceed",
  },
})

/** A reservation is cancelled. */
export const cancellation: AnyRequest = {
  params: { reservation_uuid: "RES1" },
  body: { note: "Not wanted" },
}

/** The error that something ends in. */
export const failing = (
  promise: Promise<unknown>
): Promise<Error & { code?: string; type?: string }> =>
  promise.then(
    () => {
      throw new Error("it did not fail")
    },
    (error) => error
  )

/** The operation log with what stands around it, and a service that answers as it is told. */
export class OperationScene {
  readonly clock = new Clock()
  readonly tokens = new CallbackTokens(keys, "https://shop.example")
  readonly journal = new JournalInMemory(this.clock)
  readonly records = new RecordsInMemory(this.clock, this.tokens)
  /** Each call that went out, in order. */
  readonly calls: [OperationId, AnyRequest][] = []
  /** The milliseconds that each call was given. */
  readonly budgets: (number | undefined)[] = []
  readonly events: [string, Record<string, unknown>][] = []
  readonly timeline: Record<string, unknown>[] = []
  /** Ids of the checkout orders that the sweep shall look at. */
  readonly lookedSoon: string[] = []
  /** By operation: the data that the service answers, an error, or what makes one of the request. The rest is not reached. */
  readonly answers: Partial<Record<OperationId, unknown>> = {}
  /** What stands around an answer's data. */
  around: Partial<Answer<unknown>> = {}
  /** Orders of checkouts. */
  readonly orders: { id: string; order_id: string | null; remote_order_uuid: string }[] = []
  /** Creations of checkouts that the service answered. */
  answered: AnsweredCreation[] = []
  readonly options = { operations: {} as object, currencies: ["nok"], requestBudget: 1_000 }
  /** Thrown where the client is asked for. */
  noClient: Error | undefined

  readonly eInvoice: EInvoiceModuleService

  constructor() {
    const { clock, journal, records, tokens, options } = this
    const parts = {
      keys,
      clock,
      options,
      operations: journal,
      records,
      callbackTokens: tokens,
      listEInvoiceOrders: async ({ remote_order_uuid: uuid }: { remote_order_uuid: string }) =>
        this.orders.filter((order) => order.remote_order_uuid === uuid),
      orders: {
        statuses: { lookSoon: async (id: string) => this.lookedSoon.push(id) },
        creations: {
          accountHash: ACCOUNT,
          answeredAmong: async () => this.answered,
          linkedOrders: async (uuids: readonly string[]) =>
            new Set(
              this.orders
                .map(({ remote_order_uuid: uuid }) => uuid)
                .filter((uuid) => uuids.includes(uuid))
            ),
        },
      },
      leases: { hold: async (_name: string, work: () => Promise<unknown>) => work() },
      timeline: {
        record: async (entry: Record<string, unknown>) => this.timeline.push(entry),
      },
      events: {
        emit: async (name: string, data: Record<string, unknown>) => this.events.push([name, data]),
      },
    }
    this.eInvoice = Object.defineProperty(parts, "connect", {
      get: () => this.client(),
    }) as unknown as EInvoiceModuleService
  }

  /** Writes an operation down as production does. */
  prepare(
    id: OperationId,
    request: AnyRequest,
    intent: Partial<OperationIntent> = {}
  ): Promise<OperationRow> {
    return prepareOperation(this.eInvoice, id, request, { actor: "admin:user_1", ...intent })
  }

  /** Carries one out as production does. */
  perform({ id }: Pick<OperationRow, "id">, check?: (claimed: OperationRow) => Promise<void>) {
    return performOperation(this.eInvoice, id, check)
  }

  /** Writes one down, and leaves it in doubt. */
  async doubtful(
    id: OperationId,
    request: AnyRequest,
    intent?: Partial<OperationIntent>
  ): Promise<OperationRow> {
    const row = await this.prepare(id, request, intent)
    this.answers[id] = noAnswer
    await failing(this.perform(row))
    delete this.answers[id]
    return this.journal.get(row.id)
  }

  /** The service shows no refund, of whatever it is asked for. */
  showNoRefunds(): void {
    this.answers["reservations.details"] = { status: "RESERVED", productList: [] }
    this.answers["subscriptions.details"] = { status: "ONGOING", subscriptionCycles: [] }
    this.answers["orders.status"] = { status: "PAID" }
  }

  /** How often an operation was sent. */
  sent(id: OperationId): number {
    return this.calls.filter(([called]) => called === id).length
  }

  private client() {
    if (this.noClient) {
      throw this.noClient
    }
    return {
      call: async (id: OperationId, request: AnyRequest, options?: { budgetMs?: number }) => {
        this.budgets.push(options?.budgetMs)
        return this.answer(id, request)
      },
    }
  }

  private async answer(id: OperationId, request: AnyRequest): Promise<Answer<unknown>> {
    this.calls.push([id, request])
    const scripted = id in this.answers ? this.answers[id] : notReached(id)
    const data: unknown = await (typeof scripted === "function" ? scripted(request) : scripted)
    if (data instanceof Error) {
      throw data
    }
    const usual = { httpStatus: 200, messageKey: "done", raw: { data } }
    return { ...usual, ...this.around, data }
  }
}

const notReached = (operationId: string) => new UnavailableError({ ...details, operationId })
