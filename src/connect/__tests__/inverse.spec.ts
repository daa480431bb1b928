import { isOperationId, type OperationId, operationIds, operationOf } from ".."
import { wireRequest } from "../wire-request"

const before = {
  uuid: "CSRT1234567890",
  name: "Kari Nordmann",
  email: "kari@example.com",
  countryCode: "+47",
  msisdn: "40000000",
  personalNumber: "178190*****",
  addresses: {
    billing: {
      uuid: "ADRS1",
      street: "Storgata 1",
      zip: "0155",
      city: "Oslo",
      country: "NO",
    },
    shipping: { uuid: "ADRS2" },
  },
}

const changing = operationIds.filter((id) => operationOf(id).safety !== "read")

describe.each(changing)("%s", (id) => {
  const { inverse } = operationOf(id)

  it("says how it is undone, by a request the catalogue takes, or why it is not", () => {
    if (!inverse) {
      throw new Error(`${id} has no entry`)
    }
    if ("none" in inverse) {
      expect(inverse.none).toMatch(/^[A-Z].*\.$/)
      return
    }
    const request = inverse.request("ODR1234567890", before)
    if (!isOperationId(inverse.operation)) {
      throw new Error(`${inverse.operation} is no operation`)
    }
    const wire = wireRequest(operationOf(inverse.operation), request ?? {}, "")
    expect(wire.path).toContain("ODR1234567890")
  })
})

const inverseOf = (id: OperationId) => {
  const { inverse } = operationOf(id)
  if (!inverse || "none" in inverse) {
    throw new Error(`${id} has no way back.`)
  }
  return inverse
}

describe("a customer's earlier values", () => {
  it("are put back without a personal number and what was incomplete", () => {
    const inverse = inverseOf("customers.update-private")
    const request = inverse.request("CSRT1234567890", {
      ...before,
      personalNumber: "17819012345",
    })
    expect(request?.body).toEqual({
      name: "Kari Nordmann",
      email: "kari@example.com",
      countryCode: "+47",
      msisdn: "40000000",
      preferredLanguage: "no",
      addresses: {
        billing: {
          street: "Storgata 1",
          zip: "0155",
          city: "Oslo",
          country: "NO",
        },
        shipping: null,
      },
    })
  })

  it("of a company have its organization number", () => {
    const { request } = inverseOf("customers.update-corporate")
    const of = (organizationId: unknown) =>
      request("CSRT1234567890", { ...before, organizationId })?.body
    expect(of("999888777")).toMatchObject({ organizationId: "999888777" })
    expect(of(999888777)).toMatchObject({ organizationId: "999888777" })
    expect(of(null)).not.toHaveProperty("organizationId")
  })

  it("say what stays as it was changed", () => {
    const { leaves: ofPrivate } = inverseOf("customers.update-private")
    expect(ofPrivate?.({ body: { name: "Kari" } })).toBeUndefined()
    expect(ofPrivate?.({ body: { personalNumber: "***********" } })).toMatch(
      /personal number stays/
    )
    const { leaves: ofCompany } = inverseOf("customers.update-corporate")
    expect(ofCompany?.({ body: { organizationId: "1" } })).toBeUndefined()
    expect(ofCompany?.({ body: { additionalContact: {} } })).toMatch(/contacts stay/)
  })

  it("are not guessed when no address is known", () => {
    const inverse = inverseOf("customers.update-private")
    expect(inverse.request("CSRT1", { name: "K" })).toBeUndefined()
  })
})
