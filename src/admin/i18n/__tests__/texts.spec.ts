import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"

import ts from "typescript"

import { operationIds } from "../../../connect"
import resources from ".."
import de from "../de"
import english from "../en"
import sv from "../sv"

const adminFolder = path.join(__dirname, "../..")
const translations: Record<string, Texts> = { sv, de }

type Texts = { [key: string]: string | Texts }

const flatten = (texts: Texts, prefix = ""): [key: string, text: string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === "string"
      ? [[prefix + key, value] as [string, string]]
      : flatten(value, `${prefix}${key}.`)
  )

const placeholders = (text: string) => (text.match(/\{\{.*?\}\}/g) ?? []).sort()

const withoutPlural = (key: string) => key.replace(/_(one|other)$/, "")

const englishTexts = new Map(flatten(english))
const englishKeys = new Set([...englishTexts.keys()].map(withoutPlural))
const sections = new Set(Object.keys(english))

const operations: ReadonlySet<string> = new Set(operationIds)

/** What `ActionDrawer` asks for below the key that it is given as `texts`. */
const ofDrawer = ["label", "title", "description", "submit", "done", "confirmTitle"]

/** Every string in the code of our part of Admin, and every call of `t` with a key put together at run time. */
function scanSources() {
  const strings = new Set<string>()
  const composed: string[] = []
  const files = readdirSync(adminFolder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes("__tests__"))
    .filter((file) => !file.startsWith("i18n"))
  for (const file of files) {
    const source = ts.createSourceFile(
      file,
      readFileSync(path.join(adminFolder, file), "utf8"),
      ts.ScriptTarget.Latest,
      true,
      file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS
    )
    const visit = (node: ts.Node): void => {
      if (
        ts.isJsxAttribute(node) &&
        node.name.getText() === "texts" &&
        isString(node.initializer)
      ) {
        const group = node.initializer.text
        ofDrawer
          .map((member) => `${group}.${member}`)
          .filter((key) => englishKeys.has(key))
          .forEach((key) => strings.add(key))
        return
      }
      // Ids of operations look like texts, and are none.
      if (ts.isStringLiteralLike(node) && !operations.has(node.text)) {
        strings.add(node.text)
      }
      if (
        ts.isCallExpression(node) &&
        node.expression.getText() === "t" &&
        node.arguments[0] &&
        ts.isTemplateExpression(node.arguments[0])
      ) {
        composed.push(`${file}: ${node.getText()}`)
      }
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  return { strings, composed, files }
}

const isString = (node: ts.Node | undefined): node is ts.StringLiteral =>
  node !== undefined && ts.isStringLiteral(node)

const { strings, composed, files } = scanSources()

describe("texts of the Admin interface", () => {
  it("scans the code", () => {
    expect(files).toContain(path.join("orders", "page.tsx"))
    expect(strings).toContain("actions.retry")
  })

  it("has every text the code asks for", () => {
    const asked = [...strings].filter(
      (text) => /^\w+(\.\w+)+$/.test(text) && sections.has(text.split(".")[0] ?? "")
    )
    expect(asked.length).toBeGreaterThan(50)
    expect(asked.filter((key) => !englishKeys.has(key))).toEqual([])
  })

  it("has no text the code does not ask for", () => {
    expect([...englishKeys].filter((key) => !strings.has(key))).toEqual([])
  })

  it("names each text in full but for those of drawers, so that the two checks above see it", () => {
    expect(composed.filter((call) => !call.startsWith("components/drawers.tsx: "))).toEqual([])
  })

  it.each(Object.keys(translations))("is complete in %s", (language) => {
    const texts = new Map(flatten(translations[language] ?? {}))
    expect([...texts.keys()].sort()).toEqual([...englishTexts.keys()].sort())
    for (const [key, text] of texts) {
      expect({ key, text: text.trim() }).not.toEqual({ key, text: "" })
      expect({ key, names: placeholders(text) }).toEqual({
        key,
        names: placeholders(englishTexts.get(key) ?? ""),
      })
    }
  })

  it.each(Object.keys(translations))("is not left in English in %s", (language) => {
    const left = flatten(translations[language] ?? {}).filter(
      ([key, text]) => text.length > 12 && text === englishTexts.get(key)
    )
    expect(left).toEqual([["timeline.statusChange", "{{from}} → {{to}}"]])
  })

  it("offers Admin the languages staff can pick there", () => {
    expect(resources).toEqual({
      de: { eInvoice: de },
      en: { eInvoice: english },
      sv: { eInvoice: sv },
    })
  })
})
