import { randomUUID } from "node:crypto"

import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { eInvoiceSuite } from "./support/e-invoice-suite"
import { Merchant } from "./support/merchant"

type Row = Record<string, unknown> & { id: string }
type Listed = {
  e_invoice_orders?: Row[]
  records?: Row[]
  reservations?: Row[]
  operations?: Row[]
  count: number
  offset: number
  limit: number
  search_cut?: true
  message?: string
}

const day = (number: number) => new Date(Date.UTC(2026, 9, number))

const amount = (column: string, value: number) => ({
  [column]: value,
  [`raw_${column}`]: JSON.stringify({ value: String(value), precision: 20 }),
})

/** Five orders, from the oldest to the newest. */
const orders = [
  { remote_status: "SENT", total: 300, reference_no: "1001" },
  { remote_status: "PAID", total: 100, reference_no: "1002" },
  { remote_status: "PAID", total: 500, invoice_number: "70012345" },
  { remote_status: "CANCELLED", total: 200, remote_order_uuid: "ODR900100" },
  { remote_status: "PAID", total: 500, order_id: "order_01FIFTH" },
].map(({ total, ...order }, index) => ({
  id: `einvord_${index + 1}`,
  payment_session_id: `payses_${index + 1}`,
  callback_token_hash: `hash_${index + 1}`,
  currency_code: "nok",
  state: "succeeded",
  last_checked_at: day(20 - index),
  created_at: day(index + 1),
  updated_at: day(index + 1),
  ...amount("grand_total", total),
  ...amount("refunded_total", 0),
  ...order,
}))

const records = [
  { kind: "reservation", status: "RESERVED", total: 300, customer_id: "cus_1" },
  { kind: "reservation", status: "CAPTURED", total: 100, customer_id: "cus_1" },
  { kind: "subscription", status: "ONGOING", total: 500, customer_id: "cus_2" },
  { kind: "order", status: "PAID", total: 200, order_id: "order_7" },
].map(({ total, ...record }, index) => ({
  id: `einvrec_${index + 1}`,
  remote_uuid: `REC000${index + 1}`,
  currency_code: "nok",
  last_checked_at: day(20 - index),
  created_at: day(index + 1),
  updated_at: day(index + 1),
  ...amount("amount", total),
  ...record,
}))

const operations = [
  { operation_id: "reservations.capture", state: "succeeded", actor: "admin:one" },
  {
    operation_id: "reservations.capture",
    state: "in_doubt",
    actor: "admin:two",
  },
  { operation_id: "orders.cancel", state: "rejected", actor: "medusa" },
].map((operation, index) => ({
  id: `einvop_${index + 1}`,
  idempotency_key: randomUUID(),
  request_hash: `hash_${index + 1}`,
  may_repeat: false,
  subject_uuid: `RES000${index + 1}`,
  created_at: day(index + 1),
  updated_at: day(index + 1),
  ...operation,
}))

