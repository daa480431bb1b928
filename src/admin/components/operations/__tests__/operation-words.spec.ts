import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"

import { madeRecordExample, operationText, subjectText } from "../operation-words"

/** Admin imports no server code; what the server may journal is read from its sources. */
const sourceOf = (file: string): string =>
  readFileSync(path.join(__dirname, "../../../../modules/e-invoice/operations", file), "utf8")

const found = (pattern: RegExp, text: string): string[] =>
  [...text.matchAll(pattern)].flatMap(([, name]) => name ?? [])

const catalogue = path.join(__dirname, "../../../../connect/operations")

/** The entries of the catalogue, as they are written. */
const entries = readdirSync(catalogue).flatMap((file) =>
  readFileSync(path.join(catalogue, file), "utf8").split("defineOperation({").slice(1)
)
const idsOf = (fact: string): string[] =>
  entries
    .filter((entry) => entry.includes(`\n  ${fact}: `))
    .flatMap((entry) => found(/^ {2}id: "([^"]+)"/gm, entry))

const changing = idsOf("inverse")
const creating = idsOf("creates")

describe("words for operations", () => {
  it("reads the server's sources", () => {
    expect(changing.length).toBeGreaterThan(25)
    expect(creating.length).toBeGreaterThan(10)
  })

  it("has some for every operation that can be in doubt", () => {
    expect(changing.filter((id) => !operationText(id))).toEqual([])
  })

  it("asks for the new record's id where one is made, and nowhere else", () => {
    expect(changing.filter((id) => madeRecordExample(id))).toEqual(
      changing.filter((id) => creating.includes(id))
    )
  })

  it("has some for every kind of record that an operation is about", () => {
    const [table = ""] = /const kinds[^}]+}/.exec(sourceOf("operation-request.ts")) ?? []
    const kinds = found(/: "([a-z-]+)"/g, table)
    expect(kinds.length).toBeGreaterThan(5)
    expect(kinds.filter((kind) => !subjectText(kind))).toEqual([])
  })

  it("has none for what it does not know", () => {
    expect(operationText("orders.fly")).toBeUndefined()
    expect(madeRecordExample("orders.fly")).toBeUndefined()
  })
})
