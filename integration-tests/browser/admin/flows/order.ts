import type { Request } from "playwright-core"

import type { Desk } from "../desk"
import { leaveByKeyboard } from "../leave-by-keyboard"
import { amountIn } from "../merchant"

/** What a merchant does on the order page with an e-invoice that came from the checkout. */
export function orderFlows(desk: Desk) {
  describe("on the order page", () => {
    const isRefresh = (request: Request) =>
      request.method() === "POST" && request.url().endsWith("/refresh")

    it("sees where an order's e-invoice stands", async () => {
      const { merchant } = desk
      const order = await merchant.receiveOrder()
      await merchant.openOrder(order)

      await merchant.seeStatus("Sent, not paid")
      expect(await merchant.fact("E-invoice order id").textContent()).toBe(order.invoice.uuid)
      expect(await merchant.fact("Invoice number").textContent()).toBe("None yet")
      expect(await merchant.amount("Amount sent")).toBe(order.invoice.grandTotal)
      expect(await merchant.amount("Paid")).toBe(0)
      expect(await merchant.amount("Refunded")).toBe(0)
    })

    it("sees the e-invoice first beside the order, and once", async () => {
      const { merchant } = desk
      const { page } = merchant
      await merchant.openOrder(await merchant.receiveOrder())
      const topOf = async (heading: string) => {
        const place = page.getByRole("heading", { name: heading, exact: true })
        await place.first().waitFor()
        return (await place.first().boundingBox())?.y
      }

      const customer = await topOf("Customer")
      expect(await topOf("E-invoice")).toBeLessThan(customer ?? 0)
      expect(await page.getByRole("heading", { name: "E-invoice", exact: true }).count()).toBe(1)
    })

    it("copies the e-invoice order id", async () => {
      const { merchant } = desk
      const order = await merchant.receiveOrder()
      await merchant.page.context().grantPermissions(["clipboard-read", "clipboard-write"])
      await merchant.openOrder(order)
      await merchant.eInvoice.getByRole("button", { name: "Copy the e-invoice order id" }).click()

      expect(await merchant.page.evaluate("navigator.clipboard.readText()")).toBe(
        order.invoice.uuid
      )
    })

    it("reads the lines and totals that were sent, to the øre", async () => {
      const { merchant } = desk
      const order = await merchant.receiveOrder()
      await merchant.openOrder(order)
      const drawer = await merchant.openDrawer("What was sent")
      await drawer.getByRole("table", { name: "Lines" }).waitFor()
      await merchant.picture("admin-what-was-sent")

      for (const line of order.invoice.lines) {
        const row = drawer.getByRole("row").filter({ hasText: line.name })
        expect(await amountIn(row.getByRole("cell").last())).toBe(line.amount)
      }
      expect(await drawer.getByRole("row").count()).toBe(order.invoice.lines.length + 1)
      const total = drawer.getByRole("definition").filter({ hasText: "kr" })
      expect(await amountIn(total.last())).toBe(order.invoice.grandTotal)
      expect(await drawer.textContent()).not.toMatch(/\d{11}/)
    })

    it("is told why an unpaid invoice cannot be captured", async () => {
      const { merchant } = desk
      await merchant.openOrder(await merchant.receiveOrder())
      await merchant.capturePayment()
      await merchant.page
        .getByText("The payment was not captured: the service reports the order")
        .waitFor()
      await merchant.picture("admin-capture-refused")

      await merchant.seeStatus("Sent, not paid")
    })

    it("refreshes, and sees the invoice paid and the payment captured", async () => {
      const { demo, merchant } = desk
      const order = await merchant.receiveOrder()
      await merchant.openOrder(order)
      demo.sandbox.callbacks.setChaos({ drop: true })
      demo.sandbox.pay(order.invoice.uuid)
      await merchant.refresh()

      await merchant.page.getByText("Status checked: Paid").waitFor()
      await merchant.seeStatus("Paid")
      expect(await merchant.amount("Paid")).toBe(order.invoice.grandTotal)
      expect(await merchant.fact("Last checked").textContent()).toContain("by staff")
      await merchant.seePayment("Captured")
      await merchant.picture("admin-paid")
    })

    it("sees a payment that the service reported by itself", async () => {
      const { merchant } = desk
      const order = await merchant.receiveOrder()
      await merchant.receivePayment(order, order.invoice.uuid)
      await merchant.openOrder(order)

      await merchant.seeStatus("Paid")
      expect(await merchant.fact("Last checked").textContent()).toContain(
        "after a message from the service"
      )
      await merchant.seePayment("Captured")
    })

    it("refunds through Medusa's own button, in part and then in full", async () => {
      const { demo, merchant } = desk
      const order = await merchant.receiveOrder()
      await merchant.receivePayment(order, order.invoice.uuid)
      await merchant.openOrder(order)
      await merchant.seePayment("Captured")

      await merchant.refundPayment("100.50")
      await merchant.seeStatus("Partly refunded")
      expect(await merchant.amount("Refunded")).toBe(100.5)
      expect(demo.sandbox.order(order.invoice.uuid).refunded).toBe(100.5)

      await merchant.refundPayment((order.invoice.grandTotal - 100.5).toFixed(2))
      await merchant.seeStatus("Refunded")
      expect(await merchant.amount("Refunded")).toBe(order.invoice.grandTotal)
      await merchant.picture("admin-refunded")
    })

    it("follows the whole story in the timeline", async () => {
      const { demo, merchant } = desk
      const order = await merchant.receiveOrder()
      await merchant.openOrder(order)
      await merchant.capturePayment()
      await merchant.page.getByText("The payment was not captured").waitFor()
      demo.sandbox.pay(order.invoice.uuid)
      await demo.sandbox.callbacks.settled()
      const drawer = await merchant.openDrawer("Timeline")
      const entries = drawer.locator("ol > li")
      await entries.first().waitFor()
      await merchant.picture("admin-timeline")

      const story = await entries.allTextContents()
      expect(story.join("\n")).toMatch(
        /Status[^]*Sent, not paid → Paid[^]*Capture in Medusa[^]*Rejected[^]*Ada Min[^]*Sending the order[^]*Done[^]*The shopper/
      )
    })

    it("is warned when the service ended an order that is open here", async () => {
      const { demo, merchant } = desk
      const order = await merchant.receiveOrder()
      demo.sandbox.cancel(order.invoice.uuid)
      await demo.sandbox.callbacks.settled()
      await merchant.openOrder(order)

      await merchant.eInvoice.getByText("The service cancelled this order").waitFor()
      await merchant.eInvoice.getByText(/Agree on another way to pay before you deliver/).waitFor()
      await merchant.picture("admin-cancelled-at-service")
    })

    it("is told in a sentence why the service could not be asked", async () => {
      const { demo, merchant } = desk
      await merchant.openOrder(await merchant.receiveOrder())
      demo.sandbox.faults.add({ fault: "401", operation: "orders.status" })
      await merchant.refresh()

      const alert = merchant.eInvoice.getByRole("alert")
      await alert.waitFor()
      expect(await alert.textContent()).toMatch(/^[A-Z].{20,}\.$/)
      await merchant.picture("admin-refresh-failed")
    })

    it("cannot send a refresh twice", async () => {
      const { merchant } = desk
      await merchant.openOrder(await merchant.receiveOrder())
      const sent: Request[] = []
      merchant.page.on("request", (request) => {
        if (isRefresh(request)) {
          sent.push(request)
        }
      })
      await merchant.eInvoice.getByRole("button", { name: "Refresh" }).dblclick()
      await merchant.page.getByText("Status checked").waitFor()

      expect(sent).toHaveLength(1)
    })

    it("can try again when the e-invoice could not be loaded", async () => {
      const { merchant } = desk
      const order = await merchant.receiveOrder()
      const orders = "**/admin/e-invoice/orders?*"
      await merchant.page.route(orders, (route) => route.abort())
      await merchant.page.goto(merchant.addressOf(order))
      const failure = merchant.page.getByText("The e-invoice could not be loaded")
      await failure.waitFor()
      await merchant.page.unroute(orders)
      await merchant.page.getByRole("button", { name: "Try again" }).click()

      await merchant.eInvoice.waitFor()
      await failure.waitFor({ state: "detached" })
    })

    it("works by keyboard alone", async () => {
      const { merchant } = desk
      await merchant.openOrder(await merchant.receiveOrder())
      const { keyboard } = merchant.page
      const opener = merchant.eInvoice.getByRole("button", { name: "Timeline" })
      await opener.focus()
      await keyboard.press("Enter")
      const timeline = merchant.page.getByRole("dialog", { name: "Timeline" })
      await leaveByKeyboard(timeline)

      expect(await merchant.page.locator(":focus").textContent()).toBe("Timeline")
    })

    it("reads it in the dark and on a narrow screen", async () => {
      const { merchant } = desk
      const order = await merchant.receiveOrder()
      await merchant.preferDark()
      await merchant.page.setViewportSize({ width: 390, height: 844 })
      await merchant.openOrder(order)
      await merchant.eInvoice.scrollIntoViewIfNeeded()
      await merchant.picture("admin-narrow-dark")

      const { width = 0 } = (await merchant.eInvoice.boundingBox()) ?? {}
      expect(width).toBeGreaterThan(300)
      expect(width).toBeLessThanOrEqual(390)
    })

    it("cancels the invoice with a reason, after being asked", async () => {
      const { demo, merchant } = desk
      const order = await merchant.receiveOrder()
      await merchant.openOrder(order)
      const drawer = await merchant.openDrawer("Cancel", "Cancel the invoice")
      await merchant.submit(drawer, "Cancel the invoice")
      await drawer.getByText("Fill this in.").waitFor()
      await drawer.getByLabel("Reason").fill("Ordered twice")
      await merchant.submit(drawer, "Cancel the invoice")
      await merchant.picture("admin-cancel-question")
      await merchant.confirm("Go back")
      expect(demo.sandbox.order(order.invoice.uuid).status).toBe("SENT")

      await merchant.submit(drawer, "Cancel the invoice")
      await merchant.confirm("Cancel the invoice")
      await merchant.hear("The invoice is cancelled.")
      await merchant.seeStatus("Cancelled")
      expect(demo.sandbox.order(order.invoice.uuid).status).toBe("CANCELLED")
    })

    it("cannot cancel what is paid, and is told why", async () => {
      const { merchant } = desk
      const order = await merchant.receiveOrder()
      await merchant.receivePayment(order, order.invoice.uuid)
      await merchant.openOrder(order)
      await merchant.seeStatus("Paid")

      await merchant.seeUnavailable("Cancel", "Not possible while the status is “Paid”.")
    })

    it("updates the payment link, and is told what the service refuses", async () => {
      const { demo, merchant } = desk
      const order = await merchant.receiveOrder()
      await merchant.openOrder(order)
      const drawer = await merchant.openDrawer("Update link", "Update the payment link")
      await merchant.submit(drawer, "Update the link")
      await drawer.getByText("Change at least one field.").waitFor()
      await drawer.getByLabel("Reference").fill("Table 7")
      demo.sandbox.faults.add({
        fault: "417",
        operation: "orders.update-payment-link",
        times: 1,
      })
      await merchant.submit(drawer, "Update the link")
      await drawer.getByRole("alert").last().waitFor()
      await merchant.picture("admin-update-refused")
      await merchant.submit(drawer, "Update the link")

      await merchant.hear("The payment link is updated.")
    })

    it("is told when the service rejects a cancellation", async () => {
      const { demo, merchant } = desk
      const order = await merchant.receiveOrder()
      await merchant.openOrder(order)
      demo.sandbox.callbacks.setChaos({ drop: true })
      demo.sandbox.pay(order.invoice.uuid)
      const drawer = await merchant.openDrawer("Cancel", "Cancel the invoice")
      await drawer.getByLabel("Reason").fill("Ordered twice")
      await merchant.submit(drawer, "Cancel the invoice")
      await merchant.confirm("Cancel the invoice")

      const refusal = drawer.getByRole("alert")
      await refusal.waitFor()
      expect(await refusal.innerText()).toMatch(/The invoice was not cancelled/)
    })
  })
}
