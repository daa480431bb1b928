import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"

import ts from "typescript"

import { actionText, timelineFacts } from "../../orders/timeline-facts"
import { serverWords } from "./server-words"

/** Admin imports no server code; what the server may say is read from its sources. */
const sourceFolder = path.join(__dirname, "../../..")

const rooms = ["modules", "domain", "workflows", "providers"]

const sources = rooms.flatMap((room) => {
  const folder = path.join(sourceFolder, room)
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.includes("__tests__"))
    .map((file) => readFileSync(path.join(folder, file), "utf8"))
})

const found = (pattern: RegExp, texts: readonly string[]): string[] =>
  [...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name)))].filter(
    (name) => name !== undefined
  )

/** The names of what a source writes as `detail`, in an object that may be spread from others. */
function factsIn(text: string): string[] {
  const names = new Set<string>()
  const collect = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) {
      names.add(node.name.getText())
    } else {
      ts.forEachChild(node, collect)
    }
  }
  const visit = (node: ts.Node): void => {
    if (
      ts.isPropertyAssignment(node) &&
      node.name.getText() === "detail" &&
      ts.isObjectLiteralExpression(node.initializer)
    ) {
      collect(node.initializer)
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile("source.ts", text, ts.ScriptTarget.Latest, true))
  return [...names]
}

describe("what the server says", () => {
  it("has words for every act of the timeline", () => {
    const recording = sources.filter((text) => text.includes("eInvoiceOrderId"))
    const acts = found(/\baction: "([a-z-]+)"/g, recording)
    expect(acts.length).toBeGreaterThan(5)
    expect(acts.filter((act) => !actionText(act))).toEqual([])
  })

  it("has a name for every fact of the timeline", () => {
    const facts = sources.filter((text) => text.includes("eInvoiceOrderId")).flatMap(factsIn)
    expect(facts).toEqual(expect.arrayContaining(["reason", "found_by", "credit"]))
    const isPlain = (fact: string) =>
      timelineFacts({ [fact]: "1" }).some(
        (shown) => shown.kind === "labelled" && typeof shown.label !== "string"
      )
    const isSentence = (fact: string) =>
      [true, false].some((value) =>
        timelineFacts({ [fact]: value }).every(({ kind }) => kind === "sentence")
      )
    expect(facts.filter((fact) => isPlain(fact) && !isSentence(fact))).toEqual([])
  })

  it.each([
    ["found_by", "modules/e-invoice/orders/order-row.ts", "FoundBy"],
    ["notes", "mapping/settings-and-errors.ts", "MappingNoteCode"],
    ["why", "workflows/ship-then-bill/bill-parcel.ts", "ParcelUnbilled"],
    ["why", "workflows/callbacks/process-callbacks.ts", "Disbelieved"],
  ])("has a sentence for every word of the fact %s", (fact, file, name) => {
    for (const word of serverWords(file, name)) {
      expect(timelineFacts({ [fact]: word })).toEqual([
        { kind: "sentence", text: expect.any(String) },
      ])
    }
  })
})
