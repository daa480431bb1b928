import { createHash } from "node:crypto"
import { parseCallback, verifyChecksum } from "../../connect"
import {
  type CallbackRecord,
  checksumFormulas,
  createSandbox,
  type ChecksumFormula,
  type Sandbox,
} from ".."
import { callbackListener, type CallbackListener } from "./callback-listener"
import { createOrder, eInvoiceBody, send } from "./client"
import { waitFor } from "./wait-for"

const CREATE = "/api/v1/connect/orders/faktura/create"

let sandbox: Sandbox
let url: string
let merchant: CallbackListener

beforeEach(async () => {
  sandbox = createSandbox({ seed: 1, secret: "s3cret" })
  url = (await sandbox.listen()).url
  merchant = await callbackListener()
})

afterEach(() => Promise.all([sandbox.close(), merchant.close()]))

const newOrder = (path = "/callback") => createOrder(url, { callbackUrl: merchant.url + path })

describe("a callback", () => {
  it("carries the documented parameters and a checksum over them", async () => {
    const uuid = await newOrder()

    sandbox.pay(uuid)
    await sandbox.callbacks.settled()

    expect(merchant.received).toHaveLength(1)
    const values = Object.fromEntries(merchant.received[0]!)
    expect(Object.keys(values)).toEqual([
      "orderUuid",
      "status",
      "paymentMethod",
      "amount",
      "createdAt",
      "timestamp",
      "checksum",
    ])
    expect(values).toMatchObject({
      orderUuid: uuid,
      status: "PAID",
      paymentMethod: "invoice",
      amount: "1249",
      createdAt: expect.stringMatching(/^\d{10}$/),
      timestamp: expect.stringMatching(/^\d{10}$/),
    })
    const { createdAt, timestamp } = values
    expect(values.checksum).toBe(
      createHash("sha256")
        .update(`${uuid}PAID${createdAt}1249invoice${timestamp}s3cret`)
        .digest("hex")
    )
  })

  it("keeps the merchant's own query as it is", async () => {
    const uuid = await newOrder("/callback/a%20b?order=1%2F2&sign=a+b")

    sandbox.pay(uuid)
    await sandbox.callbacks.settled()

    expect(merchant.paths).toEqual(["/callback/a%20b"])
    expect(Object.fromEntries(merchant.received[0]!)).toMatchObject({
      order: "1/2",
      sign: "a b",
      orderUuid: uuid,
    })
  })

  it("is sent for every change of status, also one the merchant made", async () => {
    const uuid = await newOrder()
    const cancelled = await newOrder()

    sandbox.invoice(uuid)
    sandbox.remind(uuid)
    sandbox.collectDebt(uuid)
    sandbox.pay(uuid)
    await send("POST", `${url}/api/v1/connect/orders/cancel/${cancelled}`, {
      body: { cancellationNote: "No longer wanted" },
    })
    await waitFor(() => merchant.received.length === 5)

    const statuses = merchant.received.map((query) => query.get("status"))
    expect(statuses.sort()).toEqual(["CANCELLED", "INKASSO", "INVOICED", "PAID", "PURRING"])
  })

  it("follows no redirect", async () => {
    const elsewhere = await callbackListener()
    const redirecting = await callbackListener((_request, response) => {
      response.writeHead(302, { location: elsewhere.url }).end()
    })
    const uuid = await createOrder(url, { callbackUrl: redirecting.url })

    sandbox.pay(uuid)
    await sandbox.callbacks.settled()

    expect(redirecting.received).toHaveLength(1)
    expect(elsewhere.received).toEqual([])
    expect(sandbox.callbacks.list()).toMatchObject([
      { state: "failed", attempts: [{ httpStatus: 302 }] },
    ])
    await Promise.all([elsewhere.close(), redirecting.close()])
  })

  it("is logged with its result and without the secret in its address", async () => {
    const token = "0123456789abcdefghijklmnop"
    const uuid = await newOrder(`/hooks/e-invoice/${token}`)

    sandbox.pay(uuid)
    await sandbox.callbacks.settled()

    expect(sandbox.callbacks.list()).toEqual([
      {
        number: 1,
        recordUuid: uuid,
        status: "PAID",
        url: `${merchant.url}/hooks/e-invoice/0123…`,
        state: "delivered",
        attempts: [
          {
            at: expect.any(String),
            durationMs: expect.any(Number),
            httpStatus: 200,
          },
        ],
      },
    ])
    expect(merchant.paths).toEqual([`/hooks/e-invoice/${token}`])
  })

  it("is logged as failed when the address does not answer", async () => {
    const uuid = await createOrder(url, {
      callbackUrl: "http://127.0.0.1:1/callback",
    })

    sandbox.pay(uuid)
    await sandbox.callbacks.settled()

    expect(sandbox.callbacks.list()).toMatchObject([
      { state: "failed", attempts: [{ error: "No answer (ECONNREFUSED)." }] },
    ])
  })

  it("can be sent once more by hand", async () => {
    sandbox.pay(await newOrder())
    await sandbox.callbacks.settled()

    sandbox.callbacks.resend(1)
    await sandbox.callbacks.settled()

    expect(merchant.received).toHaveLength(2)
    expect(() => sandbox.callbacks.resend(99)).toThrow('The sandbox has no callback "99".')
  })

  it("leaves after the call that caused it was answered", async () => {
    const uuid = await createOrder(url, {
      callbackUrl: `${merchant.url}/callback`,
      email: "kari+paid@example.com",
    })

    await waitFor(() => merchant.received.length === 1)

    expect(merchant.received[0]?.get("orderUuid")).toBe(uuid)
    expect(sandbox.order(uuid).status).toBe("PAID")
  })
})

