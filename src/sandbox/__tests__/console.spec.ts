import { request } from "undici"
import { createSandbox, type Sandbox } from ".."
import { callbackListener } from "./callback-listener"
import { createOrder, eInvoiceBody, send } from "./client"

let sandbox: Sandbox
let url: string

beforeEach(async () => {
  sandbox = createSandbox({ seed: 5 })
  url = (await sandbox.listen()).url
})

afterEach(() => sandbox.close())

const page = (path: string) => send("GET", url + path)

/** Posts a form the way a browser does from the console's own page. */
const submit = (path: string, fields: Record<string, string> = {}) =>
  send("POST", url + path, {
    body: new URLSearchParams(fields).toString(),
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      origin: url,
      "sec-fetch-site": "same-origin",
    },
  })

it("lists orders with status and a masked customer", async () => {
  const uuid = await createOrder(url)
  const paid = await createOrder(url, { referenceNo: "1002" })
  sandbox.pay(paid)

  const { text, headers } = await page("/")

  expect(headers["content-type"]).toContain("text/html")
  expect(text).toContain(`<a href="/orders/${uuid}"`)
  expect(text).toContain("1249.00")
  expect(text).toContain("K. N.")
  expect(text).not.toContain("Kari Nordmann")
  const filtered = (await page("/?status=PAID")).text
  expect(filtered).toContain(paid)
  expect(filtered).not.toContain(uuid)
})

it("shows an order with its lines and the buttons its status allows", async () => {
  const uuid = await createOrder(url)

  const sent = (await page(`/orders/${uuid}`)).text
  sandbox.pay(uuid)
  const paid = (await page(`/orders/${uuid}`)).text

  expect(sent).toContain("Wool blanket")
  expect(sent).toContain(`action="/orders/${uuid}/pay"`)
  expect(sent).toContain("Mark invoiced")
  expect(paid).not.toContain(`action="/orders/${uuid}/pay"`)
})

it.each([
  ["pay", "PAID"],
  ["invoice", "INVOICED"],
  ["cancel", "CANCELLED"],
  ["expire", "EXPIRED"],
])("has a button to %s", async (button, status) => {
  const uuid = await createOrder(url)

  const { headers, status: code } = await submit(`/orders/${uuid}/${button}`)

  expect(code).toBe(303)
  expect(headers.location).toBe(`/orders/${uuid}`)
  expect(sandbox.order(uuid).status).toBe(status)
})

it("says why a button did nothing", async () => {
  const uuid = await createOrder(url)
  sandbox.pay(uuid)

  const { status, text } = await submit(`/orders/${uuid}/expire`)

  expect(status).toBe(409)
  expect(text).toContain("is PAID")
  expect((await page("/orders/ODR0")).status).toBe(404)
})

it.each([
  ["another site's origin", { origin: "http://evil.example" }],
  ["a cross-site fetch", { "sec-fetch-site": "cross-site" }],
  ["a same-site fetch", { "sec-fetch-site": "same-site" }],
  ["no origin it would name", { origin: "null" }],
])("takes no post from %s", async (_what, headers) => {
  const uuid = await createOrder(url)

  for (const prefix of ["", "/sandbox"]) {
    const reply = await send("POST", `${url}${prefix}/orders/${uuid}/pay`, {
      headers,
    })
    expect(reply.status).toBe(403)
  }
  expect(sandbox.order(uuid).status).toBe("SENT")
})

it.each([
  ["http", ""],
  ["https", ""],
  ["https", ":8443"],
])(
  "takes a post of its own page, also where a proxy takes TLS off: %s %s",
  async (scheme, port) => {
    const uuid = await createOrder(url)
    const host = `sandbox.localhost${port}`

    const reply = await send("POST", `${url}/orders/${uuid}/pay`, {
      headers: { host, origin: `${scheme}://${host}` },
    })
    const other = await send("POST", `${url}/orders/${uuid}/pay`, {
      headers: { host, origin: `${scheme}://other.localhost${port}` },
    })

    expect(reply.status).toBe(303)
    expect(other.status).toBe(403)
  }
)

it("answers under its loopback name only", async () => {
  const { statusCode, body } = await request(`${url}/`, {
    headers: { host: "rebound.example" },
  })

  expect(statusCode).toBe(403)
  await body.dump()
})

it("escapes what others wrote, everywhere", async () => {
  const markup = `<img src=x onerror="alert(1)">`
  const [line] = eInvoiceBody().products
  const uuid = await createOrder(url, {
    products: [{ ...line!, name: markup }],
    referenceNo: markup,
    customerReference: markup,
    customerDetails: { ...eInvoiceBody().customerDetails, name: markup },
    callbackUrl: "http://127.0.0.1:1/'\"><script>",
  })
  sandbox.cancel(uuid, markup)
  await sandbox.callbacks.settled()
  const paths = ["/", `/orders/${uuid}`, "/callbacks", "/requests", "/audit"]

  for (const path of paths) {
    const { text, status } = await page(path)
    expect(status).toBe(200)
    expect(text).not.toContain("<img")
    expect(text).not.toContain("<script")
  }
})

