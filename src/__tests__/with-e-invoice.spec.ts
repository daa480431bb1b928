import type { ConfigModule, InputConfig } from "@medusajs/framework/types"
import { defineConfig } from "@medusajs/framework/utils"

import type { EInvoiceOptionsInput } from "../options"
import { withEInvoice } from "../with-e-invoice"

const options: EInvoiceOptionsInput = {
  baseUrl: "https://api.example.com",
  token: "t0ken",
  callbackBaseUrl: "https://shop.example.com",
  encryptionKey: Buffer.alloc(32, 7).toString("base64"),
}

const PLUGIN = "medusa-plugin-einvoice"
const ourProvider = { resolve: `${PLUGIN}/providers/e-invoice`, id: "private" }
const stripe = {
  resolve: "@medusajs/medusa/payment-stripe",
  id: "stripe",
  options: { apiKey: "k" },
}

const paymentOf = (config: ConfigModule) => {
  const payment = config.modules?.["payment"]
  if (typeof payment !== "object" || payment.scope === "external") {
    throw new Error("no payment module")
  }
  return payment as {
    resolve?: string
    dependencies?: string[]
    options?: { providers?: unknown[] } & Record<string, unknown>
  }
}

const otherThanPayment = ({ modules, ...rest }: ConfigModule) => {
  const { payment: _payment, ...others } = modules ?? {}
  return { ...rest, modules: others }
}

