import { mkdtempSync, rmSync } from "node:fs"
import os from "node:os"
import path from "node:path"

import { Client } from "@medusajs/framework/pg"
import { z } from "zod"

import { startChild } from "../../../demo/children/start-child"
import { freePort } from "../../../demo/postgres/free-port"
import { seededStoreSchema } from "../../../demo/seed/seeded-store"

/** A seeded store, and what stands ready in it. */
export const filledStoreSchema = z.object({
  store: seededStoreSchema,
  /** Carts that stand filled as `Shopper.arrive` fills them, and the key of the visit that each is of. */
  carts: z.array(z.object({ id: z.string(), of: z.string() })),
})

export type FilledStore = z.infer<typeof filledStoreSchema>

const templateSchema = filledStoreSchema.extend({ database: z.string() })

/** A migrated database with a filled store in it, which nothing is connected to. */
export type StoreTemplate = z.infer<typeof templateSchema>

const GRACE_MS = 10_000

/** Name of the template's database, where this process made it. */
let made: string | undefined

/**
 * Makes the template, once for all specs of a run, unless one is there; the environment tells them of it. Needs a test
 * server.
 *
 * Loads no Medusa into this process: what that leaves among the globals, jest would hand to every spec.
 */
export async function provideStoreTemplate(): Promise<void> {
  if (process.env.STORE_TEMPLATE) {
    return
  }
  const database = `store-template-${process.pid}`
  await onServer(`create database "${database}"`)
  made = database
  const folder = mkdtempSync(path.join(os.tmpdir(), "store-template-"))
  const store = await startChild(
    {
      name: "The store that becomes the template",
      script: path.join(__dirname, "serve-template.ts"),
      cwd: process.cwd(),
      env: {
        DATABASE_URL: urlOf(database),
        PORT: String(await freePort()),
        DISABLE_MEDUSA_ADMIN: "true",
        // As jest and the command of the suite have it, whichever makes the template.
        NODE_ENV: "test",
        MEDUSA_DISABLE_TELEMETRY: "true",
      },
      logFile: path.join(folder, "store.log"),
      value: filledStoreSchema,
    },
    new AbortController().signal
  )
  await store.stop(GRACE_MS)
  rmSync(folder, { recursive: true })
  const template: StoreTemplate = { database, ...store.value }
  process.env.STORE_TEMPLATE = JSON.stringify(template)
}

export function storeTemplate(): StoreTemplate {
  return templateSchema.parse(JSON.parse(process.env.STORE_TEMPLATE ?? "null"))
}

/** Deletes the template that this process made: a server that was there before would keep it. */
export async function withdrawStoreTemplate(): Promise<void> {
  if (made !== undefined) {
    await onServer(`drop database "${made}" with (force)`)
    made = undefined
  }
}

async function onServer(statement: string): Promise<void> {
  const client = new Client({ connectionString: urlOf("postgres") })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function urlOf(database: string): string {
  const { DB_HOST, DB_PORT, DB_USERNAME, DB_PASSWORD } = process.env
  const url = new URL(`postgres://${DB_HOST}:${DB_PORT}/${database}`)
  return Object.assign(url, { username: DB_USERNAME, password: DB_PASSWORD ?? "" }).href
}
