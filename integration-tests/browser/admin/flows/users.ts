import type { Desk } from "../desk"
import { openDrawer } from "../subscriber"

/** What a merchant does on the page of the service's users. */
export function userFlows(desk: Desk) {
  describe("with users of the service", () => {
    const main = () => desk.merchant.page.getByRole("main")

    const fillIn = async (email: string, role?: string) => {
      const { merchant } = desk
      await merchant.visit("/e-invoice/users")
      const drawer = await openDrawer(desk, main(), "New user")
      if (role) {
        await drawer.getByLabel("Role").click()
        await merchant.page.getByRole("option", { name: role }).click()
      }
      await drawer.getByLabel("Name").fill("Berit Hansen")
      await drawer.getByLabel("E-mail", { exact: true }).fill(email)
      await drawer.getByLabel("Phone number").fill("41 00 00 00")
      return drawer
    }

    it("creates a business administrator, after a warning", async () => {
      const { demo, merchant } = desk
      const drawer = await fillIn("berit@example.com", "Business administrator")
      await merchant.submit(drawer, "Create user")
      const question = merchant.page.getByRole("alertdialog")
      expect(await question.textContent()).toContain("change everything for your company")
      await merchant.picture("admin-user-question")
      await merchant.confirm("Create user")
      await merchant.hear("The user was created")
      const row = merchant.page.getByRole("row").nth(1)
      await row.getByText("Business administrator").waitFor()
      await merchant.picture("admin-users")

      expect(demo.sandbox.users().at(-1)?.role).toBe("business-admin")
      expect(await row.textContent()).toContain("Ada Min")
      expect(await row.textContent()).not.toContain("Berit")
    })

    it("is told in a sentence that the e-mail is taken", async () => {
      const { demo, merchant } = desk
      for (const isFirst of [true, false]) {
        const drawer = await fillIn("taken@example.com")
        await merchant.submit(drawer, "Create user")
        await merchant.confirm("Create user")
        if (isFirst) {
          await merchant.hear("The user was created")
        }
      }
      const alert = merchant.page.getByRole("dialog").getByRole("alert")
      await alert.waitFor()
      await merchant.picture("admin-user-refused")

      expect(await alert.textContent()).toMatch(/^[A-Z].{20,}\.$/)
      expect(demo.sandbox.users().filter(({ role }) => role === "user")).toHaveLength(1)
    })
  })
}
