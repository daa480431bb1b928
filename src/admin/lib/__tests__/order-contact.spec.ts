import type { AdminOrderAddress } from "@medusajs/framework/types"

import { contactOf, hasPhone } from "../order-contact"

const address = (phone: string | null, country?: string) =>
  ({ phone, country_code: country ?? null }) as AdminOrderAddress

const withPhone = (phone: string, country?: string) => ({
  email: "kari@example.com",
  billing_address: address(phone, country),
})

describe("contactOf", () => {
  it.each([
    ["400 00 000", undefined],
    ["400 00 000", "no"],
    ["400 00 000", "NO"],
    ["+47 400 00 000", undefined],
    ["+4740000000", "dk"],
    ["004740000000", "no"],
    ["0047 400 00 000", "se"],
  ])("takes %s of an address in %s for a Norwegian number", (phone, country) => {
    expect(contactOf(withPhone(phone, country))).toEqual({
      email: "kari@example.com",
      countryCode: "+47",
      msisdn: "40000000",
    })
  })

  it.each([
    ["+46 70 123 45 67", undefined],
    ["0046 70 123 45 67", "no"],
    ["20 12 34 56", "dk"],
    ["070-123 45 67", "se"],
  ])("leaves %s of an address in %s to the person", (phone, country) => {
    expect(contactOf(withPhone(phone, country))).toMatchObject({
      countryCode: "",
      msisdn: "",
    })
  })

  it("takes the number and the country of the same address", () => {
    expect(
      contactOf({
        email: null,
        billing_address: address("", "dk"),
        shipping_address: address("400 00 000", "no"),
      })
    ).toMatchObject({ countryCode: "+47", msisdn: "40000000" })
  })

  it("makes do with nothing", () => {
    expect(contactOf({ email: null })).toEqual({
      email: "",
      countryCode: "+47",
      msisdn: "",
    })
    expect(contactOf({ email: null, billing_address: address(null, "dk") })).toMatchObject({
      countryCode: "",
      msisdn: "",
    })
  })
})

describe("hasPhone", () => {
  it("counts a number of any country", () => {
    expect(
      ["20 12 34 56", "+46 70 123 45 67", " ", ""].map((phone) => hasPhone(withPhone(phone, "dk")))
    ).toEqual([true, true, false, false])
    expect(hasPhone({ email: null })).toBe(false)
  })
})
