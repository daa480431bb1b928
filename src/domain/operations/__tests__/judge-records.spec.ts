import { judgeRecords } from "../operation-evidence"

const sentAt = new Date("2026-03-01T12:00:00Z")
const request = {
  body: { referenceNo: "12", orderSummary: { grandTotal: "447.00", payablePerCycle: 149 } },
}
const listed = (uuid: string, changes: object = {}) => ({
  kind: "subscription" as const,
  uuid,
  status: "SENT",
  amount: 149,
  date: "01 Mar, 2026",
  reference: "12",
  customer: "Kari Nordmann",
  ...changes,
})

describe("judgeRecords", () => {
  it.each<[string, object, string[]]>([
    ["all as it was sent", {}, []],
    ["the amount of all cycles", { amount: 447 }, []],
    ["another amount", { amount: 99 }, ["amount"]],
    ["another reference and day", { reference: "13", date: "21 Feb, 2026" }, ["reference", "date"]],
    ["what the service does not say", { amount: null, date: null, reference: null }, []],
  ])("says what contradicts: %s", (_what, changes, contradictions) => {
    expect(judgeRecords(request, [listed("SUB1", changes)], sentAt)).toMatchObject([
      { uuid: "SUB1", contradictions },
    ])
  })

  it("puts the likeliest first", () => {
    const records = [listed("SUB1", { amount: 99 }), listed("SUB2")]
    expect(judgeRecords(request, records, sentAt).map(({ uuid }) => uuid)).toEqual(["SUB2", "SUB1"])
  })

  it("contradicts nothing where the request says nothing", () => {
    expect(judgeRecords(null, [listed("SUB1")], sentAt)).toMatchObject([{ contradictions: [] }])
  })
})
