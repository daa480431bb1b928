import { createSandbox, type Sandbox } from ".."
import { faultText, parseFault } from "../faults/fault"
import { createOrder, eInvoiceBody, send, TOKEN } from "./client"
import { request } from "undici"
import { waitFor } from "./wait-for"

const CREATE = "/api/v1/connect/orders/faktura/create"
const STATUS_LIST = "/api/v1/connect/orders/status"

let sandbox: Sandbox
let url: string

beforeEach(async () => {
  sandbox = createSandbox({ seed: 3 })
  url = (await sandbox.listen()).url
})

afterEach(() => sandbox.close())

const createWith = (fault: string) =>
  send("POST", url + CREATE, {
    body: eInvoiceBody(),
    headers: { "x-sandbox-fault": fault },
  })

const rawWith = (fault: string, signal?: AbortSignal) =>
  request(url + CREATE, {
    method: "POST",
    signal,
    body: JSON.stringify(eInvoiceBody()),
    headers: {
      authorization: `Bearer ${TOKEN}`,
      "content-type": "application/json",
      "x-sandbox-fault": fault,
    },
  })

describe("a status fault", () => {
  it.each([
    ["401", 401, "unauthorized"],
    ["417", 417, "payloadValidationErrors"],
    ["429", 429, "tooManyAttempts"],
    ["500", 500, "internalErrorOccurredPleaseTryAgainLater"],
    ["510", 510, "somethingWentWrong"],
  ])("%s is answered before anything happens", async (fault, status, message) => {
    const reply = await createWith(fault)

    expect(reply.status).toBe(status)
    expect(reply.json).toMatchObject({
      status_code: status,
      message,
      is_error: true,
    })
    expect(sandbox.orders()).toEqual([])
  })

  it.each([["after:500"], ["after:510"], ["after:429"]])(
    "%s is answered although the order exists",
    async (fault) => {
      expect((await createWith(fault)).json.is_error).toBe(true)
      expect(sandbox.orders()).toHaveLength(1)
    }
  )

  it("gives the 500 its specified details", async () => {
    expect((await createWith("500")).json.errors).toEqual({
      happenedAt: expect.any(String),
      internalErrorDetails: [],
    })
  })

  it("sends Retry-After only when told", async () => {
    expect((await createWith("429")).headers).not.toHaveProperty("retry-after")
    expect((await createWith("429;retry-after=7")).headers).toMatchObject({
      "retry-after": "7",
    })
  })
})

describe("a delivery fault", () => {
  it.each([
    ["drop", 1],
    ["after:drop", 1],
    ["before:drop", 0],
    ["reset", 1],
    ["before:reset", 0],
  ])("%s ends the connection without an answer", async (fault, orders) => {
    await expect(createWith(fault)).rejects.toMatchObject({
      code: expect.stringMatching(/UND_ERR_SOCKET|ECONNRESET/),
    })
    expect(sandbox.orders()).toHaveLength(orders)
    expect(sandbox.requests()).toMatchObject([{ status: 0, executed: orders === 1 }])
  })

  it("hang answers nothing at all", async () => {
    await expect(rawWith("hang", AbortSignal.timeout(150))).rejects.toMatchObject({
      name: "TimeoutError",
    })
    expect(sandbox.orders()).toHaveLength(1)
  })

  it("empty sends the status without a body", async () => {
    const reply = await createWith("empty")

    expect(reply.status).toBe(201)
    expect(reply.text).toBe("")
  })

  it("truncated breaks off in the middle of the body", async () => {
    const { body, statusCode } = await rawWith("truncated")

    expect(statusCode).toBe(201)
    await expect(body.text()).rejects.toThrow()
    expect(sandbox.orders()).toHaveLength(1)
  })

  it("not-json sends a gateway's page as JSON", async () => {
    const reply = await createWith("not-json")

    expect(reply.headers["content-type"]).toBe("application/json")
    expect(() => JSON.parse(reply.text) as unknown).toThrow()
  })

  it("wrong-typed answers with other types than documented", async () => {
    const reply = await createWith("wrong-typed")

    expect(reply.status).toBe(201)
    expect(JSON.parse(reply.text)).toMatchObject({
      message: "orderAddedSuccessfully",
      data: { uuid: [17] },
    })
  })

  it("wrong-content-type calls JSON a page", async () => {
    const reply = await createWith("wrong-content-type")

    expect(reply.headers["content-type"]).toBe("text/html")
    expect(reply.json.message).toBe("orderAddedSuccessfully")
  })

  it("oversized sends more than ten megabytes", async () => {
    const reply = await createWith("oversized")

    expect(reply.text.length).toBeGreaterThan(10 * 1024 * 1024)
    expect(reply.json.message).toBe("orderAddedSuccessfully")
  })

  it("never-ending keeps sending until the caller gives up", async () => {
    const caller = new AbortController()
    const { body, statusCode } = await rawWith("never-ending", caller.signal)
    // Counted from the first byte: a busy machine may be long in coming to it.
    setTimeout(() => caller.abort(new DOMException("The caller gave up.", "TimeoutError")), 1_000)
    let received = 0
    const readAll = async () => {
      for await (const chunk of body) {
        received += Buffer.byteLength(chunk as Buffer)
      }
    }

    expect(statusCode).toBe(201)
    await expect(readAll()).rejects.toMatchObject({ name: "TimeoutError" })
    expect(received).toBeGreaterThan(100)
  })

  it("slow-headers keeps the whole answer back", async () => {
    const started = performance.now()
    const { body, statusCode } = await rawWith("slow-headers=150")

    expect(performance.now() - started).toBeGreaterThanOrEqual(140)
    expect(statusCode).toBe(201)
    await body.dump()
  })

  it("slow-body sends the head at once and the body bit by bit", async () => {
    const started = performance.now()
    const { body } = await rawWith("slow-body=1000")
    const headAfter = performance.now() - started
    const text = await body.text()

    const bodyTook = performance.now() - started - headAfter
    expect(bodyTook).toBeGreaterThan(headAfter)
    expect(headAfter + bodyTook).toBeGreaterThanOrEqual(980)
    expect(JSON.parse(text)).toMatchObject({ status_code: 201 })
  })
})

