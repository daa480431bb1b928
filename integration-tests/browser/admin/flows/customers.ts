import { signInAsAdmin } from "../../../../demo/life/admin-client"
import { buySomething, usual } from "../../../../demo/order/demo-order"
import { syntheticPersonalNumber } from "../../../../demo/personal-numbers"
import type { Desk } from "../desk"
import { changesSentTo } from "../sent-changes"
import { customerOrder, openDrawer, sectionOf, subscribe } from "../subscriber"

/** What a merchant does on the customer page. */
export function customerFlows(desk: Desk) {
  describe("on the customer page", () => {
    const widget = () => sectionOf(desk, "E-invoice")

    const openCustomer = async (customerId: string) => {
      await desk.merchant.visit(`/customers/${customerId}`)
      await widget().waitFor()
    }

    it("reads the service's profile, without the personal number", async () => {
      const { merchant } = desk
      const { customerId } = await customerOrder(desk, "profile@example.com")
      await openCustomer(customerId)
      await widget().getByText("Private person").waitFor()
      await merchant.picture("admin-customer")

      const text = await widget().textContent()
      expect(text).toContain("Private person")
      expect(text).toContain("profile@example.com")
      expect(text).not.toContain(syntheticPersonalNumber)
      expect(text).not.toMatch(/\d{11}/)
    })

    it("corrects the address at the service", async () => {
      const { merchant } = desk
      const { customerId } = await customerOrder(desk, "moves@example.com")
      await openCustomer(customerId)
      const drawer = await openDrawer(desk, widget(), "Edit")
      const street = drawer.getByLabel("Street")
      await street.fill("")
      await merchant.submit(drawer, "Save")
      await drawer.getByText("Fill this in.").waitFor()
      await street.fill("Havnegata 7")
      await drawer.getByLabel("Country").fill("Norway")
      await merchant.submit(drawer, "Save")
      await drawer.getByText("Enter the country’s two-letter code").waitFor()
      await drawer.getByLabel("Country").fill("no")
      await merchant.picture("admin-customer-edit")
      await merchant.submit(drawer, "Save")
      await merchant.hear("The service has saved the new details")

      await widget().getByText("Havnegata 7").waitFor()
    })

    it("corrects a company's name, number and shipping address, once however fast it is pressed", async () => {
      const { demo, merchant } = desk
      const { page } = merchant
      const { id } = await buySomething(demo, {
        ...usual,
        shopper: { ...usual.shopper, email: "office@example.com" },
        providerId: "pp_system_default",
      })
      const admin = await signInAsAdmin(demo)
      await admin.post(`/admin/e-invoice/medusa-orders/${id}/bill`, {
        by: "ehf-invoice",
        organization_id: "911111111",
      })
      const { order } = await admin.get<{ order: { customer_id: string } }>(
        `/admin/orders/${id}?fields=customer_id`
      )
      await openCustomer(order.customer_id)
      await widget().getByText("Company, 911111111").waitFor()
      const drawer = await openDrawer(desk, widget(), "Edit")
      await drawer.getByLabel("Organization number").fill("12345?")
      await merchant.submit(drawer, "Save")
      await drawer.getByText("Enter the organization number in letters and digits").waitFor()
      await drawer.getByLabel("Name").fill("Fjordkontoret AS")
      await drawer.getByLabel("Organization number").fill("922 222 222")
      await drawer.getByLabel("Different shipping address").check()
      const shipping = drawer.getByRole("group", { name: "Shipping address" })
      await shipping.getByLabel("Street").fill("Kaigaten 3")
      await shipping.getByLabel("Postal code").fill("5016")
      await shipping.getByLabel("City").fill("Bergen")
      await merchant.picture("admin-company-edit")
      const sent = changesSentTo(page, "/operations/customers.update-corporate")
      await drawer.getByRole("button", { name: "Save", exact: true }).dblclick()
      await merchant.hear("The service has saved the new details")

      await widget().getByText("Fjordkontoret AS").waitFor()
      await widget().getByText("Company, 922222222").waitFor()
      await widget()
        .getByText(/Kaigaten 3/)
        .waitFor()
      await merchant.picture("admin-company")
      expect(sent).toHaveLength(1)
      expect(demo.sandbox.customers()).toContainEqual(
        expect.objectContaining({
          name: "Fjordkontoret AS",
          organizationId: "922222222",
        })
      )
    })

    it("is told in a sentence when the service refuses the change", async () => {
      const { demo, merchant } = desk
      const { customerId } = await customerOrder(desk, "refused@example.com")
      await openCustomer(customerId)
      const drawer = await openDrawer(desk, widget(), "Edit")
      demo.sandbox.faults.add({
        fault: "401",
        operation: "customers.update-private",
      })
      await merchant.submit(drawer, "Save")
      const alert = drawer.getByRole("alert")
      await alert.waitFor()

      expect(await alert.textContent()).toMatch(/^[A-Z].{20,}\.$/)
    })

    it("checks the customer's credit, and keeps the number nowhere", async () => {
      const { merchant } = desk
      const { customerId } = await customerOrder(desk, "credit@example.com")
      await openCustomer(customerId)
      await widget().getByText("There are no credit checks of this customer yet").waitFor()
      const drawer = await openDrawer(desk, widget(), "Check credit")
      const field = drawer.getByLabel("Personal number")
      expect(await field.getAttribute("autocomplete")).toBe("off")
      await field.fill(syntheticPersonalNumber)
      await merchant.submit(drawer, "Check credit")
      await merchant.confirm("Check credit")
      await widget().getByText("Low risk").waitFor()
      await merchant.picture("admin-customer-credit")

      expect(await merchant.page.content()).not.toContain(syntheticPersonalNumber)
      expect(merchant.page.url()).not.toContain(syntheticPersonalNumber)
    })

    it("sees the customer's subscriptions", async () => {
      const { merchant } = desk
      const order = await customerOrder(desk, "subscriber@example.com")
      const uuid = await subscribe(desk, order, 2)
      await openCustomer(order.customerId)
      await widget()
        .getByRole("listitem")
        .filter({ hasText: "Waiting for the customer" })
        .getByRole("link")
        .click()

      await merchant.page.waitForURL(`**/e-invoice/subscriptions/${uuid}`)
    })

    it("is told when the service does not know the customer yet", async () => {
      const { demo } = desk
      await openCustomer(demo.store.customer.id)

      await widget().getByText("does not know this customer yet").waitFor()
    })
  })
}
