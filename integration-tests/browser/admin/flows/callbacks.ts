import type { Desk } from "../desk"

/** What a merchant does in the inbox of callbacks. */
export function callbackFlows(desk: Desk) {
  describe("in the inbox of callbacks", () => {
    const find = async (uuid: string, more = "") => {
      await desk.merchant.visit(`/e-invoice/callbacks?q=${uuid}${more}`)
      await desk.merchant.page.getByText("1 of 1 results").waitFor()
    }

    it("reads what a callback carried and what came of it", async () => {
      const { demo, merchant } = desk
      const { page } = merchant
      const order = await merchant.receiveOrder()
      demo.sandbox.pay(order.invoice.uuid)
      await demo.sandbox.callbacks.settled()
      await find(order.invoice.uuid, "&state=processed")
      const row = page.locator("tbody tr").first()
      expect(await row.innerText()).toMatch(/Invoice order.+Paid.+Processed/s)
      await merchant.picture("admin-callbacks")
      await row.click()
      const carried = page.getByRole("region", { name: "Content" })
      await carried.waitFor()
      await merchant.picture("admin-callback")

      expect(await carried.textContent()).toContain(order.invoice.uuid)
      expect(await carried.textContent()).toContain("checksum")
    })

    it("is told why one cannot be processed, and runs it again when it can", async () => {
      const { demo, merchant } = desk
      const { page } = merchant
      const order = await merchant.receiveOrder()
      demo.sandbox.faults.add({ fault: "401", operation: "orders.status" })
      demo.sandbox.pay(order.invoice.uuid)
      await demo.sandbox.callbacks.settled()
      await find(order.invoice.uuid)
      await page.locator("tbody tr").first().click()
      const again = page.getByRole("button", { name: "Run again" })
      await again.click()
      const alert = page.getByRole("alert")
      await alert.waitFor()
      await merchant.picture("admin-callback-failed")

      expect(await alert.textContent()).toMatch(/does not accept the store’s token/)
      await page.getByText("Will be retried").waitFor()
      demo.sandbox.faults.clear()
      await again.click()
      await merchant.hear("Run again: Processed")
      await page.getByText("Processed", { exact: true }).first().waitFor()
      await merchant.openOrder(order)
      await merchant.seeStatus("Paid")
      await merchant.seePayment("Captured")
    })

    it("is told when there is no such callback", async () => {
      const { page } = desk.merchant
      await desk.merchant.visit("/e-invoice/callbacks/einvcb_none")
      const alert = page.getByRole("alert").filter({ hasText: "This callback does not exist" })
      await alert.waitFor()

      expect(await alert.innerText()).not.toMatch(/could not be/)
    })
  })
}
