import { createHash, createHmac, randomBytes } from "node:crypto"

import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import fc from "fast-check"

import { isOperationId, operationIds, operationOf } from "../../src/connect"
import { sweepEInvoiceOrders } from "../../src/workflows"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { journalOf, shopperDataCount } from "./support/evidence"
import type { HttpClient } from "./support/http-client"
import { callbackQuery, sessionBody } from "./support/malformed-input"
import { Merchant } from "./support/merchant"
import { callbacksProcessed, purchase } from "./support/purchase"
import { inBatches, serverErrors, statusOf } from "./support/raw-calls"
import { fillRoute, type Route, routesBelow } from "./support/route-table"
import { PERSONAL_NUMBER, Shopper } from "./support/shopper"

const CALLBACK_QUERIES = 8_000
const SESSION_BODIES = 2_000

const MINUTE = 60_000

const TOKEN = /[\w-]{43}$/

jest.setTimeout(600_000)

eInvoiceSuite("attack", {}, (suite) => {
  const { sandbox } = suite
  const database = (): Knex => suite.container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const inbox = () => suite.eInvoice.listEInvoiceCallbacks()
  const call = (http: HttpClient, { method, path }: Route) =>
    method === "GET" ? http.get(path) : http.post(path)

  describe("the admin routes", () => {
    const routes = [
      ...routesBelow("/admin"),
      ...operationIds.map((id) => ({
        method: operationOf(id).safety === "read" ? ("GET" as const) : ("POST" as const),
        path: `/admin/e-invoice/operations/${id}`,
      })),
    ].map((route) => ({ ...route, path: fillRoute(route, "ODR1234567890") }))
    const secretKey = async ({ http }: Merchant) => {
      const { body } = await http.post<{ api_key: { token: string } }>("/admin/api-keys", {
        title: "canary",
        type: "secret",
      })
      return body.api_key.token
    }
    const unsigned = (claims: object) =>
      [{ alg: "none", typ: "JWT" }, claims]
        .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
        .join(".")

    it("are all found, and one serves every operation", () => {
      expect(routesBelow("/admin").length).toBeGreaterThan(30)
      for (const method of ["GET", "POST"]) {
        expect(routesBelow("/admin")).toContainEqual({
          method,
          path: "/admin/e-invoice/operations/:id",
        })
      }
    })

    it("closed without an admin's session or a secret key", async () => {
      const merchant = await Merchant.signIn(suite)
      const { email, password } = suite.store.customer
      const { body: shopper } = await suite.http.post<{ token: string }>(
        "/auth/customer/emailpass",
        { email, password }
      )
      const claims = {
        actor_id: "user_1",
        actor_type: "user",
        app_metadata: {},
      }
      const strangers: Record<string, Record<string, string>> = {
        nobody: {},
        "a publishable key": {
          "x-publishable-api-key": suite.store.publishableKey,
        },
        "a shopper's session": { authorization: `Bearer ${shopper.token}` },
        "a secret key as a session": {
          authorization: `Bearer ${await secretKey(merchant)}`,
        },
        "an unknown secret key": {
          authorization: `Basic ${Buffer.from("sk_unknown:").toString("base64")}`,
        },
        "a publishable key as a secret one": {
          authorization: `Basic ${Buffer.from(`${suite.store.publishableKey}:`).toString("base64")}`,
        },
        "an unsigned session": {
          authorization: `Bearer ${unsigned(claims)}.`,
        },
        "a session signed with another secret": {
          authorization: `Bearer ${signed(unsigned(claims))}`,
        },
      }
      for (const [stranger, headers] of Object.entries(strangers)) {
        for (const route of routes) {
          const { status } = await call(suite.http.with(headers), route)
          expect({ stranger, route, status }).toEqual({
            stranger,
            route,
            status: 401,
          })
        }
      }
      expect(sandbox.requests()).toEqual([])
    })

    it("open to a secret key as to an admin, where the store uses no roles", async () => {
      const merchant = await Merchant.signIn(suite)
      const key = Buffer.from(`${await secretKey(merchant)}:`)
      const { status } = await suite.http
        .with({ authorization: `Basic ${key.toString("base64")}` })
        .get("/admin/e-invoice/orders")
      expect(status).toBe(200)
    })

    it("let no id lead to another address of the service", async () => {
      const { http } = await Merchant.signIn(suite)
      const tricks = [
        "..%2f..%2fusers%2fcreate%2fuser",
        "%2e%2e%2f%2e%2e",
        "..%5c..%5ctoken",
        "ODR1%2fcancel",
        "ODR1%3fa=b",
        "ODR1%23",
        "ODR1;x",
        "%00",
        "ODR1%0d%0aX-Injected:%20yes",
        "http:%2f%2f169.254.169.254%2flatest",
        "%EF%BC%8E%EF%BC%8E",
        `ODR${"1".repeat(500)}`,
        "{order_uuid}",
        "*",
      ]
      const withId = routesBelow("/admin").filter(({ path }) => path.includes(":"))
      for (const route of withId) {
        for (const trick of tricks) {
          const { status } = await call(http, {
            ...route,
            path: fillRoute(route, trick),
          })
          const answers = takesAnyId(route) ? [200, 400, 404] : [400, 404]
          expect({ route, trick, status }).toEqual({
            route,
            trick,
            status: answers.find((answer) => answer === status) ?? answers,
          })
        }
      }
      for (const id of operationIds) {
        const names = Object.keys(operationOf(id).params?.shape ?? {})
        for (const trick of names.length > 0 ? tricks : []) {
          const door = `/admin/e-invoice/operations/${id}`
          const asked = names.map((name) => `${name}=${trick}`).join("&")
          const params = Object.fromEntries(names.map((name) => [name, decodeURIComponent(trick)]))
          const { status, body } =
            operationOf(id).safety === "read"
              ? await http.get<{ errors?: { field: string }[] }>(`${door}?${asked}`)
              : await http.post<{ errors?: { field: string }[] }>(door, { params })
          expect({ id, trick, status }).toEqual({ id, trick, status: 400 })
          if (trick !== "%00") {
            expect(names).toEqual(expect.arrayContaining([body.errors?.[0]?.field]))
          }
        }
      }
      expect(sandbox.requests().map(({ path }) => path)).toEqual([])
    })
  })

  describe("the shopper's routes", () => {
    it("take no data that another shopper entered", async () => {
      const victim = await Shopper.arrive(suite)
      const { body } = await victim.chooseInvoice()
      const [session] = body.payment_collection.payment_sessions ?? []
      const attacker = await Shopper.arrive(suite)

      for (const data of [
        session?.data,
        { personal_number: PERSONAL_NUMBER, ...session?.data },
        { e_invoice_order_id: "einvord_1", order_uuid: "ODR1" },
        { personal_number: PERSONAL_NUMBER, status: "PAID" },
      ]) {
        expect((await attacker.chooseInvoice(data)).status).toBe(400)
      }
      expect(await shopperDataCount(suite)).toBe(1)
      expect((await victim.complete()).body.type).toBe("order")
    })

    it("show nothing that was entered to a shopper who knows another's cart or order", async () => {
      const victim = await Shopper.arrive(suite)
      await victim.chooseInvoice({
        personal_number: PERSONAL_NUMBER,
        phone: "+47 451 23 987",
        reference: "a secret reference",
      })
      const stranger = suite.http.with({
        "x-publishable-api-key": suite.store.publishableKey,
      })
      const fields =
        "fields=*payment_collection.payment_sessions,*payment_collections.payments,*payment_collections.payment_sessions"
      const cart = await stranger.get(`/store/carts/${victim.cartId}?${fields}`)
      const { body } = await victim.complete()
      if (body.type !== "order") {
        throw new Error("Not placed")
      }
      const order = await stranger.get(`/store/orders/${body.order.id}?${fields}`)

      const seen = JSON.stringify([cart.body, order.body])
      expect(seen).toContain("pp_e-invoice_private")
      for (const entered of [PERSONAL_NUMBER, "45123987", "451 23", "secret"]) {
        expect(seen).not.toContain(entered)
      }
    })

    it("reach nothing of the plugin by asking for relations", async () => {
      const shopper = await Shopper.arrive(suite)
      await shopper.chooseInvoice()
      for (const fields of [
        "*e_invoice_order",
        "*e_invoice_shopper_data",
        "+payment_collection.e_invoice_orders.*",
        "*payment_collection.payment_sessions.shopper_data",
      ]) {
        const { status, body } = await shopper.http.get(
          `/store/carts/${shopper.cartId}?fields=${encodeURIComponent(fields)}`
        )
        expect(status).toBeLessThan(500)
        expect(JSON.stringify(body)).not.toMatch(/ciphertext|fingerprint/)
      }
    })
  })

  describe("the callback address", () => {
    it("knows no token that was forged, guessed, cut or changed", async () => {
      const bought = await purchase(suite)
      const [row] = await journalOf(suite)
      const [token = ""] = TOKEN.exec(bought.callbackUrl) ?? []
      const base = bought.callbackUrl.replace(TOKEN, "")
      const hash = (text: string) => createHash("sha256").update(text)
      const tokens = [
        ...Array.from({ length: token.length }, (_, length) => token.slice(0, length)),
        ...Array.from(
          token,
          (letter, index) =>
            token.slice(0, index) + (letter === "A" ? "B" : "A") + token.slice(index + 1)
        ),
        `${token}A`,
        `${token}=`,
        `${token}/`.repeat(2),
        token.toUpperCase(),
        token.toLowerCase(),
        [...token].reverse().join(""),
        encodeURIComponent(` ${token}`),
        `%2e%2e%2f${token}`,
        `${token}%00`,
        row?.callback_token_hash ?? "",
        hash(row?.id ?? "").digest("base64url"),
        hash(bought.uuid).digest("base64url"),
        createHmac("sha256", "").update(`callback:${row?.id}`).digest("base64url"),
        row?.id ?? "",
        bought.orderId,
        bought.uuid,
        ...Array.from({ length: 500 }, () => randomBytes(32).toString("base64url")),
      ].filter((guess) => guess !== token)

      const before = sandbox.requests().length
      for (const guess of tokens) {
        const { status } = await fetch(`${base}${guess}?status=PAID`)
        // A slash at the end is the same address to Express.
        expect({ guess, status }).toEqual({ guess, status: 404 })
      }
      expect(await inbox()).toEqual([])
      expect(sandbox.requests()).toHaveLength(before)
    })

    it("does nothing more when old calls are replayed, also for a finished order", async () => {
      const bought = await purchase(suite)
      sandbox.pay(bought.uuid)
      await callbacksProcessed(suite)
      await bought.merchant.refund(bought.orderId, bought.total)
      await callbacksProcessed(suite)
      const before = await bought.merchant.eInvoiceOrder(bought.orderId)
      const emitted = before.timeline.length

      for (const { number } of sandbox.callbacks.list()) {
        sandbox.callbacks.resend(number)
        sandbox.callbacks.resend(number)
      }
      await callbacksProcessed(suite)

      const after = await bought.merchant.eInvoiceOrder(bought.orderId)
      expect(after).toMatchObject({
        remote_status: "REFUNDED",
        refunded_total: before.refunded_total,
      })
      expect(after.timeline).toHaveLength(emitted)
      expect((await bought.merchant.payment(bought.orderId)).refunds).toHaveLength(1)
      expect(sandbox.audit()).toMatchObject({ money: { balanced: true } })
    })

    it("stands a flood of headers, parameters and callers", async () => {
      const { callbackUrl } = await purchase(suite)
      const many = (count: number) =>
        Array.from({ length: count }, (_, index) => `p${index}=${index}`).join("&")
      expect(await statusOf(`${callbackUrl}?${many(300)}`)).toBe(200)
      expect(await statusOf(`${callbackUrl}?${many(1_000)}`)).toBe(414)
      expect(await statusOf(callbackUrl, { "x-flood": "y".repeat(12_000) })).toBe(200)
      expect([400, 431]).toContain(await statusOf(callbackUrl, { "x-flood": "y".repeat(40_000) }))
      const crowd = await Promise.all(
        Array.from({ length: 300 }, () => statusOf(`${callbackUrl}?crowd=1`))
      )
      expect(new Set(crowd)).toEqual(new Set([200]))
      await callbacksProcessed(suite)
      expect((await suite.eInvoice.listEInvoiceOrders())[0]?.remote_status).toBe("SENT")
    })

    it("believes no parameter that is given twice, nested or polluted", async () => {
      const bought = await purchase(suite)
      const other = await purchase(suite)
      for (const query of [
        `status=SENT&status=PAID`,
        `status[]=PAID&orderUuid[]=${other.uuid}`,
        `orderUuid=${bought.uuid}&orderUuid=${other.uuid}&status=PAID`,
        `__proto__[status]=PAID&constructor[prototype][status]=PAID`,
        `callback_id=1&e_invoice_order_id=${other.id}&state=created&status=PAID`,
        `status=PAID%00&status%00=PAID`,
      ]) {
        expect(await statusOf(`${bought.callbackUrl}?${query}`)).toBe(200)
      }
      await sweepEInvoiceOrders(suite.container, {
        now: new Date(Date.now() + MINUTE),
      })
      for (const { orderId, merchant } of [bought, other]) {
        expect((await merchant.payment(orderId)).captured_at).toBeNull()
      }
      expect(({} as Record<string, unknown>)["status"]).toBeUndefined()
    })
  })

  describe("fuzzing", () => {
    const seed = Number(process.env["FUZZ_SEED"] ?? Date.now() % 2 ** 31)
    const printed = () => process.stdout.write(`Fuzzing with FUZZ_SEED=${seed}\n`)

    it(`${CALLBACK_QUERIES} callback queries has no 5xx and no effect`, async () => {
      printed()
      const bought = await purchase(suite)
      const unknown = bought.callbackUrl.replace(TOKEN, "A".repeat(43))
      const addresses = fc
        .sample(callbackQuery(bought.uuid), { numRuns: CALLBACK_QUERIES, seed })
        .map((query, index) =>
          // Most are from outside: only the service knows a token. What is stored is asked about, once each.
          index % 500 === 0
            ? `${bought.callbackUrl}?${query}`
            : `${unknown.slice(0, unknown.length - (index % 3))}?${query}`
        )
      const statuses = await inBatches(addresses, (address) => statusOf(address))

      expect(serverErrors(addresses, statuses)).toEqual([])
      expect(new Set(statuses)).toEqual(new Set([200, 404, 414]))
      await eventually(async () => {
        const begun = { state: "received" as const }
        expect(await suite.eInvoice.listEInvoiceCallbacks(begun)).toEqual([])
      })
      expect(await suite.eInvoice.listEInvoiceOrders()).toMatchObject([
        {
          id: bought.id,
          remote_status: "SENT",
          paid_at: null,
          attention: null,
        },
      ])
      expect((await bought.merchant.payment(bought.orderId)).captured_at).toBeNull()
      // The service may be asked about an order that a callback names; nothing is changed there.
      const changing = sandbox
        .requests()
        .filter(
          ({ operationId = "" }) =>
            !isOperationId(operationId) || operationOf(operationId).safety !== "read"
        )
      expect(changing).toMatchObject([{ operationId: "orders.create-e-invoice" }])
    })

    it(`${SESSION_BODIES} bodies of a payment session has no 5xx and no effect`, async () => {
      printed()
      const shopper = await Shopper.arrive(suite)
      const { id } = await shopper.paymentCollection()
      const bodies = fc
        .sample(sessionBody(), { numRuns: SESSION_BODIES, seed })
        .map((body) => JSON.stringify(body))
      const path = `/store/payment-collections/${id}/payment-sessions`
      const statuses = await inBatches(bodies, (body) =>
        statusOf(
          `${suite.address}${path}`,
          {
            "content-type": "application/json",
            "x-publishable-api-key": suite.store.publishableKey,
          },
          body
        )
      )

      expect(serverErrors(bodies, statuses)).toEqual([])
      expect(new Set(statuses)).toEqual(new Set([400]))
      expect(await shopperDataCount(suite)).toBe(0)
      expect(await database()("payment_session").count({ n: "*" })).toEqual([{ n: "0" }])
      expect(sandbox.requests()).toEqual([])
    })
  })

  it("with an oversized body of a payment session is refused", async () => {
    const shopper = await Shopper.arrive(suite)
    const { id } = await shopper.paymentCollection()
    for (const size of [50_000, 2_000_000]) {
      const status = await statusOf(
        `${suite.address}/store/payment-collections/${id}/payment-sessions`,
        {
          "content-type": "application/json",
          "x-publishable-api-key": suite.store.publishableKey,
        },
        JSON.stringify({
          provider_id: "pp_e-invoice_private",
          data: { personal_number: PERSONAL_NUMBER, x: "y".repeat(size) },
        })
      )
      expect([400, 413]).toContain(status)
    }
    expect(await shopperDataCount(suite)).toBe(0)
  })
})

/** Routes whose id is one of Medusa's own, which goes to no address: of unknown ones there is nothing to show. */
const takesAnyId = ({ path }: Route): boolean =>
  /^\/admin\/e-invoice\/(personal-data|medusa-(orders|customers))\//.test(path)

/** A session as Medusa's, signed with a secret that is not the store's. */
function signed(claims: string): string {
  const [, payload] = claims.split(".")
  const header = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString("base64url")
  const signature = createHmac("sha256", "not-the-secret")
    .update(`${header}.${payload}`)
    .digest("base64url")
  return `${header}.${payload}.${signature}`
}
