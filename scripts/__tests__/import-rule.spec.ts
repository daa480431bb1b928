import { execFileSync } from "node:child_process"
import path from "node:path"

type Case = { what: string; file: string; code: string; breaks?: string }

const cases: Case[] = [
  {
    what: "connect importing a module",
    file: "src/connect/index.ts",
    code: `export * from "../modules/e-invoice"`,
    breaks: "import-x/no-restricted-paths",
  },
  {
    what: "connect importing a type of the options",
    file: "src/connect/index.ts",
    code: `import type { EInvoiceOptions } from "../options"
           export type Leaked = EInvoiceOptions`,
    breaks: "import-x/no-restricted-paths",
  },
  {
    what: "connect importing Medusa",
    file: "src/connect/index.ts",
    code: `export { MathBN } from "@medusajs/framework/utils"`,
    breaks: "no-restricted-imports",
  },
  {
    what: "connect importing what is installed for development only",
    file: "src/connect/index.ts",
    code: `export { default } from "fast-check"`,
    breaks: "import-x/no-extraneous-dependencies",
  },
  {
    what: "the mapping importing Medusa's workflows",
    file: "src/mapping/index.ts",
    code: `export { createWorkflow } from "@medusajs/framework/workflows-sdk"`,
    breaks: "no-restricted-imports",
  },
  {
    what: "the options importing a module",
    file: "src/options.ts",
    code: `export * from "./modules/e-invoice"`,
    breaks: "import-x/no-restricted-paths",
  },
  {
    what: "a module importing what decides",
    file: "src/modules/e-invoice/index.ts",
    code: `export * from "../../domain/failure"`,
    breaks: "import-x/no-restricted-paths",
  },
  {
    what: "a module importing the sandbox",
    file: "src/modules/e-invoice/index.ts",
    code: `export * from "../../sandbox"`,
    breaks: "import-x/no-restricted-paths",
  },
  {
    what: "a module importing its own zod",
    file: "src/modules/e-invoice/index.ts",
    code: `export { z } from "zod"`,
    breaks: "@medusajs/zod-import-source",
  },
  {
    what: "Admin importing code of the server",
    file: "src/admin/lib/request.ts",
    code: `export * from "../../options"`,
    breaks: "import-x/no-restricted-paths",
  },
  {
    what: "Admin importing a value of the server's answers",
    file: "src/admin/lib/request.ts",
    code: `export { shownRecord } from "../../api/admin/e-invoice/records"`,
    breaks: "@typescript-eslint/no-restricted-imports",
  },
  {
    what: "Admin importing a type of the server's answers",
    file: "src/admin/lib/request.ts",
    code: `import type { Can } from "../../api/admin/e-invoice/answers"
           export const none: Can = {}`,
  },
  {
    what: "connect importing its own zod",
    file: "src/connect/index.ts",
    code: `export { z } from "zod"`,
  },
  {
    what: "the mapping importing Medusa's numbers and connect",
    file: "src/mapping/index.ts",
    code: `export { MathBN } from "@medusajs/framework/utils"
           export * from "../connect"`,
  },
  {
    what: "a module importing the options",
    file: "src/modules/e-invoice/index.ts",
    code: `export * from "../../options"`,
  },
  {
    what: "a test of a module importing the sandbox",
    file: "src/modules/e-invoice/personal-data/__tests__/sealed-text.spec.ts",
    code: `export * from "../../../../sandbox"`,
  },
]

/** Rules that decide over imports; the others are not the subject here. */
const importRules = [
  "import-x/no-restricted-paths",
  "import-x/no-extraneous-dependencies",
  "no-restricted-imports",
  "@typescript-eslint/no-restricted-imports",
  "@medusajs/zod-import-source",
]

describe("the import rule", () => {
  let broken: string[][]

  beforeAll(() => {
    broken = JSON.parse(
      execFileSync(process.execPath, [path.join(__dirname, "rules-broken.mjs"), ...importRules], {
        cwd: path.resolve(__dirname, "../.."),
        // Else the parser, where CI is set, takes the files from the disk.
        env: { ...process.env, TSESTREE_SINGLE_RUN: "false" },
        input: JSON.stringify(cases),
        encoding: "utf8",
      })
    ) as string[][]
  }, 240_000)

  it.each(
    cases.map(({ what, breaks }, index) => ({
      title: `${breaks ? "refuses" : "allows"} ${what}`,
      expected: breaks ? [breaks] : [],
      index,
    }))
  )("$title", ({ expected, index }) => {
    expect(broken[index]).toEqual(expected)
  })
})
