import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"

import type { EInvoiceOrderSummary } from "../../orders/data"
import { warningFor } from "../../orders/words"
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

const attentionOf = (attention: string): EInvoiceOrderSummary => ({
  id: "einvord_1",
  order_id: "order_1",
  payment_id: "pay_1",
  reference_no: null,
  currency_code: "nok",
  grand_total: 100,
  refunded_total: 0,
  state: "succeeded",
  remote_order_uuid: "ODR1",
  remote_status: "SENT",
  paid_at: null,
  attention,
  attempt: 1,
  flags: [attention],
  cancel_requested_at: null,
  invoice_number: null,
  failure: null,
  last_checked_at: null,
  last_checked_by: null,
  created_at: null,
})

describe("what the server says", () => {
  it("has words for every flag", () => {
    const flags = found(
      /"(\w+)",/g,
      sources.flatMap((text) => /export const ATTENTION = \[[^\]]*\]/.exec(text) ?? [])
    )
    expect(flags.length).toBeGreaterThan(5)
    const wordless = flags.filter(
      (flag) =>
        warningFor(attentionOf(flag), {
          id: "order_1",
          status: "pending",
          payment_collections: [],
        })?.title === "warnings.unnamed.title"
    )
    expect(wordless).toEqual([])
  })

  it("has words for every act of the timeline", () => {
    const recording = sources.filter((text) => text.includes("eInvoiceOrderId"))
    const acts = found(/\baction: "([a-z-]+)"/g, recording)
    expect(acts.length).toBeGreaterThan(5)
    expect(acts.filter((act) => !actionText(act))).toEqual([])
  })
})
