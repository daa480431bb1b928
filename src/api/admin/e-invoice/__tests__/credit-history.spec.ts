import { isCheckOf } from "../credit-history"

const kari = {
  countryCode: "+47",
  msisdn: "40000000",
  personalNumber: "17819010188",
}

it("knows a person by phone and by what the mask shows of their number", () => {
  expect(isCheckOf({ ...kari, personalNumber: "1781****188" }, kari)).toBe(true)
  expect(isCheckOf({ ...kari, personalNumber: "1781****189" }, kari)).toBe(false)
  expect(isCheckOf({ ...kari, msisdn: "40000001" }, kari)).toBe(false)
})

it("knows a person by phone where either has no personal number", () => {
  const { countryCode, msisdn } = kari
  expect(isCheckOf({ countryCode, msisdn }, kari)).toBe(true)
  expect(isCheckOf(kari, { countryCode, msisdn })).toBe(true)
})

it("takes nobody without a phone for somebody", () => {
  expect(isCheckOf({}, {})).toBe(false)
})

it("knows a company by its number alone", () => {
  const company = { organizationId: "999999901", msisdn: "40000000" }
  expect(isCheckOf({ organizationId: "999999901" }, company)).toBe(true)
  expect(isCheckOf({ organizationId: "999999902" }, company)).toBe(false)
  expect(isCheckOf({ msisdn: "40000000" }, company)).toBe(false)
})
