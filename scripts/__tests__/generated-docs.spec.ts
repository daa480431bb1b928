import { readFileSync } from "node:fs"
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
