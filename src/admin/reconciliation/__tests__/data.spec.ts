import { daysOfAddress, daysOfPeriod, rowTarget } from "../data"

const NOW = new Date("2026-11-01T09:00")

it("shows yesterday, and what the address names", () => {
  const days = (address: string) => Object.values(daysOfAddress(new URLSearchParams(address), NOW))
  expect(days("")).toEqual(["2026-10-31", "2026-10-31"])
  expect(days("from=2026-10-01&to=2026-10-02")).toEqual(["2026-10-01", "2026-10-02"])
  expect(days("from=2026-10-02&to=2026-10-01")).toEqual(["2026-10-31", "2026-10-31"])
  expect(days("from=now&to=then")).toEqual(["2026-10-31", "2026-10-31"])
})

it("ends a period with its last day", () => {
  expect(daysOfPeriod("lastMonth", NOW)).toEqual({ from: "2026-10-01", to: "2026-10-31" })
})

it("leads to the order, else to the invoice, else nowhere", () => {
  const row = { order_id: "order_1", order_number: "7", e_invoice_order: "einvord_1" }
  expect(rowTarget(row)).toBe("/orders/order_1")
  expect(rowTarget({ ...row, order_number: null })).toBe("/e-invoice/orders/einvord_1")
  expect(rowTarget({ ...row, order_number: null, e_invoice_order: null })).toBeUndefined()
})
