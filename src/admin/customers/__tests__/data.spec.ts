import { type CustomerProfile, profileBody, profileSchema, startProfile } from "../data"

const profile: CustomerProfile = {
  uuid: "CSRT1",
  type: "Private",
  name: "Kari Nordmann",
  email: "kari@example.com",
  countryCode: "+47",
  msisdn: "40000000",
  preferredLanguage: "no",
  status: "Active",
  addresses: {
    billing: {
      street: "Storgata 1",
      zip: "0155",
      city: "Oslo",
      country: "NO",
    },
  },
}

const start = startProfile(profile)

it("sends the whole profile, changed or not", () => {
  expect(profileBody(profileSchema.parse({ ...start, msisdn: "41 00 00 00" }), false)).toEqual({
    name: "Kari Nordmann",
    email: "kari@example.com",
    countryCode: "+47",
    msisdn: "41000000",
    preferredLanguage: "no",
    addresses: { billing: profile.addresses?.billing, shipping: null },
  })
})

it("sends a company's number, and a shipping address where there is one", () => {
  const shipping = {
    street: "Havna 2",
    zip: "0250",
    city: "Oslo",
    country: "no",
  }
  expect(
    profileBody(
      profileSchema.parse({
        ...start,
        organizationId: "999 999 901",
        hasShipping: true,
        shipping,
      }),
      true
    )
  ).toMatchObject({
    organizationId: "999999901",
    addresses: { shipping: { ...shipping, country: "NO" } },
  })
})

it.each([
  [{ name: " " }, "name"],
  [{ email: "kari" }, "email"],
  [{ countryCode: "47" }, "countryCode"],
  [{ msisdn: "1" }, "msisdn"],
  [{ organizationId: "974.760.673" }, "organizationId"],
  [{ billing: { ...start.billing, country: "Norway" } }, "billing.country"],
  [{ hasShipping: true }, "shipping.street"],
])("refuses %j", (change, field) => {
  const { error } = profileSchema.safeParse({ ...start, ...change })
  expect(error?.issues.map(({ path }) => path.join("."))).toContain(field)
})
