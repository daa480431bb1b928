import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import type { EInvoiceSuite } from "./e-invoice-suite"
import type { Merchant } from "./merchant"
import { routesBelow } from "./route-table"

/** Asks whatever may show something of an order, a payment, an operation or a workflow. */
export async function readEverything(suite: EInvoiceSuite, { http }: Merchant): Promise<void> {
  const database: Knex = suite.container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const idsIn = (table: string): Promise<string[]> => database(table).pluck("id")
  const lists = routesBelow("/admin/e-invoice")
    .filter(({ method, path }) => method === "GET" && !path.includes(":"))
    .map(({ path }) => path)
  const of = async (table: string, path: string) =>
    (await idsIn(table)).map((id) => path.replace(":id", id))
  const payments = "fields=*payment_collections.payments,*payment_collections.payment_sessions"
  const paths = [
    ...lists,
    ...(await of("einvoice_order", "/admin/e-invoice/orders/:id")),
    ...(await of("einvoice_operation", "/admin/e-invoice/operation-log/:id")),
    ...(await of("einvoice_record", "/admin/e-invoice/records/:id")),
    ...(await of("customer", "/admin/e-invoice/personal-data/:id")),
    ...(await of("order", `/admin/orders/:id?${payments}`)),
    ...(await of("payment", "/admin/payments/:id?fields=%2Bdata")),
    "/admin/workflows-executions?limit=100",
    ...(await of("workflow_execution", "/admin/workflows-executions/:id")),
    ...(await of("order", `/store/orders/:id?${payments}`)),
    ...(await of("cart", "/store/carts/:id")),
  ]
  const both = http.with({
    "x-publishable-api-key": suite.store.publishableKey,
  })
  for (const path of paths) {
    const { status } = await both.get(path)
    // 400: a list that asks for a range or an id of the service.
    expect({ path, served: [200, 400, 404].includes(status) }).toEqual({
      path,
      served: true,
    })
  }
}
