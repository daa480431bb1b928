import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { syntheticPersonalNumber } from "../../../../../demo/personal-numbers"
import { adminBillOrder } from "../medusa-orders"
import { rejectUnstorable, validatedBody } from "../requests"

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

const answerOf = (originalUrl: string, body?: unknown) => {
  const next = jest.fn()
  const response = { status: jest.fn().mockReturnThis(), json: jest.fn() }
  const request = { originalUrl, body } as MedusaRequest
  rejectUnstorable(request, response as unknown as MedusaResponse, next)
  const [answer] = response.json.mock.calls.flat() as { message: string }[]
  expect(response.status.mock.calls).toEqual(answer ? [[400]] : [])
  expect(next).toHaveBeenCalledTimes(answer ? 0 : 1)
  return answer?.message.split(":")[0]
}

describe("rejectUnstorable", () => {
  it.each([
    ["/admin/e-invoice/orders/%00", undefined, "the address"],
    ["/admin/e-invoice/orders?order_id=a%00b", undefined, "the address"],
    ["/x", { deep: [{ note: "a\0b" }] }, "note"],
    ["/x", { note: "half a smile: \ud83d" }, "note"],
    ["/x", { note: "the other half: \ude00" }, "note"],
    ["/x", { "a\0": 1 }, "a?"],
    ["/x", { "15874098765\0": 1 }, "***********?"],
    ["/x", "\0", "body"],
  ])("rejects %j with %j, naming %j", (url, body, field) => {
    expect(answerOf(url, body)).toBe(field)
  })

  it.each([
    ["/x?a=%20", { note: "\u0001 \\ fine" }],
    ["/x", { note: "a whole smile: \ud83d\ude00, and \\u0000 or \\ud83d spelt out" }],
    ["/x", undefined],
  ])("lets %j with %j pass", (url, body) => {
    expect(answerOf(url, body)).toBeUndefined()
  })
})
