import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"

const folder = path.join(__dirname, "../migrations")

const read = (file: string) => readFileSync(path.join(folder, file), "utf8")

/** The columns of each table, in the order of their names. */
type Columns = Record<string, string[]>

function columnsMade(): Columns {
  const sql = readdirSync(folder)
    .filter((file) => file.endsWith(".ts"))
    .map(read)
    .join("\n")
  const tables = [...sql.matchAll(/create table if not exists "(\w+)" \((.+?)\);`/g)]
  return Object.fromEntries(
    tables.map(([, table = "", columns = ""]) => [
      table,
      [...columns.matchAll(/(?:^|, )"(\w+)" [a-z]/g)].map(([, column = ""]) => column).toSorted(),
    ])
  )
}

function columnsInSnapshot(): Columns {
  const { tables } = JSON.parse(read(".snapshot-medusa-e-invoice.json")) as {
    tables: { name: string; columns: object }[]
  }
  return Object.fromEntries(
    tables.map(({ name, columns }) => [name, Object.keys(columns).toSorted()])
  )
}

it("names in the snapshot what the migrations make, so that the next one adds nothing again", () => {
  const made = columnsMade()

  expect(Object.keys(made).length).toBeGreaterThan(8)
  expect(columnsInSnapshot()).toEqual(made)
})
