import { sweepEInvoiceOrders } from "../../src/workflows/sweep/sweep-e-invoice-orders"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { callbacksProcessed, callsOf, purchase } from "./support/purchase"

const refresh = async ({ merchant, orderId }: Awaited<ReturnType<typeof purchase>>) => {
  const { id } = await merchant.eInvoiceOrder(orderId)
  return merchant.http.post<{ e_invoice_order: unknown }>(`/admin/e-invoice/orders/${id}/refresh`)
}

eInvoiceSuite(
  "callback-checksum",
  {
    options: {
      callbackSecret: "sandbox-secret",
      operations: { "orders.status": { enabled: false } },
    },
  },
  (suite) => {
    it("with the right checksum is believed where the service cannot be asked", async () => {
      const bought = await purchase(suite)

      suite.sandbox.pay(bought.uuid)
      await callbacksProcessed(suite)

      expect((await bought.merchant.payment(bought.orderId)).captured_at).toBeTruthy()
      expect(callsOf(suite, "orders.status")).toBe(0)
    })

    it.each(["wrong", "missing"] as const)(
      "with a %s checksum is kept and counts for nothing",
      async (checksum) => {
        const bought = await purchase(suite)
        suite.sandbox.callbacks.setChaos({ checksum })

        suite.sandbox.pay(bought.uuid)
        await callbacksProcessed(suite)

        expect((await bought.merchant.payment(bought.orderId)).captured_at).toBeNull()
        const [entry] = await suite.eInvoice.listEInvoiceCallbacks()
        expect(entry?.outcome).toMatch(/^not believed: (no-secret|not-proven)$/)
        const order = await bought.merchant.eInvoiceOrder(bought.orderId)
        expect(order).toMatchObject({ remote_status: "SENT", paid_at: null })
        expect(order.timeline.at(-1)).toMatchObject({
          action: "callback",
          outcome: "refused",
        })
        expect(order.flags).toEqual([])
      }
    )

    it("flags an invoice of which no sweep sees the status either, until a callback is proved", async () => {
      const { options } = suite.eInvoice
      const operations = { ...options.operations, "orders.status-list": { enabled: false } }
      Object.assign(suite.eInvoice, { options: { ...options, operations } })
      try {
        const bought = await purchase(suite)
        suite.sandbox.callbacks.setChaos({ checksum: "wrong" })
        suite.sandbox.invoice(bought.uuid)
        await callbacksProcessed(suite)
        const { flags } = await bought.merchant.eInvoiceOrder(bought.orderId)
        expect(flags).toEqual(["status_unknown"])

        suite.sandbox.callbacks.setChaos({})
        suite.sandbox.pay(bought.uuid)
        await callbacksProcessed(suite)
        expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
          remote_status: "PAID",
          flags: [],
        })
      } finally {
        Object.assign(suite.eInvoice, { options })
      }
    })

    it.each([
      { previousCallbackSecrets: ["sandbox-secret"], believed: true },
      { previousCallbackSecrets: [], believed: false },
    ])(
      "by the secret before: $believed with previousCallbackSecrets $previousCallbackSecrets",
      async ({ previousCallbackSecrets, believed }) => {
        const { options } = suite.eInvoice
        const bought = await purchase(suite)
        const next = { ...options, callbackSecret: "the next one", previousCallbackSecrets }
        Object.assign(suite.eInvoice, { options: next })
        try {
          suite.sandbox.pay(bought.uuid)
          await callbacksProcessed(suite)
        } finally {
          Object.assign(suite.eInvoice, { options })
        }

        const { captured_at } = await bought.merchant.payment(bought.orderId)
        expect(captured_at !== null).toBe(believed)
      }
    )

    it("that was lost is made up for by the list of all statuses, also for one order", async () => {
      const bought = await purchase(suite)
      suite.sandbox.callbacks.setChaos({ drop: true })
      suite.sandbox.pay(bought.uuid)

      await sweepEInvoiceOrders(suite.container, { now: new Date(Date.now() + 60 * 60_000) })

      expect((await bought.merchant.payment(bought.orderId)).captured_at).toBeTruthy()
      expect(callsOf(suite, "orders.status")).toBe(0)
    })

    it("is not needed when staff ask: the list of all statuses tells", async () => {
      const bought = await purchase(suite)
      suite.sandbox.callbacks.setChaos({ drop: true })
      suite.sandbox.pay(bought.uuid)

      const { status, body } = await refresh(bought)

      expect(status).toBe(200)
      expect(body.e_invoice_order).toMatchObject({
        remote_status: "PAID",
        last_checked_by: "admin",
      })
      expect((await bought.merchant.payment(bought.orderId)).captured_at).toBeTruthy()
      expect(callsOf(suite, "orders.status")).toBe(0)
    })

    it("is needed where the list is switched off too: nothing counts as checked", async () => {
      const bought = await purchase(suite)
      const before = await bought.merchant.eInvoiceOrder(bought.orderId)
      const { operations } = suite.eInvoice.options
      operations["orders.status-list"] = { enabled: false }
      suite.forgetFailures()
      try {
        const { status, body } = await refresh(bought)

        expect(status).toBe(400)
        expect(body).toMatchObject({ code: "status_unknown", values: { kind: "disabled" } })
        const { last_checked_by } = await bought.merchant.eInvoiceOrder(bought.orderId)
        expect(last_checked_by).toBe(before.last_checked_by)
      } finally {
        delete operations["orders.status-list"]
        suite.forgetFailures()
      }
    })

    it("of another order is not believed, however true it is", async () => {
      const bought = await purchase(suite)
      const other = await purchase(suite)
      suite.sandbox.callbacks.setChaos({ drop: true })
      suite.sandbox.pay(other.uuid)
      const [sent] = suite.sandbox.callbacks.list()
      suite.sandbox.callbacks.setChaos({ orderUuid: other.uuid })

      suite.sandbox.pay(bought.uuid)
      await callbacksProcessed(suite)

      expect(sent?.recordUuid).toBe(other.uuid)
      expect((await bought.merchant.payment(bought.orderId)).captured_at).toBeNull()
    })
  }
)
