import { syntheticPersonalNumber } from "../../../../demo/personal-numbers"
import type { Desk } from "../desk"
import { openDrawer } from "../subscriber"

/** What a merchant does on the page of credit checks. */
export function creditCheckFlows(desk: Desk) {
  describe("with credit checks", () => {
    const main = () => desk.merchant.page.getByRole("main")

    it("checks a person, and reads what the score means", async () => {
      const { demo, merchant } = desk
      await merchant.visit("/e-invoice/credit-checks")
      const drawer = await openDrawer(desk, main(), "Check a person")
      await drawer.getByLabel("Personal number").fill("12345")
      await merchant.submit(drawer, "Check credit")
      await drawer.getByText("Enter the 11 digits of the personal number.").waitFor()
      await drawer.getByLabel("Personal number").fill(syntheticPersonalNumber)
      await merchant.submit(drawer, "Check credit")
      await merchant.picture("admin-credit-check-question")
      await merchant.confirm("Check credit")
      await merchant.hear("The credit check is done")
      const check = demo.sandbox.creditChecks().at(-1)
      const row = merchant.page.getByRole("row").nth(1)
      await row.getByText("Low risk").waitFor()
      await merchant.picture("admin-credit-checks")
      await row.getByRole("link").click()
      await merchant.page.waitForURL(`**/credit-checks/${check?.uuid}`)

      await merchant.page.getByText("Nearly all customers like this one pay").waitFor()
      await merchant.picture("admin-credit-check")
      expect(await merchant.page.content()).not.toContain(syntheticPersonalNumber)
    })

    it("checks a company", async () => {
      const { merchant } = desk
      await merchant.visit("/e-invoice/credit-checks")
      const drawer = await openDrawer(desk, main(), "Check a company")
      await drawer.getByLabel("Organization number").fill("999 999 902")
      await merchant.submit(drawer, "Check credit")
      await merchant.confirm("Check credit")

      await merchant.page
        .getByRole("row")
        .filter({ hasText: "Company 999999902" })
        .getByText("High risk")
        .first()
        .waitFor()
    })

    it("looks at a time range, kept in the address", async () => {
      const { merchant } = desk
      const range = encodeURIComponent(
        JSON.stringify({
          $gte: "2001-01-01T00:00:00.000Z",
          $lte: "2001-01-02T00:00:00.000Z",
        })
      )
      await merchant.visit(`/e-invoice/credit-checks?created=${range}`)

      await merchant.page.getByText("Nothing found").waitFor()
    })

    it("is told beside the field that a number has a typing error", async () => {
      const { demo, merchant } = desk
      const known = demo.sandbox.creditChecks().length
      await merchant.visit("/e-invoice/credit-checks")
      const drawer = await openDrawer(desk, main(), "Check a person")
      await drawer.getByLabel("Personal number").fill("99010000000")
      await merchant.submit(drawer, "Check credit")
      await merchant.confirm("Check credit")
      await drawer.getByText("This is not a valid personal number.", { exact: false }).waitFor()
      await merchant.picture("admin-credit-check-refused")

      expect(await drawer.innerText()).not.toContain("99010000000")
      expect(demo.sandbox.creditChecks()).toHaveLength(known)
    })
  })
}