it("retries as often as it is told", async () => {
  const flaky = await callbackListener((_request, response, calls) => {
    response.writeHead(calls < 3 ? 503 : 204).end()
  })
  const retrying = createSandbox({
    callbacks: { attempts: 5, retryDelayMs: 5 },
  })
  const { url: retryingUrl } = await retrying.listen()

  retrying.pay(await createOrder(retryingUrl, { callbackUrl: flaky.url }))
  await retrying.callbacks.settled()

  expect(retrying.callbacks.list()).toMatchObject([
    {
      state: "delivered",
      attempts: [{ httpStatus: 503 }, { httpStatus: 503 }, { httpStatus: 204 }],
    },
  ])
  await Promise.all([retrying.close(), flaky.close()])
})

it("gives up on a merchant that does not answer", async () => {
  const silent = await callbackListener(() => undefined)
  const impatient = createSandbox({ callbacks: { timeoutMs: 50 } })
  const { url: impatientUrl } = await impatient.listen()

  impatient.pay(await createOrder(impatientUrl, { callbackUrl: silent.url }))
  await impatient.callbacks.settled()

  expect(impatient.callbacks.list()).toMatchObject([{ state: "failed" }])
  await Promise.all([impatient.close(), silent.close()])
})

describe("callback chaos", () => {
  it("drops", async () => {
    sandbox.callbacks.setChaos({ drop: true, times: 1 })

    sandbox.pay(await newOrder())
    sandbox.pay(await newOrder())
    await sandbox.callbacks.settled()

    expect(merchant.received).toHaveLength(1)
    expect(sandbox.callbacks.list().map(({ state }) => state)).toEqual(["dropped", "delivered"])
  })

  it("delays", async () => {
    sandbox.callbacks.setChaos({ delayMs: 120 })
    const started = performance.now()

    sandbox.pay(await newOrder())
    await sandbox.callbacks.settled()

    expect(performance.now() - started).toBeGreaterThanOrEqual(110)
    expect(merchant.received).toHaveLength(1)
  })

  it.each([["duplicates"], ["burst"]] as const)("sends %s, word for word", async (kind) => {
    sandbox.callbacks.setChaos({ [kind]: 2 })

    sandbox.pay(await newOrder())
    await sandbox.callbacks.settled()

    expect(merchant.received).toHaveLength(3)
    expect(new Set(merchant.received.map(String)).size).toBe(1)
  })

  it("reorders", async () => {
    sandbox.callbacks.setChaos({ reorder: 2 })
    const uuid = await newOrder()

    sandbox.invoice(uuid)
    sandbox.pay(uuid)
    await sandbox.callbacks.settled()

    expect(merchant.received.map((query) => query.get("status"))).toEqual(["PAID", "INVOICED"])
  })

  it("releases what a reordering holds", async () => {
    sandbox.callbacks.setChaos({ reorder: 5 })
    sandbox.pay(await newOrder())
    await sandbox.callbacks.settled()
    expect(merchant.received).toEqual([])

    sandbox.callbacks.release()
    await sandbox.callbacks.settled()

    expect(merchant.received).toHaveLength(1)
  })

  it("delivers before the create call is answered", async () => {
    let arrivedBefore = false
    let isAnswered = false
    const early = await callbackListener((_request, response) => {
      arrivedBefore = !isAnswered
      response.end()
    })
    sandbox.callbacks.setChaos({ beforeResponse: true })

    await send("POST", url + CREATE, {
      body: eInvoiceBody({
        email: "kari+paid@example.com",
        callbackUrl: early.url,
      }),
    })
    isAnswered = true

    expect(early.received).toHaveLength(1)
    expect(arrivedBefore).toBe(true)
    await early.close()
  })

  it("names another order", async () => {
    sandbox.callbacks.setChaos({ orderUuid: "ODR9999999999" })

    sandbox.pay(await newOrder())
    await sandbox.callbacks.settled()

    expect(merchant.received[0]?.get("orderUuid")).toBe("ODR9999999999")
  })

  it("tells of success, as the printed sample has it", async () => {
    sandbox.callbacks.setChaos({ status: "success", times: 1 })
    const uuid = await newOrder()
    sandbox.pay(uuid)
    await sandbox.callbacks.settled()

    expect(merchant.received[0]?.get("status")).toBe("success")
    expect(sandbox.order(uuid).status).toBe("PAID")
  })

  it("sends a wrong checksum, none, or an older one", async () => {
    const uuid = await newOrder()
    const checksum = async (chaos: object, act: () => unknown) => {
      sandbox.callbacks.setChaos(chaos)
      act()
      await sandbox.callbacks.settled()
      return merchant.received.at(-1)?.get("checksum")
    }
    const createdAt = sandbox.order(uuid).createdAt

    const wrong = await checksum({ checksum: "wrong" }, () => sandbox.invoice(uuid))
    const missing = await checksum({ checksum: "missing" }, () => sandbox.remind(uuid))
    const oldest = await checksum({ formula: "first-revision" }, () => sandbox.pay(uuid))

    expect(wrong).toMatch(/^[0-9a-f]{64}$/)
    expect(missing).toBeNull()
    expect(oldest).toBe(createHash("sha256").update(`${uuid}PAID${createdAt}s3cret`).digest("hex"))
  })

  it.each(Object.keys(checksumFormulas) as ChecksumFormula[])(
    "is believed by the plugin with the formula %s, and not when wrong",
    async (formula) => {
      const uuid = await newOrder()
      const isBelieved = () => {
        const query = Object.fromEntries(merchant.received.at(-1)!)
        return verifyChecksum(parseCallback(query), "s3cret") !== undefined
      }
      sandbox.callbacks.setChaos({ formula })

      sandbox.invoice(uuid)
      await sandbox.callbacks.settled()
      expect(isBelieved()).toBe(true)
      sandbox.callbacks.setChaos({ formula, checksum: "wrong" })
      sandbox.pay(uuid)
      await sandbox.callbacks.settled()
      expect(isBelieved()).toBe(false)
    }
  )

  it("refuses settings that make no sense", () => {
    expect(() => sandbox.callbacks.setChaos({ drop: 2 })).toThrow(
      "drop must be true, false or a number from 0 to 1."
    )
    expect(() => sandbox.callbacks.setChaos({ delayMs: -1 })).toThrow(
      "delayMs must be a whole number from 0."
    )
  })
})

