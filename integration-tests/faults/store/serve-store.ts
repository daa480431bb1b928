import { once } from "node:events"
import { Server } from "node:http"

import { container } from "@medusajs/framework"
import start from "@medusajs/medusa/commands/start"

import { migrateDatabase } from "../../../demo/migrate-database"
import { seedNorwegianStore } from "../../../demo/seed/norwegian-store"
import { E_INVOICE_MODULE } from "../../../src/modules/e-invoice"
import { messageOf } from "../../../src/modules/e-invoice/message-of"
import type EInvoiceModuleService from "../../../src/modules/e-invoice/service"
import { sweepEInvoiceOrders } from "../../../src/workflows/sweep/sweep-e-invoice-orders"
import { haltAt } from "./halt-points"
import { type StoreOrder, storeOrderSchema, type StoreReport } from "./messages"

/*
 * A store in a process of its own, from source, that a test can sweep, halt and kill. It ends when the test run does,
 * however that came about.
 */

const directory = process.cwd()

const tell = (report: StoreReport) =>
  new Promise<void>((resolve) => {
    if (!process.connected || !process.send) {
      return resolve()
    }
    process.send(report, undefined, undefined, () => resolve())
  })

async function serve(): Promise<unknown> {
  const isNew = process.env.STORE_IS_NEW === "true"
  if (isNew) {
    await migrateDatabase(directory)
  }
  await start({ directory, host: "127.0.0.1", port: Number(process.env.PORT) }).then(listening)
  return isNew ? seedNorwegianStore(container) : null
}

/** Medusa calls itself started before it listens: another may have its port. */
async function listening(started: Awaited<ReturnType<typeof start>>): Promise<void> {
  const server = started?.server
  if (server instanceof Server && !server.listening) {
    await once(server, "listening")
  }
}

async function obey(order: StoreOrder): Promise<void> {
  switch (order.type) {
    case "stop":
      return process.exit(0)
    case "sweep":
      return answer(order.number, () =>
        sweepEInvoiceOrders(container, { now: new Date(order.now) })
      )
    case "halt":
      return answer(order.number, async () => {
        const eInvoice: EInvoiceModuleService = container.resolve(E_INVOICE_MODULE)
        haltAt(eInvoice, order.point, () => {
          void tell({ type: "halted", number: order.number })
        })
      })
  }
}

async function answer(number: number, work: () => Promise<unknown>) {
  try {
    await tell({ type: "done", number, value: await work() })
  } catch (error) {
    await tell({ type: "not-done", number, message: messageOf(error) })
  }
}

process.on("message", (message) => {
  void obey(storeOrderSchema.parse(message))
})
process.on("disconnect", () => process.exit(1))

serve()
  .then((value) => tell({ type: "ready", value }))
  .catch(async (error: unknown) => {
    console.error(error)
    await tell({ type: "failed", message: messageOf(error) })
    process.exit(1)
  })
