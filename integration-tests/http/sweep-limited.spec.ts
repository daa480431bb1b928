import { sweepEInvoiceOrders } from "../../src/workflows"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { OperationDesk } from "./support/operation-desk"
import { callsOf, purchase } from "./support/purchase"

const MINUTE = 60_000

eInvoiceSuite("sweep-limited", { sandbox: { rateLimit: { perMinute: 1 } } }, (suite) => {
  it("leaves the last calls of a minute to checkouts", async () => {
    const bought = await purchase(suite)
    const asked = callsOf(suite, "orders.status")

    const result = await sweepEInvoiceOrders(suite.container, {
      now: new Date(Date.now() + 2 * MINUTE),
    })

    expect(result).toMatchObject({ due: 1, synchronised: 0, postponed: 1 })
    expect(callsOf(suite, "orders.status")).toBe(asked)
    const order = await suite.eInvoice.retrieveEInvoiceOrder(bought.id)
    expect(new Date(order.next_check_at ?? 0).getTime()).toBeGreaterThan(Date.now() + 2 * MINUTE)
  })

  it("leaves remembered records to the next minute as well", async () => {
    const desk = await OperationDesk.open(suite)
    await desk.reservation()
    const before = suite.sandbox.requests().length
    const now = new Date(Date.now() + 2 * MINUTE)

    const swept = await sweepEInvoiceOrders(suite.container, { now })

    expect(swept?.records).toEqual({ due: 1, asked: 0, postponed: 1 })
    expect(suite.sandbox.requests()).toHaveLength(before)
    const [record] = await suite.eInvoice.listEInvoiceRecords({})
    expect(record?.next_check_at).toEqual(new Date(now.getTime() + MINUTE))
  })
})
