import { createHmac } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"

import { eInvoiceSuite } from "./support/e-invoice-suite"
import { Merchant } from "./support/merchant"
import { callbacksProcessed, callsOf, purchase } from "./support/purchase"
import { PERSONAL_NUMBER } from "./support/shopper"

const DAY = 24 * 60 * 60_000

type Case = {
  kind: string
  id: string
  reason: string
  case_id: string
  version: string
  taken_by: string | null
  amount: string | null
  taken_by_name: string | null
  handled_by_name: string | null
  is_mine: boolean
  can_be_handled: boolean
  created_at: string
  is_estimate: boolean
}

type OverviewBody = {
  overview: {
    attention: {
      count: number
      handled_count: number
      items: Case[]
    }
    statuses: { state: string; remote_status: string | null; count: number }[]
    outstanding: {
      currency_code: string
      count: number
      amount: string
      ages: {
        from_days: number
        to_days: number | null
        count: number
        amount: string
      }[]
    }[]
    callbacks: { waiting: number; failed: number }
  }
}

type CallbackBody = {
  id: string
  subject: Record<string, unknown> | null
  said: string | null
  parameters: Record<string, unknown>
  state: string
  outcome: string | null
  attempts: number
}

type CallbacksBody = {
  callbacks: CallbackBody[]
  count: number
  message?: string
}

