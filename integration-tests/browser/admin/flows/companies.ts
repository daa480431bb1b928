import type { Desk } from "../desk"
import { openDrawer, sectionOf } from "../subscriber"

/** What a merchant does on the page of companies. */
export function companyFlows(desk: Desk) {
  describe("with companies", () => {
    const COMPANY = "999999901"
    const main = () => desk.merchant.page.getByRole("main")
    const number = () => main().getByRole("textbox", { name: "Organization number", exact: true })

    it("starts a verification, passes the link on, and sees it completed", async () => {
      const { demo, merchant } = desk
      await merchant.visit("/e-invoice/companies")
      const drawer = await openDrawer(desk, main(), "Verify a company")
      await drawer.getByLabel("Organization number").fill(COMPANY)
      await drawer.getByLabel("Address after success").fill("shop.example")
      await drawer.getByLabel("Address after failure").fill("https://shop.example/sorry")
      await merchant.submit(drawer, "Create the link")
      await drawer.getByText("Enter an address that begins with").waitFor()
      await drawer.getByLabel("Address after success").fill("https://shop.example/thanks")
      await merchant.submit(drawer, "Create the link")
      await merchant.confirm("Create the link")
      await merchant.page.getByText("Send this link to the company").waitFor()
      await merchant.page.getByRole("status").getByRole("link", { name: /^http/ }).waitFor()
      await merchant.picture("admin-company-link")
      const check = demo.sandbox.companyChecks.list().at(-1)
      demo.sandbox.companyChecks.verify(check?.uuid ?? "")
      await number().fill(COMPANY)
      await main().getByRole("button", { name: "Look up" }).click()
      await merchant.page.waitForURL(`**/companies?company=${COMPANY}`)
      const history = sectionOf(desk, "Verifications")
      await history.getByText("Moderate risk").first().waitFor()
      await merchant.picture("admin-company-verified")

      await sectionOf(desk, "Invoice fees").getByText("25").first().waitFor()

      // What the service calls the company is known now, and its checks are found by it.
      await merchant.visit("/e-invoice/companies")
      await main()
        .getByRole("searchbox")
        .fill(check?.companyName ?? "")
      await main()
        .locator("tbody tr")
        .filter({ hasText: check?.companyName ?? "no name" })
        .first()
        .waitFor()
      await merchant.picture("admin-companies-found")
    })

    it("is told which number cannot be looked up", async () => {
      const { merchant } = desk
      await merchant.visit("/e-invoice/companies")
      await number().fill("123")
      await main().getByRole("button", { name: "Look up" }).click()

      await main().getByText("Enter the nine digits of the organization number.").waitFor()
    })

    it("is told when the service cannot say, and tries again", async () => {
      const { demo, merchant } = desk
      demo.sandbox.faults.add({
        fault: "401",
        operation: "companies.invoice-fee",
      })
      await merchant.visit(`/e-invoice/companies?company=${COMPANY}`)
      const fees = sectionOf(desk, "Invoice fees")
      await fees.getByText("could not be loaded").waitFor()
      demo.sandbox.faults.clear()
      await fees.getByRole("button", { name: "Try again" }).click()

      await fees.getByText("Invoices to private persons").waitFor()
    })
  })
}
