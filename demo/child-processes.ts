import path from "node:path"
import { z } from "zod"
import type { StartChildOptions } from "./children/start-child"
import type { DemoFolder } from "./demo-folder"
import { seededStoreSchema, type SeededStore } from "./seed/seeded-store"

/** A process of the demo: what runs in it and what it returns when it is ready. */
export type ChildProcess<Value> = Pick<
  StartChildOptions<Value>,
  "name" | "script" | "env" | "value"
> & {
  /** Name of its log file. */
  log: string
}

const script = (name: string) => path.join(__dirname, name)

/** @param dataDirectory where the data are kept; a temporary folder when absent */
export const postgresProcess = (
  dataDirectory: string | undefined
): ChildProcess<{ databaseUrl: string }> => ({
  name: "PostgreSQL",
  log: "postgres",
  script: script("serve-postgres.ts"),
  env: dataDirectory ? { DEMO_POSTGRES_DATA: dataDirectory } : {},
  value: z.object({ databaseUrl: z.string() }),
})

/**
 * Medusa with the plugin, without Admin. Its value is absent when the store was filled before.
 *
 * @param found what it has in its database already
 */
export const storeProcess = (
  medusaEnv: NodeJS.ProcessEnv,
  port: number,
  found: { isSeeded: boolean; isMigrated?: boolean }
): ChildProcess<SeededStore | null> => ({
  name: "The store",
  log: "store",
  script: script("serve-store.ts"),
  env: {
    ...medusaEnv,
    PORT: String(port),
    DISABLE_MEDUSA_ADMIN: "true",
    DEMO_IS_SEEDED: String(found.isSeeded),
    DEMO_IS_MIGRATED: String(found.isMigrated ?? false),
  },
  value: seededStoreSchema.nullable(),
})

/** @param buildFolder where to build it for a live store; absent, it is built page by page as they are opened */
export const adminProcess = (
  medusaEnv: NodeJS.ProcessEnv,
  port: number,
  buildFolder?: string
): ChildProcess<null> => ({
  name: "Medusa Admin",
  log: "admin",
  script: script("serve-admin.ts"),
  env: {
    ...medusaEnv,
    PORT: String(port),
    ...(buildFolder && {
      NODE_ENV: "production",
      DEMO_ADMIN_BUILD: buildFolder,
    }),
  },
  value: z.null(),
})

/** @param fromSources whether to serve its sources, and reload its pages when they change, in place of a build */
export const storefrontProcess = (
  folder: DemoFolder,
  port: number,
  fromSources: boolean
): ChildProcess<null> => ({
  name: "The storefront",
  log: "storefront",
  script: script("serve-storefront.ts"),
  env: {
    NODE_ENV: fromSources ? "development" : "production",
    PORT: String(port),
    DEMO_STOREFRONT: folder.storefront,
  },
  value: z.null(),
})

export const sandboxProcess = (
  folder: DemoFolder,
  port: number,
  token: string
): ChildProcess<null> => ({
  name: "The sandbox",
  log: "sandbox",
  script: script("serve-sandbox.ts"),
  env: { PORT: String(port), DEMO_SANDBOX_TOKEN: token, DEMO_SANDBOX_STATE: folder.sandboxState },
  value: z.null(),
})
