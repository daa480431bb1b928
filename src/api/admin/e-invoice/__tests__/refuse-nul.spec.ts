import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { refuseNul } from "../refuse-nul"

function passes(originalUrl: string, body?: unknown): boolean {
  const next = jest.fn()
  const response = { status: jest.fn().mockReturnThis(), json: jest.fn() }
  refuseNul({ originalUrl, body } as MedusaRequest, response as unknown as MedusaResponse, next)
  expect(response.status.mock.calls).toEqual(next.mock.calls.length === 0 ? [[400]] : [])
  return next.mock.calls.length === 1
}

describe("refuseNul", () => {
  it("refuses the character in path, query and body, and nothing else", () => {
    expect(passes("/admin/e-invoice/orders/%00")).toBe(false)
    expect(passes("/admin/e-invoice/orders?order_id=a%00b")).toBe(false)
    expect(passes("/x", { deep: [{ note: "a\0b" }] })).toBe(false)
    expect(passes("/x", { "a\0": 1 })).toBe(false)
    expect(passes("/x?a=%20", { note: "\u0001 \\ fine" })).toBe(true)
    expect(passes("/x")).toBe(true)
  })
})
