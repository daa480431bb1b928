import { listOf } from "../answer-values"
import { orderStatusRow, orderStatusRows } from "../order"

const plain = { uuid: "ODR1", status: "SENT" }

describe("the status list", () => {
  it.each([
    ["two words", plain],
    ["amounts", { ...plain, orderAmount: 100, refundedAmount: 12.5 }],
    ["a field that is not known", { ...plain, orderUuid: "ODR1", seen: null }],
  ])("takes a row of %s as it is", (_what, row) => {
    const [taken] = orderStatusRows().parse([row])

    expect(taken).toBe(row)
  })

  it.each([
    ["what is ready", plain],
    ["amounts", { ...plain, orderAmount: 100, refundedAmount: 0 }],
    ["amounts in text", { ...plain, orderAmount: "100", refundedAmount: "1" }],
    ["no amounts", { ...plain, orderAmount: null, refundedAmount: "" }],
    ["an amount without end", { ...plain, refundedAmount: Infinity }],
    ["an amount that is none", { ...plain, refundedAmount: NaN }],
    ["an amount of another kind", { ...plain, refundedAmount: {} }],
    ["another name of the identifier", { orderUuid: "ODR1", status: "SENT" }],
    ["both names, one empty", { ...plain, uuid: null, orderUuid: "ODR2" }],
    ["a number for the identifier", { ...plain, uuid: 17 }],
    ["blanks around", { uuid: " ODR1", status: "SENT\n" }],
    ["a list of one", [plain]],
    ["a list of two", [plain, plain]],
    ["an unknown field", { ...plain, seen: { by: "nobody" } }],
    ["no identifier", { status: "SENT" }],
    ["an empty identifier", { ...plain, uuid: "" }],
    ["a blank identifier", { ...plain, uuid: " " }],
    ["no status", { uuid: "ODR1" }],
    ["a status of another kind", { ...plain, status: ["SENT"] }],
    ["nothing", null],
    ["a text", "ODR1"],
  ])("reads a row with %s as one status by itself is read", (_what, row) => {
    const one = listOf(orderStatusRow()).safeParse([plain, row])
    const many = orderStatusRows().safeParse([plain, row])

    expect(many).toEqual(one)
    expect(many.error?.issues).toEqual(one.error?.issues)
  })

  it("leaves the reading of one status as it was", () => {
    orderStatusRows()

    expect(orderStatusRow().parse(plain)).not.toBe(plain)
  })
})
