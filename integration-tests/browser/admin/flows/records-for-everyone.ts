import { graveViolations } from "../accessibility"
import type { Desk } from "../desk"
import { leaveByKeyboard } from "../leave-by-keyboard"
import { customerOrder, openDrawer, sectionOf, subscribe } from "../subscriber"

const SECTIONS = '[role="region"]:has(> div h2)'

/** That the pages of subscriptions, customers, credit checks, companies and users are open to every role. */
export function recordsForEveryone(desk: Desk) {
  describe("on the pages beside the invoices, for every role", () => {
    it("finds no barrier in the widgets, a subscription, and the form of one", async () => {
      const { demo, merchant } = desk
      const order = await customerOrder(desk, "everyone@example.com")
      const uuid = await subscribe(desk, order, 3)
      demo.sandbox.subscriptions.start(uuid)
      await merchant.visit(`/customers/${order.customerId}`)
      await sectionOf(desk, "E-invoice").getByText("Ongoing").first().waitFor()
      await merchant.picture("admin-customer-dark")
      expect(await graveViolations(merchant.page, SECTIONS)).toEqual([])

      await merchant.visit(`/e-invoice/subscriptions/${uuid}`)
      await sectionOf(desk, "Cycles").getByText("Cycle 1").waitFor()
      await merchant.picture("admin-subscription-dark")
      expect(await graveViolations(merchant.page, "main")).toEqual([])

      await merchant.visit(`/orders/${order.id}`)
      const section = sectionOf(desk, "Subscription")
      await section.getByText("Ongoing").waitFor()
      await openDrawer(desk, section, "New subscription")
      await merchant.picture("admin-subscription-form-dark")
      expect(await graveViolations(merchant.page, '[role="dialog"]')).toEqual([])
    })

    it("opens and leaves a form by keyboard alone", async () => {
      const { merchant } = desk
      const { keyboard } = merchant.page
      await merchant.visit("/e-invoice/users")
      const opener = merchant.page.getByRole("button", { name: "New user" })
      await opener.focus()
      await keyboard.press("Enter")
      const drawer = merchant.page.getByRole("dialog")
      await leaveByKeyboard(drawer)

      expect(await merchant.page.locator(":focus").textContent()).toBe("New user")
    })
  })
}
