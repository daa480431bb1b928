import type { MiddlewareRoute } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import type { CircuitStates } from "../../../connect"
import { lazily } from "../../../connect/lazily"
import { type OrderWarning, orderWarnings } from "../../../domain/status/order-warnings"
import { CASE_ACTIONS } from "../../../modules/e-invoice/cases"
import { eInvoiceModule } from "../../../workflows/e-invoice-module"
import type { Overview } from "./answers"
import { namesOf, type Reader } from "./customer-names"
import { id, wholeNumber } from "./lists"
import { changes, reads } from "./requests"

/** Checks and policies of the routes of the overview. */
export const overviewMiddlewares = (): MiddlewareRoute[] => [
  reads("/overview"),
  changes("/overview/cases/:id", adminChangeCase),
]

/** Of what needs staff, so much is listed at once; the count is of all of it. */
const MOST_NAMED = 20

/** Query of `GET /admin/e-invoice/overview`. */
export const overviewQuery = lazily(() =>
  z.strictObject({
    attention_offset: wholeNumber(0, 999_999_999, 0),
    attention: z.enum(["open", "handled"]).default("open"),
  })
)

export type AdminChangeCase = z.infer<ReturnType<typeof adminChangeCase>>

/** Body of `POST /admin/e-invoice/overview/cases/:id`: what is done, and how the case stood on the screen. */
const adminChangeCase = lazily(() =>
  z.strictObject({
    action: z.enum(CASE_ACTIONS),
    version: id,
    taken_by: id.nullable(),
  })
)

/** What needs staff first, how many orders there are of each status, what customers have not paid, and when jobs ran. */
export async function overviewAnswer(
  reader: Reader,
  { attention, attention_offset: offset }: z.infer<ReturnType<typeof overviewQuery>>
): Promise<Overview> {
  const { cases, connectionState, jobs, options, overview } = eInvoiceModule(reader.scope)
  const [list, figures, reports] = await Promise.all([
    cases.list({ limit: MOST_NAMED, offset, handled: attention === "handled" }),
    overview.figures(),
    jobs.reports(),
  ])
  const [nameOf, userName, endedBy] = await Promise.all([
    namesOf(
      reader,
      list.items.map((item) => ({ ...item, order_id: item.named_order_id }))
    ),
    userNames(
      reader,
      list.items.flatMap(({ taken_by, handled_by }) => [taken_by, handled_by])
    ),
    endings(
      reader,
      list.items.flatMap(({ kind, id, reason }) =>
        kind === "order" && reason === "cancelled_at_service" ? [id] : []
      )
    ),
  ])
  return {
    attention: {
      count: list.count,
      handled_count: list.handledCount,
      items: list.items.map(({ cart_id, named_order_id: order_id, ...item }) => ({
        ...item,
        ...nameOf({ ...item, cart_id, order_id }),
        // A record that is not remembered here has no other currency than the store's.
        currency_code:
          item.amount === null ? null : (item.currency_code ?? options.currencies[0] ?? "nok"),
        warning: item.kind === "order" ? (endedBy.get(item.id) ?? null) : null,
        taken_by_name: userName(item.taken_by),
        handled_by_name: userName(item.handled_by),
        is_mine: item.taken_by !== null && item.taken_by === reader.auth_context.actor_id,
      })),
    },
    is_service_down: isDown(connectionState?.circuits),
    ...figures,
    jobs: reports,
  }
}

/** Who ended orders that are flagged as ended at the service, as a warning says it. */
async function endings(
  { scope }: Reader,
  ids: readonly string[]
): Promise<ReadonlyMap<string, OrderWarning | undefined>> {
  if (ids.length === 0) {
    return new Map()
  }
  const orders = await eInvoiceModule(scope).listEInvoiceOrders({ id: [...ids] })
  return new Map(
    orders.map((order) => {
      const [warning] = orderWarnings({ ...order, flags: ["cancelled_at_service"] }, undefined)
      return [order.id, warning]
    })
  )
}

const userRow = z.object({
  id: z.string(),
  email: z.string().nullish(),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
})

/** Names of Medusa's users, else their e-mail addresses; a deleted user has none. */
async function userNames(
  { scope }: Reader,
  ids: readonly (string | null)[]
): Promise<(id: string | null) => string | null> {
  const known = [...new Set(ids.filter((id) => id !== null))]
  if (known.length === 0) {
    return () => null
  }
  const { data } = await scope.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "user",
    fields: ["id", "email", "first_name", "last_name"],
    filters: { id: known },
  })
  const names = new Map(
    z
      .array(userRow)
      .parse(data)
      .map(({ id, email, first_name, last_name }) => [
        id,
        [first_name, last_name].filter(Boolean).join(" ") || (email ?? null),
      ])
  )
  return (id) => (id === null ? null : (names.get(id) ?? null))
}

/**
 * Whether calls that recur by themselves fail, or checkouts: what is asked for once in a while says nothing of the service as
 * it is now.
 */
const isDown = (circuits: CircuitStates | undefined): boolean =>
  circuits !== undefined &&
  (circuits.reach.isOpen || circuits.others.isOpen || circuits.checkout.isOpen)
