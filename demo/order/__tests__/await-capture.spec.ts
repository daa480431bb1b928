import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { awaitCapture } from "../await-capture"

const captured = {
  total: 435.875,
  payment_status: "captured",
  payment_collections: [
    {
      payments: [
        {
          amount: 435.875,
          currency_code: "nok",
          captured_at: "2026-11-21T01:00:00.000Z",
          captures: [{ amount: 400 }, { amount: 35.875 }],
        },
      ],
    },
  ],
}

describe("waiting for a payment to be captured", () => {
  let admin: Server
  let answers: object[]

  const waitFor = (patienceMs: number) => {
    const { port } = admin.address() as AddressInfo
    return awaitCapture(
      {
        storeUrl: `http://127.0.0.1:${port}`,
        signIn: { email: "admin@example.com", password: "secret" },
        logFile: "store.log",
      },
      "order_1",
      patienceMs
    )
  }

  beforeEach(async () => {
    admin = createServer((request, response) => {
      const order = answers.length > 1 ? answers.shift() : answers[0]
      const body = request.url?.startsWith("/auth/") ? { token: "t" } : { order }
      response.setHeader("content-type", "application/json")
      response.end(JSON.stringify(body))
    })
    await new Promise<void>((ready) => admin.listen(0, "127.0.0.1", () => ready()))
  })

  afterEach(() => {
    admin.closeAllConnections()
    admin.close()
  })

  it("asks until the Admin API says so, and tells what was captured", async () => {
    answers = [{ ...captured, payment_status: "awaiting" }, captured, captured]

    expect(await waitFor(10_000)).toEqual({
      amount: 435.875,
      currencyCode: "nok",
      capturedAt: "2026-11-21T01:00:00.000Z",
    })
  })

  it("fails when the payment stays authorised", async () => {
    answers = [{ ...captured, payment_status: "authorized" }]

    await expect(waitFor(600)).rejects.toMatchObject({
      message: expect.stringContaining("did not capture the payment"),
      logFile: "store.log",
    })
  })

  it("fails when less was captured than the order costs", async () => {
    answers = [{ ...captured, total: 500 }]

    await expect(waitFor(600)).rejects.toThrow("Medusa captured 435.875 of an order of 500.")
  })
})