eInvoiceSuite("lists", {}, (suite) => {
  let merchant: Merchant
  const database = () => suite.container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const list = async (path: string) => {
    const { status, body } = await merchant.http.get<Listed>(`/admin/e-invoice/${path}`)
    const rows = body.e_invoice_orders ?? body.records ?? body.reservations ?? body.operations ?? []
    return { status, body, rows, which: rows.map(({ id }) => id.at(-1)).join() }
  }

  /** How PostgreSQL goes about each statement on the plugin's tables that a request leads to. */
  const plansOf = async (path: string, settings: readonly string[] = []) => {
    const sent: { sql: string; bindings: unknown[] }[] = []
    const note = (query: { sql: string; bindings: unknown[] }) => {
      sent.push(query)
    }
    database().on("query", note)
    const { status, body } = await merchant.http.get<object>(`/admin/e-invoice/${path}`)
    database().off("query", note)
    expect(status).toBe(200)
    const plans: string[] = []
    for (const { sql, bindings } of sent) {
      if (/einvoice_(order|record|callback|operation)/.test(sql)) {
        const { rows } = await database().transaction(async (transaction) => {
          for (const setting of settings) {
            await transaction.raw(setting)
          }
          return transaction.raw<{ rows: { "QUERY PLAN": string }[] }>(
            `explain ${sql.replaceAll(/\$\d+/g, "?")}`,
            bindings as string[]
          )
        })
        plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"))
      }
    }
    return { plans, answer: body }
  }

  beforeEach(async () => {
    merchant = await Merchant.signIn(suite)
    await database()("einvoice_order").insert(orders)
    await database()("einvoice_record").insert(records)
    await database()("einvoice_operation").insert(operations)
  })

  // One test for all: each begins with the database as it was, which takes longer than all of these calls.
  it("can be narrowed, searched, sorted and paged", async () => {
    for (const [query, wanted] of Object.entries({
      orders: "5,4,3,2,1",
      "orders?remote_status=PAID": "5,3,2",
      "orders?remote_status[]=SENT&remote_status[]=CANCELLED": "4,1",
      "orders?created_at[$gte]=2026-10-02&created_at[$lt]=2026-10-04T00:00:00Z": "3,2",
      "orders?last_checked_at[$gt]=2026-10-19": "1",
      "orders?q=1002": "2",
      "orders?q=100": "4,2,1",
      "orders?q=7001": "3",
      "orders?q=odr9001": "4",
      "orders?q=order_01FIFTH": "5",
      "orders?q=%20": "5,4,3,2,1",
      "orders?q=nothing": "",
      "orders?invoice_number=70012345": "3",
      "orders?id[]=einvord_1&id[]=einvord_2": "2,1",
      "orders?order=created_at": "1,2,3,4,5",
      "orders?order=-grand_total": "5,3,1,4,2",
      "orders?order=grand_total&limit=2&offset=3": "3,5",
      "orders?order=remote_status": "4,2,3,5,1",
      "orders?order=-last_checked_at": "1,2,3,4,5",
      "orders?order=-updated_at&limit=1": "5",
      "orders?order=-state&limit=1": "5",
      "orders?order=-id": "5,4,3,2,1",
      records: "4,3,2,1",
      "records?customer_id=cus_1": "2,1",
      "records?kind=order&order_id=order_7": "4",
      "records?q=rec0003": "3",
      "records?order=amount": "2,4,1,3",
      "records?order=-status": "1,4,3,2",
      "records?order=kind": "4,1,2,3",
      "records?created_at[$lte]=2026-10-02T00:00:00%2B02:00": "1",
      "records?kind=reservation": "2,1",
      "records?kind=reservation&status=RESERVED": "1",
      "records?kind=reservation&order=amount": "2,1",
      "records?kind=reservation&q=0001": "1",
      "operation-log": "3,2,1",
      "operation-log?state=in_doubt": "2",
      "operation-log?operation_id=reservations.capture&order=created_at": "1,2",
      "operation-log?actor=admin:two": "2",
      "operation-log?q=res0003": "3",
      "operation-log?order=state": "2,3,1",
    })) {
      const { status, which } = await list(query)
      expect({
        query,
        found: status === 200 ? which : `!${status}`,
      }).toEqual({ query, found: wanted })
    }
  })

  it("say how much there is, and amounts as numbers", async () => {
    const { body, rows } = await list("orders?remote_status=PAID&limit=2")
    expect(body).toMatchObject({ count: 3, offset: 0, limit: 2 })
    expect(rows[0]).toMatchObject({ grand_total: 500, refunded_total: 0 })
    expect(rows[0]).not.toHaveProperty("sent_request")
    expect(rows[0]).not.toHaveProperty("callback_token_hash")
    expect((await list("records?limit=1")).rows).toMatchObject([{ amount: 200 }])
  })

  describe("of people", () => {
    const people = [
      ["1", "Kari", "Nordmann", "kari@example.com"],
      ["2", "Ola", "Nordmann", "ola_n@example.com"],
      ["3", "Per", "Hansen", "hansen@example.com"],
    ] as const

    beforeEach(async () => {
      for (const [n, first_name, last_name, email] of people) {
        await database()("customer").insert({ id: `cus_${n}`, email, has_account: false })
        await database()("order_address").insert({ id: `ordaddr_${n}`, first_name, last_name })
        await database()("order").insert({
          id: `order_of_${n}`,
          currency_code: "nok",
          status: "pending",
          version: 1,
          is_draft_order: false,
          email,
          customer_id: `cus_${n}`,
          billing_address_id: `ordaddr_${n}`,
          custom_display_id: `NO-${n}`,
        })
        const of = { order_id: `order_of_${n}` }
        await database()("einvoice_order")
          .where({ id: `einvord_${n}` })
          .update(of)
        await database()("einvoice_operation")
          .where({ id: `einvop_${n}` })
          .update(of)
      }
      await database()("einvoice_record")
        .where({ id: "einvrec_1" })
        .update({ order_id: "order_of_1" })
    })

    /** Expects of each query which rows it finds, in their order. */
    const expectFound = async (wanted: Readonly<Record<string, string>>) => {
      for (const [query, which] of Object.entries(wanted)) {
        const found = await list(query)
        expect({ query, status: found.status, which: found.which }).toEqual({
          query,
          status: 200,
          which,
        })
      }
    }

    it("name the customer, and find them by name, e-mail address and number, whole ones first", async () => {
      await expectFound({
        "orders?q=kari": "1",
        "orders?q=NORDMANN": "2,1",
        "orders?q=ordma%20kar": "1",
        "orders?q=kari@example.com": "1",
        "orders?q=Kari@Example.com": "1",
        "orders?q=example.com": "3,2,1",
        "orders?q=_n@": "2",
        "orders?q=ari%25": "",
        "orders?q=NO-3": "3",
        "orders?q=nordmann&remote_status=SENT": "1",
        "records?q=kari": "2,1",
        "records?q=kari@example.com": "2,1",
        "records?q=ola": "3",
        "records?kind=reservation&q=nordmann": "1",
        "operation-log?q=hansen": "3",
      })

      const { rows } = await list("orders?id=einvord_1")
      const kari = { id: "cus_1", name: "Kari Nordmann", email: "kari@example.com" }
      expect(rows).toMatchObject([{ order_number: "NO-1", customer: kari }])
      expect((await list("records?q=REC0001")).rows).toMatchObject([
        { order_number: "NO-1", customer: kari },
      ])
      expect((await list("records?q=REC0002")).rows).toMatchObject([
        { order_number: null, customer: { id: "cus_1", name: null, email: "kari@example.com" } },
      ])
      expect((await list("operation-log?q=RES0003")).rows).toMatchObject([
        { order_number: "NO-3", customer: { name: "Per Hansen" } },
      ])
      expect((await list("orders?id=einvord_4")).rows).toMatchObject([{ customer: null }])
    })

    it("find an order in doubt, which has no Medusa order yet, by its cart", async () => {
      await database()("cart_address").insert({
        id: "caaddr_4",
        first_name: "Nina",
        last_name: "Berg",
        company: "Berg Bakeri AS",
      })
      await database()("cart").insert({
        id: "cart_4",
        currency_code: "nok",
        email: "nina.berg@example.com",
        customer_id: "cus_3",
        billing_address_id: "caaddr_4",
      })
      await database()("einvoice_order").where({ id: "einvord_4" }).update({
        cart_id: "cart_4",
        state: "in_doubt",
        remote_status: null,
        // Medusa took it back.
        order_id: "order_gone",
      })

      await expectFound({
        "orders?q=nina%20berg": "4",
        "orders?q=Nina.Berg@example.com": "4",
        "orders?q=berg%20bakeri%20as": "4",
        "orders?q=ina%20ber": "4",
        "orders?q=bakeri": "4",
        "orders?q=hansen@example.com": "4,3",
        "orders?q=berg&remote_status=SENT": "",
        "orders?q=berg&state=in_doubt": "4",
      })
      expect((await list("orders?q=nina.berg")).rows).toMatchObject([
        { order_number: null, customer: { name: "Nina Berg", email: "nina.berg@example.com" } },
      ])

      // What a checkout without an order adds to a search, however many there are.
      await database().raw(
        `insert into einvoice_order (id, payment_session_id, callback_token_hash, currency_code, grand_total, raw_grand_total, state, cart_id, order_id, created_at)
         select 'einvord_many_' || n, 'payses_many_' || n, 'hash_many_' || n, 'nok', n, '{"value":"1"}', case when n % 5 = 0 then 'rejected' else 'succeeded' end, 'cart_many_' || n, case when n % 10 = 0 then null else 'order_' || n end, now() - n * interval '1 minute'
         from generate_series(1, 20000) as n`
      )
      await database().raw("vacuum analyze einvoice_order")
      // Of so few rows, PostgreSQL would rather read and sort all.
      const { plans, answer } = await plansOf("orders?q=nina%20berg", [
        "set local enable_seqscan = off",
        "set local enable_bitmapscan = off",
        "set local enable_sort = off",
      ])
      expect(answer).toMatchObject({ count: 1, e_invoice_orders: [{ id: "einvord_4" }] })
      expect(plans).toContainEqual(
        expect.stringMatching(
          /^(?![^]*Sort)[^]*Index Only Scan Backward using "?IDX_einvoice_order_without_order/
        )
      )
    })

    it("find all who have the whole name before any who have a part of it, and companies", async () => {
      await database()("order_address")
        .where({ id: "ordaddr_3" })
        .update({ company: "Nordmann & Sønner AS" })
      await expectFound({
        "orders?q=kari%20nordmann": "1",
        "orders?q=nordmann": "3,2,1",
        "orders?q=nordmann%20%26%20s%C3%B8nner%20as": "3",
        "orders?q=s%C3%B8nner": "3",
      })
      expect((await list("orders?id=einvord_3")).rows).toMatchObject([
        { customer: { company: "Nordmann & Sønner AS", name: "Per Hansen" } },
      ])

      // A thousand newer orders of others who have the name in theirs; two of an older order have it whole.
      await database().raw(
        `insert into order_address (id, first_name, last_name)
         select 'ordaddr_many_' || n, 'Kari Anne', 'Nordmannsen' from generate_series(1, 1100) as n`
      )
      await database().raw(
        `insert into "order" (id, currency_code, status, version, is_draft_order, email, billing_address_id, custom_display_id, created_at)
         select 'order_many_' || n, 'nok', 'pending', 1, false, n || '@example.com', 'ordaddr_many_' || n, 'MANY-' || n, now() + interval '1 day'
         from generate_series(1, 1100) as n`
      )
      const whole = await list("orders?q=Kari%20Nordmann")
      expect({ which: whole.which, cut: whole.body.search_cut }).toEqual({
        which: "1",
        cut: undefined,
      })
      const part = await list("orders?q=Kari%20Nordm")
      expect(part.body.search_cut).toBe(true)
      const file = await list("orders?q=Kari%20Nordm&format=csv")
      expect({ status: file.status, message: file.body.message }).toEqual({
        status: 400,
        message: expect.stringContaining("q:"),
      })
    })

    it("cost as many statements for many rows as for few, and keep no copy", async () => {
      const statementsOf = async (path: string) => {
        let count = 0
        const note = () => {
          count += 1
        }
        database().on("query", note)
        const { status } = await list(path)
        database().off("query", note)
        expect(status).toBe(200)
        return count
      }
      for (const path of ["orders", "records", "operation-log"]) {
        const few = await statementsOf(`${path}?limit=2&order=created_at`)
        expect({ path, more: (await statementsOf(path)) - few }).toEqual({ path, more: 0 })
      }
      const { rows } = await database().raw<{ rows: { text: string }[] }>(
        "select row_to_json(o)::text as text from einvoice_order o union all select row_to_json(r)::text from einvoice_record r union all select row_to_json(l)::text from einvoice_operation l"
      )
      expect(rows.filter(({ text }) => /kari|hansen/i.test(text))).toEqual([])
    })
  })

  it("are exported as files, whole and with their filters", async () => {
    const file = async (path: string) => {
      const { status, body } = await merchant.http.get<string>(`/admin/e-invoice/${path}`)
      const [head = "", ...lines] = body.trim().split("\r\n")
      return { status, head, lines }
    }
    await database()("einvoice_order").where({ id: "einvord_1" }).update({ reference_no: "=1+1" })
    const { status, head, lines } = await file(
      "orders?remote_status=SENT&limit=1&format=csv&time_zone=Europe/Oslo"
    )
    expect(status).toBe(200)
    expect(head).toMatch(/^created_at,order_number,reference_no,/)
    expect(lines).toEqual([
      "2026-10-01T02:00:00+02:00,,'=1+1,,,,,succeeded,SENT,NOK,300.00,0.00,0.00,,no,,,,2026-10-20T02:00:00+02:00",
    ])

    for (const [path, count] of [
      ["orders?format=csv&q=100", 2],
      ["orders?format=csv&created_at[$gte]=2026-10-02&created_at[$lt]=2026-10-04", 2],
      ["records?format=csv", 4],
      ["records?format=csv&kind=reservation", 2],
      ["operation-log?format=csv&state=in_doubt", 1],
      ["callbacks?format=csv", 0],
      ["operations/subscriptions.list?format=csv", 0],
      ["operations/subscriptions.failed-list?format=csv&time_zone=Europe/Oslo", 0],
    ] as const) {
      expect({ path, count: (await file(path)).lines.length }).toEqual({ path, count })
    }

    // More than are read together.
    await database().raw(
      `insert into einvoice_order (id, payment_session_id, callback_token_hash, currency_code, grand_total, raw_grand_total, state, reference_no)
       select 'einvord_many_' || n, 'payses_many_' || n, 'hash_many_' || n, 'nok', n, ('{"value":"' || n || '"}')::jsonb, 'succeeded', 'R_' || n
       from generate_series(1, 1205) as n`
    )
    const all = await file("orders?format=csv")
    const references = all.lines.map((line) => line.split(",")[2])
    expect(references).toHaveLength(1_210)
    expect(new Set(references.filter((reference) => reference?.startsWith("R_"))).size).toBe(1_205)
    // One more has it within the id of its Medusa order.
    expect((await file("orders?format=csv&q=R_")).lines).toHaveLength(1_206)

    // Rows that leave the filter while the file is read make no other row stay away from it.
    const listOrders = suite.eInvoice.listEInvoiceOrders.bind(suite.eInvoice)
    let reads = 0
    const spy = jest
      .spyOn(suite.eInvoice, "listEInvoiceOrders")
      .mockImplementation(async (...parameters) => {
        const rows = await listOrders(...parameters)
        reads += 1
        if (reads === 1) {
          await database()("einvoice_order")
            .whereIn(
              "id",
              rows.slice(0, 100).map(({ id }) => id)
            )
            .update({ remote_status: "CANCELLED" })
        }
        return rows
      })
    await database()("einvoice_order")
      .where("id", "like", "einvord_many_%")
      .update({ remote_status: "INVOICED" })
    const moving = await file("orders?format=csv&remote_status=INVOICED")
    spy.mockRestore()
    const seen = moving.lines.map((line) => line.split(",")[2])
    expect({ rows: seen.length, different: new Set(seen).size }).toEqual({
      rows: 1_205,
      different: 1_205,
    })

    for (const [path, named] of [
      ["orders?format=pdf", "format"],
      ["orders?format=csv&time_zone=Mars", "time_zone"],
    ] as const) {
      const { status, body } = await list(path)
      expect({ path, status }).toEqual({ path, status: 400 })
      expect(body.message).toContain(named)
    }
  })

  it("refuse what they do not know, and name it", async () => {
    for (const [query, named] of [
      ["orders?order=callback_token_hash", "callback_token_hash"],
      ["orders?order=sent_request", "sent_request"],
      ["orders?created_at[$gte]=yesterday", "created_at"],
      ["orders?created_at[$regex]=1", "$regex"],
      ["orders?limit=0", "limit"],
      ["orders?limit=100000", "limit"],
      ["orders?offset=-1", "offset"],
      ["orders?colour=red", "colour"],
      ["orders?remote_status=NOPE", "remote_status"],
      ["orders?remote_status=paid", "remote_status"],
      ["records?order=callback_token_hash", "callback_token_hash"],
      ["records?limit=201", "limit"],
      ["records?order=payment_url", "payment_url"],
      ["operation-log?order=sealed_request", "sealed_request"],
      ["operation-log?operation_id=orders.burn", "operation_id"],
    ] as const) {
      const { status, body } = await list(query)
      expect({ query, status, message: body.message }).toEqual({
        query,
        status: 400,
        message: expect.stringContaining(named),
      })
    }
  })

  it("are read page by page and served by indices, however long they are", async () => {
    await database().raw(
      `insert into einvoice_order (id, payment_session_id, callback_token_hash, currency_code, grand_total, raw_grand_total, state, remote_status, last_checked_at, created_at)
       select 'einvord_many_' || n, 'payses_many_' || n, 'hash_many_' || n, 'nok', n % 100, '{"value":"1"}', 'succeeded', (array['SENT', 'PAID', 'INVOICED'])[1 + n % 3], now() - n * interval '1 second', now() - n * interval '1 minute'
       from generate_series(1, 20000) as n`
    )
    await database().raw(
      `insert into einvoice_operation (id, idempotency_key, operation_id, request_hash, may_repeat, actor, state, created_at)
       select 'einvop_many_' || n, 'key_many_' || n, (array['orders.cancel', 'users.create'])[1 + n % 2], 'hash_many_' || n, false, 'schedule', 'succeeded', now() - n * interval '1 minute'
       from generate_series(1, 20000) as n`
    )
    await database().raw(
      `insert into einvoice_record (id, kind, remote_uuid, amount, raw_amount, status, last_checked_at, created_at)
       select 'einvrec_many_' || n, (array['reservation', 'order'])[1 + n % 2], 'REC_many_' || n, n % 100, '{"value":"1"}', (array['RESERVED', 'CAPTURED'])[1 + n % 2], now() - n * interval '1 second', now() - n * interval '1 minute'
       from generate_series(1, 20000) as n`
    )
    await database().raw(
      `insert into einvoice_callback (id, e_invoice_order_id, content_hash, parameters, state, due_at, created_at)
       select 'einvcb_many_' || n, 'einvord_many_' || n, 'hash_many_' || n, '{}', 'processed', now(), now() - n * interval '1 minute'
       from generate_series(1, 20000) as n`
    )
    // Where another way of reading begins, no page repeats or skips a row.
    await database().raw(
      "update einvoice_order set updated_at = date_trunc('hour', created_at), reference_no = replace(id, 'einvord_', 'R_'), paid_at = case when id like '%00' then null else created_at end"
    )
    const { rows: wanted } = await database().raw<{ rows: Row[] }>(
      "select id from einvoice_order order by updated_at desc, created_at desc, id desc limit 60 offset 980"
    )
    const pages = await Promise.all(
      [980, 1_000, 1_020].map((offset) =>
        list(`orders?order=-updated_at&limit=20&offset=${offset}`)
      )
    )
    expect(pages.flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(
      wanted.map(({ id }) => id)
    )
    expect(pages.map(({ body: { count } }) => count)).toEqual(Array(3).fill(20_005))
    const [near, far] = pages.map(({ rows: [row] }) => Object.keys(row ?? {}))
    expect(far).toEqual(near)

    // Found are 20,000, 11 and none.
    for (const [q, count, ids] of [
      ["r_many_", 20_000, ["einvord_many_3", "einvord_many_4"]],
      ["r_many_1777", 11, ["einvord_many_17771", "einvord_many_17772"]],
      ["r_many_99999", 0, []],
    ] as const) {
      const { body, rows } = await list(`orders?q=${q}&limit=2&offset=2`)
      expect({ q, count: body.count, ids: rows.map(({ id }) => id) }).toEqual({
        q,
        count,
        ids,
      })
    }

    // Neither one that is found by a whole identifier nor the overview reads rows of orders that it does not show.
    await database().raw("vacuum analyze einvoice_order")
    await database().raw("vacuum analyze einvoice_record")
    for (const [path, index] of [
      ["orders?q=R_many_1777", "IDX_einvoice_order_reference_no"],
      ["records?q=REC_many_1777", "IDX_einvoice_record_by_remote_uuid"],
      ["callbacks?q=R_many_1777", "IDX_einvoice_order_reference_no"],
      ["overview", "IDX_einvoice_order_counted"],
      ["overview", "IDX_einvoice_order_outstanding"],
    ] as const) {
      const { plans, answer } = await plansOf(path)
      // Only of cases that wait is there a row in einvoice_case.
      const read = plans.filter((plan) => /Seq Scan on (?!einvoice_case\b)\w+/.test(plan))
      expect({ path, read }).toEqual({ path, read: [] })
      expect(plans.join()).toContain(index)
      if (path !== "overview") {
        expect(answer).toMatchObject({ count: 1 })
      }
    }

    const ofKind = "kind = 'reservation' and remote_uuid is not null"
    for (const [table, only, columns] of [
      [
        "einvoice_order",
        "true",
        ["created_at", "updated_at", "grand_total", "remote_status", "state", "last_checked_at"],
      ],
      ["einvoice_operation", "true", ["created_at", "operation_id", "state"]],
      ["einvoice_record", "remote_uuid is not null", ["created_at", "kind"]],
      ["einvoice_record", ofKind, ["created_at", "status", "amount", "last_checked_at"]],
      ["einvoice_callback", "true", ["created_at", "state"]],
    ] as const) {
      await database().raw(`analyze ${table}`)
      for (const column of columns) {
        const ties = column === "created_at" ? "" : ", created_at desc"
        const { rows } = await database().transaction(async (transaction) => {
          // Right after rows were written, PostgreSQL would rather read all of so few.
          await transaction.raw("set local enable_seqscan = off")
          await transaction.raw("set local enable_bitmapscan = off")
          return transaction.raw<{ rows: { "QUERY PLAN": string }[] }>(
            `explain select id from ${table} where ${only} and deleted_at is null order by ${column} desc${ties}, id desc limit 20 offset 4000`
          )
        })
        const plan = rows.map((row) => row["QUERY PLAN"]).join("\n")
        // Neither rows nor a sort: what a deep page skips is skipped within the index.
        expect({ table, only, column, plan }).toEqual({
          table,
          only,
          column,
          plan: expect.stringMatching(/^(?![^]*Sort)[^]*Index Only Scan/),
        })
      }
    }

    // What every sweep asks, of callbacks that are kept for ninety days.
    const sent: { sql: string; bindings: string[] }[] = []
    const noting = (query: { sql: string; bindings: string[] }) => {
      sent.push(query)
    }
    database().on("query", noting)
    await suite.eInvoice.inbox.forgetProcessedBefore(new Date(0), 10)
    database().off("query", noting)
    const [{ sql, bindings } = { sql: "", bindings: [] }] = sent.filter((one) =>
      one.sql.includes("einvoice_callback")
    )
    const { rows } = await database().transaction(async (transaction) => {
      await transaction.raw("set local enable_seqscan = off")
      return transaction.raw<{ rows: { "QUERY PLAN": string }[] }>(
        `explain ${sql.replaceAll(/\$\d+/g, "?")}`,
        bindings
      )
    })
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toMatch(
      /IDX_einvoice_callback_processed_at/
    )
  })
})
