import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { GET } from "../route"

/** A request as Medusa hands it to the route; nothing may be looked up. */
const requestOf = (method: string, token: string) =>
  ({
    method,
    url: `/hooks/e-invoice/${token}?status=PAID`,
    params: { token },
    scope: {
      resolve: () => {
        throw new Error("nothing is looked up")
      },
    },
  }) as unknown as MedusaRequest

function response() {
  const sent: { status?: number; body?: unknown } = {}
  const res = {
    status: (status: number) => {
      sent.status = status
      return res
    },
    json: (body: unknown) => {
      sent.body = body
      return res
    },
    end: () => res,
  }
  return { res: res as unknown as MedusaResponse, sent }
}

describe("the callback route", () => {
  it.each([
    ["a call with a malformed token", "GET", "short", 404],
    ["HEAD", "HEAD", "A".repeat(43), 200],
  ])("answers %s without a look-up", async (_what, method, token, status) => {
    const req = requestOf(method, token)
    const { res, sent } = response()

    await GET(req, res)

    expect(sent.status).toBe(status)
  })
})
