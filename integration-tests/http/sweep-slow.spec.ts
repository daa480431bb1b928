import { setTimeout as pause } from "node:timers/promises"

import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { eraseExpiredData } from "../../src/workflows/personal-data"
import { LeaseLostError } from "../../src/modules/e-invoice/leases"
import { sweepEInvoiceOrders } from "../../src/workflows"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { shopperDataCount } from "./support/evidence"
import { seedOpenOrders } from "./support/many-orders"
import { callsOf, purchase } from "./support/purchase"
import { Shopper } from "./support/shopper"

/** Milliseconds of each answer of the service. */
const LATENCY = 1_200

const MINUTE = 60_000

const DUE = 200

eInvoiceSuite("sweep-slow", { sandbox: { latency: LATENCY } }, (suite) => {
  const { sandbox } = suite
  const database = () => suite.container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const sweep = (minutes = 2) =>
    sweepEInvoiceOrders(suite.container, {
      now: new Date(Date.now() + minutes * MINUTE),
    })

  /** Sets what the database does with idle transactions, in every connection there is and will be. */
  const setIdleTimeout = async (milliseconds: number) => {
    const name = "idle_in_transaction_session_timeout"
    const { rows } = await database().raw<{ rows: { database: string }[] }>(
      "select current_database() as database"
    )
    await database().raw(`alter database "${rows[0]?.database}" set ${name} = ${milliseconds}`)
    await Promise.all(
      Array.from({ length: 20 }, () =>
        database().raw(`select set_config('${name}', '${milliseconds}', false), pg_sleep(0.1)`)
      )
    )
  }

  beforeEach(() => sandbox.callbacks.setChaos({ drop: true }))

  describe("a sweep of a service that takes longer than the database lets transactions be idle", () => {
    afterEach(() => setIdleTimeout(0))

    it("is still the only one", async () => {
      await purchase(suite)
      const asked = callsOf(suite, "orders.status")
      await setIdleTimeout((LATENCY * 2) / 3)

      const first = sweep()
      await pause(LATENCY)
      const second = await sweep()

      expect(second).toBeNull()
      expect(await first).toMatchObject({ due: 1, synchronised: 1 })
      expect(callsOf(suite, "orders.status")).toBe(asked + 1)
    })
  })

  it("keeps neither a fresh callback waiting nor the erasing of personal data", async () => {
    await seedOpenOrders(suite, DUE, () => "INVOICED")
    const { uuid, merchant, orderId } = await purchase(suite)
    const shopper = await Shopper.arrive(suite)
    await shopper.chooseInvoice()
    await database()("einvoice_shopper_data").update({
      expires_at: new Date(0),
    })
    let isSwept = false
    const swept = sweep(0).finally(() => {
      isSwept = true
    })
    const isTrue = async (what: () => Promise<boolean> | boolean) => {
      while (!isSwept) {
        if (await what()) {
          return true
        }
        await pause(50)
      }
      return false
    }
    const asked = () => callsOf(suite, "orders.invoice-number")
    expect(await isTrue(() => asked() > 0)).toBe(true)

    sandbox.callbacks.setChaos({ drop: false })
    sandbox.pay(uuid)
    await eraseExpiredData(suite.container)

    expect(await shopperDataCount(suite)).toBe(0)
    const isCaptured = async () => Boolean((await merchant.payment(orderId)).captured_at)
    expect(await isTrue(isCaptured)).toBe(true)
    expect(asked()).toBeLessThan(DUE)
    await swept
  })

  it("does nothing more once another may have taken its place", async () => {
    await purchase(suite)
    const asked = callsOf(suite, "orders.status")
    const { statuses } = suite.eInvoice.orders
    const takeDue = statuses.takeDue.bind(statuses)
    jest.spyOn(statuses, "takeDue").mockImplementationOnce(async (...terms) => {
      const due = await takeDue(...terms)
      // As if this process had stood still for longer than its lease lives.
      await database()("einvoice_lease").update({ holder: "another" })
      jest.spyOn(performance, "now").mockImplementation(() => process.uptime() * 1000 + MINUTE)
      return due
    })

    await expect(sweep()).rejects.toThrow(LeaseLostError)
    jest.restoreAllMocks()

    expect(callsOf(suite, "orders.status")).toBe(asked)
    expect(await sweep()).toBeNull()
    await database()("einvoice_lease").update({ expires_at: new Date(0) })
    expect(await sweep()).not.toBeNull()
  })
})
