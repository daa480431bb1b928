import { readFileSync } from "node:fs"
import path from "node:path"

import { operationIds, operationOf } from "../../../connect"
import {
  madeRecordExample,
  operationPage,
  operationText,
  sentMembers,
  subjectPage,
  subjectText,
} from "../data"

/** Admin imports no server code; what the server may journal is read from its sources. */
const sourceOf = (file: string): string =>
  readFileSync(path.join(__dirname, "../../../modules/e-invoice/operations", file), "utf8")

const found = (pattern: RegExp, text: string): string[] =>
  [...text.matchAll(pattern)].flatMap(([, name]) => name ?? [])

const changing = operationIds.filter((id) => operationOf(id).inverse)
const creating = operationIds.filter((id) => operationOf(id).creates)

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
    const [table = ""] = /const kinds[^}]+}/.exec(sourceOf("operation.ts")) ?? []
    const kinds = found(/: "([a-z-]+)"/g, table)
    expect(kinds.length).toBeGreaterThan(5)
    expect(kinds.filter((kind) => !subjectText(kind))).toEqual([])
  })

  it("has none for what it does not know", () => {
    expect(operationText("orders.fly")).toBeUndefined()
    expect(madeRecordExample("orders.fly")).toBeUndefined()
  })
})

const nothing = {
  subject_kind: null,
  subject_uuid: null,
  e_invoice_order_id: null,
  customer_id: null,
}

describe("the page of what an operation is about", () => {
  it("is the checkout's order, whatever it is called at the service", () => {
    expect(
      subjectPage({
        ...nothing,
        subject_kind: "order",
        subject_uuid: "ODR1",
        e_invoice_order_id: "einvord_1",
      })
    ).toBe("/e-invoice/orders/einvord_1")
  })

  it("is the reservation or the subscription", () => {
    expect(
      subjectPage({
        ...nothing,
        subject_kind: "reservation",
        subject_uuid: "RES1",
      })
    ).toBe("/e-invoice/reservations/RES1")
    expect(
      subjectPage({
        ...nothing,
        subject_kind: "subscription",
        subject_uuid: "SUB1",
      })
    ).toBe("/e-invoice/subscriptions/SUB1")
  })

  it("is Medusa's customer, where it is known who that is", () => {
    const customer = { ...nothing, subject_kind: "customer" }
    expect(subjectPage({ ...customer, customer_id: "cus_1" })).toBe("/customers/cus_1")
    expect(subjectPage(customer)).toBeUndefined()
  })

  it("is none while it is not known what was made", () => {
    expect(subjectPage({ ...nothing, subject_kind: "reservation" })).toBeUndefined()
    expect(subjectPage(nothing)).toBeUndefined()
  })
})

it("encodes the operation's id", () => {
  expect(operationPage("einvop/1")).toBe("/e-invoice/operations/einvop%2F1")
})

describe("what a request carried", () => {
  it("is one line for each value, lines of products counted from one", () => {
    expect(
      sentMembers({
        params: { reservation_uuid: "RES1" },
        body: {
          products: [{ id: 7, amount: "30.00" }],
          orderSummary: { grandTotal: "30.00" },
          additionalText: null,
        },
      })
    ).toEqual([
      ["products.1.id", "7"],
      ["products.1.amount", "30.00"],
      ["orderSummary.grandTotal", "30.00"],
    ])
  })

  it("is nothing where nothing was sent along", () => {
    expect(sentMembers({ params: { order_uuid: "ODR1" } })).toEqual([])
    expect(sentMembers(null)).toEqual([])
  })
})
