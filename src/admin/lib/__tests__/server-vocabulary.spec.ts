import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"

import { actionText } from "../../orders/timeline-facts"

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

describe("what the server says", () => {
  it("has words for every act of the timeline", () => {
    const recording = sources.filter((text) => text.includes("eInvoiceOrderId"))
    const acts = found(/\baction: "([a-z-]+)"/g, recording)
    expect(acts.length).toBeGreaterThan(5)
    expect(acts.filter((act) => !actionText(act))).toEqual([])
  })
})
