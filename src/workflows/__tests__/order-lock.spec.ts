import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

const SOURCES = join(__dirname, "../..")

/** Calls that take a lock of Medusa's locking module. One of `execute` ends with its process, whatever its name. */
const TAKES_LOCK = /\bacquireLockStep\(|Modules\.LOCKING(?!\)\s*\.execute\()/

const filesThatLock = readdirSync(SOURCES, {
  recursive: true,
  encoding: "utf8",
})
  .filter((name) => /\.tsx?$/.test(name) && !name.includes("__tests__"))
  .map((name) => ({ name, text: readFileSync(join(SOURCES, name), "utf8") }))
  .filter(({ text }) => TAKES_LOCK.test(text))

describe("the locks of Medusa's locking module", () => {
  it("are found", () => {
    expect(filesThatLock.map(({ name }) => name)).toContain(
      join("workflows", "synchronise-e-invoice-order.ts")
    )
  })

  // The sweep frees by this name what a killed process left: PostgreSQL locks of another name would stay for ever.
  it.each(filesThatLock)("are those of orders in $name", ({ text }) => {
    expect(text).toContain("orderLockKey(")
  })
})