it("closes at once while callbacks are under way", async () => {
  const silent = await callbackListener(() => undefined)
  const uuid = await createOrder(url, { callbackUrl: silent.url })
  sandbox.pay(uuid)
  await waitFor(() => silent.received.length === 1)
  const started = performance.now()

  await sandbox.close()

  expect(performance.now() - started).toBeLessThan(5_000)
  await silent.close()
})

describe("callbacks that go elsewhere", () => {
  const forwarding = async (forwardTo: string) => {
    const own = createSandbox({ callbacks: { forwardTo } })
    const listening = await own.listen()
    const callbackUrl = "https://shop.example/hooks/e-invoice/callback?token=t0ken-of-the-order"
    own.pay(await createOrder(listening.url, { callbackUrl }))
    await own.callbacks.settled()
    return own
  }

  it.each([
    ["", "/hooks/e-invoice/callback"],
    ["/other", "/other"],
  ])("to a server%s", async (path, called) => {
    const own = await forwarding(merchant.url + path)

    expect(merchant.paths).toEqual([called])
    expect(merchant.received[0]!.get("token")).toBe("t0ken-of-the-order")
    expect(merchant.received[0]!.get("status")).toBe("PAID")
    expect(own.callbacks.list()[0]!.state).toBe("delivered")
    await own.close()
  })

  it("are only shown, with their whole address", async () => {
    const own = await forwarding("console")

    const [{ number, state, attempts }] = own.callbacks.list() as [CallbackRecord]

    expect({ state, attempts }).toEqual({ state: "kept", attempts: [] })
    const address = new URL(own.callbacks.addressOf(number) ?? "")
    expect(address.searchParams.get("token")).toBe("t0ken-of-the-order")
    expect(address.searchParams.get("checksum")).toMatch(/^[\da-f]{64}$/)
    await own.close()
  })
})
