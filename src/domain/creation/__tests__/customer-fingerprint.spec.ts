import { customerFingerprint, isSameCustomer } from "../recognise-order"
import { keyRing } from "../../../modules/e-invoice/personal-data/encryption"

const key = (fill: number) => Buffer.alloc(32, fill).toString("base64")
const keys = keyRing(key(1))
const contact = {
  email: "kari@example.com",
  countryCode: "+47",
  msisdn: "40000000",
}

describe("customer fingerprint", () => {
  it("recognises the customer however the contact is written", () => {
    const fingerprint = customerFingerprint(keys, contact)

    expect(
      isSameCustomer(
        keys,
        { email: " Kari@Example.com", countryCode: "47", msisdn: "400 00 000" },
        fingerprint
      )
    ).toBe(true)
  })

  it.each([
    { ...contact, email: "ola@example.com" },
    { ...contact, msisdn: "40000001" },
    { ...contact, countryCode: "+46" },
  ])("tells another customer apart: %j", (other) => {
    expect(isSameCustomer(keys, other, customerFingerprint(keys, contact))).toBe(false)
  })

  it("says nothing of the contact, and nothing without the key", () => {
    const fingerprint = customerFingerprint(keys, contact)

    expect(fingerprint).not.toContain("kari")
    expect(fingerprint).not.toContain("40000000")
    expect(isSameCustomer(keyRing(key(2)), contact, fingerprint)).toBe(false)
    expect(isSameCustomer(keyRing(key(2), [key(1)]), contact, fingerprint)).toBe(true)
  })
})
