import { readFile } from "node:fs/promises"

import { backdate } from "../backdate"
import { countClicks } from "../count-clicks"
import type { Desk } from "../desk"
import { amountIn } from "../merchant"

/** What a merchant does to see whether the books agree. */
export function reconciliationFlows(desk: Desk) {
  describe("reconciles", () => {
    it("sees whether yesterday reconciles: 2 clicks", async () => {
      const { merchant } = desk
      const { page } = merchant
      const order = await merchant.receiveOrder()
      await backdate(desk, order.id, "yesterday")
      await merchant.visit("/orders")
      await page.getByRole("heading", { name: "Orders" }).waitFor()
      const clicks = await countClicks(page)

      await page.getByRole("link", { name: "E-invoice", exact: true }).click()
      await page.getByRole("link", { name: "Reconciliation", exact: true }).click()
      await page.getByText("Both sides agree on 1 order.").waitFor()

      expect(await clicks()).toBe(2)
      const row = page
        .getByRole("table", { name: "By order" })
        .getByRole("row")
        .filter({ has: page.getByText(String(order.displayId), { exact: true }) })
      expect(await amountIn(row.getByRole("cell").nth(3))).toBe(order.total)
    })

    it("sees this month by day and order, in the dark and on a narrow screen, and saves it", async () => {
      const { merchant } = desk
      const { page } = merchant
      const order = await merchant.receiveOrder()
      await merchant.receivePayment(order, order.invoice.uuid)
      await merchant.visit("/e-invoice/reconciliation")
      await page.getByRole("button", { name: "This month" }).click()
      await page.getByText(/Both sides agree|The sides disagree/).waitFor()
      const row = page
        .getByRole("table", { name: "By order" })
        .getByRole("row")
        .filter({ has: page.getByText(String(order.displayId), { exact: true }) })
      await row.first().waitFor()
      await merchant.picture("admin-reconciliation")
      expect(await row.first().innerText()).toContain("ola@example.com")

      await page.emulateMedia({ media: "print" })
      await merchant.picture("admin-reconciliation-printed")
      expect(await page.getByRole("link", { name: "Invoice orders" }).isVisible()).toBe(false)
      await page.emulateMedia({ media: "screen" })

      await page.getByRole("button", { name: "Export" }).click()
      const saved = page.waitForEvent("download")
      await page.getByRole("menuitem", { name: "As shown here" }).click()
      const file = await readFile(await (await saved).path(), "utf8")
      expect(file).toContain("ola@example.com")

      await page.setViewportSize({ width: 390, height: 844 })
      await merchant.picture("admin-reconciliation-narrow")
    })
  })
}
