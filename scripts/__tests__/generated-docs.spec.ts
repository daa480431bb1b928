import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"

import { pages } from "../docs/pages"

/** Prettier pads tables and wraps nothing: what differs beside space is out of date. */
const plain = (text: string) => text.replace(/-{3,}/g, "---").replace(/\s+/g, "")

describe("a page made from code", () => {
  it.each(Object.keys(pages))("docs/%s is up to date", (name) => {
    const file = path.join(__dirname, "../../docs", name)
    expect(plain(readFileSync(file, "utf8"))).toBe(plain(pages[name]?.() ?? ""))
  })
})

describe("docs/admin-api.md", () => {
  it("has each route of the Admin API, and no other", () => {
    const folder = path.join(__dirname, "../../src/api/admin/e-invoice")
    const routes = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => path.basename(file) === "route.ts")
      .flatMap((file) => {
        const address = `/${path.dirname(file)}`.replace(/\[(\w+)\]/g, ":$1")
        const code = readFileSync(path.join(folder, file), "utf8")
        return [...code.matchAll(/^export (?:async function|function|const) ([A-Z]+)\b/gm)].map(
          ([, method]) => `${method} ${address}`
        )
      })
    const shown = [...(pages["admin-api.md"]?.() ?? "").matchAll(/`((?:GET|POST) \/[^`]+)`/g)].map(
      ([, route]) => route
    )

    // Described in a section of their own.
    const operation = ["GET /operations/:id", "POST /operations/:id"]
    expect([...new Set([...shown, ...operation])].sort()).toEqual(routes.sort())
  })
})
