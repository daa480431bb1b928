import { catalogue } from "../catalogue"
import { validEInvoice } from "./valid-requests"

describe("the request of orders.create-e-invoice", () => {
  const { body } = catalogue["orders.create-e-invoice"]

  it("takes the specification's fields", () => {
    expect(body.safeParse(validEInvoice).success).toBe(true)
  })

  it.each([
    ["customerDetails.personalNumber", "010190123"],
    ["customerDetails.personalNumber", "0101901234a"],
    ["customerDetails.address.country", "XX"],
    ["customerDetails.preferredLanguage", "nb"],
    ["customerDetails.email", "ola"],
    ["customerDetails.countryCode", "47"],
    ["products.0.rate", "12,50"],
    ["products.0.rate", Number.NaN],
    ["products.0.name", " "],
    ["orderDate", "1755764131000"],
    ["invoiceMaturity", 14],
    ["invoiceInterval", 3],
    ["invoiceFeeApplicable", "true"],
    ["callback.callbackUrl", "ftp://shop.example/hook"],
  ])("refuses %s = %p, naming the field", (path, value) => {
    const changed = structuredClone(validEInvoice) as Record<string, unknown>
    const keys = path.split(".")
    const last = keys.pop() as string
    const parent = keys.reduce<Record<string, unknown>>(
      (node, key) => node[key] as Record<string, unknown>,
      changed
    )
    parent[last] = value

    const result = body.safeParse(changed)

    expect(result.error?.issues.map((issue) => issue.path.join("."))).toEqual([path])
  })
})
