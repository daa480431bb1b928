import type { Desk } from "../desk"
import { amountIn } from "../merchant"
import { changesSentTo } from "../sent-changes"
import { MORE } from "../page-section"
import { cancelInMedusa, customerOrder, openDrawer, sectionOf, subscribe } from "../subscriber"

/** What a merchant does with subscriptions: on the order page, on their own pages, and when a payment fails. */
export function subscriptionFlows(desk: Desk) {
  describe("with subscriptions", () => {
    const held = (uuid: string) => {
      const found = desk.demo.sandbox.subscriptions.list().find((one) => one.uuid === uuid)
      if (!found) {
        throw new Error(`The service has no subscription ${uuid}`)
      }
      return found
    }

    it("makes one of an order's lines, and reads its status and cycles there", async () => {
      const { demo, merchant } = desk
      const order = await customerOrder(desk)
      const uuid = await subscribe(desk, order, 6)
      const section = sectionOf(desk, "Subscription")
      await section.getByText("Waiting for the customer").waitFor()
      await section.getByText("Nothing has been billed yet").waitFor()

      expect(held(uuid)).toMatchObject({
        unit: "month",
        repeats: 6,
        payablePerCycleOre: Math.round(order.total * 100),
      })
      demo.sandbox.subscriptions.start(uuid)
      await merchant.visit(`/orders/${order.id}`)
      await section.getByText("Ongoing").waitFor()
      const row = section.getByRole("row").filter({ hasText: "Cycle 1" })
      expect(await row.textContent()).toContain("Paid")
      expect(await amountIn(row.getByRole("cell").nth(3))).toBe(order.total)
      await section.scrollIntoViewIfNeeded()
      await merchant.picture("admin-order-subscription")
    })

    it("is asked what it costs in all, and told which field is wrong", async () => {
      const { merchant, demo } = desk
      const order = await customerOrder(desk)
      const before = demo.sandbox.subscriptions.list().length
      await merchant.visit(`/orders/${order.id}`)
      const drawer = await openDrawer(desk, sectionOf(desk, MORE), "New subscription")
      await drawer.getByLabel("Number of cycles").fill("0")
      await drawer.getByLabel("E-mail").uncheck()
      await merchant.submit(drawer, "Create subscription")
      await drawer.getByText("The number is too small.").waitFor()
      await drawer.getByLabel("Number of cycles").fill("10")
      await merchant.submit(drawer, "Create subscription")
      await drawer.getByText("Choose e-mail, SMS or both.").waitFor()
      await merchant.picture("admin-subscription-form")

      await drawer.getByLabel("SMS").check()
      await merchant.submit(drawer, "Create subscription")
      const question = merchant.page.getByRole("alertdialog")
      expect(await question.textContent()).toContain("10 cycles of")
      await merchant.picture("admin-subscription-question")
      await merchant.confirm("Go back")
      expect(demo.sandbox.subscriptions.list()).toHaveLength(before)
    })

    it("is told in a sentence what the service refuses, and sends again safely", async () => {
      const { merchant, demo } = desk
      const order = await customerOrder(desk)
      const before = demo.sandbox.subscriptions.list().length
      await merchant.visit(`/orders/${order.id}`)
      const drawer = await openDrawer(desk, sectionOf(desk, MORE), "New subscription")
      demo.sandbox.faults.add({
        fault: "401",
        operation: "subscriptions.create",
      })
      await merchant.submit(drawer, "Create subscription")
      await merchant.confirm("Create subscription")
      const alert = drawer.getByRole("alert")
      await alert.waitFor()
      expect(await alert.textContent()).toMatch(/^[A-Z].{20,}\.$/)
      await merchant.picture("admin-subscription-refused")

      demo.sandbox.faults.clear()
      await merchant.submit(drawer, "Create subscription")
      await merchant.confirm("Create subscription")
      await merchant.hear("The subscription was created")
      expect(demo.sandbox.subscriptions.list()).toHaveLength(before + 1)
    })

    it("passes the payment link on instead of having it sent, and makes one however fast it is pressed", async () => {
      const { merchant, demo } = desk
      const { page } = merchant
      const order = await customerOrder(desk)
      await merchant.visit(`/orders/${order.id}`)
      const drawer = await openDrawer(desk, sectionOf(desk, MORE), "New subscription")
      await merchant.choose(drawer, "The payment link", "I will send it to the customer myself")
      await merchant.submit(drawer, "Create subscription")
      await drawer.getByText("Fill this in.").first().waitFor()
      await drawer.getByLabel("Address after success").fill("https://shop.example/thanks")
      await drawer.getByLabel("Address after failure").fill("shop.example")
      await merchant.submit(drawer, "Create subscription")
      await drawer.getByText("Enter an address that begins with https://.").waitFor()
      await drawer.getByLabel("Address after failure").fill("https://shop.example/sorry")
      await merchant.picture("admin-subscription-pass-on")
      const sent = changesSentTo(page, "/subscriptions")
      await merchant.submit(drawer, "Create subscription")
      const question = page.getByRole("alertdialog")
      expect(await question.textContent()).toContain("Nothing is sent to the customer")
      await merchant.confirmTwice("Create subscription")
      await merchant.hear(/send its payment link to the customer/)
      const link = sectionOf(desk, "Subscription").getByText(/^http.+\/pay\/SUB\d+$/)
      await link.waitFor()
      const address = await link.innerText()
      await link.scrollIntoViewIfNeeded()
      await merchant.picture("admin-subscription-passed-on")

      expect(sent).toHaveLength(1)
      expect((await fetch(address)).status).toBe(200)
      expect(held(address.split("/").at(-1) ?? "")).toMatchObject({
        payablePerCycleOre: Math.round(order.total * 100),
        sendOrderBy: { sms: false, email: false },
        redirects: {
          success: "https://shop.example/thanks",
          failure: "https://shop.example/sorry",
        },
      })
      expect(
        demo.sandbox
          .requests()
          .filter(({ operationId }) => operationId === "subscriptions.create-session")
      ).toHaveLength(1)
    })

    it("cannot make one of a cancelled order, and is told why", async () => {
      const { merchant } = desk
      const order = await customerOrder(desk)
      await cancelInMedusa(desk, order)
      await merchant.visit(`/orders/${order.id}`)
      const button = sectionOf(desk, MORE).getByRole("button", {
        name: "New subscription",
        disabled: true,
      })
      await button.waitFor()

      const described = await button.getAttribute("aria-describedby")
      expect(await merchant.page.locator(`[id="${described}"]`).textContent()).toBe(
        "The order is cancelled."
      )
    })

    it("finds one in the service's list, by status, with the filter in the address", async () => {
      const { demo, merchant } = desk
      const uuid = await subscribe(desk, await customerOrder(desk), 3)
      demo.sandbox.subscriptions.start(uuid)
      await merchant.visit("/e-invoice/subscriptions?status=ONGOING")
      await merchant.page.getByRole("row").nth(1).waitFor()
      await merchant.picture("admin-subscriptions")
      const statuses = await merchant.page
        .getByRole("row")
        .locator("td:nth-child(3)")
        .allTextContents()
      expect(new Set(statuses)).toEqual(new Set(["Ongoing"]))

      await merchant.page
        .getByRole("row")
        .filter({ hasText: "1 of 3" })
        .first()
        .getByRole("link")
        .click()
      await merchant.page.waitForURL("**/e-invoice/subscriptions/SUB*")
      await sectionOf(desk, "Cycles").waitFor()
      await merchant.picture("admin-subscription-details")
    })

    it("makes one from the list, of an order found by search", async () => {
      const { merchant } = desk
      const order = await customerOrder(desk)
      await merchant.visit("/e-invoice/subscriptions")
      const drawer = await openDrawer(desk, merchant.page.getByRole("main"), "New subscription")
      const search = drawer.getByRole("searchbox", { name: "Find an order" })
      await search.fill("nothing-like-it")
      await drawer.getByText("No order matches this search.").waitFor()
      await merchant.submit(drawer, "Create subscription")
      await drawer.getByText("Fill this in.").waitFor()
      await search.fill("ola nordmann")
      await drawer
        .getByRole("radio", { name: /^Order \d+/ })
        .first()
        .waitFor()
      await search.fill(`#${order.displayId}`)
      const found = drawer.getByRole("radiogroup", { name: "Orders found" }).getByRole("radio")
      await found
        .first()
        .and(drawer.getByRole("radio", { name: new RegExp(`^Order ${order.displayId},`) }))
        .click()
      await drawer.getByText("Each cycle bills the order’s lines").waitFor()
      await merchant.picture("admin-subscription-order-picker")
      await merchant.submit(drawer, "Create subscription")
      await merchant.confirm("Create subscription")
      await merchant.page.waitForURL("**/e-invoice/subscriptions/SUB*")
      const uuid = merchant.page.url().split("/").at(-1) ?? ""

      expect(held(uuid).payablePerCycleOre).toBe(Math.round(order.total * 100))
    })

    it("refunds cycles, at most what is left of them", async () => {
      const { demo, merchant } = desk
      const order = await customerOrder(desk)
      const uuid = await subscribe(desk, order, 2)
      demo.sandbox.subscriptions.start(uuid)
      await merchant.visit(`/e-invoice/subscriptions/${uuid}`)
      await sectionOf(desk, "Cycles").waitFor()
      const drawer = await openDrawer(desk, merchant.page.getByRole("main"), "Refund cycles")
      await merchant.submit(drawer, "Refund")
      await drawer.getByText("Choose at least one cycle.").waitFor()
      await drawer.getByLabel(/^Cycle 1:/).check()
      await drawer.getByLabel("Amount").fill("99999")
      await merchant.submit(drawer, "Refund")
      await drawer.getByText(/^At most .+ can be refunded/).waitFor()
      await drawer.getByLabel("Amount").fill("50,25")
      await merchant.submit(drawer, "Refund")
      await merchant.picture("admin-refund-cycles-question")
      await merchant.confirm("Refund")
      await merchant.hear("The refund was accepted")
      const row = merchant.page.getByRole("row").filter({ hasText: "Cycle 1" })
      await row.getByText("50.25").waitFor()

      expect(held(uuid).cycles[0]?.refundedOre).toBe(5025)
    })

    it("resends the payment link to another address", async () => {
      const { demo, merchant } = desk
      const uuid = await subscribe(desk, await customerOrder(desk), 2)
      await merchant.visit(`/e-invoice/subscriptions/${uuid}`)
      const drawer = await openDrawer(desk, merchant.page.getByRole("main"), "Resend link")
      await drawer.getByLabel("E-mail").fill("")
      await drawer.getByLabel("Phone number").fill("")
      await merchant.submit(drawer, "Send link")
      await drawer.getByText("Enter an e-mail address or a phone number.").waitFor()
      await drawer.getByLabel("E-mail").fill("new@example.com")
      await merchant.submit(drawer, "Send link")
      await merchant.hear("The payment link was sent")

      const sent = demo.sandbox
        .requests()
        .filter(({ operationId }) => operationId === "subscriptions.resend")
      expect(sent.length).toBeGreaterThan(0)
    })

    it("cancels with a reason, once, and then cannot any more", async () => {
      const { merchant } = desk
      const uuid = await subscribe(desk, await customerOrder(desk), 2)
      await merchant.visit(`/e-invoice/subscriptions/${uuid}`)
      const main = merchant.page.getByRole("main")
      const drawer = await openDrawer(desk, main, "Cancel")
      await merchant.submit(drawer, "Cancel subscription")
      await drawer.getByText("Fill this in.").waitFor()
      await drawer.getByLabel("Reason").fill("Moved away")
      await merchant.submit(drawer, "Cancel subscription")
      await merchant.confirm("Cancel subscription")
      await merchant.hear("The subscription was cancelled")
      await main.getByRole("button", { name: "Cancel", disabled: true }).waitFor()

      expect(held(uuid).status).toBe("CANCELLED")
    })

    it("sees which payments failed, and what happens next", async () => {
      const { demo, merchant } = desk
      const order = await customerOrder(desk, "ola+failing-01@example.com")
      const uuid = await subscribe(desk, order, 3)
      demo.sandbox.subscriptions.start(uuid)
      await merchant.visit("/e-invoice/failed-payments?status=invoiced")
      await merchant.page.getByRole("row").nth(1).waitFor()
      await merchant.picture("admin-failed-payments")
      await merchant.page
        .getByRole("row")
        .filter({ hasText: held(uuid).cycles[0]?.orderUuid ?? "" })
        .getByRole("link")
        .click()
      await merchant.page
        .getByText("The card was declined, and the customer got an invoice")
        .waitFor()
      await merchant.picture("admin-failed-payment")

      await merchant.page.getByRole("link", { name: uuid }).click()
      await merchant.page.waitForURL(`**/e-invoice/subscriptions/${uuid}`)
    })

    it("is told when the list cannot be loaded, and tries again", async () => {
      const { demo, merchant } = desk
      demo.sandbox.faults.add({ fault: "401", operation: "subscriptions.list" })
      await merchant.visit("/e-invoice/subscriptions")
      await merchant.page.getByText("The list could not be loaded").waitFor()
      demo.sandbox.faults.clear()
      await merchant.page.getByRole("button", { name: "Try again" }).click()

      await merchant.page.getByText("The list could not be loaded").waitFor({ state: "detached" })
      expect(await merchant.page.getByRole("alert").count()).toBe(0)
    })
  })
}
