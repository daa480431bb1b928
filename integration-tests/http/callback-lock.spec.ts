import { Modules } from "@medusajs/framework/utils"

import { orderLockKey } from "../../src/workflows/e-invoice-module"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { purchase } from "./support/purchase"

eInvoiceSuite("callback-lock", {}, (suite) => {
  afterEach(() => jest.restoreAllMocks())

  it("lets go of the order's lock when the database is gone while a callback is processed", async () => {
    const bought = await purchase(suite)
    const { statuses } = suite.eInvoice.orders
    const gone = new Error("terminating connection due to administrator command")
    jest.spyOn(statuses, "advance").mockRejectedValueOnce(gone)
    const again = jest.spyOn(statuses, "tryAgain").mockRejectedValue(gone)

    suite.sandbox.invoice(bought.uuid)
    await suite.sandbox.callbacks.settled()
    await eventually(async () => {
      const [entry] = await suite.eInvoice.listEInvoiceCallbacks()
      expect(entry?.state).toBe("failed")
    })

    expect(again).toHaveBeenCalled()
    const locking = suite.container.resolve(Modules.LOCKING)
    await locking.acquire(orderLockKey(bought.id))
    await locking.release(orderLockKey(bought.id))
  })
})
