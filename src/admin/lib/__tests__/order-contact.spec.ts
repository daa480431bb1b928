import type { AdminOrderAddress } from "@medusajs/framework/types"

import { contactOf } from "../order-contact"

const withPhone = (phone: string) => ({
  email: "kari@example.com",
  billing_address: { phone } as AdminOrderAddress,
})

describe("contactOf", () => {
  it.each(["400 00 000", "+47 400 00 000", "+4740000000"])(
    "takes %s for a Norwegian number",
    (phone) => {
      expect(contactOf(withPhone(phone))).toEqual({
        email: "kari@example.com",
        countryCode: "+47",
        msisdn: "40000000",
      })
    }
  )

  it("leaves a foreign number to the person", () => {
    expect(contactOf(withPhone("+46 70 123 45 67"))).toMatchObject({
      countryCode: "",
      msisdn: "",
    })
  })

  it("makes do with nothing", () => {
    expect(contactOf({ email: null })).toEqual({
      email: "",
      countryCode: "+47",
      msisdn: "",
    })
  })
})
