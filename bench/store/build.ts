import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import path from "node:path"

import { build } from "esbuild"

import { BENCH_FOLDER, REPOSITORY } from "../harness/children"

/** Folders that a store can run in. */
export const storeFolders = {
  /** With the plugin. */
  plugin: path.join(BENCH_FOLDER, "store"),
  /** As Medusa is without it: the same settings, and nothing of this repository. */
  bare: path.join(BENCH_FOLDER, "bare-store"),
} as const

export type StoreKind = keyof typeof storeFolders

/** The script that runs a store, of either kind. */
export const STORE_SCRIPT = path.join(storeFolders.plugin, "bench/store/serve-store.js")

/** A provider that reports through core's own route. */
export const CORE_ROUTE_PROVIDER = path.join(
  storeFolders.plugin,
  "bench/store/core-route-provider.js"
)

const BARE_CONFIG = `
const { defineConfig } = require("@medusajs/framework/utils")
module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: {
      storeCors: "http://localhost:8000",
      adminCors: "http://localhost:9000",
      authCors: "http://localhost:8000",
      jwtSecret: "bench",
      cookieSecret: "bench",
    },
  },
  admin: { disable: true },
})
`

let built: Promise<void> | undefined

/** Compiles the store, so that no compiler runs, or has left its marks, in what is measured. Once is enough. */
export function buildStores(): Promise<void> {
  built ??= compile()
  return built
}

async function compile(): Promise<void> {
  for (const folder of Object.values(storeFolders)) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    cpSync(path.join(REPOSITORY, "package.json"), path.join(folder, "package.json"))
  }
  await build({
    absWorkingDir: REPOSITORY,
    entryPoints: [
      "medusa-config.ts",
      ...sourcesOf("src", (file) => !file.startsWith("src/admin/")),
      ...sourcesOf("demo", (file) => !file.startsWith("demo/storefront/")),
      ...sourcesOf("bench/store"),
    ],
    outbase: REPOSITORY,
    outdir: storeFolders.plugin,
    format: "cjs",
    platform: "node",
    target: "node20",
    // As in the published package: CommonJS throughout.
    supported: { "dynamic-import": false },
    logLevel: "error",
  })
  writeFileSync(path.join(storeFolders.bare, "medusa-config.js"), BARE_CONFIG)
}

const sourcesOf = (folder: string, isWanted: (file: string) => boolean = () => true) =>
  readdirSync(path.join(REPOSITORY, folder), { recursive: true })
    .map((file) => path.posix.join(folder, String(file)))
    .filter((file) => /(?<!\.d)\.ts$/.test(file) && !file.includes("__tests__") && isWanted(file))
