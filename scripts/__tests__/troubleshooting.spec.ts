import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"

const root = path.join(__dirname, "../..")

const page = readFileSync(path.join(root, "docs/troubleshooting.md"), "utf8")

/** The messages in the first column of the page's tables. */
const messages = [...page.matchAll(/^\| `([^`]+)`/gm)].map(
  ([, message = ""]) => message
)

const source = path.join(root, "src")

const code = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.includes("__tests__"))
  .map((file) => readFileSync(path.join(source, file), "utf8"))
  .join("\n")

describe("the page of messages", () => {
  it("has messages", () => {
    expect(messages.length).toBeGreaterThan(20)
  })

  it.each(messages)("names what the code says: %s", (message) => {
    const parts = message
      .split("…")
      .map((part) => part.trim())
      .filter((part) => part.length > 1)

    expect(parts.length).toBeGreaterThan(0)
    expect(parts.filter((part) => !code.includes(part))).toEqual([])
  })
})
