import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { sweepEInvoiceOrders } from "../../src/workflows"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { seedOpenOrders } from "./support/many-orders"
import { callsOf } from "./support/purchase"

const ORDERS = 100_000
const CHANGED = 1_000
const MINUTE = 60_000
const MIB = 1024 * 1024

/** What a sweep over all orders may add to the heap, uncollected garbage included: the service's list and a batch. */
const MOST_MEMORY = 400 * MIB

/** What may be left of it afterwards. */
const MOST_LEFT = 50 * MIB

/** Calls a minute that the service takes; a fifth is for checkouts. */
const PER_MINUTE = 600

/** Long enough for a whole sweep on a busy machine: what one does not manage is for the next, which is tested apart. */
const UNHURRIED = 10 * MINUTE

jest.setTimeout(10 * MINUTE)

setFlagsFromString("--expose-gc")
const collectGarbage = runInNewContext("gc") as () => void

eInvoiceSuite(
  "sweep-scale",
  {
    sandbox: {
      rateLimit: { perMinute: PER_MINUTE, enforced: true },
      logSize: 10 * CHANGED,
    },
  },
  (suite) => {
    const { sandbox } = suite
    const start = Date.now()
    const present = Date.now.bind(Date)
    let later = 0

    beforeEach(() => {
      // The rate is counted by the minute, here and at the service; no test has the minutes.
      jest.spyOn(Date, "now").mockImplementation(() => present() + later)
    })
    afterEach(() => jest.restoreAllMocks())

    const sweepInMinutes = (minutes: number) => {
      later = minutes * MINUTE
      return sweepEInvoiceOrders(suite.container, {
        now: new Date(start + later),
        budgetMs: UNHURRIED,
      })
    }
    const looked = async (conditions: object) => {
      const [row] = await suite.container
        .resolve(ContainerRegistrationKeys.PG_CONNECTION)("einvoice_order")
        .whereNotNull("last_checked_at")
        .where(conditions)
        .count({ count: "*" })
      return Number(row?.["count"])
    }
    const refusedForRate = () =>
      sandbox.requests().filter(({ status }) => status === 429).length

    it("follows 100,000 open orders, of which a hundredth changed, at the cost of those that changed", async () => {
      await seedOpenOrders(suite, ORDERS, (number) =>
        number % (ORDERS / CHANGED) === 0 ? "INVOICED" : "SENT"
      )

      // Killed in the middle of its work, a sweep leaves the rest to the next one.
      const { statuses } = suite.eInvoice
      const unchanged = statuses.unchanged.bind(statuses)
      const killed = jest
        .spyOn(statuses, "unchanged")
        .mockImplementationOnce(unchanged)
        .mockImplementationOnce(unchanged)
        .mockRejectedValueOnce(new Error("killed"))
      await expect(sweepInMinutes(0)).rejects.toThrow("killed")
      killed.mockRestore()
      const beforeDeath = await looked({})
      expect(beforeDeath).toBeGreaterThan(0)
      expect(beforeDeath).toBeLessThan(ORDERS / 10)

      collectGarbage()
      const heap = () => process.memoryUsage().heapUsed
      const heapBefore = heap()
      let heapMost = heapBefore
      const watch = setInterval(() => {
        heapMost = Math.max(heapMost, heap())
      }, 20)
      const began = present()
      const [first, second] = await Promise.all([
        sweepInMinutes(1),
        sweepInMinutes(1),
      ])
      const seconds = (present() - began) / 1000
      clearInterval(watch)
      collectGarbage()
      const heapLeft = heap() - heapBefore

      expect([first, second].filter((sweep) => sweep === null)).toHaveLength(1)
      const listsOfOneSweep = callsOf(suite, "orders.status-list") - 1
      expect(refusedForRate()).toBe(0)
      expect(heapMost - heapBefore).toBeLessThan(MOST_MEMORY)
      expect(heapLeft).toBeLessThan(MOST_LEFT)

      const sweeps = [first ?? second]
      for (const minute of [2, 3, 6, 7]) {
        sweeps.push(await sweepInMinutes(minute))
      }

      expect(await looked({})).toBe(ORDERS)
      expect(await looked({ remote_status: "INVOICED" })).toBe(CHANGED)
      expect(callsOf(suite, "orders.invoice-number")).toBe(CHANGED)
      expect(callsOf(suite, "orders.status")).toBe(0)
      expect(refusedForRate()).toBe(0)
      const calls = sandbox.requests().length
      expect(calls).toBeLessThanOrEqual(CHANGED + 3 * sweeps.length)
      process.stdout.write(
        [
          `Sweep of ${ORDERS} open orders, ${CHANGED} changed:`,
          `${seconds.toFixed(1)} s for the first whole sweep, ${listsOfOneSweep} list(s) of statuses in it;`,
          `${calls} calls in all, ${PER_MINUTE} a minute allowed, ${refusedForRate()} refused;`,
          `postponed by sweep: ${sweeps.map((sweep) => sweep?.postponed).join(", ")};`,
          `heap +${Math.round((heapMost - heapBefore) / MIB)} MiB at most, +${Math.round(heapLeft / MIB)} MiB after.\n`,
        ].join(" ")
      )
    })
  }
)
