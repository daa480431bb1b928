import { loadEnv } from "@medusajs/framework/utils"

import { withEInvoice } from "./src/with-e-invoice"

loadEnv(process.env.NODE_ENV || "development", process.cwd())

const env = process.env

// What a test needs besides, as JSON: settings of the project, and modules such as one that keeps locks.
const { modules = [], ...projectConfig } = JSON.parse(env.MEDUSA_SETTINGS ?? "{}")

/*
 * This repository is itself a Medusa project: tests and the demo run it as one, with the plugin's parts loaded from
 * source. The defaults suit a loopback demo and nothing else.
 */
export default withEInvoice(
  {
    projectConfig: {
      databaseUrl: env.DATABASE_URL ?? "postgres://postgres@localhost/medusa-einvoice",
      http: {
        storeCors: env.STORE_CORS ?? "http://localhost:8000",
        adminCors: env.ADMIN_CORS ?? "http://localhost:9000",
        authCors: env.AUTH_CORS ?? "http://localhost:8000,http://localhost:9000",
        jwtSecret: env.JWT_SECRET ?? "demo-jwt-secret",
        cookieSecret: env.COOKIE_SECRET ?? "demo-cookie-secret",
      },
      ...projectConfig,
    },
    modules,
    admin: { disable: env.DISABLE_MEDUSA_ADMIN === "true" },
  },
  {
    baseUrl: env.E_INVOICE_BASE_URL ?? "http://127.0.0.1:9100",
    token: env.E_INVOICE_TOKEN ?? "sandbox-token",
    callbackBaseUrl: env.E_INVOICE_CALLBACK_BASE_URL ?? "http://127.0.0.1:9000",
    encryptionKey:
      env.E_INVOICE_ENCRYPTION_KEY ??
      Buffer.from("demo key of exactly 32 bytes ok!").toString("base64"),
    personalNumber: { acceptSynthetic: true },
    // Any other option, as JSON.
    ...JSON.parse(env.E_INVOICE_OPTIONS ?? "{}"),
  },
  {
    module: "./src/modules/e-invoice",
    provider: "./src/providers/e-invoice",
  }
)
