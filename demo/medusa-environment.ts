import { randomBytes } from "node:crypto"
import { mkdirSync, writeFileSync } from "node:fs"
import path from "node:path"
import type { DemoPorts } from "./ports"

/** What `medusa-config.ts` reads, for a store that lives on this machine and is gone tomorrow. */
export function medusaEnvironment({
  folder,
  ports,
  databaseUrl,
  sandbox,
}: {
  /** The folder for the settings of Medusa's tools. */
  folder: string
  ports: DemoPorts
  databaseUrl: string
  sandbox: { url: string; token: string }
}): NodeJS.ProcessEnv {
  const storefront = `http://localhost:${ports.storefront}`
  const admin = `http://localhost:${ports.admin}`
  return {
    // Anything else makes cookies that a browser takes over https only.
    NODE_ENV: "development",
    MEDUSA_DISABLE_TELEMETRY: "true",
    XDG_CONFIG_HOME: settingsWithoutTelemetry(folder),
    DATABASE_URL: databaseUrl,
    MEDUSA_BACKEND_URL: `http://localhost:${ports.store}`,
    STORE_CORS: storefront,
    ADMIN_CORS: admin,
    AUTH_CORS: `${storefront},${admin}`,
    JWT_SECRET: randomBytes(32).toString("hex"),
    COOKIE_SECRET: randomBytes(32).toString("hex"),
    E_INVOICE_BASE_URL: sandbox.url,
    E_INVOICE_TOKEN: sandbox.token,
    E_INVOICE_CALLBACK_BASE_URL: `http://127.0.0.1:${ports.store}`,
    E_INVOICE_ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    // The fee of the sandbox's account for private persons, with VAT; a test may bring its own options.
    E_INVOICE_OPTIONS:
      process.env.E_INVOICE_OPTIONS ?? JSON.stringify({ invoiceFee: { amount: 48.75 } }),
  }
}

/**
 * Writes settings that decline Medusa's telemetry. `MEDUSA_DISABLE_TELEMETRY` alone keeps the events back, but Medusa
 * still forks a sender at exit that outlives the demo, and that posts what other projects left in the user's queue.
 */
function settingsWithoutTelemetry(folder: string): string {
  const medusa = path.join(folder, "medusa")
  mkdirSync(medusa, { recursive: true })
  writeFileSync(path.join(medusa, "config.json"), JSON.stringify({ telemetry: { enabled: false } }))
  return folder
}
