import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"

import { scripts } from "../../package.json"
import { typeProblems } from "../docs/check-types"
import { codeBlocks } from "../docs/code-blocks"

const root = path.join(__dirname, "../..")

const pages = [
  ...readdirSync(root),
  ...readdirSync(path.join(root, "docs"), {
    recursive: true,
    encoding: "utf8",
  }).map((name) => path.join("docs", name)),
].filter((name) => name.endsWith(".md"))

const blocks = pages.flatMap((page) =>
  codeBlocks(readFileSync(path.join(root, page), "utf8")).map((block) => ({
    ...block,
    where: `${page}:${block.line}`,
  }))
)

const inLanguage = (...languages: string[]) =>
  blocks.filter(({ language }) => languages.includes(language))

const checked = ["ts", "tsx", "json", "bash", "mermaid"]
/** Run by the sandbox's own specification `any-language`. */
const run = ["js", "python", "php", "ruby"]
const notCode = ["text", "dockerfile", "yaml"]

describe("the code in the documentation", () => {
  it("is found", () => {
    expect(pages).toEqual(expect.arrayContaining(["README.md"]))
    expect(inLanguage("ts").length).toBeGreaterThan(5)
  })

  it("is in a language that is checked, or shows no code", () => {
    expect(
      blocks
        .filter(({ language }) => ![...checked, ...run, ...notCode].includes(language))
        .map(({ where, language }) => `${where} ${language}`)
    ).toEqual([])
  })

  it("compiles against this plugin", () => {
    expect(
      typeProblems(
        new Map(
          inLanguage("ts", "tsx").map(({ where, given, code }) => [where, `${given}\n${code}`])
        )
      )
    ).toEqual([])
  }, 180_000)

  it("is JSON where it says so", () => {
    expect(
      inLanguage("json").filter(({ code }) => {
        try {
          JSON.parse(code)
          return false
        } catch {
          return true
        }
      })
    ).toEqual([])
  })

  it("runs only npm scripts that there are", () => {
    const asked = inLanguage("bash").flatMap(({ where, code }) =>
      [...code.matchAll(/npm run ([\w:-]+)/g)].map(([, script = ""]) => ({
        where,
        script,
      }))
    )
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.filter(({ script }) => !(script in scripts))).toEqual([])
  })
})

describe("codeBlocks", () => {
  it("gives a block what the comment above it declares", () => {
    const page = [
      "<!-- given",
      "declare const a: string",
      "-->",
      "",
      "```ts",
      "a",
      "```",
      "text",
      "```bash",
      "ls",
      "```",
    ].join("\n")

    expect(codeBlocks(page)).toEqual([
      { line: 5, language: "ts", code: "a", given: "declare const a: string" },
      { line: 9, language: "bash", code: "ls", given: "" },
    ])
  })
})

describe("typeProblems", () => {
  it("says what does not compile, and where", () => {
    const wrong = `import { ConnectClient } from "medusa-plugin-einvoice/connect"
      new ConnectClient({ baseUrl: 1, token: "t" })`

    expect(typeProblems(new Map([["page:1", wrong]]))).toEqual([
      expect.stringMatching(/^page:1: Type 'number' is not assignable/),
    ])
  }, 60_000)
})
