import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import os from "node:os"
import path from "node:path"
import { gzipSync } from "node:zlib"

import { build } from "esbuild"
import { z } from "zod"

import type { SeededStore } from "../../demo/seed/seeded-store"
import { freePort } from "../../demo/postgres/free-port"
import { codeBlocks } from "../../scripts/docs/code-blocks"
import { Redis } from "../faults/lab/redis"
import { buyByInvoice, fillCart, paymentStatus, storefrontOf } from "./buy"
import { FreshStore } from "./fresh-store"
import { packageEntries } from "./package-entries"
import { type PackedPlugin, packPlugin } from "./packed-plugin"
import { readmeSteps } from "./readme-steps"
import { runShopper, writeStarter } from "./starter-storefront"
import { type RunningServer, runInTerminal, startInTerminal } from "./terminal"

// A busy machine makes these slower, not wrong.
jest.setTimeout(480_000)

/** Each test follows the one before it, as a merchant's steps do. */
describe("the packed plugin in a fresh store", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "packed-plugin-"))
  const subfolder = (name: string) => {
    mkdirSync(path.join(folder, name))
    return path.join(folder, name)
  }
  const serviceToken = "t"
  let plugin: PackedPlugin
  let store: FreshStore
  let seeded: SeededStore
  let adminBuild: Promise<string>
  let sandbox: RunningServer | undefined
  let server: RunningServer | undefined

  afterEach(() => server?.stop())

  afterAll(async () => {
    await sandbox?.stop()
    await adminBuild?.catch(() => undefined)
    rmSync(folder, { recursive: true, force: true })
  })

  it("is built and packed, while a store without it is installed", async () => {
    const packing = packPlugin(subfolder("copy"))
    const installing = FreshStore.create(subfolder("store"), await freePort())
    await Promise.allSettled([packing, installing])
    plugin = await packing
    store = await installing
  })

  it("holds what runs and what explains it, and no tests", () => {
    expect(plugin.files).toEqual(
      expect.arrayContaining([
        "CHANGELOG.md",
        "LICENSE",
        "README.md",
        "docs/storefront-guide.md",
        "examples/dtc-starter/starter.patch",
        "examples/js-sdk/invoice-checkout.ts",
        ".medusa/server/src/admin/index.js",
        ".medusa/server/src/admin/index.mjs",
        ".medusa/server/src/sandbox/command.js",
      ])
    )
    const belongs =
      /^(package\.json|LICENSE|[A-Z]+\.md|docs\/([a-z-]+\/)?[\w-]+\.md|docs\/images\/(checkout|overview)\.png|docs\/openapi\.json|examples\/([\w-]+\/)*[\w-]+\.(md|patch|tsx?)|\.medusa\/server\/src\/[^_].*\.(js|mjs|d\.m?ts|json))$/
    expect(plugin.files.filter((file) => !belongs.test(file))).toEqual([])
    expect(plugin.files.filter((file) => /__tests__|\.spec\.|\.test\./.test(file))).toEqual([])

    console.info(`${plugin.files.length} files, ${Math.round(plugin.size / 1024)} kB packed`)
    expect(plugin.size).toBeLessThan(1.4 * 1024 * 1024)
  })

  it("is described in package.json as bundlers and Node read it", async () => {
    await expect(
      runInTerminal(`npx publint ${plugin.tarball} --strict`, path.dirname(plugin.tarball))
    ).resolves.toContain("All good!")
  })

  it("installs in a storefront of its own without Medusa's server, and checks fields there", async () => {
    const storefront = subfolder("storefront")
    writeStarter(storefront)

    await runInTerminal(
      `npm install --prefer-offline --no-audit --no-fund ${plugin.tarball}
       npx tsc`,
      storefront
    )

    const packages = readdirSync(path.join(storefront, "node_modules"))
    expect(packages).toContain("medusa-plugin-einvoice")
    expect(packages.filter((name) => /^(express|knex|pg|hono|@hono)$/.test(name))).toEqual([])
    expect(readdirSync(path.join(storefront, "node_modules/@medusajs"))).toEqual(
      expect.not.arrayContaining(["framework", "medusa", "utils"])
    )
    const said = await runInTerminal(
      `node --input-type=module --eval '
         import { eInvoiceSessionData } from "medusa-plugin-einvoice/storefront"
         const settings = { personal_number: { check_digits: true, accept_synthetic: true } }
         console.log(JSON.stringify(eInvoiceSessionData({ personal_number: "1" }, settings)))'`,
      storefront
    )
    expect(JSON.parse(said)).toEqual({
      problems: [
        { field: "personal_number", message: "must be 11 digits", code: "not_eleven_digits" },
      ],
    })
  })

  it("has no source map, as it has no sources", () => {
    const installed = path.join(folder, "storefront/node_modules/medusa-plugin-einvoice")
    const code = plugin.files.filter((file) => /\.[cm]?js$/.test(file))
    expect(code.length).toBeGreaterThan(100)
    expect(
      code.filter((file) =>
        readFileSync(path.join(installed, file), "utf8").includes("sourceMappingURL=")
      )
    ).toEqual([])
  })

  it("is small in a storefront's bundle", async () => {
    const storefront = path.join(folder, "storefront")
    const { outputFiles } = await build({
      absWorkingDir: storefront,
      stdin: {
        contents: `export * from "medusa-plugin-einvoice/storefront"`,
        resolveDir: storefront,
      },
      bundle: true,
      minify: true,
      format: "esm",
      platform: "browser",
      write: false,
    })
    const [bundle] = outputFiles
    const size = gzipSync(bundle?.contents ?? "").length
    console.info(`${size} bytes of storefront, compressed`)
    expect(size).toBeGreaterThan(1_000)
    expect(size).toBeLessThan(8_000)
  })

  it("runs the sandbox there, and keeps its state", async () => {
    const storefront = path.join(folder, "storefront")
    const start = () =>
      startInTerminal(
        "npx -p medusa-plugin-einvoice e-invoice-sandbox --host 0.0.0.0 --port 0 --control-token c --state s.json",
        storefront,
        /ready at \S+:(\d+)/
      )
    const healthOf = async ({ found: port }: RunningServer) =>
      (await (await fetch(`http://127.0.0.1:${port}/sandbox/health`)).json()) as object

    for (const time of ["first", "second"]) {
      const own = await start()
      expect({ time, ...(await healthOf(own)) }).toEqual({ time, healthy: true })
      await own.stop()
    }
    expect(readdirSync(storefront)).toContain("s.json")
  })

  it("starts the sandbox at once: it loads nothing of Medusa", async () => {
    const storefront = path.join(folder, "storefront")
    const command = "node_modules/medusa-plugin-einvoice/.medusa/server/src/sandbox/command.js"
    const before = performance.now()
    const own = await startInTerminal(`node ${command} --port 0`, storefront, /ready at (\S+)/)
    expect((await fetch(`${own.found}/sandbox/health`)).status).toBe(200)
    const ms = Math.round(performance.now() - before)
    await own.stop()

    // What a start loads, its help loads. Seconds depend on the machine; what takes them are the files.
    const report = path.join(folder, "report-loaded.cjs")
    writeFileSync(
      report,
      `process.on("exit", () => console.log("loaded", JSON.stringify(Object.keys(require.cache))))`
    )
    const said = await runInTerminal(`node --require ${report} ${command} --help`, storefront)
    const loaded = z
      .array(z.string())
      .parse(JSON.parse(/^loaded (.*)$/m.exec(said)?.[1] ?? ""))
      .flatMap((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? [])
    process.stdout.write(
      `FIGURE the packed sandbox answers ${ms} ms after its start, and loads ${loaded.length} files\n`
    )
    expect([...new Set(loaded)].sort()).toEqual(["medusa-plugin-einvoice", "undici", "zod"])
    expect(loaded.length).toBeLessThan(500)
  })

  it("installs by README's own steps", async () => {
    const install = readmeSteps("install").map((step) =>
      // The registry does not have this version yet; the tarball is what it will have.
      step.kind === "shell" && step.script === "npm install medusa-plugin-einvoice\n"
        ? { ...step, script: `npm install --prefer-offline ${plugin.tarball}` }
        : step
    )
    expect(install.map((step) => step.kind)).toEqual(["shell", "file", "shell"])
    const [addPackage, writeConfig, createTables] = install

    await store.follow(addPackage!)
    sandbox = await startInTerminal(
      `npx e-invoice-sandbox --port 0 --token ${serviceToken}`,
      store.folder,
      /ready at (\S+)/
    )
    await store.configure({ serviceUrl: sandbox.found, serviceToken })
    await store.follow(writeConfig!)
    await store.follow(createTables!)
    seeded = await store.fill()

    adminBuild = store.run("npx medusa build")
    adminBuild.catch(() => "reported by the test that awaits it")
  })

  it("opens every path it exports to CommonJS, ES modules and TypeScript", async () => {
    // Admin's extensions are for Medusa's bundler, which reads no types.
    const code = packageEntries.filter((entry) => !/\/(admin|package\.json)$/.test(entry))
    const imports = code
      .map((entry, index) => `export * as entry${index} from "${entry}"`)
      .join("\n")
    const consumers = {
      "consumer.cjs": `
        ${JSON.stringify(packageEntries)}.forEach((entry) => require.resolve(entry))
        for (const entry of ${JSON.stringify(code)}) {
          if (Object.keys(require(entry)).length === 0) throw new Error(entry)
        }`,
      "consumer.mjs": `
        ${JSON.stringify(packageEntries)}.forEach((entry) => import.meta.resolve(entry))
        for (const entry of ${JSON.stringify(code)}) {
          if (Object.keys(await import(entry)).length === 0) throw new Error(entry)
        }`,
      "consumer.mts": imports,
      "consumer.ts": imports,
      "consumer.cts": `
        import { ConnectClient } from "medusa-plugin-einvoice/connect"
        export const client: ConnectClient = new ConnectClient({ baseUrl: "", token: "" })`,
    }
    const consumerFolder = subfolder("consumers")
    symlinkSync(path.join(store.folder, "node_modules"), path.join(consumerFolder, "node_modules"))
    for (const [name, content] of Object.entries(consumers)) {
      writeFileSync(path.join(consumerFolder, name), content)
    }

    await runInTerminal(
      `node consumer.cjs
       node consumer.mjs
       npx tsc --noEmit --strict --skipLibCheck --module nodenext consumer.mts consumer.cts
       npx tsc --noEmit --strict --skipLibCheck --module esnext --moduleResolution bundler consumer.ts
       npx tsc --noEmit --strict --skipLibCheck --target es2022 --module commonjs --moduleResolution node10 consumer.ts`,
      consumerFolder
    )
  })

  it("adds its extensions to the store's Admin", async () => {
    await adminBuild
    const assets = path.join(store.folder, ".medusa/server/public/admin/assets")
    const code = readdirSync(assets)
      .filter((name) => name.endsWith(".js"))
      .map((name) => readFileSync(path.join(assets, name), "utf8"))
      .join("\n")

    const ids = widgetIds()
    expect(ids.length).toBeGreaterThan(0)
    expect(ids.filter((id) => !code.includes(id))).toEqual([])
  })

  it("sells by invoice, and is paid through the sandbox of the package", async () => {
    await sellAndBePaid()
  })

  it("does so when it is configured in the long form", async () => {
    const [config, ...more] = readmeSteps("install-long")
    expect(more).toEqual([])
    expect(config).toMatchObject({ kind: "file", path: "medusa-config.ts" })

    await store.follow(config!)
    await sellAndBePaid()
  })

  it("sells through the storefronts of its examples, and says why where it does not", async () => {
    server = await store.start()
    const carts = await Promise.all([
      fillCart(storefrontOf(store.url, seeded.publishableKey), seeded),
      fillCart(storefrontOf(store.url, seeded.publishableKey), seeded),
    ])
    const said = await runShopper(path.join(folder, "storefront"), {
      storeUrl: store.url,
      publishableKey: seeded.publishableKey,
      carts: carts.map(({ id }) => id),
    })

    const placed = expect.stringMatching(/^order_/)
    expect(said).toEqual({
      offer: {
        languages: ["en", "no", "sv", "da", "de"],
        language: "no",
        fee: expect.any(String),
      },
      wrong: { fields: { personal_number: expect.any(String) }, mayChange: true },
      sessionOfDeclined: null,
      declined: { fields: {}, sentence: expect.any(String), mayChange: true },
      session: null,
      keptInSession: ["shopper_data_id"],
      pages: [
        expect.stringMatching(/^\/no\/order\/order_\w+\/confirmed$/),
        expect.stringMatching(/^\/no\/order\/order_\w+\/confirmed$/),
      ],
      cookies: ["_medusa_cache_id"],
      plain: { session: null, orders: [placed, placed] },
    })
    const [first, second] = z.object({ pages: z.array(z.string()) }).parse(said).pages
    expect(first).toBe(second)
  })

  const onRedis = "starts with the configuration for production, a server and a worker on a Redis"
  if (Redis.isAtHand) {
    it(onRedis, startForProduction)
  } else {
    afterAll(() => {
      process.stdout.write(
        `NOT RUN ${onRedis}: there is neither REDIS_URL nor a redis-server here.\n`
      )
    })
  }

  async function startForProduction() {
    const page = readFileSync(path.resolve(__dirname, "../../docs/production.md"), "utf8")
    const [config] = codeBlocks(page).filter(({ language }) => language === "ts")
    await store.follow({ kind: "file", path: "medusa-config.ts", content: config?.code ?? "" })
    const redis = await Redis.start()
    try {
      server = await store.start({ REDIS_URL: redis.url, MEDUSA_WORKER_MODE: "server" })
      const settings = await fetch(`${store.url}/store/e-invoice/checkout-settings`, {
        headers: { "x-publishable-api-key": seeded.publishableKey },
      })
      expect(await settings.json()).toMatchObject({
        checkout_settings: { invoice_fee: { amount: 59 } },
      })
      await server.stop()

      server = await store.start({ REDIS_URL: redis.url, MEDUSA_WORKER_MODE: "worker" })
      expect((await fetch(`${store.url}/health`)).status).toBe(200)
      expect(Number(await redis.command("DBSIZE"))).toBeGreaterThan(0)
    } finally {
      await server?.stop()
      redis.stop()
    }
  }

  async function sellAndBePaid() {
    server = await store.start()
    const storefront = storefrontOf(store.url, seeded.publishableKey)
    const order = await buyByInvoice(storefront, seeded)
    await paymentStatus(storefront, order.id, "authorized")

    await payAtTheSandbox(String(order.display_id))
    await paymentStatus(storefront, order.id, "captured")
  }

  async function payAtTheSandbox(referenceNo: string) {
    const invoices = `${sandbox?.found}/sandbox/orders`
    const [invoice, ...others] = z
      .array(z.object({ uuid: z.string(), referenceNo: z.string() }))
      .parse(await (await fetch(invoices)).json())
      .filter((candidate) => candidate.referenceNo === referenceNo)
    expect(others).toEqual([])

    const paid = await fetch(`${invoices}/${invoice?.uuid}/pay`, {
      method: "POST",
    })
    expect(paid.status).toBe(200)
  }
})

/** The stable ids of the widgets, as their sources state them. */
function widgetIds(): string[] {
  const widgets = path.resolve(__dirname, "../../src/admin/widgets")
  return readdirSync(widgets, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap(({ name }) => {
      const source = readFileSync(path.join(widgets, name), "utf8")
      return /\bid: "(e-invoice\.[\w-]+)"/.exec(source)?.[1] ?? []
    })
}
