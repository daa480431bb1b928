import { createSandbox, type Sandbox } from ".."
import { createOrder, send } from "./client"

let sandbox: Sandbox
let url: string

beforeEach(async () => {
  sandbox = createSandbox({ seed: 5 })
  url = `${(await sandbox.listen()).url}`
})

afterEach(() => sandbox.close())

const control = async (method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: unknown) => {
  const { status, text } = await send(method, `${url}/sandbox${path}`, { body })
  return { status, json: JSON.parse(text) as unknown }
}

it("gives orders, and moves them on", async () => {
  const uuid = await createOrder(url)

  expect(await control("GET", `/orders/${uuid}`)).toMatchObject({
    status: 200,
    json: { uuid, status: "SENT", grandTotal: 1249, referenceNo: "1001" },
  })
  const steps = [
    ["invoice", "INVOICED"],
    ["remind", "PURRING"],
    ["collect-debt", "INKASSO"],
    ["pay", "PAID"],
  ]
  for (const [step, status] of steps) {
    expect(await control("POST", `/orders/${uuid}/${step}`)).toMatchObject({
      status: 200,
      json: { uuid, status },
    })
  }
  expect((await control("GET", "/orders")).json).toHaveLength(1)
})

it("answers in sentences what it cannot do", async () => {
  const uuid = await createOrder(url)
  sandbox.pay(uuid)

  expect(await control("POST", `/orders/${uuid}/expire`)).toEqual({
    status: 409,
    json: {
      error: `Order ${uuid} is PAID; "expire" needs SENT with an amount still open.`,
    },
  })
  expect(await control("GET", "/orders/ODR0")).toEqual({
    status: 404,
    json: { error: 'The sandbox has no order "ODR0".' },
  })
  expect((await control("PUT", "/callbacks/chaos", { drop: 7 })).status).toBe(400)
  expect((await control("PUT", "/callbacks/chaos", { delayMs: 2 ** 31 })).status).toBe(400)
  expect((await control("PUT", "/callbacks/chaos", { burst: 5_000_000_000 })).status).toBe(400)
  expect(() => sandbox.callbacks.setChaos({ duplicates: 1_001 })).toThrow("at most 1000")
  expect((await control("POST", "/faults", { fault: "boom" })).status).toBe(400)
  expect((await control("POST", "/clock/advance", "{")).status).toBe(400)
  expect((await control("PUT", "/snapshot", {})).status).toBe(400)
  expect(await control("POST", "/callbacks/9/resend")).toEqual({
    status: 404,
    json: { error: 'The sandbox has no callback "9".' },
  })
  expect((await control("DELETE", "/faults/none")).status).toBe(404)
})

it("puts a note on what it does", async () => {
  const uuid = await createOrder(url)

  await control("POST", `/orders/${uuid}/cancel`, { note: "Bankrupt" })

  expect(sandbox.order(uuid).history.at(-1)).toMatchObject({
    title: "order-cancelled",
    note: "Bankrupt",
  })
})

it("sets faults and chaos", async () => {
  const added = await control("POST", "/faults", {
    fault: "after:drop",
    operation: "orders.create-e-invoice",
    nth: [1, 3],
  })
  expect(added.status).toBe(201)
  expect((await control("GET", "/faults")).json).toEqual([added.json])
  await control("DELETE", "/faults")
  expect(sandbox.faults.list()).toEqual([])

  await control("PUT", "/callbacks/chaos", { duplicates: 3 })
  expect((await control("GET", "/callbacks/chaos")).json).toEqual({
    duplicates: 3,
  })
})

it("tells and moves the time", async () => {
  await control("PUT", "/clock", { to: "2030-01-01T12:00:00Z" })
  const { json } = await control("POST", "/clock/advance", { days: 31 })

  expect(json).toEqual({ now: expect.stringMatching(/^2030-02-01T12:00/) })
  for (const tooFar of [{ days: 3e6 }, { days: 1e8 }, { seconds: 1e300 }]) {
    expect(await control("POST", "/clock/advance", tooFar)).toMatchObject({ status: 400 })
  }
  for (const tooFar of [{ to: "9999-12-31T12:00:00Z" }, { skew: -1e12 }, { skew: 1e300 }]) {
    expect(await control("PUT", "/clock", tooFar)).toMatchObject({ status: 400 })
  }
  expect((await control("GET", "/clock")).json).toEqual({
    now: expect.stringMatching(/^2030-02-01T12:00/),
  })
})

it("gives the request log, the callbacks and the audit", async () => {
  sandbox.pay(await createOrder(url))
  await sandbox.callbacks.settled()

  expect((await control("GET", "/requests")).json).toMatchObject([
    {
      number: 1,
      method: "POST",
      operationId: "orders.create-e-invoice",
      status: 201,
      executed: true,
      body: { customerDetails: { personalNumber: "***********" } },
    },
  ])
  expect((await control("GET", "/callbacks")).json).toHaveLength(1)
  expect((await control("GET", "/audit")).json).toMatchObject({
    money: { billed: 1249, received: 1249, balanced: true },
  })
})

it("saves and restores everything the service knows", async () => {
  const uuid = await createOrder(url)
  const { json: saved } = await control("GET", "/snapshot")
  const later = await createOrder(url)
  sandbox.pay(uuid)

  expect(await control("PUT", "/snapshot", saved)).toMatchObject({
    status: 200,
  })

  expect(sandbox.order(uuid)).toMatchObject({ status: "SENT", received: 0 })
  expect(() => sandbox.order(later)).toThrow("has no order")
  expect(sandbox.audit().money).toMatchObject({ billed: 1249, received: 0 })
  // The source of identifiers is part of it: the same order is made again.
  expect(await createOrder(url)).toBe(later)
})

it.each(["15057012345", "150570 12345"])(
  "takes no real person's number in with a snapshot: %s",
  async (personalNumber) => {
    const uuid = await createOrder(url)
    const saved = sandbox.snapshot()
    saved.customers.forEach((customer) => (customer.personalNumber = personalNumber))
    sandbox.pay(uuid)

    const { json, status } = await control("PUT", "/snapshot", saved)

    expect(status).toBe(400)
    expect(JSON.stringify(json)).not.toContain("12345")
    expect(sandbox.order(uuid).status).toBe("PAID")
  }
)

it("forgets everything on reset", async () => {
  await createOrder(url)
  sandbox.faults.add({ fault: "500" })

  await control("POST", "/reset")

  expect(sandbox.orders()).toEqual([])
  expect(sandbox.requests()).toEqual([])
  expect(sandbox.faults.list()).toEqual([])
})