describe("where a fault comes from", () => {
  it("the reference of an order", async () => {
    const reply = await send("POST", url + CREATE, {
      body: eInvoiceBody({ referenceNo: "fault:after:510" }),
    })

    expect(reply.status).toBe(510)
    expect(sandbox.orders()).toHaveLength(1)
  })

  it("a rule for one operation and the n-th call", async () => {
    sandbox.faults.add({
      operation: "orders.create-e-invoice",
      fault: "510",
      nth: 2,
    })
    const statuses: number[] = []
    for (let call = 0; call < 3; call += 1) {
      statuses.push((await createWithout()).status)
      await send("GET", url + STATUS_LIST)
    }

    expect(statuses).toEqual([201, 510, 201])
    expect(sandbox.faults.list()).toMatchObject([{ seen: 3, played: 1 }])
  })

  it("a rule for all operations, as many times as it says", async () => {
    sandbox.faults.add({ fault: "500", times: 2 })

    const statuses = [
      (await createWithout()).status,
      (await send("GET", url + STATUS_LIST)).status,
      (await createWithout()).status,
    ]

    expect(statuses).toEqual([500, 500, 201])
  })

  it("chance, the same for the same seed", async () => {
    const run = async (seed: number) => {
      const seeded = createSandbox({
        seed,
        faults: [{ fault: "510", probability: 0.5 }],
      })
      const { url: seededUrl } = await seeded.listen()
      const statuses: number[] = []
      for (let call = 0; call < 20; call += 1) {
        const verify = `${seededUrl}/api/v1/connect/token/verify`
        statuses.push((await send("GET", verify)).status)
      }
      await seeded.close()
      return statuses
    }

    const first = await run(42)

    expect(await run(42)).toEqual(first)
    expect(new Set(first)).toEqual(new Set([200, 510]))
    expect(await run(43)).not.toEqual(first)
  })

  it("is removed with its rule", async () => {
    const { id } = sandbox.faults.add({ fault: "500" })

    expect(sandbox.faults.remove(id)).toBe(true)
    expect(sandbox.faults.remove(id)).toBe(false)
    expect((await createWithout()).status).toBe(201)
  })

  it("and a misspelt one is refused by name", async () => {
    const reply = await createWith("after:nonsense")

    expect(reply.status).toBe(417)
    expect(reply.json.errors).toEqual([expect.stringContaining("kind is one of 401, 417")])
    expect(() => sandbox.faults.add({ fault: "nonsense" })).toThrow(RangeError)
    expect(() => sandbox.faults.add({ fault: "drop", nth: 0 })).toThrow(
      "nth and times must be whole numbers from 1."
    )
    expect(() => sandbox.faults.add({ fault: "drop", probability: 2 })).toThrow(
      "probability must be a number from 0 to 1."
    )
  })

  const createWithout = () => send("POST", url + CREATE, { body: eInvoiceBody() })
})

it.each([
  ["drop", "after:drop"],
  ["before:drop", "before:drop"],
  ["510", "before:510"],
  ["after:429;retry-after=3", "after:429;retry-after=3"],
  ["slow-body", "after:slow-body=3000"],
  ["before:slow-headers=10", "before:slow-headers=10"],
])("reads %s as %s", (text, full) => {
  expect(faultText(parseFault(text))).toBe(full)
  expect(parseFault(full)).toEqual(parseFault(text))
})

it.each([["", "drop=5", "500;retry-after=1", "during:drop", "DROP"]])(
  "does not read %j as a fault",
  (text) => {
    expect(() => parseFault(text)).toThrow(RangeError)
  }
)

it("takes its time when told", async () => {
  const slow = createSandbox({ latency: { least: 80, most: 90 } })
  const { url: slowUrl } = await slow.listen()
  const started = performance.now()

  await createOrder(slowUrl)

  expect(performance.now() - started).toBeGreaterThanOrEqual(75)
  await slow.close()
})

it("counts down the rate limit, and enforces it when told", async () => {
  const strict = createSandbox({ rateLimit: { perMinute: 2, enforced: true } })
  const { url: strictUrl } = await strict.listen()
  const verify = () => send("GET", `${strictUrl}/api/v1/connect/token/verify`)

  const replies = [await verify(), await verify(), await verify()]

  expect(replies.map(({ status }) => status)).toEqual([200, 200, 429])
  expect(replies.map(({ headers }) => headers["x-ratelimit-remaining"])).toEqual(["1", "0", "0"])
  expect(Number(replies[2]?.headers["retry-after"])).toBeGreaterThan(0)
  await strict.close()
})

it("closes at once while it keeps a caller waiting", async () => {
  const waiting = createWith("hang").catch(() => "without an answer")
  await waitFor(() => sandbox.requests().length > 0)

  await sandbox.close()

  expect(await waiting).toBe("without an answer")
})
