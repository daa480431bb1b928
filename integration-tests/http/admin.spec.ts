import { ContainerRegistrationKeys, MathBN } from "@medusajs/framework/utils"

import { synchroniseEInvoiceOrderWorkflow } from "../../src/workflows/synchronise-e-invoice-order"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { journalOf, onlyJournalRow } from "./support/evidence"
import { type AdminEInvoiceOrder, type AdminRefusal, Merchant } from "./support/merchant"
import { atService, callbacksProcessed, purchase } from "./support/purchase"
import { PERSONAL_NUMBER, Shopper } from "./support/shopper"

type Listed = {
  e_invoice_orders: { id: string; order_id: string }[]
  count: number
  offset: number
  limit: number
}

type Shown = {
  e_invoice_order: AdminEInvoiceOrder & { customer: { name: string; email: string } }
} & AdminRefusal

eInvoiceSuite("admin", {}, (suite) => {
  const { sandbox } = suite

  it("is closed to who is not signed in", async () => {
    const orders = "/admin/e-invoice/orders"
    const { http } = suite

    for (const path of [orders, `${orders}/einvord_1`]) {
      expect((await http.get(path)).status).toBe(401)
    }
    for (const action of ["refresh", "cancel", "settle", "refunds/einvref_1/settle"]) {
      expect((await http.post(`${orders}/einvord_1/${action}`)).status).toBe(401)
    }
  })

  describe("the list", () => {
    it("is of all orders, newest first, in pages", async () => {
      const first = await purchase(suite)
      const second = await purchase(suite)

      const { body } = await first.merchant.http.get<Listed>("/admin/e-invoice/orders?limit=1")

      expect(body).toMatchObject({ count: 2, offset: 0, limit: 1 })
      expect(body.e_invoice_orders.map(({ id }) => id)).toEqual([second.id])
      const next = await first.merchant.http.get<Listed>("/admin/e-invoice/orders?limit=1&offset=1")
      expect(next.body.e_invoice_orders.map(({ id }) => id)).toEqual([first.id])
    })

    it.each([
      ["order_id", ({ orderId }: { orderId: string }) => orderId],
      ["remote_order_uuid", ({ uuid }: { uuid: string }) => uuid],
      ["remote_status", () => "CANCELLED"],
      ["attention", () => "cancelled_at_service"],
    ] as const)("can be narrowed by %s", async (filter, valueOf) => {
      const wanted = await purchase(suite)
      await purchase(suite)
      sandbox.cancel(wanted.uuid)
      await callbacksProcessed(suite)

      const { body } = await wanted.merchant.http.get<Listed>(
        `/admin/e-invoice/orders?${filter}=${valueOf(wanted)}`
      )

      expect(body.e_invoice_orders.map(({ id }) => id)).toEqual([wanted.id])
    })

    it.each([
      ["state=lost", "state"],
      ["attention=none", "attention"],
      ["colour=red", "colour"],
      ["limit=many", "limit"],
    ])("refuses %s and names the field", async (query, field) => {
      const merchant = await Merchant.signIn(suite)

      const { status, body } = await merchant.http.get<AdminRefusal>(
        `/admin/e-invoice/orders?${query}`
      )

      expect(status).toBe(400)
      expect(body.message).toContain(field)
    })
  })

  describe("an order", () => {
    it("is shown with its timeline and what was sent, and nothing personal or secret", async () => {
      const bought = await purchase(suite)
      sandbox.pay(bought.uuid)
      await callbacksProcessed(suite)

      const { status, body } = await bought.merchant.http.get<Shown>(
        `/admin/e-invoice/orders/${bought.id}`
      )

      expect(status).toBe(200)
      expect(body.e_invoice_order).toMatchObject({
        id: bought.id,
        order_id: bought.orderId,
        remote_order_uuid: bought.uuid,
        remote_status: "PAID",
        grand_total: bought.total,
        timeline: [
          { actor: "shopper", action: "create", outcome: "done" },
          { actor: "service", action: "status", outcome: "done" },
          { actor: "medusa", action: "capture", outcome: "done" },
        ],
        refunds: [],
        sent_request: {
          orderSummary: { grandTotal: expect.anything() },
          products: expect.any(Array),
        },
      })
      // Who the order is for is read from Medusa, and said in one place.
      const { customer, ...rest } = body.e_invoice_order
      expect(customer).toMatchObject({ email: "guest@example.com" })
      expect(customer.name).toContain("Nordmann")
      expect(JSON.stringify(customer)).not.toContain(PERSONAL_NUMBER)
      const text = JSON.stringify(rest)
      const row = await onlyJournalRow(suite)
      for (const secret of [
        PERSONAL_NUMBER,
        "kari@example.com",
        "Nordmann",
        "Storgata",
        row.callback_token_hash,
        row.customer_fingerprint ?? "",
        bought.callbackUrl.slice(-43),
      ]) {
        expect(text).not.toContain(secret)
      }
    })

    it("says in codes what staff have to know and what can be done", async () => {
      const bought = await purchase(suite)
      const path = `/admin/e-invoice/orders/${bought.id}`
      const shown = async () => (await bought.merchant.http.get<Shown>(path)).body.e_invoice_order

      expect(await shown()).toMatchObject({
        warnings: [],
        can: { "orders.cancel": "yes", "orders.resend-payment-link": "yes" },
      })
      sandbox.cancel(bought.uuid)
      await callbacksProcessed(suite)

      expect(await shown()).toMatchObject({
        attention: "cancelled_at_service",
        warnings: ["cancelled_by_service"],
        can: { "orders.cancel": "status" },
      })
      const list = await bought.merchant.http.get<{ e_invoice_orders: AdminEInvoiceOrder[] }>(
        `/admin/e-invoice/orders?order_id=${bought.orderId}`
      )
      expect(list.body.e_invoice_orders).toEqual([
        expect.objectContaining({ warnings: ["cancelled_by_service"] }),
      ])
    })

    it("compares what was sent with Medusa's payment to the øre", async () => {
      const bought = await purchase(suite)
      const { id } = await bought.merchant.payment(bought.orderId)
      const shown = async () =>
        (await bought.merchant.http.get<Shown>(`/admin/e-invoice/orders/${bought.id}`)).body

      const amount = MathBN.sub(bought.total, "0.01").toNumber()
      await suite.container
        .resolve(ContainerRegistrationKeys.PG_CONNECTION)("payment")
        .where({ id })
        .update({ amount, raw_amount: { value: String(amount), precision: 20 } })

      expect((await shown()).e_invoice_order.warnings).toEqual(["total_differs"])
    })

    it("says when only the regular check brought its status", async () => {
      sandbox.callbacks.setChaos({ drop: true })
      const bought = await purchase(suite)
      sandbox.pay(bought.uuid)
      await synchroniseEInvoiceOrderWorkflow(suite.container).run({
        input: { e_invoice_order_id: bought.id, observer: "sweep", actor: "schedule" },
      })

      const { body } = await bought.merchant.http.get<Shown>(`/admin/e-invoice/orders/${bought.id}`)

      expect(body.e_invoice_order).toMatchObject({
        remote_status: "PAID",
        warnings: ["callback_overdue"],
        can: { "orders.cancel": "status" },
      })
    })

    it("that does not exist is answered 404", async () => {
      const merchant = await Merchant.signIn(suite)
      const path = "/admin/e-invoice/orders/einvord_none"

      const { status, body } = await merchant.http.get<AdminRefusal>(path)

      expect(status).toBe(404)
      expect(body).toMatchObject({
        type: "not_found",
        message: "There is no e-invoice order einvord_none.",
      })
      for (const action of ["refresh", "cancel"]) {
        expect((await merchant.http.post(`${path}/${action}`)).status).toBe(404)
      }
    })
  })

  describe("refresh", () => {
    beforeEach(() => sandbox.callbacks.setChaos({ drop: true }))

    it("brings Medusa to what the service says", async () => {
      const bought = await purchase(suite)
      sandbox.pay(bought.uuid)

      const { status, body } = await bought.merchant.refresh(bought.id)

      expect(status).toBe(200)
      expect(body.e_invoice_order).toMatchObject({
        remote_status: "PAID",
        last_checked_by: "admin",
      })
      expect(body.e_invoice_order.timeline).toContainEqual(
        expect.objectContaining({
          actor: `admin:${suite.store.admin.id}`,
          action: "status",
        })
      )
      const payment = await bought.merchant.payment(bought.orderId)
      expect(payment.captured_at).toBeTruthy()
    })

    it("says in a sentence why the service could not be asked", async () => {
      const bought = await purchase(suite)
      sandbox.faults.add({ fault: "401", operation: "orders.status" })

      const { status, body } = await bought.merchant.refresh(bought.id)

      expect(status).toBe(400)
      expect(body).toMatchObject({
        type: "not_allowed",
        code: "status_unknown",
        message: expect.stringMatching(/^The service could not be asked for the status\. .*token/),
        values: { kind: "unauthorised" },
      })
    })

    it("takes nothing but the order's id", async () => {
      const bought = await purchase(suite)

      const { status, body } = await bought.merchant.http.post<AdminRefusal>(
        `/admin/e-invoice/orders/${bought.id}/refresh`,
        { status: "PAID" }
      )

      expect(status).toBe(400)
      expect(body.message).toContain("status")
    })
  })

  describe("cancel", () => {
    it("cancels at the service, with the reason that was given", async () => {
      const bought = await purchase(suite)

      const { status, body } = await bought.merchant.http.post<Shown>(
        `/admin/e-invoice/orders/${bought.id}/cancel`,
        { note: "Sold out" }
      )

      expect(status).toBe(200)
      expect(body.e_invoice_order).toMatchObject({
        remote_status: "CANCELLED",
      })
      expect(atService(suite, bought).history.at(-1)).toMatchObject({
        note: "Sold out",
      })
    })

    it("is refused with advice when the invoice is paid", async () => {
      const bought = await purchase(suite)
      sandbox.pay(bought.uuid)
      await callbacksProcessed(suite)

      const { status, body } = await bought.merchant.http.post<AdminRefusal>(
        `/admin/e-invoice/orders/${bought.id}/cancel`
      )

      expect(status).toBe(400)
      expect(body).toMatchObject({
        code: "cancel_rejected",
        message_key: "orderStatusAlreadyPaid",
        message: `The invoice was not cancelled. ${String(body.values?.["why"])}`,
      })
    })

    it.each([{ note: "" }, { note: 5 }, { reason: "x" }])("refuses %p", async (given) => {
      const bought = await purchase(suite)

      const { status } = await bought.merchant.http.post(
        `/admin/e-invoice/orders/${bought.id}/cancel`,
        given
      )

      expect(status).toBe(400)
      expect(atService(suite, bought).status).toBe("SENT")
    })
  })

  describe("an order in doubt", () => {
    const inDoubt = async () => {
      // Only creations fail here, one after the other: their circuit would open.
      suite.forgetFailures()
      sandbox.faults.add({
        fault: "after:drop",
        operation: "orders.create-e-invoice",
        times: 1,
      })
      sandbox.callbacks.setChaos({ drop: true })
      const shopper = await Shopper.arrive(suite)
      await shopper.buy()
      const row = await onlyJournalRow(suite)
      expect(row.state).toBe("in_doubt")
      const merchant = await Merchant.signIn(suite)
      const settle = (decision: object) =>
        merchant.http.post<Shown>(`/admin/e-invoice/orders/${row.id}/settle`, {
          attempt: row.attempt,
          ...decision,
        })
      return { shopper, merchant, settle, row }
    }

    it("is adopted by hand, and claimed when the shopper tries again", async () => {
      const { settle, shopper } = await inDoubt()
      const [found] = sandbox.orders()

      const { status, body } = await settle({
        decision: "adopt",
        order_uuid: found?.uuid,
      })

      expect(status).toBe(200)
      expect(body.e_invoice_order).toMatchObject({
        state: "succeeded",
        remote_order_uuid: found?.uuid,
      })
      expect((await shopper.complete()).body.type).toBe("order")
      expect(sandbox.orders()).toHaveLength(1)
    })

    it("does not adopt what is not there, or is for something else", async () => {
      const { settle } = await inDoubt()

      const missing = await settle({
        decision: "adopt",
        order_uuid: "ODR0000000000",
      })
      expect(missing).toMatchObject({
        status: 400,
        body: { code: "not_adopted", message_key: "orderNotFound" },
      })

      sandbox.faults.clear()
      const other = await Shopper.arrive(suite, {
        basket: { "SOCKS-41-45": 1 },
        email: "ola@example.com",
      })
      await other.buy()
      const rows = await journalOf(suite)
      const taken = await settle({
        decision: "adopt",
        order_uuid: rows.at(-1)?.remote_order_uuid,
      })
      expect(taken).toMatchObject({ status: 400, body: { code: "linked_elsewhere" } })
    })

    it("does not adopt an order of less than was sent, and says so of it beforehand", async () => {
      const { settle, merchant, row } = await inDoubt()
      await suite.container
        .resolve(ContainerRegistrationKeys.PG_CONNECTION)
        .raw(
          `update einvoice_order set sent_request = jsonb_set(sent_request, '{orderSummary,grandTotal}', '"999.00"') where id = ?`,
          [row.id]
        )
      const [found] = sandbox.orders()

      expect(
        (await merchant.http.get(`/admin/e-invoice/orders/${row.id}/settle`)).body
      ).toMatchObject({
        settlement: { candidates: [{ order_uuid: found?.uuid, is_other: true }] },
      })
      expect(await settle({ decision: "adopt", order_uuid: found?.uuid })).toMatchObject({
        status: 400,
        body: { code: "not_this_order" },
      })
    })

    it("is not checked while the service cannot be asked, and staff are told so", async () => {
      const { merchant, row } = await inDoubt()
      sandbox.faults.add({ fault: "401", operation: "orders.details-by-date-range" })

      const { status, body } = await merchant.refresh(row.id)

      expect(status).toBe(400)
      expect(body).toMatchObject({ type: "not_allowed" })
      expect(await journalOf(suite)).toMatchObject([
        { state: "in_doubt", failure: { lookup: { result: "failed" } } },
      ])
      sandbox.faults.clear()
      expect((await merchant.refresh(row.id)).status).toBe(200)
    })

    it("may be created again once staff are sure that it is not there", async () => {
      const { settle, shopper } = await inDoubt()
      sandbox.cancel(sandbox.orders()[0]?.uuid ?? "")

      const { body } = await settle({ decision: "create-again" })

      expect(body.e_invoice_order.state).toBe("rejected")
      expect((await shopper.complete()).body.type).toBe("order")
    })

    it("is neither given up nor created again while the service shows it, unless staff say that it is another", async () => {
      const { settle, merchant, row } = await inDoubt()
      const [found] = sandbox.orders()
      for (const decision of ["give-up", "create-again"]) {
        expect(await settle({ decision })).toMatchObject({
          status: 400,
          body: { code: "candidate_not_excluded", values: { uuids: found?.uuid } },
        })
      }
      expect(await settle({ decision: "adopt", not_it: [found?.uuid] })).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining("not_it") },
      })

      const { body } = await settle({ decision: "give-up", not_it: [found?.uuid] })

      expect(body.e_invoice_order).toMatchObject({ state: "abandoned" })
      expect(body.e_invoice_order.timeline.at(-1)).toMatchObject({
        actor: `admin:${suite.store.admin.id}`,
        action: "give-up",
      })
      const again = await settle({ decision: "create-again" })
      expect(again).toMatchObject({ status: 400, body: { code: "settled_meanwhile" } })
      await eventually(async () => {
        const shown = await merchant.refresh(row.id)
        expect(shown.status).toBe(200)
      })
    })

    it.each([
      [{}, "decision"],
      [{ decision: "forget" }, "decision"],
      [{ decision: "adopt" }, "order_uuid"],
      [{ decision: "give-up", attempt: undefined }, "attempt"],
      [{ decision: "give-up", order_uuid: "ODR1" }, "order_uuid"],
    ])("refuses %p and names the field", async (given, field) => {
      const { settle } = await inDoubt()

      const { status, body } = await settle(given)

      expect(status).toBe(400)
      expect(body.message).toContain(field)
    })
  })
})
