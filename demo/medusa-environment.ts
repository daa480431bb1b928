import { randomBytes } from "node:crypto"
import type { DemoPorts } from "./ports"

/** What `medusa-config.ts` reads, for a store that lives on this machine and is gone tomorrow. */
export function medusaEnvironment({
  ports,
  databaseUrl,
  sandbox,
}: {
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
  }
}