eInvoiceSuite("desk", {}, (suite) => {
  const { sandbox } = suite
  const signIn = () => Merchant.signIn(suite)

  it.each([
    ["GET", "/overview"],
    ["GET", "/callbacks"],
    ["POST", "/callbacks/einvcb_1/process"],
    ["GET", "/settings"],
    ["POST", "/settings/connection-test"],
    ["POST", "/settings/callback-test"],
  ])("is closed to who is not signed in: %s %s", async (method, path) => {
    const { http } = suite
    const address = `/admin/e-invoice${path}`

    const answer = method === "GET" ? await http.get(address) : await http.post(address)

    expect(answer.status).toBe(401)
  })

  describe("the overview", () => {
    const database = () => suite.container.resolve(ContainerRegistrationKeys.PG_CONNECTION)

    const insert = async (rows: ({ total: string; age?: number } & Record<string, unknown>)[]) => {
      const big = (value: string) => JSON.stringify({ value, precision: 20 })
      await database()("einvoice_order").insert(
        rows.map(({ total, age = 0, refunded = "0", ...row }, index) => ({
          id: `einvord_${index}`,
          payment_session_id: `payses_${index}`,
          callback_token_hash: `hash_${index}`,
          currency_code: "nok",
          state: "succeeded",
          grand_total: total,
          raw_grand_total: big(total),
          refunded_total: refunded,
          raw_refunded_total: big(String(refunded)),
          created_at: new Date(Date.now() - age * DAY),
          ...row,
        }))
      )
    }

    const overview = async () => {
      const { http } = await signIn()
      const { status, body } = await http.get<OverviewBody>("/admin/e-invoice/overview")
      expect(status).toBe(200)
      return body.overview
    }

    it("is empty in an empty store", async () => {
      expect(await overview()).toEqual({
        attention: { count: 0, handled_count: 0, items: [] },
        statuses: [],
        outstanding: [],
        callbacks: { waiting: 0, failed: 0 },
        is_service_down: false,
        // Whether they began before the suite stopped them depends on the minute.
        jobs: [
          expect.objectContaining({ name: "sweep" }),
          expect.objectContaining({ name: "erasure" }),
        ],
      })
    })

    it("sums what customers have not paid, to the øre, by currency and age", async () => {
      await insert([
        { total: "0.10", age: 1, remote_status: "SENT" },
        { total: "0.20", age: 9.9, remote_status: "INVOICED" },
        { total: "9007199254740993.01", age: 10.1, remote_status: "REMINDER" },
        {
          total: "300.00",
          age: 45,
          remote_status: "PARTIAL REFUNDED",
          refunded: "100.25",
        },
        { total: "500.50", age: 400, remote_status: "INKASSO" },
        { total: "70.00", age: 2, remote_status: null },
        { total: "5.00", age: 2, remote_status: "SENT", currency_code: "sek" },
        // No customer owes these.
        { total: "1.00", remote_status: "PAID" },
        {
          total: "1.00",
          remote_status: "PARTIAL REFUNDED",
          paid_at: new Date(),
        },
        { total: "1.00", remote_status: "CANCELLED" },
        { total: "1.00", remote_status: "CREDITED" },
        { total: "1.00", state: "rejected" },
        { total: "1.00", state: "in_doubt" },
        { total: "1.00", remote_status: "SENT", deleted_at: new Date() },
      ])

      const { outstanding } = await overview()

      expect(outstanding).toEqual([
        {
          currency_code: "nok",
          count: 6,
          amount: "9007199254741763.56",
          ages: [
            { from_days: 0, to_days: 10, count: 3, amount: "70.30" },
            {
              from_days: 10,
              to_days: 30,
              count: 1,
              amount: "9007199254740993.01",
            },
            { from_days: 30, to_days: 60, count: 1, amount: "199.75" },
            { from_days: 60, to_days: null, count: 1, amount: "500.50" },
          ],
        },
        {
          currency_code: "sek",
          count: 1,
          amount: "5.00",
          ages: [
            { from_days: 0, to_days: 10, count: 1, amount: "5.00" },
            { from_days: 10, to_days: 30, count: 0, amount: "0" },
            { from_days: 30, to_days: 60, count: 0, amount: "0" },
            { from_days: 60, to_days: null, count: 0, amount: "0" },
          ],
        },
      ])
    })

    it("counts orders by status", async () => {
      await insert([
        { total: "1", remote_status: "PAID" },
        { total: "1", remote_status: "PAID" },
        { total: "1", remote_status: "SENT" },
        { total: "1", state: "in_doubt" },
        { total: "1", remote_status: "PAID", deleted_at: new Date() },
      ])

      const { statuses } = await overview()

      expect(statuses).toHaveLength(3)
      expect(statuses).toEqual(
        expect.arrayContaining([
          { state: "succeeded", remote_status: "PAID", count: 2 },
          { state: "succeeded", remote_status: "SENT", count: 1 },
          { state: "in_doubt", remote_status: null, count: 1 },
        ])
      )
    })

    it("names what waits for staff, the most severe first and then the oldest", async () => {
      await insert([
        {
          id: "einvord_missing",
          total: "1",
          age: 9,
          attention: "order_missing",
        },
        { id: "einvord_doubt_new", total: "1", age: 1, state: "in_doubt" },
        { id: "einvord_doubt_old", total: "1", age: 3, state: "in_doubt" },
        { id: "einvord_twice", total: "1", age: 1, attention: "second_order" },
        { id: "einvord_well", total: "1", remote_status: "SENT" },
      ])
      await database()("einvoice_operation").insert({
        id: "einvop_1",
        operation_id: "reservations.capture",
        idempotency_key: "key",
        request_hash: "hash",
        may_repeat: false,
        actor: "admin:user_1",
        state: "in_doubt",
        subject_kind: "reservation",
        subject_uuid: "RES1",
      })

      const { attention } = await overview()

      expect(attention.count).toBe(5)
      expect(attention.items.map(({ id }) => id)).toEqual([
        "einvord_twice",
        "einvop_1",
        "einvord_doubt_old",
        "einvord_doubt_new",
        "einvord_missing",
      ])
      expect(attention.items[1]).toMatchObject({
        kind: "operation",
        reason: "operation_in_doubt",
        operation_id: "reservations.capture",
        subject_kind: "reservation",
        remote_uuid: "RES1",
      })
    })

    it("names who and how much an operation in doubt is about, where the store knows it", async () => {
      const bought = await purchase(suite)
      const big = JSON.stringify({ value: "99.90", precision: 20 })
      const customer = await suite.container
        .resolve(Modules.CUSTOMER)
        .createCustomers({ email: "nina@example.com", first_name: "Nina", last_name: "Berg" })
      await database()("einvoice_record").insert({
        id: "einvrec_sub",
        kind: "subscription",
        remote_uuid: "SUB1",
        customer_id: customer.id,
        amount: "99.90",
        raw_amount: big,
        currency_code: "nok",
      })
      const operation = {
        request_hash: "hash",
        may_repeat: false,
        actor: "admin:user_1",
        state: "in_doubt",
      }
      await database()("einvoice_operation").insert([
        {
          ...operation,
          id: "einvop_1",
          operation_id: "subscriptions.refund-cycle",
          idempotency_key: "cycles",
          subject_kind: "subscription",
          subject_uuid: "SUB1",
          request: JSON.stringify({ body: { cycles: ["Cycle 1"], amount: "30.00" } }),
        },
        {
          ...operation,
          id: "einvop_2",
          operation_id: "subscriptions.cancel",
          idempotency_key: "cancel",
          subject_kind: "subscription",
          subject_uuid: "SUB1",
          request: JSON.stringify({ body: { note: "Moved" } }),
        },
        {
          ...operation,
          id: "einvop_3",
          operation_id: "orders.resend-payment-link",
          idempotency_key: "link",
          subject_kind: "order",
          subject_uuid: bought.uuid,
          e_invoice_order_id: bought.id,
        },
        {
          ...operation,
          id: "einvop_4",
          operation_id: "reservations.capture",
          idempotency_key: "capture",
          subject_kind: "reservation",
          subject_uuid: "RES-of-another-shop",
          request: JSON.stringify({ body: { grandTotal: 12.5 } }),
        },
      ])

      const { attention } = await overview()

      const nina = { name: "Nina Berg", email: "nina@example.com" }
      const order = await bought.merchant.order(bought.orderId)
      expect(attention.items).toHaveLength(4)
      expect(attention.items).toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            id: "einvop_1",
            amount: "30.00",
            currency_code: "nok",
            customer: expect.objectContaining(nina),
          }),
          expect.objectContaining({ id: "einvop_2", customer: expect.objectContaining(nina) }),
          expect.objectContaining({
            id: "einvop_3",
            order_number: String(order.display_id),
            customer: expect.objectContaining({ name: "Kari Nordmann" }),
          }),
          expect.objectContaining({
            id: "einvop_4",
            amount: "12.5",
            currency_code: "nok",
            customer: null,
          }),
        ])
      )
      const amounts = new Map(attention.items.map(({ id, amount }) => [id, Number(amount)]))
      expect(amounts.get("einvop_2")).toBe(99.9)
      expect(amounts.get("einvop_3")).toBe(bought.total)
    })

    it("goes on beyond the first twenty that wait, and counts all of them on each page", async () => {
      await insert(
        Array.from({ length: 23 }, (_, index) => ({
          id: `einvord_${String(index).padStart(2, "0")}`,
          total: "1",
          age: 30 - index,
          state: "in_doubt",
        }))
      )
      const { http } = await signIn()
      const page = async (query: string) => {
        const { body } = await http.get<OverviewBody>(`/admin/e-invoice/overview${query}`)
        const { count, items } = body.overview.attention
        return { count, shown: items.length, first: items[0]?.id ?? null }
      }

      expect(await page("")).toEqual({ count: 23, shown: 20, first: "einvord_00" })
      expect(await page("?attention_offset=20")).toEqual({
        count: 23,
        shown: 3,
        first: "einvord_20",
      })
      expect(await page("?attention_offset=40")).toEqual({ count: 23, shown: 0, first: null })
      for (const refused of ["attention_offset=-1", "attention_offset=two", "offset=20"]) {
        const answer = await http.get<{ message: string }>(`/admin/e-invoice/overview?${refused}`)
        expect({ refused, status: answer.status }).toEqual({ refused, status: 400 })
        expect(answer.body.message).toContain(refused.split("=")[0])
      }
    })

    describe("a case", () => {
      type Signed = Pick<Merchant, "http">
      const change = (merchant: Signed, of: Case, action: string, changed: Partial<Case> = {}) => {
        const { case_id, version, taken_by } = { ...of, ...changed }
        return merchant.http.post<{ code?: string; message?: string }>(
          `/admin/e-invoice/overview/cases/${encodeURIComponent(case_id)}`,
          { action, version, taken_by }
        )
      }
      const casesOf = async (merchant: Signed, which = "open") => {
        const { body } = await merchant.http.get<OverviewBody>(
          `/admin/e-invoice/overview?attention=${which}`
        )
        return body.overview.attention
      }
      /** Another member of staff, signed in as Medusa signs them in. */
      const colleague = async (): Promise<Signed> => {
        const user = await suite.container
          .resolve(Modules.USER)
          .createUsers({ email: "ola@example.com", first_name: "Ola", last_name: "Hansen" })
        const { http } = suite.container.resolve(
          ContainerRegistrationKeys.CONFIG_MODULE
        ).projectConfig
        const unsigned = [
          { alg: "HS256", typ: "JWT" },
          {
            actor_id: user.id,
            actor_type: "user",
            auth_identity_id: "authid_ola",
            app_metadata: { user_id: user.id },
          },
        ]
          .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
          .join(".")
        const signature = createHmac("sha256", String(http.jwtSecret)).update(unsigned)
        const token = `${unsigned}.${signature.digest("base64url")}`
        return { http: suite.http.with({ authorization: `Bearer ${token}` }) }
      }
      const only = async (merchant: Signed, which = "open"): Promise<Case> => {
        const [item] = (await casesOf(merchant, which)).items
        if (!item) {
          throw new Error("Nothing waits.")
        }
        return item
      }

      it("is taken by one of two at once, released and taken over, and the others see by whom", async () => {
        await insert([{ total: "1", state: "in_doubt" }])
        const [one, other] = [await signIn(), await colleague()]
        const seen = await only(one)
        expect(seen).toMatchObject({ taken_by: null, is_mine: false, can_be_handled: false })

        const answers = await Promise.all([change(one, seen, "take"), change(other, seen, "take")])
        expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
        expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
          code: "case_changed",
        })
        const [winner, loser] = answers[0].status === 200 ? [one, other] : [other, one]
        const taken = await only(loser)
        expect(taken).toMatchObject({
          taken_by: expect.stringMatching(/^user_/),
          taken_by_name: expect.stringMatching(/./),
          is_mine: false,
        })
        expect((await only(winner)).is_mine).toBe(true)

        expect((await change(loser, taken, "take")).status).toBe(200)
        expect((await only(loser)).is_mine).toBe(true)
        expect((await change(winner, taken, "release")).status).toBe(409)
        expect((await change(loser, await only(loser), "release")).status).toBe(200)
        expect(await only(winner)).toMatchObject({ taken_by: null, taken_by_name: null })
      })

      it("is marked as handled where staff alone know it, and waits again once it changes", async () => {
        await insert([
          { id: "einvord_paid", total: "1", remote_status: "PAID", attention: "paid_uncapturable" },
        ])
        const merchant = await signIn()
        const metric = async () => {
          const { body } = await merchant.http.get<string>("/admin/e-invoice/metrics")
          return /e_invoice_attention\{reason="paid_uncapturable"\} (\d+)/.exec(body)?.[1]
        }
        const seen = await only(merchant)
        expect(seen.can_be_handled).toBe(true)
        expect(await metric()).toBe("1")

        expect((await change(merchant, seen, "mark_handled", { version: "earlier" })).status).toBe(
          409
        )
        expect((await change(merchant, seen, "mark_handled")).status).toBe(200)
        expect(await casesOf(merchant)).toMatchObject({ count: 0, handled_count: 1, items: [] })
        expect(await metric()).toBe("0")
        const handled = await only(merchant, "handled")
        expect(handled).toMatchObject({
          id: "einvord_paid",
          handled_by_name: expect.stringMatching(/./),
        })

        expect((await change(merchant, handled, "reopen")).status).toBe(200)
        expect((await change(merchant, await only(merchant), "mark_handled")).status).toBe(200)
        await database()("einvoice_order")
          .where({ id: "einvord_paid" })
          .update({ remote_status: "PARTIAL REFUNDED", refunded_total: 1 })
        expect(await casesOf(merchant)).toMatchObject({ count: 1, handled_count: 0 })
      })

      it("is not marked as handled while the plugin can tell, nor when it is gone", async () => {
        await insert([
          { id: "einvord_twice", total: "1", attention: "second_order paid_after_cancel" },
        ])
        const merchant = await signIn()
        const seen = await only(merchant)
        expect(seen.can_be_handled).toBe(false)
        expect((await change(merchant, seen, "mark_handled")).status).toBe(409)

        await database()("einvoice_order").update({ attention: null })
        expect((await change(merchant, seen, "take")).status).toBe(409)
        expect((await change(merchant, seen, "dance")).status).toBe(400)
        expect(await database()("einvoice_case").select()).toEqual([])
      })
    })

    it("counts a reservation's days from when the service made it, and says where it cannot", async () => {
      const reservation = (number: number, changed: object) => ({
        id: `einvrec_${number}`,
        kind: "reservation",
        remote_uuid: `RES${number}`,
        status: "RESERVED",
        created_at: new Date(),
        ...changed,
      })
      const held = new Date(Date.now() - 6 * DAY)
      await database()("einvoice_record").insert([
        reservation(1, { reserved_at: held }),
        reservation(2, { created_at: held }),
        reservation(3, { created_at: held, reserved_at: new Date() }),
      ])

      const { attention } = await overview()

      expect(
        attention.items.map(({ id, reason, created_at, is_estimate }) => ({
          id,
          reason,
          created_at,
          is_estimate,
        }))
      ).toEqual([
        {
          id: "einvrec_1",
          reason: "reservation_expiring",
          created_at: held.toISOString(),
          is_estimate: false,
        },
        {
          id: "einvrec_2",
          reason: "reservation_expiring",
          created_at: held.toISOString(),
          is_estimate: true,
        },
      ])
    })

    it("names a Medusa order by its number", async () => {
      const bought = await purchase(suite)
      sandbox.cancel(bought.uuid)
      await callbacksProcessed(suite)
      const { display_id } = await bought.merchant.order(bought.orderId)

      const { attention } = await overview()

      expect(attention.items).toEqual([
        expect.objectContaining({
          id: bought.id,
          reason: "cancelled_at_service",
          warning: "cancelled_by_service",
          order_id: bought.orderId,
          order_number: String(display_id),
          amount: expect.stringMatching(/^\d+(\.\d+)?$/),
        }),
      ])
    })
  })

  describe("the reconciliation", () => {
    type Sides = { service: Record<string, number>; medusa: Record<string, number> }
    type Reconciled = Sides & { order_id: string; payment_id: string | null; differs: string[] }
    type ReconciliationBody = {
      reconciliation: {
        count: number
        orders: number
        differing: number
        days: (Sides & { day: string; orders: number; differing: number })[]
        rows: Reconciled[]
      }
      message?: string
    }
    const database = () => suite.container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
    const today = new Date().toLocaleDateString("sv", { timeZone: "Europe/Oslo" })
    const path = `/admin/e-invoice/reconciliation?from=${today}&to=${today}&time_zone=Europe/Oslo`

    it("agrees with Medusa on what was paid and refunded, shows what differs first, and is a file", async () => {
      const open = await purchase(suite)
      const paid = await purchase(suite)
      sandbox.pay(paid.uuid)
      await callbacksProcessed(suite)
      await paid.merchant.refund(paid.orderId, 100.01)
      const { http } = paid.merchant
      const read = async () => {
        const { status, body } = await http.get<ReconciliationBody>(path)
        expect(status).toBe(200)
        return body.reconciliation
      }

      const agreed = await read()
      expect(agreed).toMatchObject({ count: 2, differing: 0 })
      expect(agreed.days).toEqual([
        {
          day: today,
          currency_code: "nok",
          orders: 2,
          differing: 0,
          service: {
            invoiced: open.total + paid.total,
            credited: 0,
            paid: paid.total,
            refunded: 100.01,
            fee: 0,
          },
          medusa: { invoiced: open.total + paid.total, paid: paid.total, refunded: 100.01 },
        },
      ])

      // A capture is lost, and somebody makes a payment that the service knows nothing of.
      await database()("capture").del()
      await database()("einvoice_order")
        .where({ order_id: open.orderId })
        .update({ payment_id: null })
      const { count, differing, rows } = await read()
      expect({ count, differing }).toEqual({ count: 3, differing: 3 })
      expect(
        rows
          .map(({ order_id, differs }) => ({ order_id, differs }))
          .toSorted((one, other) => (one.differs.join() < other.differs.join() ? -1 : 1))
      ).toEqual([
        { order_id: open.orderId, differs: ["invoiced"] },
        { order_id: open.orderId, differs: ["invoiced"] },
        { order_id: paid.orderId, differs: ["paid"] },
      ])

      const { body: file } = await http.get<string>(`${path}&format=csv`)
      const [head, ...lines] = file.trim().split("\r\n")
      expect(head).toMatch(/^day,order_number,.*,differs$/)
      expect(lines).toHaveLength(3)
      expect(lines.join("\n")).toContain(`${paid.total.toFixed(2)},100.01,0.00`)
    })

    it("takes days alone, at most a year of them", async () => {
      const { http } = await signIn()
      for (const [query, named] of [
        ["from=2026-11-02&to=2026-11-01", "to"],
        ["from=2025-01-01&to=2026-11-01", "to"],
        ["from=yesterday&to=2026-11-01", "from"],
        ["to=2026-11-01", "from"],
        ["from=2026-11-01&to=2026-11-01&time_zone=Mars", "time_zone"],
        ["from=2026-11-01&to=2026-11-01&limit=1", "limit"],
      ] as const) {
        const { status, body } = await http.get<ReconciliationBody>(
          `/admin/e-invoice/reconciliation?${query}`
        )
        expect({ query, status }).toEqual({ query, status: 400 })
        expect(body.message).toContain(named)
      }
    })
  })

  describe("the inbox of callbacks", () => {
    const list = async (merchant: Merchant, query = "") =>
      merchant.http.get<CallbacksBody>(`/admin/e-invoice/callbacks${query}`)

    const run = (merchant: Merchant, id: string) =>
      merchant.http.post<{ callback: CallbackBody; message?: string }>(
        `/admin/e-invoice/callbacks/${id}/process`
      )

    const paid = async () => {
      const bought = await purchase(suite)
      sandbox.pay(bought.uuid)
      await callbacksProcessed(suite)
      return bought
    }

    it("shows what each callback is about, what it carried and what came of it", async () => {
      const bought = await paid()

      const { body } = await list(bought.merchant)

      expect(body.count).toBe(1)
      expect(body.callbacks[0]).toMatchObject({
        subject: {
          kind: "checkout",
          id: bought.id,
          order_id: bought.orderId,
          remote_uuid: bought.uuid,
        },
        said: "PAID",
        state: "processed",
        outcome: "advanced: PAID",
        parameters: expect.objectContaining({ orderUuid: bought.uuid }),
      })
    })

    it("masks whom a callback names", async () => {
      const bought = await purchase(suite)
      const query = new URLSearchParams({
        orderUuid: bought.uuid,
        note: `of ${PERSONAL_NUMBER}`,
        customerName: "Kari Nordmann",
        contact: "kari@example.com",
        caller: "+47 400 00 000",
      })
      await fetch(`${bought.callbackUrl}?${query}`)
      await callbacksProcessed(suite)

      const { body } = await list(bought.merchant)

      const whole = JSON.stringify(body.callbacks[0]?.parameters)
      expect(whole).toContain(bought.uuid)
      // Its digits are drawn, and may be those of a phone number.
      const shown = whole.replaceAll(bought.uuid, "")
      for (const personal of [PERSONAL_NUMBER, "Kari", "kari@", "400"]) {
        expect(shown).not.toContain(personal)
      }
      expect(shown).not.toContain(bought.callbackUrl.split("/").at(-1))
    })

    it("is narrowed by state and by what a callback is about, and paged", async () => {
      const first = await paid()
      const second = await purchase(suite)
      await fetch(`${second.callbackUrl}?orderUuid=${second.uuid}`)
      await callbacksProcessed(suite)

      const subjects = async (query: string) =>
        (await list(first.merchant, query)).body.callbacks.map(({ subject }) => subject?.["id"])
      expect(await subjects("")).toEqual([second.id, first.id])
      expect(await subjects("?limit=1&offset=1")).toEqual([first.id])
      expect(await subjects("?order=created_at")).toEqual([first.id, second.id])
      expect(await subjects("?state=processed&limit=1")).toEqual([second.id])
      expect(await subjects("?state=failed")).toEqual([])
      expect(await subjects(`?e_invoice_order_id=${first.id}`)).toEqual([first.id])
      expect(await subjects(`?q=${first.uuid}`)).toEqual([first.id])
      expect(await subjects("?q=nothing-like-it")).toEqual([])
    })

    it("refuses a filter it does not know", async () => {
      const { status, body } = await list(await signIn(), "?state=lost")

      expect(status).toBe(400)
      expect(body.message).toContain("state")
    })

    it("runs a processed callback again, and nothing happens twice", async () => {
      const bought = await paid()
      const [before] = (await list(bought.merchant)).body.callbacks
      const asked = callsOf(suite, "orders.status")

      const [one, other] = await Promise.all([
        run(bought.merchant, before?.id ?? ""),
        run(bought.merchant, before?.id ?? ""),
      ])

      expect([one.status, other.status]).toEqual([200, 200])
      expect(one.body.callback).toMatchObject({ state: "processed" })
      expect(callsOf(suite, "orders.status")).toBeGreaterThan(asked)
      const payment = await bought.merchant.payment(bought.orderId)
      expect(payment.captures).toHaveLength(1)
      const { timeline } = await bought.merchant.eInvoiceOrder(bought.orderId)
      expect(timeline.filter(({ action }) => action === "capture")).toHaveLength(1)
    })

    it("brings about by hand what failed by itself", async () => {
      const bought = await purchase(suite)
      sandbox.faults.add({ fault: "401", operation: "orders.status" })
      sandbox.pay(bought.uuid)
      await sandbox.callbacks.settled()
      const [entry] = (await list(bought.merchant)).body.callbacks
      const refused = await run(bought.merchant, entry?.id ?? "")

      expect(refused.status).toBe(400)
      expect(refused.body.message).toMatch(/could not be asked.+token/i)
      expect((await list(bought.merchant)).body.callbacks[0]).toMatchObject({
        state: "failed",
        outcome: expect.stringMatching(/^failed: /),
      })

      sandbox.faults.clear()
      const done = await run(bought.merchant, entry?.id ?? "")

      expect(done.status).toBe(200)
      expect(done.body.callback).toMatchObject({
        state: "processed",
        outcome: "advanced: PAID",
      })
      expect((await bought.merchant.payment(bought.orderId)).captured_at).toBeTruthy()
      const { timeline } = await bought.merchant.eInvoiceOrder(bought.orderId)
      expect(timeline.find(({ action }) => action === "status")?.actor).toMatch(/^admin:/)
    })

    it("does not know a callback that is not there", async () => {
      expect((await run(await signIn(), "einvcb_none")).status).toBe(404)
    })
  })

  describe("the settings", () => {
    type Option = {
      name: string
      value: unknown
      secret: boolean
      is_set: boolean
      is_default: boolean
    }
    type SettingsBody = {
      settings: {
        options: Option[]
        operations: { id: string; enabled: boolean; provenance: string }[]
      }
    }

    it("show the options in force, and no secret", async () => {
      const { http } = await signIn()
      const { body } = await http.get<SettingsBody>("/admin/e-invoice/settings")
      const named = (name: string) => body.settings.options.find((option) => option.name === name)

      expect(named("baseUrl")).toMatchObject({
        value: suite.eInvoice.options.baseUrl,
        is_default: false,
      })
      expect(named("currencies")).toMatchObject({
        value: ["nok"],
        is_default: true,
      })
      expect(named("personalNumber.acceptSynthetic")).toMatchObject({
        value: true,
        is_default: false,
      })
      expect(named("token")).toMatchObject({ value: null, is_set: true })
      expect(named("callbackSecret")).toMatchObject({
        value: null,
        is_set: false,
      })
      const { token, encryptionKey } = suite.eInvoice.options
      expect(JSON.stringify(body)).not.toContain(token)
      expect(JSON.stringify(body)).not.toContain(encryptionKey)
    })

    it("show what each operation rests on", async () => {
      const { http } = await signIn()
      const { body } = await http.get<SettingsBody>("/admin/e-invoice/settings")

      expect(body.settings.operations).toHaveLength(49)
      expect(body.settings.operations).toContainEqual(
        expect.objectContaining({
          id: "orders.create-e-invoice",
          enabled: true,
          provenance: "specification",
        })
      )
    })
  })

  describe("the test of the connection", () => {
    const test = async () => {
      const { http } = await signIn()
      const { status, body } = await http.post<{
        connection_test: Record<string, unknown>
      }>("/admin/e-invoice/settings/connection-test")
      expect(status).toBe(200)
      return body.connection_test
    }

    it("tells that the token is accepted", async () => {
      expect(await test()).toMatchObject({
        verdict: "ok",
        address: suite.eInvoice.options.baseUrl,
        http_status: 200,
        message: null,
      })
    })

    it("tells that the token is refused", async () => {
      sandbox.faults.add({ fault: "401", operation: "token.verify" })

      expect(await test()).toMatchObject({
        verdict: "token_refused",
        http_status: 401,
        message: expect.stringMatching(/^[A-Z].+\.$/),
        advice: expect.stringMatching(/^[A-Z].+\.$/),
      })
    })

    it("tells that no answer comes", async () => {
      await suite.interruptService(async () => {
        expect(await test()).toMatchObject({ verdict: "unreachable" })
      })
    })
  })

  describe("the test of the callback address", () => {
    const test = async () => {
      const { http } = await signIn()
      const { status, body } = await http.post<{
        callback_test: Record<string, unknown>
      }>("/admin/e-invoice/settings/callback-test")
      expect(status).toBe(200)
      return body.callback_test
    }

    /** Has the store believe that it is called at another address. */
    const calledAt = async (base: string, meanwhile: () => Promise<void>) => {
      const tokens = suite.eInvoice.callbackTokens
      const real = tokens.addressOf.bind(tokens)
      jest
        .spyOn(tokens, "addressOf")
        .mockImplementation((token) =>
          real(token).replace(suite.eInvoice.options.callbackBaseUrl, base)
        )
      try {
        await meanwhile()
      } finally {
        jest.restoreAllMocks()
      }
    }

    it("finds this store, over the network, and leaves nothing in the inbox", async () => {
      const result = await test()

      expect(result).toMatchObject({
        verdict: "ok",
        http_status: 200,
        loopback: true,
        address: `${suite.eInvoice.options.callbackBaseUrl}/hooks/e-invoice/{token}`,
      })
      expect(await suite.eInvoice.listEInvoiceCallbacks()).toEqual([])
      expect(sandbox.requests()).toEqual([])
    })

    it("tells that the address leads to something else", async () => {
      const server = createServer((_req, res) => {
        res.statusCode = 404
        res.end("<html>")
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()))
      const { port } = server.address() as AddressInfo

      await calledAt(`http://127.0.0.1:${port}`, async () => {
        expect(await test()).toMatchObject({
          verdict: "not_found",
          http_status: 404,
        })
      })
      server.close()
    })

    it("takes no address from its caller", async () => {
      const { http } = await signIn()

      const { status } = await http.post("/admin/e-invoice/settings/callback-test", {
        address: "http://169.254.169.254/",
      })

      expect(status).toBe(400)
    })
  })
})
