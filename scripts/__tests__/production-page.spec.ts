import { readFileSync } from "node:fs"
import path from "node:path"

import ts from "typescript"

import { METRICS } from "../../src/api/admin/e-invoice/metrics"
import { parseEInvoiceOptions } from "../../src/options"
import { codeBlocks } from "../docs/code-blocks"

const read = (name: string) => readFileSync(path.join(__dirname, "../../docs", name), "utf8")
const page = read("production.md")
const monitoring = read("monitoring.md")

type Entry = { resolve?: string; options?: { providers?: { resolve: string }[] } }

/** What the page's medusa-config.ts makes, by this plugin's own `withEInvoice`. */
function configuration(environment: Record<string, string>) {
  const [block] = codeBlocks(page).filter(({ language }) => language === "ts")
  const { outputText } = ts.transpileModule(block?.code ?? "", {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  })
  const load = (name: string): unknown =>
    name === "@medusajs/framework/utils"
      ? // A store's own environment file is none of the page's.
        { loadEnv: () => undefined }
      : jest.requireActual(name.replace("medusa-plugin-einvoice", "../../src"))
  const exported: { default?: unknown } = {}
  const run = new Function("require", "exports", "process", outputText)
  run(load, exported, { env: environment, cwd: () => "." })
  return exported.default as {
    projectConfig: { workerMode: string; redisUrl: string }
    admin: { disable: boolean }
    modules: Record<string, Entry>
    plugins: { resolve: string; options: unknown }[]
  }
}

const environment = {
  MEDUSA_WORKER_MODE: "worker",
  REDIS_URL: "redis://127.0.0.1:6379",
  E_INVOICE_BASE_URL: "https://service.example.com",
  E_INVOICE_TOKEN: "token",
  E_INVOICE_CALLBACK_BASE_URL: "https://shop.example.com",
  E_INVOICE_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
  E_INVOICE_PREVIOUS_CALLBACK_SECRETS: "one,two",
}

describe("the configuration for production", () => {
  it("names modules that there are, with events, workflows, locks and cache on Redis", () => {
    const { modules, projectConfig, admin } = configuration(environment)
    const named = Object.values(modules).flatMap(({ resolve, options }) =>
      [resolve, ...(options?.providers ?? []).map((provider) => provider.resolve)].filter(
        (name): name is string => name?.startsWith("@medusajs/") === true
      )
    )

    expect(named).toEqual(
      expect.arrayContaining([
        "@medusajs/medusa/event-bus-redis",
        "@medusajs/medusa/workflow-engine-redis",
        "@medusajs/medusa/locking-redis",
        "@medusajs/medusa/caching-redis",
      ])
    )
    expect(named.filter((name) => !isFound(name))).toEqual([])
    expect(projectConfig).toMatchObject({ workerMode: "worker", redisUrl: environment.REDIS_URL })
    expect(admin.disable).toBe(true)
  })

  it("gives the plugin options that it takes", () => {
    const { plugins } = configuration(environment)
    const own = plugins.find(({ resolve }) => resolve === "medusa-plugin-einvoice")

    expect(parseEInvoiceOptions(own?.options)).toMatchObject({
      token: "token",
      previousCallbackSecrets: ["one", "two"],
      previousEncryptionKeys: [],
    })
  })

  it("takes test numbers only where the environment says so", () => {
    const accepts = (extra: Record<string, string>) => {
      const { plugins } = configuration({ ...environment, ...extra })
      const own = plugins.find(({ resolve }) => resolve === "medusa-plugin-einvoice")
      return parseEInvoiceOptions(own?.options).personalNumber.acceptSynthetic
    }

    expect(accepts({})).toBe(false)
    expect(accepts({ E_INVOICE_ACCEPT_SYNTHETIC: "true" })).toBe(true)
  })
})

describe("the metrics on the pages", () => {
  // Columns of the plugin's tables are named in statements.
  const texts = `${page}${monitoring}`.replaceAll(/```sql\n.*?```/gs, "")
  const shown = [...texts.matchAll(/\be_invoice_[a-z_]+/g)].map(([name]) => name)

  it("are those that there are, and each has its row", () => {
    const names = METRICS.map(({ name }) => name)
    expect(shown.filter((name) => !names.includes(name))).toEqual([])
    expect([...monitoring.matchAll(/^\| `(e_invoice_[a-z_]+)`/gm)].map(([, name]) => name)).toEqual(
      names
    )
  })
})

function isFound(name: string): boolean {
  try {
    return Boolean(require.resolve(name))
  } catch {
    return false
  }
}
