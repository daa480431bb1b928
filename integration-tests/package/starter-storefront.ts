import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import path from "node:path"

import { build } from "esbuild"

import { codeBlocks } from "../../scripts/docs/code-blocks"
import { runInTerminal } from "./terminal"

const repository = path.resolve(__dirname, "../..")
const examples = path.join(repository, "examples")

/** What of Medusa's storefront starter decides whether a package can be used there: React 19, its SDK and its types' rules. */
const manifest = {
  private: true,
  dependencies: {
    "@medusajs/icons": "2.18.0",
    "@medusajs/js-sdk": "2.18.0",
    react: "19.0.5",
    "react-dom": "19.0.5",
  },
  devDependencies: {
    "@medusajs/types": "2.18.0",
    "@types/react": "19.0.5",
    "@types/react-dom": "19.0.5",
    typescript: "^5.3.2",
  },
}

const tsconfig = {
  compilerOptions: {
    target: "es5",
    lib: ["dom", "dom.iterable", "esnext"],
    allowJs: true,
    skipLibCheck: true,
    strict: true,
    forceConsistentCasingInFileNames: true,
    noEmit: true,
    esModuleInterop: true,
    module: "esnext",
    moduleResolution: "node",
    resolveJsonModule: true,
    isolatedModules: true,
    jsx: "preserve",
    baseUrl: "./src",
    paths: {
      "@lib/*": ["lib/*"],
      "@modules/*": ["modules/*"],
      // The starter's own `next` is the real one.
      "next/*": ["next/*"],
    },
    types: [],
  },
  include: ["src"],
}

const settings = `
  import { eInvoiceSessionData, parseCheckoutSettings } from "medusa-plugin-einvoice/storefront"
  export const { problems = [] } = eInvoiceSessionData(
    { personal_number: "1" },
    parseCheckoutSettings({})
  )
  export const field: "personal_number" | "phone" | "language" | "reference" | string = problems[0]!.field`

/** Writes a storefront as the starter is, with the examples in it where their pages put them. */
export function writeStarter(folder: string): void {
  const source = path.join(folder, "src")
  mkdirSync(source)
  for (const name of ["lib", "modules", "next", "shop.tsx", "shopper.ts"]) {
    cpSync(path.join(repository, "integration-tests/starter", name), path.join(source, name), {
      recursive: true,
    })
  }
  cpSync(path.join(examples, "dtc-starter/src"), source, { recursive: true })
  const util = path.join(source, "lib/util")
  cpSync(path.join(examples, "js-sdk/invoice-checkout.ts"), path.join(util, "invoice-checkout.ts"))
  codeBlocks(readFileSync(path.join(examples, "js-sdk/README.md"), "utf8"))
    .filter(({ language }) => language === "ts")
    .forEach(({ given, code }, index) =>
      writeFileSync(path.join(util, `from-its-page-${index}.ts`), `${given}\n${code}`)
    )
  writeFileSync(path.join(source, "settings.ts"), settings)
  writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifest))
  writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify(tsconfig))
}

/**
 * Buys in a store with what the examples give a storefront.
 *
 * @param folder the storefront's, with its packages installed
 * @returns what the shopper was told
 */
export async function runShopper(
  folder: string,
  shop: { storeUrl: string; publishableKey: string; carts: readonly string[] }
): Promise<unknown> {
  await build({
    absWorkingDir: folder,
    entryPoints: ["src/shopper.ts"],
    bundle: true,
    format: "cjs",
    platform: "node",
    outfile: "shopper.cjs",
    logLevel: "error",
  })
  const said = await runInTerminal(`node shopper.cjs ${shop.carts.join(" ")}`, folder, {
    NEXT_PUBLIC_MEDUSA_BACKEND_URL: shop.storeUrl,
    NEXT_PUBLIC_MEDUSA_PUBLISHABLE_KEY: shop.publishableKey,
  })
  return JSON.parse(said)
}
