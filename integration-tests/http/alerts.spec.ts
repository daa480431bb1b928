import { readFileSync } from "node:fs"

import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { eraseExpiredData } from "../../src/workflows"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { onlyJournalRow } from "./support/evidence"
import { expectDeclined, expectInvoiced } from "./support/expect-invoiced"
import { leftInInbox } from "./support/left-in-inbox"
import { Merchant } from "./support/merchant"
import { Shopper } from "./support/shopper"

const MINUTE = 60_000

const page = readFileSync("docs/going-live.md", "utf8").replace(/^```.*?^```/gms, "")

/**
 * What the page has in backticks and matches.
 *
 * @throws Error when that is not one text
 */
function quoted(pattern: RegExp): string {
  const [found, ...others] = [...page.matchAll(/`([^`]+)`/g)]
    .map(([, text = ""]) => text.replace(/\s+/g, " "))
    .filter((text) => pattern.test(text))
  if (found === undefined || others.length > 0) {
    throw new Error(`going-live.md does not have ${pattern} once.`)
  }
  return found
}

/** What stands between the `…` of a line, in their order. */
const partsOf = (shown: string) => shown.split("…").filter(Boolean)

/** Whether a line says all of it, one after the other. */
const saysInOrder = (line: string, parts: readonly string[]) => {
  const places = parts.map((part) => line.indexOf(part))
  return places.every((place, index) => place >= 0 && place > (places[index - 1] ?? -1))
}

eInvoiceSuite("alerts", { options: { checkoutBudget: 4_000 } }, (suite) => {
  afterEach(() => {
    jest.restoreAllMocks()
    suite.sandbox.faults.clear()
    suite.forgetFailures()
  })

  describe("what going-live.md tells to watch", () => {
    const linesOf = async (buy: () => Promise<void>) => {
      const warn = jest.spyOn(suite.container.resolve(ContainerRegistrationKeys.LOGGER), "warn")
      await buy()
      return warn.mock.calls.map(([line]) => String(line))
    }

    it("is the line of a creation in doubt", async () => {
      const shopper = await Shopper.arrive(suite)
      await shopper.chooseInvoice()
      suite.sandbox.faults.add({
        fault: "before:500",
        operation: "orders.create-e-invoice",
      })

      const lines = await linesOf(async () => {
        expectDeclined(await shopper.complete())
      })

      expect((await onlyJournalRow(suite)).state).toBe("in_doubt")
      const parts = partsOf(quoted(/^e-invoice: creation of .* failed/))
      expect(lines.filter((line) => saysInOrder(line, parts))).toHaveLength(1)
    })

    it("is the line of a creation that did not reach the service", async () => {
      const shopper = await Shopper.arrive(suite)
      await shopper.chooseInvoice()

      const lines = await linesOf(() =>
        suite.interruptService(async () => {
          expectDeclined(await shopper.complete())
        })
      )

      expect((await onlyJournalRow(suite)).state).toBe("rejected")
      const parts = partsOf(quoted(/^e-invoice: creation of .* refused/))
      expect(lines.filter((line) => saysInOrder(line, parts))).toHaveLength(1)
    })

    it("counts what was not erased in time", async () => {
      const query = quoted(/^select count.*einvoice_shopper_data/)
      const database: Knex = suite.container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
      const counted = async () => Number((await database.raw(query)).rows[0].count)
      const shopper = await Shopper.arrive(suite)
      await shopper.chooseInvoice()
      expect(await counted()).toBe(0)
      await database("einvoice_shopper_data").update({
        expires_at: new Date(Date.now() - 20 * MINUTE),
      })
      expect(await counted()).toBe(1)

      await eraseExpiredData(suite.container)

      expect(await counted()).toBe(0)
    })

    it("counts callbacks by state and age, and orders by flag", async () => {
      const callbacks = quoted(/^GET \/admin\/e-invoice\/callbacks\?/)
      const orders = quoted(/^GET \/admin\/e-invoice\/orders\?attention/)
      const { http } = await Merchant.signIn(suite)
      const count = async (shown: string, value: string) => {
        const { status, body } = await http.get<{ count: number }>(
          shown.replace("GET ", "").replace("…", value)
        )
        return { status, count: body.count }
      }
      const shopper = await Shopper.arrive(suite)
      await expectInvoiced(suite, await shopper.buy())
      await leftInInbox(suite, (await onlyJournalRow(suite)).id, "status=PAID")
      const at = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString()

      expect(await count(callbacks, at(1))).toEqual({ status: 200, count: 1 })
      expect(await count(callbacks, at(-1))).toEqual({ status: 200, count: 0 })
      expect(await count(orders, "placed_unbilled")).toEqual({
        status: 200,
        count: 0,
      })
    })

    it("finds a trial order in the list that everything in doubt is looked up in", async () => {
      const list = quoted(/^GET \/admin\/e-invoice\/operations\/orders\.details-by-date-range\?/)
      const { http } = await Merchant.signIn(suite)
      const shopper = await Shopper.arrive(suite)
      await expectInvoiced(suite, await shopper.buy())
      const { remote_order_uuid } = await onlyJournalRow(suite)
      const now = Math.floor(Date.now() / 1000)
      const address = list
        .replace("GET ", "")
        .replace("…", String(now - 600))
        .replace("…", String(now + 600))

      await eventually(async () => {
        const { body } = await http.get(address)
        expect(JSON.stringify(body)).toContain(remote_order_uuid)
      })
    })
  })
})
