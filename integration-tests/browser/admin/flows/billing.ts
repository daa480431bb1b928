import { signInAsAdmin } from "../../../../demo/life/admin-client"
import type { Desk } from "../desk"
import type { UnbilledOrder } from "../merchant"
import { changesSentTo } from "../sent-changes"

/** A synthetic personal number with right control digits. */
const PERSONAL_NUMBER = "17819010188"

/** The same with a wrong control digit. */
const MISTYPED = "17819010189"

/** How a merchant bills what is outstanding. */
export function billingFlows(desk: Desk) {
  describe("bills what is outstanding", () => {
    const submit = ({ total }: UnbilledOrder) =>
      new RegExp(`^Bill kr ${total.toLocaleString("en-GB")}`)

    /** Presses the button that bills, and the one that confirms it. */
    const bill = async (order: UnbilledOrder) => {
      const { page } = desk.merchant
      const drawer = page.getByRole("dialog", {
        name: "Bill the outstanding amount",
      })
      await drawer.getByRole("button", { name: submit(order) }).click()
      await page
        .getByRole("alertdialog")
        .getByRole("button", { name: submit(order) })
        .click()
    }

    it("by payment link, resends it, and sees it paid", async () => {
      const { demo, merchant } = desk
      const order = await merchant.receiveUnbilledOrder()
      await merchant.openBill(order)
      await merchant.picture("admin-bill-drawer")
      await bill(order)
      await merchant.hear(/The customer is billed/)
      await merchant.seeStatus("Sent, not paid")
      expect(await merchant.amount("Amount sent")).toBe(order.total)
      await merchant.outstanding
        .getByText("The full amount is already billed.", {
          exact: false,
        })
        .last()
        .waitFor()
      await merchant.outstanding.scrollIntoViewIfNeeded()
      await merchant.picture("admin-billed")

      const uuid = await merchant.fact("E-invoice order id").innerText()
      const drawer = await merchant.openDrawer("Resend link", "Resend the payment link")
      await merchant.submit(drawer, "Send it again")
      await merchant.hear("The payment link was sent again.")

      demo.sandbox.pay(uuid)
      await demo.sandbox.callbacks.settled()
      // Without a reload.
      await merchant.seeStatus("Paid")
      await merchant.seePayment("Captured")
      await merchant.outstanding.waitFor({ state: "detached" })
    })

    it("by e-invoice, with a personal number that is asked for", async () => {
      const { demo, merchant } = desk
      const order = await merchant.receiveUnbilledOrder()
      const drawer = await merchant.openBill(order)
      await merchant.choose(drawer, "Bill by", "E-invoice to a person")
      await drawer.getByRole("button", { name: submit(order) }).click()
      await drawer.getByText("Enter the 11 digits of the personal number.").waitFor()
      await drawer.getByLabel("Personal number").fill(PERSONAL_NUMBER)
      await bill(order)

      await merchant.hear(/The customer is billed/)
      await merchant.seeStatus("Sent, not paid")
      const uuid = await merchant.fact("E-invoice order id").innerText()
      expect(demo.sandbox.order(uuid).grandTotal).toBe(order.total)
    })

    it("by EHF invoice to a company", async () => {
      const { merchant } = desk
      const order = await merchant.receiveUnbilledOrder()
      const drawer = await merchant.openBill(order)
      await merchant.choose(drawer, "Bill by", "EHF invoice to a company")
      await drawer.getByLabel("Organization number").fill("911 111 111")
      await bill(order)

      await merchant.hear(/The customer is billed/)
      await merchant.seeStatus("Sent, not paid")
    })

    it("by reservation on a card", async () => {
      const { demo, merchant } = desk
      const order = await merchant.receiveUnbilledOrder()
      const drawer = await merchant.openBill(order)
      await merchant.choose(drawer, "Bill by", "Reservation on a card")
      await bill(order)

      await merchant.hear(/The customer is billed/)
      expect(demo.sandbox.reservations.list().at(-1)?.grandTotalOre).toBe(
        Math.round(order.total * 100)
      )
    })

    it("is told what the service refuses, and bills it another way", async () => {
      const { demo, merchant } = desk
      const order = await merchant.receiveUnbilledOrder()
      const drawer = await merchant.openBill(order)
      demo.sandbox.faults.add({
        fault: "417",
        operation: "orders.create-payment-link",
      })
      await bill(order)
      await drawer.getByRole("alert").first().waitFor()
      await merchant.picture("admin-bill-refused")
      await merchant.choose(drawer, "Bill by", "Invoice")
      await bill(order)

      await merchant.hear(/The customer is billed/)
      await merchant.seeStatus("Sent, not paid")
    })

    it("is told in Admin's own language which field the server does not take", async () => {
      const { merchant } = desk
      const { page } = merchant
      const order = await merchant.receiveUnbilledOrder()
      await merchant.readIn("de")
      await merchant.visit(`/orders/${order.id}`)
      await page.getByRole("button", { name: "Offenen Betrag in Rechnung stellen" }).click()
      const drawer = page.getByRole("dialog", { name: "Offenen Betrag in Rechnung stellen" })
      await merchant.choose(drawer, "Abrechnen per", "E-Rechnung an eine Privatperson")
      await drawer.getByLabel("Personennummer").fill(MISTYPED)
      const submit = { name: /in Rechnung stellen$/ }
      await drawer.getByRole("button", submit).click()
      await page.getByRole("alertdialog").getByRole("button", submit).click()

      await drawer.getByText("Das ist keine gültige Personennummer.", { exact: false }).waitFor()
      await drawer.getByText("Fehlend oder fehlerhaft: Personennummer.", { exact: false }).waitFor()
      await merchant.picture("admin-bill-field-refused-german")
    })

    it("settles a bill whose answer was lost by using the order that is there", async () => {
      const { demo, merchant } = desk
      const order = await merchant.receiveUnbilledOrder()
      const drawer = await merchant.openBill(order)
      const known = new Set(demo.sandbox.orders().map(({ uuid }) => uuid))
      demo.sandbox.faults.add({
        fault: "after:drop",
        operation: "orders.create-payment-link",
        times: 1,
      })
      await bill(order)
      await drawer.getByText(/It is not known yet whether this was carried out/).waitFor()
      await merchant.page.getByText("In doubt", { exact: true }).first().waitFor()
      await drawer.getByRole("button", { name: submit(order) }).waitFor()
      await merchant.submit(drawer, "Go back")
      await merchant.seeStatus("In doubt")
      const settle = await merchant.openDrawer("Settle", "Does the service have this order?")
      await merchant.picture("admin-settle")
      const made = demo.sandbox.orders().find(({ uuid }) => !known.has(uuid))
      const uuid = made?.uuid ?? ""
      await settle.getByRole("radio", { name: `Use ${uuid}` }).click()
      await merchant.submit(settle, "Settle")
      await merchant.page.getByRole("alertdialog").getByText(uuid, { exact: false }).waitFor()
      await merchant.picture("admin-settle-adopt")
      await merchant.confirm("Use this order")

      await merchant.hear("Settled.")
      await merchant.seeStatus("Sent, not paid")
      expect(await merchant.fact("E-invoice order id").innerText()).toBe(uuid)
    })

    it("allows a bill that never arrived to be sent again, once however fast it is pressed, and bills it once", async () => {
      const { demo, merchant } = desk
      const { page } = merchant
      const order = await merchant.receiveUnbilledOrder()
      const known = demo.sandbox.orders().length
      demo.sandbox.faults.add({
        fault: "before:drop",
        operation: "orders.create-payment-link",
        times: 1,
      })
      const admin = await signInAsAdmin(demo)
      await expect(
        admin.post(`/admin/e-invoice/medusa-orders/${order.id}/bill`, {
          by: "payment-link",
          send_by: { sms: false, email: true },
        })
      ).rejects.toMatchObject({ status: 409 })
      await page.goto(merchant.addressOf(order))
      await merchant.seeStatus("In doubt")
      const settle = await merchant.openDrawer("Settle", "Does the service have this order?")
      await settle.getByRole("radio", { name: "Not found: allow sending again" }).click()
      const sent = changesSentTo(page, "/settle")
      await merchant.submit(settle, "Settle")
      await merchant.picture("admin-settle-again")
      await merchant.confirmTwice("Not found: allow sending again")
      await merchant.hear("Settled.")
      expect(sent).toEqual([JSON.stringify({ decision: "create-again", attempt: 1 })])
      expect(demo.sandbox.orders()).toHaveLength(known)

      await merchant.outstanding
        .getByRole("button", { name: "Bill the outstanding amount" })
        .click()
      await bill(order)
      await merchant.hear(/The customer is billed/)
      expect(demo.sandbox.orders()).toHaveLength(known + 1)
    })

    it("cannot bill what the checkout has billed already, and is told why", async () => {
      const { merchant } = desk
      await merchant.openOrder(await merchant.receiveOrder())
      const button = merchant.outstanding.getByRole("button", {
        name: "Bill the outstanding amount",
        disabled: true,
      })
      await button.waitFor()

      expect(await merchant.outstanding.innerText()).toContain("The full amount is already billed.")
    })
  })
}
