import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { syntheticPersonalNumber } from "../../../../../demo/personal-numbers"
import { adminBillOrder } from "../bill-validators"
import { validatedBody } from "../validated-body"

/** What Medusa is told to answer, and to log. */
const refusalOf = async (body: unknown): Promise<string> => {
  const next = jest.fn()
  await validatedBody(adminBillOrder())({ body } as MedusaRequest, {} as MedusaResponse, next)
  const [error] = next.mock.calls[0] ?? []
  return error instanceof Error ? error.message : "accepted"
}

const bill = { by: "e-invoice", personal_number: syntheticPersonalNumber }

describe("a checked body", () => {
  it("passes when it is right", async () => {
    expect(await refusalOf(bill)).toBe("accepted")
  })

  it.each([
    ["a number", { ...bill, personal_number: Number(syntheticPersonalNumber) }],
    ["a list", { ...bill, personal_number: [syntheticPersonalNumber] }],
    ["another field", { ...bill, by: syntheticPersonalNumber }],
    ["a name", { ...bill, [syntheticPersonalNumber]: true }],
    ["quoted", { ...bill, by: `'${syntheticPersonalNumber}'; ` }],
    ["no object", [syntheticPersonalNumber]],
  ])("is refused without a personal number given as %s", async (_as, body) => {
    const refusal = await refusalOf(body)

    expect(refusal).toMatch(/^Invalid request: /)
    expect(refusal).not.toContain(syntheticPersonalNumber)
  })

  it("is refused without names, phones and addresses", async () => {
    const refusal = await refusalOf({
      ...bill,
      phone: 40000000,
      email: ["ola@example.com"],
      reference: { for: "Ola Nordmann" },
    })

    expect(refusal).toBe(
      "Invalid request: Expected type: 'string' for field 'phone'; Expected type: 'string' for field 'email'; Expected type: 'string' for field 'reference'"
    )
  })

  it("is refused by the field's name and what it takes", async () => {
    expect(await refusalOf({ by: "cash" })).toBe(
      "Invalid request: Expected: 'payment-link, invoice, e-invoice, ehf-invoice, reservation' for field 'by'"
    )
  })
})
