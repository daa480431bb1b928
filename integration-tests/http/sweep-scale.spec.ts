import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { sweepEInvoiceOrders } from "../../src/workflows"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { seedOpenOrders } from "./support/many-orders"
import { callsOf } from "./support/purchase"

/** Enough to tell what grows with the orders from what does not; the bench measures 100,000 (R9). */
const ORDERS = 20_000
const CHANGED = 1_000
/** Orders that a sweep takes at a time. */
const BATCH = 500

/**
 * Statements for a batch that the list settles: taking it, writing it down, and five by which Medusa tells its payments
 * (payment, captures, the links of the payment collection with cart and order, the order).
 */
const MOST_STATEMENTS = 8

const MINUTE = 60_000
const MIB = 1024 * 1024

/**
 * What a sweep over all orders may hold at any time: what the service's list says of them, and a batch. Garbage does not
 * count: how much of it V8 lets lie depends on how large the heap is, and most of this one are the orders of the sandbox.
 */
const MOST_HELD = 48 * MIB

/** What may be left of it afterwards. */
const MOST_LEFT = 32 * MIB

/** After how many batches is looked what it holds: a look collects the garbage of the whole process, which takes seconds. */
const LOOK_EVERY = 10

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
    /** Sweeps while so many orders are due of which the list says nothing new. */
    const settle = async (orders: number, minutes: number) => {
      const database = suite.container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
      const some = database("einvoice_order")
        .where({ remote_status: "SENT" })
        .limit(orders)
        .select("id")
      await database("einvoice_order").update({ next_check_at: null })
      await database("einvoice_order")
        .whereIn("id", some)
        .update({ next_check_at: new Date(start) })
      let statements = 0
      const count = () => (statements += 1)
      database.on("query", count)
      const began = present()
      const swept = await sweepInMinutes(minutes)
      const ms = present() - began
      database.off("query", count)
      expect(swept).toMatchObject({ due: orders, synchronised: 0 })
      return { statements, ms }
    }
    const refusedForRate = () => sandbox.requests().filter(({ status }) => status === 429).length

    it("follows 20,000 open orders, of which a twentieth changed, at the cost of those that changed", async () => {
      await seedOpenOrders(suite, ORDERS, (number) =>
        number % (ORDERS / CHANGED) === 0 ? "INVOICED" : "SENT"
      )

      // Killed in the middle of its work, a sweep leaves the rest to the next one.
      const { statuses } = suite.eInvoice.orders
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
      const look = () => {
        collectGarbage()
        heapMost = Math.max(heapMost, heap())
      }
      let batches = 0
      const watched = jest.spyOn(statuses, "unchanged").mockImplementation(async (...call) => {
        batches += 1
        if (batches % LOOK_EVERY === 0) {
          look()
        }
        return unchanged(...call)
      })
      // The moment at which all of the list has come.
      const { connect } = suite.eInvoice
      const reduce = connect.reduce.bind(connect)
      const list = jest.spyOn(connect, "reduce").mockImplementation(async (...call) => {
        const answer = await reduce(...call)
        look()
        return answer
      })
      const began = present()
      const [first, second] = await Promise.all([sweepInMinutes(1), sweepInMinutes(1)])
      const seconds = (present() - began) / 1000
      watched.mockRestore()
      list.mockRestore()
      collectGarbage()
      const heapLeft = heap() - heapBefore

      expect([first, second].filter((sweep) => sweep === null)).toHaveLength(1)
      const listsOfOneSweep = callsOf(suite, "orders.status-list") - 1
      expect(refusedForRate()).toBe(0)
      expect(heapMost - heapBefore).toBeLessThan(MOST_HELD)
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
      // Its look through Medusa's new orders costs statements of its own.
      await suite.eInvoice.jobs.remember("sweep", { last_order_seen: 2 ** 31 })
      const one = await settle(BATCH, 9)
      const eleven = await settle(11 * BATCH, 10)
      const statements = (eleven.statements - one.statements) / 10
      expect(statements).toBeLessThanOrEqual(MOST_STATEMENTS)
      expect(callsOf(suite, "orders.status")).toBe(0)
      process.stdout.write(
        [
          `Sweep of ${ORDERS} open orders, ${CHANGED} changed:`,
          `${seconds.toFixed(1)} s for the first whole sweep, ${listsOfOneSweep} list(s) of statuses in it;`,
          `${calls} calls in all, ${PER_MINUTE} a minute allowed, ${refusedForRate()} refused;`,
          `postponed by sweep: ${sweeps.map((sweep) => sweep?.postponed).join(", ")};`,
          `heap +${Math.round((heapMost - heapBefore) / MIB)} MiB at most, +${Math.round(heapLeft / MIB)} MiB after;`,
          `${statements} statements and ${Math.round((eleven.ms - one.ms) / 10)} ms for ${BATCH} orders that the list settles.\n`,
        ].join(" ")
      )
    })
  }
)
