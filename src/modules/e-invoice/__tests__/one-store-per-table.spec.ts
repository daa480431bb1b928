import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"

/** The one file, or folder, that may write each table. */
const STORES: Readonly<Record<string, string>> = {
  einvoice_callback: "callbacks/inbox.ts",
  einvoice_case: "cases.ts",
  einvoice_job: "jobs.ts",
  einvoice_lease: "leases.ts",
  einvoice_operation: "operations/operation-journal.ts",
  einvoice_order: "orders/",
  einvoice_record: "operations/remote-records.ts",
  einvoice_refund: "refunds/refund-journal.ts",
  einvoice_refund_key: "refunds/refund-journal.ts",
  einvoice_shopper_data: "personal-data/shopper-data.ts",
  einvoice_timeline_entry: "timeline.ts",
}

/** The one file that names the table of another's store, and only reads it. */
const READERS: Readonly<Record<string, string>> = {
  einvoice_operation: "operations/earlier-operations.ts",
}

const MODULE = "src/modules/e-invoice"

const sources = readdirSync("src", { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => path.posix.join(entry.parentPath, entry.name))
  .filter((file) => !/__tests__|\/(models|migrations|admin)\//.test(file))
  .map((file) => ({ file, text: readFileSync(file, "utf8") }))

/** A table's name as a whole string: code that holds one can hand it to the query builder. */
const NAMED = /["'`](einvoice_\w+)(?: as \w+)?["'`]/g

/** A change that names its table; a template with another file's constant would be a whole string there. */
const CHANGED = /\b(?:insert into|update|delete from)\s+"?(einvoice_\w+)/gi

const tablesIn = ({ text }: { text: string }, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, table = ""]) => table)

describe("each table", () => {
  it("has a store", () => {
    const models = readdirSync(`${MODULE}/models`)
      .filter((name) => name.endsWith(".ts"))
      .map(
        (name) => /tableName: "(\w+)"/.exec(readFileSync(`${MODULE}/models/${name}`, "utf8"))?.[1]
      )
    expect(models.sort()).toEqual(Object.keys(STORES))
  })

  it.each(Object.entries(STORES))("%s is written by its store alone: %s", (table, store) => {
    const writers = sources
      .filter((source) => [NAMED, CHANGED].some((one) => tablesIn(source, one).includes(table)))
      .map(({ file }) => file)
    expect(writers).not.toEqual([])
    const named = [store, READERS[table] ?? store].map((name) => `${MODULE}/${name}`)
    expect(writers.filter((file) => !named.some((name) => file.startsWith(name)))).toEqual([])
  })

  it.each(Object.entries(READERS))("%s is changed by no statement of %s", (table, name) => {
    const { text = "" } = sources.find(({ file }) => file === `${MODULE}/${name}`) ?? {}
    expect(text).toContain(`this.database("${table}")`)
    expect(text).not.toMatch(/\.(?:insert|update|delete|del|truncate|increment|decrement)\(/)
    expect(text).not.toMatch(CHANGED)
  })

  it("hands its name and its rows to no other file", () => {
    const holders = sources
      .filter(({ text }) => /\b(ORDER_TABLE|liveOrders)\b/.test(text))
      .map(({ file }) => file)
    expect(holders.filter((file) => !file.startsWith(`${MODULE}/orders/`))).toEqual([])
  })

  it("is not written by the methods that Medusa makes for a model", () => {
    const made = /\b(create|update|delete|softDelete|restore)EInvoice\w+s\(/
    expect(sources.filter(({ text }) => made.test(text)).map(({ file }) => file)).toEqual([])
  })
})
