import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { syntheticPersonalNumber } from "../../../../../demo/personal-numbers"
import { adminBillOrder } from "../medusa-orders"
import { rejectNul, validatedBody } from "../requests"

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

function passes(originalUrl: string, body?: unknown): boolean {
  const next = jest.fn()
  const response = { status: jest.fn().mockReturnThis(), json: jest.fn() }
  rejectNul({ originalUrl, body } as MedusaRequest, response as unknown as MedusaResponse, next)
  expect(response.status.mock.calls).toEqual(next.mock.calls.length === 0 ? [[400]] : [])
  return next.mock.calls.length === 1
}

describe("rejectNul", () => {
  it("refuses the character in path, query and body, and nothing else", () => {
    expect(passes("/admin/e-invoice/orders/%00")).toBe(false)
    expect(passes("/admin/e-invoice/orders?order_id=a%00b")).toBe(false)
    expect(passes("/x", { deep: [{ note: "a\0b" }] })).toBe(false)
    expect(passes("/x", { "a\0": 1 })).toBe(false)
    expect(passes("/x?a=%20", { note: "\u0001 \\ fine" })).toBe(true)
    expect(passes("/x")).toBe(true)
  })
})