describe("withEInvoice", () => {
  it("registers plugin, provider and dependencies in an empty configuration", () => {
    const config = withEInvoice({}, options)

    expect(config.plugins).toContainEqual({ resolve: PLUGIN, options })
    expect(paymentOf(config)).toMatchObject({
      resolve: "@medusajs/medusa/payment",
      dependencies: ["query", "eInvoice"],
      options: { providers: [ourProvider] },
    })
  })

  it("changes nothing else", () => {
    const input: InputConfig = {
      projectConfig: {
        databaseUrl: "postgres://example/store",
        redisUrl: "redis://example",
        http: {
          storeCors: "a",
          adminCors: "b",
          authCors: "c",
          jwtSecret: "d",
          cookieSecret: "e",
        },
      },
      admin: { path: "/dashboard" },
      featureFlags: { rbac: true },
      modules: [
        {
          resolve: "@medusajs/medusa/fulfillment",
          options: { providers: [] },
        },
      ],
    }

    const ours = withEInvoice(input, options)
    const plain = defineConfig(structuredClone(input) as object)

    expect({ ...otherThanPayment(ours), plugins: [] }).toEqual({
      ...otherThanPayment(plain),
      plugins: [],
      projectConfig: {
        ...plain.projectConfig,
        redisOptions: { retryStrategy: expect.any(Function) },
      },
    })
  })

  it.each<[string, InputConfig["modules"]]>([
    [
      "an array entry by name",
      [
        {
          resolve: "@medusajs/medusa/payment",
          dependencies: ["locking"],
          options: { providers: [stripe], webhook_delay: 1 },
        },
      ],
    ],
    [
      "an array entry by package",
      [
        {
          resolve: "@medusajs/payment",
          dependencies: ["locking"],
          options: { providers: [stripe], webhook_delay: 1 },
        },
      ],
    ],
    [
      "an array entry by key",
      [
        {
          key: "payment",
          resolve: "@medusajs/medusa/payment",
          dependencies: ["locking"],
          options: { providers: [stripe], webhook_delay: 1 },
        },
      ],
    ],
    [
      "an object",
      {
        payment: {
          resolve: "@medusajs/medusa/payment",
          dependencies: ["locking"],
          options: { providers: [stripe], webhook_delay: 1 },
        },
      },
    ],
    [
      "two entries, of which Medusa takes the last",
      [
        { resolve: "@medusajs/medusa/payment", options: { providers: [] } },
        {
          resolve: "@medusajs/medusa/payment",
          dependencies: ["locking"],
          options: { providers: [stripe], webhook_delay: 1 },
        },
      ],
    ],
  ])("merges into %s", (_shape, modules) => {
    expect(paymentOf(withEInvoice({ modules } as InputConfig, options))).toMatchObject({
      dependencies: ["locking", "query", "eInvoice"],
      options: { providers: [stripe, ourProvider], webhook_delay: 1 },
    })
  })

  it("merges into an entry without options", () => {
    for (const modules of [
      [{ resolve: "@medusajs/medusa/payment" }],
      { payment: true },
      { payment: {} },
    ] as InputConfig["modules"][]) {
      expect(paymentOf(withEInvoice({ modules } as InputConfig, options))).toMatchObject({
        dependencies: ["query", "eInvoice"],
        options: { providers: [ourProvider] },
      })
    }
  })

  it("keeps other plugins and their order", () => {
    const { plugins } = withEInvoice(
      { plugins: ["a-plugin", { resolve: "b-plugin", options: { b: 1 } }] },
      options
    )

    expect(plugins.map((plugin) => (typeof plugin === "string" ? plugin : plugin.resolve))).toEqual(
      ["@medusajs/draft-order", "a-plugin", "b-plugin", PLUGIN]
    )
    expect(plugins).toContainEqual({ resolve: "b-plugin", options: { b: 1 } })
  })

  it("gives its options to a plugin that is listed already", () => {
    for (const listed of [PLUGIN, { resolve: PLUGIN, options: { token: "x" } }]) {
      const { plugins } = withEInvoice({ plugins: [listed] }, options)

      expect(plugins.slice(1)).toEqual([{ resolve: PLUGIN, options }])
    }
  })

  it("leaves a provider that is registered already as it is", () => {
    const config = withEInvoice(
      {
        modules: [
          {
            resolve: "@medusajs/medusa/payment",
            options: { providers: [ourProvider, stripe] },
          },
        ],
      },
      options
    )

    expect(paymentOf(config).options?.providers).toEqual([ourProvider, stripe])
  })

  it("changes nothing when applied again, or to what defineConfig returned", () => {
    const once = withEInvoice({ plugins: ["a-plugin"] }, options)

    const twice = withEInvoice(once, options)
    const after = withEInvoice(defineConfig({ plugins: ["a-plugin"] }), options)

    expect(twice.modules).toEqual(once.modules)
    expect(twice.plugins).toEqual(once.plugins)
    expect(after.modules).toEqual(once.modules)
    expect(after.plugins).toEqual(once.plugins)
  })

  it("leaves the objects it is given untouched", () => {
    const modules = [
      {
        key: "payment",
        resolve: "@medusajs/medusa/payment",
        options: { providers: [stripe] },
      },
    ]
    const before = structuredClone(modules)

    withEInvoice({ modules }, options)

    expect(modules).toEqual(before)
  })

  it("says so when the payment module is switched off", () => {
    for (const modules of [
      { payment: false },
      { payment: { disable: true } },
      [{ key: "payment", resolve: "@medusajs/medusa/payment", disable: true }],
    ] as InputConfig["modules"][]) {
      expect(() => withEInvoice({ modules } as InputConfig, options)).toThrow(
        "the payment module is switched off in medusa-config"
      )
    }
  })

  it("says so when the payment module is external", () => {
    const modules = {
      payment: {
        scope: "external",
        server: { type: "http", url: "http://example.com", keepAlive: true },
      },
    } as InputConfig["modules"]

    expect(() => withEInvoice({ modules } as InputConfig, options)).toThrow(
      "the payment module is declared external"
    )
  })

  it("says so when the options are missing", () => {
    expect(() => withEInvoice({}, undefined as unknown as EInvoiceOptionsInput)).toThrow(
      "options is missing"
    )
  })

  it("takes the parts from this project's folders when told to", () => {
    const config = withEInvoice({}, options, {
      module: "./src/modules/e-invoice",
      provider: "./src/providers/e-invoice",
    })

    expect(config.modules?.["eInvoice"]).toEqual({
      resolve: "./src/modules/e-invoice",
      options,
    })
    expect(paymentOf(config).options?.providers).toEqual([
      { resolve: "./src/providers/e-invoice", id: "private" },
    ])
    expect(config.plugins).toHaveLength(1)
  })
})
