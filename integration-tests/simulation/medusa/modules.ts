import { type Counted, isCounted } from "./counted"
import type { Crossings } from "./crossings"
import type { Payments } from "./payments"
import { OUR_PROVIDER } from "./provider"
import { movementRow, type Query } from "./query"
import type { Records } from "./records"

/** Medusa's modules as workflows and providers resolve them. */
export class Modules {
  constructor(
    private readonly crossings: Crossings,
    private readonly records: Records,
    private readonly counted: Counted,
    private readonly payments: Payments,
    private readonly query: Query
  ) {}

  readonly payment = {
    authorizePaymentSession: (id: string) => this.payments.authorizePaymentSession(id),
    cancelPayment: (id: string) => this.payments.cancelPayment(id),
    createPaymentSession: async (
      collectionId: string,
      {
        provider_id,
        data,
        amount,
      }: { provider_id: string; data: Record<string, unknown>; amount: unknown }
    ) => {
      const session = {
        ...this.payments.newSession(collectionId, provider_id, data),
        amount: Number(amount),
      }
      await this.payments.initiate(session)
      return this.query.sessionRow(session)
    },
    deletePaymentSession: (id: string) => this.payments.deletePaymentSession(id),
    listPaymentProviders: async () => [{ id: OUR_PROVIDER, is_enabled: true }],
    listCaptures: async ({ payment_id }: { payment_id: string }) =>
      this.crossings.read("captures", () =>
        this.records.captures.filter(({ paymentId }) => paymentId === payment_id).map(movementRow)
      ),
    deleteCaptures: async (ids: string[]) => {
      await this.crossings.write("delete captures", () => {
        this.records.captures = this.records.captures.filter(({ id }) => !ids.includes(id))
      })
    },
    listRefunds: async ({ id }: { id?: string[] }) =>
      this.crossings.read("refunds", () =>
        this.records.refunds
          .filter((one) => id === undefined || id.includes(one.id))
          .map(movementRow)
      ),
    deleteRefunds: async (ids: string[]) => {
      await this.crossings.write("delete refunds", () => {
        this.records.refunds = this.records.refunds.filter(({ id }) => !ids.includes(id))
      })
    },
    listPayments: async (filters: Record<string, unknown>) =>
      (await this.query.graph({ entity: "payment", filters })).data,
    listPaymentCollections: async (filters: Record<string, unknown>) =>
      (await this.query.graph({ entity: "payment_collection", filters })).data,
    retrievePaymentCollection: async (id: string) => {
      const [collection] = (
        await this.query.graph({ entity: "payment_collection", filters: { id } })
      ).data
      return collection
    },
    refundPayment: (input: { payment_id: string; amount?: unknown }) =>
      this.payments.refundPayment(input),
    retrievePayment: async (id: string) => {
      const [payment] = (await this.query.graph({ entity: "payment", filters: { id } })).data
      return payment
    },
    listPaymentSessions: async (filters: Record<string, unknown>) =>
      (await this.query.graph({ entity: "payment_session", filters })).data,
    updatePaymentCollections: async (
      id: string,
      { amount, metadata, status }: { amount?: unknown; metadata?: object; status?: string }
    ) =>
      this.crossings.write("update collection", () => {
        const collection = this.records.get(this.records.collections, id)
        collection.status = status ?? collection.status
        collection.amount = amount === undefined ? collection.amount : Number(amount)
        Object.assign(collection.metadata, metadata)
      }),
    deletePaymentCollections: async (ids: string[]) =>
      this.crossings.write("delete collections", () => {
        this.records.collections = this.records.collections.filter(({ id }) => !ids.includes(id))
      }),
  }

  /** Orders as the plugin asks for their transactions, and makes up for one that is missing. */
  readonly order = {
    listOrderTransactions: async ({ reference_id: of }: { reference_id: string | string[] }) =>
      this.crossings.read("order transactions", () =>
        this.records.refunds
          .filter((one) => isCounted(one) && [of].flat().includes(one.id))
          .map(({ id, amount }) => ({ reference: "refund", reference_id: id, amount: -amount }))
      ),
    addOrderTransactions: async (
      transactions: { reference_id: string } | { reference_id: string }[]
    ) =>
      this.crossings.write("count transaction", () => {
        for (const { reference_id: of } of [transactions].flat()) {
          const movement = this.records.get([...this.records.captures, ...this.records.refunds], of)
          const { collectionId } = this.records.get(this.records.payments, movement.paymentId)
          this.counted.count(movement, this.counted.versionOf(collectionId))
        }
      }),
    deleteOrderTransactions: async (id: string) =>
      this.crossings.write("delete transaction", () => {
        delete this.records.get(
          [...this.records.captures, ...this.records.refunds],
          id.replace(/^ordtrx_/, "")
        ).countedOn
      }),
  }

  /** Links as the plugin takes one back: an order's payment collection. */
  readonly link = {
    delete: async ({ payment }: { payment: { payment_collection_id: string } }) =>
      this.crossings.write("delete link", () => {
        const { payment_collection_id: of } = payment
        this.records.links = this.records.links.filter(({ collectionId }) => collectionId !== of)
      }),
  }

  readonly captureService = {
    retrieve: async (id: string) =>
      this.crossings.read("capture", () =>
        movementRow(this.records.get(this.records.captures, id))
      ),
  }

  readonly refundService = {
    delete: (ids: string[]) => this.payment.deleteRefunds(ids),
  }
}
