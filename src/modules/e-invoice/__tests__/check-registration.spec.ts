import type { LoaderOptions } from "@medusajs/framework/types"

import checkRegistration from "../registration"

const options = {
  baseUrl: "https://api.example.com",
  token: "s3cret-token",
  callbackBaseUrl: "https://shop.example.com",
  encryptionKey: Buffer.alloc(32, 7).toString("base64"),
}

const provider = {
  resolve: "medusa-plugin-einvoice/providers/e-invoice",
  id: "private",
}

const whole = {
  dependencies: ["query", "eInvoice"],
  options: { providers: [provider] },
}

async function start(payment: unknown, changed: Record<string, unknown> = {}): Promise<string[]> {
  const warnings: string[] = []
  await checkRegistration({
    container: {
      resolve: () => ({ modules: payment === undefined ? {} : { payment } }),
    },
    logger: { warn: (line: string) => warnings.push(line) },
    options: { ...options, ...changed },
  } as unknown as LoaderOptions)
  return warnings
}

describe("the check at start", () => {
  it("says nothing when all is well", async () => {
    expect(await start(whole)).toEqual([])
  })

  it("takes the database settings that Medusa adds to the options", async () => {
    expect(await start(whole, { database: { clientUrl: "x" } })).toEqual([])
  })

  it("stops the start when the provider could not read an order", async () => {
    await expect(start({ ...whole, dependencies: [] })).rejects.toThrow(
      /^medusa-plugin-einvoice cannot read the order at checkout: .*withEInvoice\(\)/
    )
  })

  it("warns when the provider is not registered, in one sentence", async () => {
    for (const payment of [{}, true, { options: { providers: [] } }]) {
      expect(await start(payment)).toEqual([expect.stringContaining("no shopper can choose it")])
    }
  })

  it("warns when checkouts can make no invoice", async () => {
    const operations = { "orders.create-e-invoice": { enabled: false } }

    expect(await start(whole, { operations })).toEqual([
      expect.stringContaining('operations["orders.create-e-invoice"].enabled is false'),
    ])
  })

  it("says nothing where there is no payment module to look at", async () => {
    expect(await start(undefined)).toEqual([])
  })

  it("stops the start when options are wrong, naming each and repeating none", async () => {
    const failure = await start(whole, {
      token: "two s3cret words",
      encryptionKey: "s3cret",
      callbackSecret: "",
      operations: { "orders.fly": { enabled: false } },
    }).catch((error: Error) => error.message)

    expect(failure).toMatch(/^medusa-plugin-einvoice cannot start/)
    for (const field of ["token", "encryptionKey", "callbackSecret", "operations.orders.fly"]) {
      expect(failure).toContain(`- ${field}: `)
    }
    expect(failure).not.toContain("s3cret")
  })
})
