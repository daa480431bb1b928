import type { ListedOrder } from "../../src/domain/creation/recognise-order"
import { placedOrderFields } from "../../src/domain/medusa-orders"
import { SHOWS_NO_REFUND } from "../../src/domain/refunds/settle-open-refund"
import { lookUpStatus } from "../../src/domain/status/reconcile-status"
import type { Mutation, World } from "./driver"

/** Each takes a mend out of the plugin by wrapping what its module offers. Its fixed histories must fail without it. */
export const MENDS_OUT = {
  /** What is found of one attempt moves whatever attempt there is, also while it is being sent. */
  "attempts are fenced": ({
    module: {
      orders: { creations },
    },
  }) => {
    const rejected = creations.rejected.bind(creations)
    creations.rejected = async (known, actor, ...rest) => {
      const { attempt = known.attempt } = (await creations.find(known.id)) ?? {}
      const by = actor === "look-up" || actor === "staff" ? "sender" : actor
      return rejected({ ...known, attempt }, by, ...rest)
    }
  },
  /** An adopting key takes the refund over: the key it was asked under finds it no more, and nothing is confirmed. */
  "keys of a refund are aliases": ({ module: { refunds } }) => {
    const concluded = refunds.concluded.bind(refunds)
    refunds.concluded = async (row, by, as) => {
      const forgetKeys = Reflect.get(refunds, "database") as (table: string) => {
        where(by: object): { delete(): Promise<number> }
      }
      await forgetKeys("einvoice_refund_key").where({ e_invoice_refund_id: row.id }).delete()
      return concluded(row, by, as)
    }
    refunds.repeated = async () => undefined
  },
  /** A list that does not show an order proves that there is none. */
  "absence of an order is proven": ({ module }) => {
    const { connect, orders } = module
    const { creations } = orders
    const call: Call = connect.call.bind(connect) as never
    const callWithControl: Call = async (id, ...rest) => {
      const answer = await call(id, ...rest)
      return id === "orders.details-by-date-range" && Array.isArray(answer.data)
        ? { ...answer, clockSkewMs: 0, data: [...answer.data, CONTROL] }
        : answer
    }
    Object.defineProperty(module, "connect", {
      value: new Proxy(connect, {
        get: (target, name) =>
          name === "call" ? callWithControl : Reflect.get(target, name, target),
      }),
    })
    creations.answeredBefore = async (sentAt, _since, accountHash) => ({
      orderUuid: CONTROL.orderUuid,
      sentAt,
      accountHash,
    })
    creations.answeredAmong = async () => [
      { orderUuid: CONTROL.orderUuid, sentAt: new Date(8.64e15), accountHash: null },
    ]
  },
  /** A refund whose order reads as before after two minutes counts as not carried out. */
  "a refund is not absent because nothing changed": ({ module, kernel }) => {
    const { refunds, orders } = module
    const { statuses } = orders
    const open = refunds.open.bind(refunds)
    refunds.open = async (id) => {
      const row = await open(id)
      const order = await statuses.find(id)
      const isOld = kernel.now - (row?.sending_at?.getTime() ?? Infinity) > 120_000
      if (!row || row.state !== "in_doubt" || !isOld || !order?.orderUuid) {
        return row
      }
      const { status } = await lookUpStatus(module.connect, order.orderUuid)
      if (!SHOWS_NO_REFUND.has(status)) {
        return row
      }
      const failure = { kind: "not-found", message: "", at: "" }
      await refunds.rejected(row, "staff", failure)
      return undefined
    }
  },
  /** The Medusa order of a checkout that was cut off is looked for by its payment session alone, which a shopper replaces. */
  "a standing order is found by its collection": ({ module, query }) => {
    const { statuses } = module.orders
    const flag = statuses.flag.bind(statuses)
    statuses.flag = async (id, name, ...rest) =>
      name === "placed_unbilled" ? undefined : flag(id, name, ...rest)
    const graph = query.graph
    query.graph = async (asked) =>
      isStanding(asked) || isHold(asked) ? { data: [] } : graph(asked)
  },
  /** Medusa deletes the session of a placed order, and the payment is looked for by its session alone. */
  "a payment is found by its own id": ({ module, query, medusa }) => {
    const graph = query.graph
    query.graph = async (asked) => {
      if (isHold(asked)) {
        return { data: [] }
      }
      const { data } = await graph(asked)
      return {
        data:
          asked.entity === "payment"
            ? data.filter(({ payment_session_id: of }) =>
                medusa.records.sessions.some(({ id }) => id === of)
              )
            : data,
      }
    }
    // What is missing was not flagged either.
    const { statuses } = module.orders
    const flag = statuses.flag.bind(statuses)
    statuses.flag = async (id, name, ...rest) =>
      name === "payment_missing" || name === "order_missing" ? undefined : flag(id, name, ...rest)
  },
} as const satisfies Record<string, Mutation>

type Call = (id: string, ...rest: unknown[]) => Promise<{ data: unknown }>

export type Mend = keyof typeof MENDS_OUT

/** What the list shows beside an order that stays hidden. */
const CONTROL = {
  orderUuid: "ODR0000000000",
  referenceNo: "no-row-has-it",
  productList: [],
} as unknown as ListedOrder

type Asked = Parameters<World["query"]["graph"]>[0]

/** Whether the plugin asks so as to hold a new session back. */
const isHold = ({ entity, fields }: Asked) =>
  entity === "order_payment_collection" &&
  fields?.length === 3 &&
  fields.includes("order.canceled_at")

/** Whether the plugin looks for a Medusa order that nothing bills: by the collection, or as the checkout named it. */
const isStanding = ({ entity, fields = [] }: Asked) =>
  (entity === "payment_collection" &&
    fields.includes("order.canceled_at") &&
    fields.includes("raw_amount")) ||
  (entity === "order" &&
    fields.length === placedOrderFields.length &&
    fields.includes("canceled_at"))
