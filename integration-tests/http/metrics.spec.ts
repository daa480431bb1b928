import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { eraseExpiredData, sweepEInvoiceOrders } from "../../src/workflows"
import { METRICS } from "../../src/api/admin/e-invoice/metrics"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { onlyJournalRow } from "./support/evidence"
import { expectDeclined, expectInvoiced } from "./support/expect-invoiced"
import { leftInInbox } from "./support/left-in-inbox"
import { Merchant } from "./support/merchant"
import { callbacksProcessed } from "./support/purchase"
import { Shopper } from "./support/shopper"

const MINUTE = 60_000

/** A line of a value in Prometheus's text format, with labels that are words. */
const SAMPLE = /^([a-z_]+)(\{(?:[a-z]+="[a-z_]+",?)+\})? (\d+(?:\.\d+)?)$/

eInvoiceSuite("metrics", { options: { checkoutBudget: 4_000 } }, (suite) => {
  afterEach(() => {
    jest.restoreAllMocks()
    suite.sandbox.faults.clear()
    suite.forgetFailures()
  })

  /** Scrapes as Prometheus does: by a secret API key, as the user of Basic authentication. */
  const scrape = async () => {
    const { http } = await Merchant.signIn(suite)
    const { body } = await http.post<{ api_key: { token: string } }>("/admin/api-keys", {
      title: "prometheus",
      type: "secret",
    })
    const { status, body: text } = await suite.http
      .with({
        authorization: `Basic ${Buffer.from(`${body.api_key.token}:`).toString("base64")}`,
      })
      .get<string>("/admin/e-invoice/metrics")
    expect(status).toBe(200)
    const values = text
      .trimEnd()
      .split("\n")
      .filter((line) => !line.startsWith("#"))
      .map((line): [string, number] => {
        const [, name, labels = "", value] = SAMPLE.exec(line) ?? []
        expect({ line, isSample: name !== undefined }).toEqual({ line, isSample: true })
        return [`${name}${labels}`, Number(value)]
      })
    return { text, values: Object.fromEntries(values) }
  }

  const declined = async () => {
    const shopper = await Shopper.arrive(suite)
    await shopper.chooseInvoice()
    expectDeclined(await shopper.complete())
  }

  it("are answered to a secret key alone, and are nothing in a store where nothing waits", async () => {
    expect((await suite.http.get("/admin/e-invoice/metrics")).status).toBe(401)

    const { text, values } = await scrape()

    for (const { name, type } of METRICS) {
      const isKnown = name in values || Object.keys(values).some((of) => of.startsWith(`${name}{`))
      // Nothing has run, and the service was not called.
      const isUnknown = /_last_|_postponed|_rate_limit$|_remaining$/.test(name)
      expect({ name, isKnown }).toEqual({ name, isKnown: !isUnknown })
      expect(text.includes(`# TYPE ${name} ${type}\n`)).toBe(isKnown)
    }
    const more = Object.entries(values).filter(
      ([name, value]) => value !== 0 && !name.startsWith("e_invoice_job_overdue")
    )
    expect(more).toEqual([])
  })

  it("count a creation in doubt and tell its age", async () => {
    suite.sandbox.faults.add({ fault: "before:500", operation: "orders.create-e-invoice" })
    await declined()

    const { values } = await scrape()

    expect(values).toMatchObject({
      'e_invoice_doubts{kind="creation"}': 1,
      'e_invoice_doubts{kind="refund"}': 0,
      'e_invoice_attention{reason="in_doubt"}': 1,
      'e_invoice_attention{reason="placed_unbilled"}': 0,
    })
    expect(values['e_invoice_oldest_doubt_seconds{kind="creation"}']).toBeGreaterThan(0)
    expect(values['e_invoice_oldest_doubt_seconds{kind="refund"}']).toBe(0)
  })

  it("count each flag of an order", async () => {
    const shopper = await Shopper.arrive(suite)
    await expectInvoiced(suite, await shopper.buy())
    const { id } = await onlyJournalRow(suite)
    await suite.eInvoice.orders.statuses.flag(id, "refund_in_doubt")
    await suite.eInvoice.orders.statuses.flag(id, "order_missing")

    const { values } = await scrape()

    expect(values).toMatchObject({
      'e_invoice_attention{reason="refund_in_doubt"}': 1,
      'e_invoice_attention{reason="order_missing"}': 1,
      'e_invoice_attention{reason="in_doubt"}': 0,
    })
  })

  it("tell how far behind the inbox is, and the sweep when it last ran", async () => {
    const shopper = await Shopper.arrive(suite)
    await expectInvoiced(suite, await shopper.buy())
    await leftInInbox(suite, (await onlyJournalRow(suite)).id, "status=SENT")

    const { values: before } = await scrape()
    await sweepEInvoiceOrders(suite.container)
    await callbacksProcessed(suite)
    const { values: after } = await scrape()

    expect(before).toMatchObject({
      'e_invoice_inbox_callbacks{state="received"}': 1,
      e_invoice_inbox_due: 1,
      e_invoice_inbox_errors: 0,
    })
    expect(before["e_invoice_inbox_lag_seconds"]).toBeGreaterThan(0)
    expect(before["e_invoice_inbox_oldest_seconds"]).toBeGreaterThan(0)
    expect(after).toMatchObject({
      'e_invoice_inbox_callbacks{state="received"}': 0,
      e_invoice_inbox_due: 0,
      e_invoice_inbox_lag_seconds: 0,
      e_invoice_sweep_postponed: 0,
      'e_invoice_job_failed{task="sweep"}': 0,
      'e_invoice_job_overdue{task="sweep"}': 0,
    })
    expect(after['e_invoice_job_last_end_timestamp_seconds{task="sweep"}']).toBeGreaterThan(1.7e9)
    expect(after['e_invoice_job_last_duration_seconds{task="sweep"}']).toBeGreaterThan(0)
  })

  it("tell how long expired personal data has waited to be erased", async () => {
    const shopper = await Shopper.arrive(suite)
    await shopper.chooseInvoice()
    const { values: kept } = await scrape()
    await suite.container
      .resolve(ContainerRegistrationKeys.PG_CONNECTION)("einvoice_shopper_data")
      .update({ expires_at: new Date(Date.now() - 20 * MINUTE) })
    const { values: late } = await scrape()
    await eraseExpiredData(suite.container)
    const { values: erased } = await scrape()

    expect(kept["e_invoice_erasure_lag_seconds"]).toBe(0)
    expect(late["e_invoice_erasure_lag_seconds"]).toBeGreaterThan(600)
    expect(erased["e_invoice_erasure_lag_seconds"]).toBe(0)
    expect(erased['e_invoice_job_overdue{task="erasure"}']).toBe(0)
  })

  it("tell of calls that the service limits, and of circuits that are open", async () => {
    suite.sandbox.faults.add({ fault: "before:429", operation: "orders.create-e-invoice" })
    await declined()
    const { values: limited } = await scrape()

    expect(limited).toMatchObject({
      e_invoice_rate_limited_total: 1,
      e_invoice_rate_limit: 240,
      'e_invoice_circuit_open{circuit="reach"}': 0,
    })

    await suite.interruptService(async () => {
      for (let call = 0; call < 5; call++) {
        await expect(suite.eInvoice.connect.call("token.verify", {})).rejects.toThrow()
      }
      const { values } = await scrape()
      expect(values['e_invoice_circuit_open{circuit="reach"}']).toBe(1)
      expect(values['e_invoice_circuit_openings_total{circuit="reach"}']).toBeGreaterThanOrEqual(1)
    })
  })
})