it("allows no script, frame or outside asset", async () => {
  const { headers, text } = await page("/")
  const policy = String(headers["content-security-policy"])

  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("form-action 'self'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toMatch(/style-src 'sha256-[^']+'/)
  expect(policy).not.toContain("unsafe")
  expect(headers["x-content-type-options"]).toBe("nosniff")
  expect(text).not.toMatch(/(src|href)="https?:/)
})

it("shows callbacks with their results, and resends them", async () => {
  const merchant = await callbackListener()
  sandbox.pay(await createOrder(url, { callbackUrl: merchant.url }))
  await sandbox.callbacks.settled()

  expect((await page("/callbacks")).text).toContain("delivered")
  expect((await submit("/callbacks/1/resend")).status).toBe(303)
  await sandbox.callbacks.settled()

  expect(merchant.received).toHaveLength(2)
  await merchant.close()
})

it("puts callback chaos in force, and ends it", async () => {
  await submit("/callbacks/chaos", {
    drop: "",
    duplicates: "2",
    beforeResponse: "true",
    checksum: "wrong",
  })
  expect(sandbox.callbacks.chaos).toEqual({
    duplicates: 2,
    beforeResponse: true,
    checksum: "wrong",
  })

  await submit("/callbacks/chaos")
  expect(sandbox.callbacks.chaos).toEqual({})
})

it("puts faults in force, and removes them", async () => {
  await submit("/faults", {
    operation: "orders.cancel",
    commit: "after:",
    kind: "510",
    nth: "2",
    probability: "0.5",
  })

  const [rule] = sandbox.faults.list()
  expect(rule).toMatchObject({
    fault: "after:510",
    operation: "orders.cancel",
    nth: 2,
    probability: 0.5,
  })
  expect((await page("/faults")).text).toContain("call 2, chance 0.5")
  await submit(`/faults/${rule?.id}/remove`)
  expect(sandbox.faults.list()).toEqual([])
  expect((await submit("/faults", { kind: "nonsense" })).status).toBe(409)
})

it("logs requests without personal data", async () => {
  await createOrder(url)

  const { text } = await page("/requests")

  expect(text).toContain("orderAddedSuccessfully")
  for (const secret of ["01886599925", "Kari", "Storgata", "40000000"]) {
    expect(text).not.toContain(secret)
  }
  expect(text).not.toContain("sandbox-token")
})

it("moves the clock and forgets everything", async () => {
  await createOrder(url)
  const before = sandbox.clock.now().getTime()

  await submit("/clock/advance", { days: "2", hours: "" })

  expect(sandbox.clock.now().getTime() - before).toBeGreaterThan(172_000_000)
  expect((await page("/clock")).text).toContain("<time")
  await submit("/reset")
  expect(sandbox.orders()).toEqual([])
})

it("shows the audit", async () => {
  await createOrder(url)
  const second = await createOrder(url)

  const { text } = await page("/audit")

  expect(text).toContain("Money in equals money out.")
  expect(text).toContain(second)
})

it("shows a callback's whole address, to be copied", async () => {
  const uuid = await createOrder(url, {
    callbackUrl: "http://127.0.0.1:9/cb?token=a-long-token-of-it",
  })
  sandbox.pay(uuid)
  await sandbox.callbacks.settled()

  const { text } = await page("/callbacks/1")

  expect((await page("/callbacks")).text).toContain('href="/callbacks/1"')
  expect(text).toContain("http://127.0.0.1:9/cb?token=a-long-token-of-it&amp;orderUuid=")
  expect(text).toContain("checksum=")
  expect((await page("/callbacks/9")).status).toBe(404)
})

it("links the orders that the audit names", async () => {
  const first = await createOrder(url)
  const second = await createOrder(url)

  const { text } = await page("/audit")

  for (const uuid of [first, second]) {
    expect(text).toContain(`<a href="/orders/${uuid}">`)
  }
})

it("puts quirks in force and ends them", async () => {
  await submit("/quirks", { emptyLists: "true", refundDelay: "held", listLag: "30" })
  expect(sandbox.quirks).toEqual({ emptyLists: true, refundDelay: "held", listLag: 30 })
  expect((await page("/faults")).text).toContain('name="refundDelay" value="held"')

  await submit("/quirks")
  expect(sandbox.quirks).toEqual({})
})

it("moves the clock against the real one, and carries delayed refunds out", async () => {
  sandbox.setQuirks({ refundDelay: "held" })
  const uuid = await createOrder(url)
  sandbox.pay(uuid)
  const [line] = sandbox.order(uuid).lines
  const { status } = await send("POST", `${url}/api/v1/connect/orders/refund/${uuid}`, {
    body: { type: "regular", grandTotal: "500.00", products: [{ id: line!.id, amount: "500.00" }] },
  })
  await submit("/clock/skew", { skew: "-360" })

  expect(status).toBe(202)
  expect(Math.round((sandbox.clock.now().getTime() - Date.now()) / 1000)).toBe(-360)
  expect((await page("/clock")).text).toContain(uuid)
  await submit("/delayed-refunds/carry-out")
  expect(sandbox.delayedRefunds.list()).toEqual([])
  expect(sandbox.order(uuid).refunded).toBe(500)
})

it("shows what was answered, redacted", async () => {
  await createOrder(url)
  const uuid = sandbox.customers()[0]!.uuid

  await send("GET", `${url}/api/v1/connect/customers/details/${uuid}`)
  const { text } = await page("/requests")

  expect(text).toContain("customerUuid")
  expect(text).not.toContain("Nordmann")
  expect(text).not.toContain("kari@example.com")
})
