import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { readCallbackContent } from "../../../src/modules/e-invoice/callbacks/callback"
import type { EInvoiceSuite } from "./e-invoice-suite"

/** Leaves a callback as a process does that died when it had stored it: no worker is at work on it. */
export async function leftInInbox(
  { container, eInvoice }: EInvoiceSuite,
  eInvoiceOrderId: string,
  query: string
): Promise<void> {
  const database: Knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const [tokenHash] = await database("einvoice_order")
    .where({ id: eInvoiceOrderId })
    .pluck("callback_token_hash")
  const [taken] = await eInvoice.inbox.takeIn([{ tokenHash, content: readCallbackContent(query) }])
  if (taken?.kept !== "due") {
    throw new Error(`The callback of ${eInvoiceOrderId} was not stored.`)
  }
}
