import { readFileSync } from "node:fs"

import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { onlyJournalRow } from "./support/evidence"
import { expectDeclined, expectInvoiced } from "./support/expect-invoiced"
import { Merchant } from "./support/merchant"
import { Shopper } from "./support/shopper"

/**
 * What a page has in backticks and matches.
 *
 * @throws Error when that is not one text
 */
function quoted(name: string, pattern: RegExp): string {
  const page = readFileSync(`docs/${name}`, "utf8").replace(/^```.*?^```/gms, "")
  const [found, ...others] = [...page.matchAll(/`([^`]+)`/g)]
    .map(([, text = ""]) => text.replace(/\s+/g, " "))
    .filter((text) => pattern.test(text))
  if (found === undefined || others.length > 0) {
    throw new Error(`${name} does not have ${pattern} once.`)
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

  describe("what the pages tell to watch", () => {
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
      const parts = partsOf(quoted("monitoring.md", /^e-invoice: creation of .* failed/))
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
      const parts = partsOf(quoted("monitoring.md", /^e-invoice: creation of .* refused/))
      expect(lines.filter((line) => saysInOrder(line, parts))).toHaveLength(1)
    })

    it("counts orders by flag", async () => {
      const orders = quoted("monitoring.md", /^GET \/admin\/e-invoice\/orders\?attention/)
      const { http } = await Merchant.signIn(suite)
      const shopper = await Shopper.arrive(suite)
      await expectInvoiced(suite, await shopper.buy())
      const { id } = await onlyJournalRow(suite)
      await suite.eInvoice.orders.statuses.flag(id, "placed_unbilled")
      const counted = async (flag: string) => {
        const { body } = await http.get<{ count: number }>(
          orders.replace("GET ", "").replace("…", flag)
        )
        return body.count
      }

      expect(await counted("placed_unbilled")).toBe(1)
      expect(await counted("second_order")).toBe(0)
    })

    it("finds a trial order in the list that everything in doubt is looked up in", async () => {
      const list = quoted(
        "going-live.md",
        /^GET \/admin\/e-invoice\/operations\/orders\.details-by-date-range\?/
      )
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
