import { sweepEInvoiceOrders } from "../../src/workflows"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { journalOf, onlyJournalRow } from "./support/evidence"
import { expectInvoiced } from "./support/expect-invoiced"
import { type HeldCall, holdCalls } from "./support/hold-calls"
import { Shopper } from "./support/shopper"

const MINUTE = 60_000

eInvoiceSuite("creation-attempts", {}, (suite) => {
  const { sandbox } = suite
  const CREATE = "orders.create-e-invoice"

  const held: HeldCall[] = []
  const hold = (operationId: string, when: "before" | "after") => {
    const call = holdCalls(suite, operationId, when)
    held.push(call)
    return call
  }

  afterEach(() => {
    held.splice(0).forEach((call) => call.release())
    jest.restoreAllMocks()
    sandbox.faults.clear()
    suite.forgetFailures()
  })

  describe("a server whose clock is two minutes fast", () => {
    /** What a server would do whose own clock is ahead. */
    const ahead = async <Result>(work: () => Promise<Result>) => {
      jest.useFakeTimers({
        now: Date.now() + 2 * MINUTE,
        doNotFake: [
          "hrtime",
          "nextTick",
          "performance",
          "queueMicrotask",
          "setImmediate",
          "clearImmediate",
          "setInterval",
          "clearInterval",
          "setTimeout",
          "clearTimeout",
        ],
      })
      try {
        return await work()
      } finally {
        jest.useRealTimers()
      }
    }

    it("does not declare a creation in flight lost, and leaves no flag", async () => {
      sandbox.callbacks.setChaos({ drop: true })
      const shopper = await Shopper.arrive(suite)
      await shopper.chooseInvoice()
      const creation = hold(CREATE, "before")
      const completion = shopper.complete()
      await creation.reached

      await ahead(async () => {
        await sweepEInvoiceOrders(suite.container)
        await sweepEInvoiceOrders(suite.container)
      })
      expect(await onlyJournalRow(suite)).toMatchObject({ state: "sending" })
      creation.release()

      const { row } = await expectInvoiced(suite, await completion)
      sandbox.pay(row.remote_order_uuid ?? "")
      await sweepEInvoiceOrders(suite.container, {
        now: new Date(Date.now() + 5 * MINUTE),
      })
      await eventually(async () => {
        expect(await suite.eInvoice.listEInvoiceOrders()).toMatchObject([
          { remote_status: "PAID", attention: null },
        ])
      })
      expect(await journalOf(suite)).toHaveLength(1)
    })
  })
})
