import { randomBytes } from "node:crypto"
import { cpSync, readFileSync, writeFileSync } from "node:fs"
import path from "node:path"

import { ModulesSdkUtils } from "@medusajs/framework/utils"

import type { SeededStore } from "../../demo/seed/seeded-store"
import { devDependencies } from "../../package.json"
import type { ReadmeStep } from "./readme-steps"
import { runInTerminal, type RunningServer, startInTerminal } from "./terminal"

/** What Medusa's own starter depends on, at the versions this plugin is tested with. */
const starterPackages = [
  "@medusajs/admin-sdk",
  "@medusajs/cli",
  "@medusajs/framework",
  "@medusajs/medusa",
  "@swc/core",
  "@types/node",
  "react",
  "react-dom",
  "ts-node",
  "typescript",
  "vite",
] as const

const tsconfig = {
  compilerOptions: {
    target: "ES2021",
    module: "Node16",
    moduleResolution: "Node16",
    esModuleInterop: true,
    skipLibCheck: true,
    strictNullChecks: true,
    outDir: "./.medusa/server",
    rootDir: "./",
    jsx: "react-jsx",
  },
  "ts-node": { swc: true },
  include: ["**/*"],
  exclude: ["node_modules", ".medusa", "src/admin"],
}

/** A Medusa store as a merchant has it, in a folder of its own, without the plugin. */
export class FreshStore {
  private constructor(
    readonly folder: string,
    /** Where it will answer. */
    readonly url: string
  ) {}

  /** Installs Medusa into an empty folder and creates an empty database. */
  static async create(folder: string, port: number): Promise<FreshStore> {
    const write = (name: string, content: unknown) =>
      writeFileSync(path.join(folder, name), JSON.stringify(content, null, 2))
    write("package.json", {
      name: "fresh-store",
      version: "0.0.1",
      private: true,
      dependencies: Object.fromEntries(
        starterPackages.map((name) => [name, devDependencies[name]])
      ),
    })
    write("tsconfig.json", tsconfig)
    await runInTerminal("npm install --prefer-offline --no-audit --no-fund", folder)
    return new FreshStore(folder, `http://localhost:${port}`)
  }

  /** Sets what README lists as coming from the environment, in `.env` as Medusa's starter does. */
  async configure(settings: { serviceUrl: string; serviceToken: string }) {
    const env = {
      DATABASE_URL: await createDatabase(),
      STORE_CORS: this.url,
      ADMIN_CORS: this.url,
      AUTH_CORS: this.url,
      JWT_SECRET: "fresh",
      COOKIE_SECRET: "fresh",
      E_INVOICE_BASE_URL: settings.serviceUrl,
      E_INVOICE_TOKEN: settings.serviceToken,
      E_INVOICE_CALLBACK_BASE_URL: this.url,
      E_INVOICE_ENCRYPTION_KEY: randomBytes(32).toString("base64"),
      E_INVOICE_ACCEPT_SYNTHETIC: "true",
    }
    const lines = Object.entries(env).map(([name, value]) => `${name}=${value}`)
    writeFileSync(path.join(this.folder, ".env"), lines.join("\n"))
  }

  /** Does what README says, word for word. */
  async follow(step: ReadmeStep) {
    if (step.kind === "shell") {
      await this.run(step.script)
    } else {
      writeFileSync(path.join(this.folder, step.path), step.content)
    }
  }

  run(script: string): Promise<string> {
    return runInTerminal(script, this.folder)
  }

  /** Fills the store with goods, a region and a publishable key. */
  async fill(): Promise<SeededStore> {
    const scripts = path.join(this.folder, "src/scripts")
    cpSync(path.resolve(__dirname, "../../demo/seed"), scripts, {
      recursive: true,
    })
    writeFileSync(
      path.join(scripts, "fill.ts"),
      `import { writeFileSync } from "node:fs"
       import type { ExecArgs } from "@medusajs/framework/types"
       import { seedNorwegianStore } from "./norwegian-store"

       export default async ({ container }: ExecArgs) => {
         const seeded = await seedNorwegianStore(container)
         writeFileSync("seeded.json", JSON.stringify(seeded))
       }`
    )
    await this.run("npx medusa exec ./src/scripts/fill.ts")
    return JSON.parse(readFileSync(path.join(this.folder, "seeded.json"), "utf8")) as SeededStore
  }

  /** Starts the store as its developer would. */
  start(env: Record<string, string> = {}): Promise<RunningServer> {
    return startInTerminal(
      `npx medusa start --port ${new URL(this.url).port}`,
      this.folder,
      /Server is ready/,
      { NODE_ENV: "development", ...env }
    )
  }
}

async function createDatabase(): Promise<string> {
  const { DB_USERNAME, DB_PASSWORD, DB_HOST, DB_PORT } = process.env
  const server = `postgres://${DB_USERNAME}:${DB_PASSWORD}@${DB_HOST}:${DB_PORT}`
  const name = `fresh_store_${randomBytes(4).toString("hex")}`
  const connection = ModulesSdkUtils.createPgConnection({
    clientUrl: `${server}/postgres`,
  })
  try {
    await connection.raw("CREATE DATABASE ??", [name])
  } finally {
    await connection.destroy()
  }
  return `${server}/${name}`
}
