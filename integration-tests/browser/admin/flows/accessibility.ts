import type { Locator } from "playwright-core"

import { fillWithLife } from "../../../../demo/life"
import { graveViolations } from "../accessibility"
import type { Desk } from "../desk"
import { leaveByKeyboard } from "../leave-by-keyboard"

const LIFE_MS = 240_000

/** What is ours on a page of Medusa's: our sections are regions, Medusa's own are not. */
const OUR_SECTIONS = 'main [role="region"], main section[aria-labelledby]'

/** Every page, widget and drawer of ours, as axe sees it, in both themes. Fills the store: it comes last. */
export function accessibilityFlows(desk: Desk) {
  describe("with a screen reader, a keyboard and either theme", () => {
    beforeAll(() => fillWithLife(desk.demo), LIFE_MS)

    it("would see what only the dark theme spoils", async () => {
      const page = await desk.merchant.page.context().newPage()
      await page.setContent(
        `<html class="light" lang="en"><style>p { color: black } .dark main { background: #333 }</style><main><p>Invoice</p></main></html>`
      )

      const violations = await graveViolations(page, "main")
      await page.close()

      expect(violations).toEqual([expect.stringMatching(/^dark: color-contrast/)])
    })

    describe("in either theme", () => {
      it.each([
        ["/e-invoice", "E-invoice overview"],
        ["/e-invoice/orders", "Invoice orders"],
        ["/e-invoice/reconciliation", "Reconciliation"],
        ["/e-invoice/operations", "Operations in doubt"],
        ["/e-invoice/callbacks", "Callbacks"],
        ["/settings/e-invoice", "E-invoice settings"],
        ["/e-invoice/reservations", "Reservations"],
        ["/e-invoice/subscriptions", "Subscriptions"],
        ["/e-invoice/failed-payments", "Failed payments"],
        ["/e-invoice/credit-checks", "Credit checks"],
        ["/e-invoice/companies?company=999999901", "Companies"],
        ["/e-invoice/users", "Users"],
      ])(
        "reads %s and its drawers",
        async (path, heading) => {
          await desk.merchant.visit(path)
          await titled(heading).waitFor()
          await settled()

          expect(await violationsAround("main")).toEqual([])
        },
        120_000
      )

      it.each([
        ["an order in doubt", "/e-invoice/orders?state=in_doubt"],
        ["an operation in doubt", "/e-invoice/operations"],
        ["a callback", "/e-invoice/callbacks"],
        ["a reservation", "/e-invoice/reservations"],
        ["a subscription", "/e-invoice/subscriptions"],
        ["a failed payment", "/e-invoice/failed-payments"],
        ["a credit check", "/e-invoice/credit-checks"],
      ])(
        "reads the page of %s and its drawers",
        async (_what, list) => {
          await desk.merchant.visit(list)
          const before = desk.merchant.page.url()
          await desk.merchant.page.locator("tbody tr a").first().click()
          await desk.merchant.page.waitForURL((url) => url.href !== before)
          await settled()

          expect(await violationsAround("main")).toEqual([])
        },
        120_000
      )

      it("reads what stands on an order's page, and its drawers", async () => {
        const { merchant } = desk
        const order = await merchant.receiveOrder()
        await merchant.openOrder(order)
        await settled()

        expect(await violationsAround(OUR_SECTIONS)).toEqual([])
      }, 180_000)

      it("reads what stands on a customer's page, and its drawers", async () => {
        const { demo, merchant } = desk
        await merchant.visit(`/customers/${demo.store.customer.id}`)
        await merchant.page.locator(OUR_SECTIONS).first().waitFor()
        await settled()

        expect(await violationsAround(OUR_SECTIONS)).toEqual([])
      }, 120_000)
    })

    const titled = (heading: string) =>
      desk.merchant.page.getByRole("heading", { name: heading, exact: true }).first()

    /** Until nothing is loading any more. */
    const settled = async () => {
      const { page } = desk.merchant
      await page.waitForLoadState("networkidle")
      await page.locator('[role="status"] .animate-pulse').first().waitFor({ state: "detached" })
    }

    /** What axe finds in a part of the page, and in each drawer that opens from there. */
    const violationsAround = async (selector: string): Promise<string[]> => {
      const { page } = desk.merchant
      const found = await graveViolations(page, selector)
      const openers = page
        .locator(selector)
        .locator('button[aria-haspopup="dialog"]:not([aria-disabled="true"])')
      const names = await openers.allInnerTexts()
      for (const [index, name] of names.entries()) {
        const dialog = await opened(openers.nth(index))
        const within = await graveViolations(page, '[role="dialog"]')
        found.push(...within.map((violation) => `${name}: ${violation}`))
        await leaveByKeyboard(dialog)
      }
      return found
    }

    const opened = async (opener: Locator): Promise<Locator> => {
      await opener.click()
      const dialog = desk.merchant.page.getByRole("dialog")
      await dialog.waitFor()
      await desk.merchant.page.waitForLoadState("networkidle")
      return dialog
    }
  })
}
