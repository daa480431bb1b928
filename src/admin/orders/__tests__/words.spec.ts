import type { Translate } from "../../lib/texts"
import { observerText, orderName, readActor, statusWords } from "../words"

const JOURNAL_STATES = ["prepared", "sending", "rejected", "in_doubt", "abandoned"] as const

const SERVICE_STATUSES = [
  "SENT",
  "PAID",
  "CANCELLED",
  "EXPIRED",
  "INVOICED",
  "REFUNDED",
  "PARTIAL REFUNDED",
  "PURRING",
  "INKASSO",
  "REMINDER",
  "REFUND PENDING",
  "COMPLETED",
  "CREDITED",
]

describe("statusWords", () => {
  it.each(JOURNAL_STATES)("has words for the state %s", (state) => {
    expect(statusWords({ state, remote_status: null })?.text).toMatch(/^status\./)
  })

  it.each(SERVICE_STATUSES)("has words for the status %s", (remote_status) => {
    expect(statusWords({ state: "succeeded", remote_status })?.text).toMatch(/^status\./)
  })

  it("trusts how far sending came over a status from an earlier life", () => {
    expect(statusWords({ state: "in_doubt", remote_status: "SENT" })?.text).toBe("status.inDoubt")
  })

  it("knows that an order was sent before its status is known", () => {
    expect(statusWords({ state: "succeeded", remote_status: null })?.text).toBe("status.created")
  })

  it("has no words for an unknown status", () => {
    expect(statusWords({ state: "succeeded", remote_status: "FROZEN" })).toBeUndefined()
  })
})

describe("readActor", () => {
  it("tells a colleague by id", () => {
    expect(readActor("admin:user_01")).toEqual({ kind: "user", id: "user_01" })
  })

  it.each(["shopper", "service", "schedule", "medusa"])("has words for %s", (raw) => {
    expect(readActor(raw)).toEqual({ kind: "party", text: `actors.${raw}` })
  })

  it("keeps what it has no words for", () => {
    expect(readActor("robot")).toEqual({ kind: "unnamed", raw: "robot" })
  })
})

describe("observerText", () => {
  it.each(["callback", "sweep", "admin", "payment"])("has words for %s", (observer) => {
    expect(observerText(observer)).toBe(`checkedBy.${observer}`)
  })

  it("has none for another", () => {
    expect(observerText("robot")).toBeUndefined()
  })
})

describe("orderName", () => {
  const t = (key: string, values?: object) => [key, ...Object.values(values ?? {})].join(" ")
  const name = (order_number: string | null, reference_no: string | null) =>
    orderName(t as Translate, { order_id: "order_1", order_number, reference_no })

  it.each([
    ["112", "112", "112"],
    ["112", null, "112"],
    ["112", "order_1", "112"],
    ["112", "112-2", "112"],
    ["112", "order_1-2", "112"],
    ["112", "1120", "fields.orderAndReference 112 1120"],
    ["112", "100", "fields.orderAndReference 112 100"],
    [null, "100", "100"],
    [null, null, null],
  ])("of the order %j, on the invoice %j, is %j", (number, reference, expected) => {
    expect(name(number, reference)).toBe(expected)
  })
})
