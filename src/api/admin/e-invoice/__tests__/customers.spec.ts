import { isCheckOf, serviceCustomers } from "../customers"

const met = (uuid: string | null, orderId: string | null, at: string) => ({
  uuid,
  orderId,
  at: new Date(at),
})

it("gathers orders by customer at the service, the one met last first", () => {
  expect(
    serviceCustomers([
      met("CSRT1", "order_1", "2026-11-01"),
      met("CSRT2", "order_2", "2026-11-03"),
      met("CSRT1", "order_3", "2026-11-02"),
      met("CSRT1", "order_3", "2026-11-02"),
      met(null, "order_4", "2026-11-04"),
      met("CSRT2", null, "2026-11-01"),
    ])
  ).toEqual([
    {
      uuid: "CSRT2",
      last_seen_at: "2026-11-03T00:00:00.000Z",
      order_ids: ["order_2"],
    },
    {
      uuid: "CSRT1",
      last_seen_at: "2026-11-02T00:00:00.000Z",
      order_ids: ["order_1", "order_3"],
    },
  ])
})

const kari = {
  countryCode: "+47",
  msisdn: "40000000",
  personalNumber: "17819010188",
}

it("knows a customer by phone and by what the mask shows of their number", () => {
  expect(isCheckOf({ ...kari, personalNumber: "1781****188" }, kari)).toBe(true)
  expect(isCheckOf({ ...kari, personalNumber: "1781****189" }, kari)).toBe(false)
  expect(isCheckOf({ ...kari, msisdn: "40000001" }, kari)).toBe(false)
})

it("knows a customer by phone where either has no personal number", () => {
  const { countryCode, msisdn } = kari
  expect(isCheckOf({ countryCode, msisdn }, kari)).toBe(true)
  expect(isCheckOf(kari, { countryCode, msisdn })).toBe(true)
})

it("takes no record without a phone for a customer's", () => {
  expect(isCheckOf({}, {})).toBe(false)
})

it("knows a company by its number alone", () => {
  const company = { organizationId: "999999901", msisdn: "40000000" }
  expect(isCheckOf({ organizationId: "999999901" }, company)).toBe(true)
  expect(isCheckOf({ organizationId: "999999902" }, company)).toBe(false)
  expect(isCheckOf({ msisdn: "40000000" }, company)).toBe(false)
})
