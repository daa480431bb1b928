import { type BillMark, markOf, noMark, readBillMark } from "../bill-mark"

const bill: BillMark = {
  key: "the-key",
  session_id: "payses_1",
  is_new_collection: true,
  replaces: ["pay_1"],
}

describe("the mark of a bill", () => {
  it("is read as it was written, whatever else stands beside it", () => {
    expect(readBillMark({ theirs: 1, ...markOf(bill) })).toEqual(bill)
  })

  it.each([[null], [{}], [{ theirs: 1 }], [noMark], [markOf({ ...bill, replaces: [1] as never })]])(
    "is not read from %j",
    (metadata) => {
      expect(readBillMark(metadata)).toBeUndefined()
    }
  )
})
