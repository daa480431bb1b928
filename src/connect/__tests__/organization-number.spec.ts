import { catalogue } from ".."
import { isOrganizationNumber } from "../schemas/request-values"
import { validEInvoice } from "./valid-requests"

describe("an organization number", () => {
  it.each([
    ["NO", "974760673", true],
    ["NO", "5560360793", false],
    ["NO", "97476067", false],
    ["SE", "5560360793", true],
    ["DK", "24256790", true],
    ["DE", "HRB86891", true],
    ["DE", "HRB 86891", false],
    ["SE", "", false],
    [undefined, "5560360793", true],
    [undefined, "974760673", true],
  ])("of %s is %s: %s", (country, text, isOne) => {
    expect(isOrganizationNumber(text, country)).toBe(isOne)
  })

  const ehf = (country: string, organizationId: string) => {
    const { personalNumber: _, ...customer } = validEInvoice.customerDetails
    return catalogue["orders.create-ehf-invoice"].body.safeParse({
      ...validEInvoice,
      customerDetails: {
        ...customer,
        organizationId,
        address: { ...customer.address, country },
      },
    })
  }

  it("of another country is billed there, and in Norway must be Norwegian", () => {
    expect(ehf("SE", "5560360793").success).toBe(true)
    expect(ehf("NO", "5560360793").error?.issues).toMatchObject([
      {
        path: ["customerDetails", "organizationId"],
        message: "must be exactly 9 digits in Norway",
      },
    ])
  })
})
