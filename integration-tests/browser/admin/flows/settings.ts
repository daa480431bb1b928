import type { Desk } from "../desk"

/** What a merchant does under Settings. */
export function settingsFlows(desk: Desk) {
  describe("under Settings", () => {
    const open = async () => {
      await desk.merchant.visit("/settings/e-invoice")
      await desk.merchant.page.getByRole("heading", { name: "E-invoice settings" }).waitFor()
    }

    const press = (name: string) =>
      desk.merchant.page.getByRole("button", { name, exact: true }).click()

    it("finds the plugin's settings in the menu", async () => {
      const { page } = desk.merchant
      await desk.merchant.visit("/settings")
      await page.getByRole("link", { name: "E-invoice", exact: true }).first().click()

      await page.getByRole("heading", { name: "E-invoice settings" }).waitFor()
    })

    it("finds five entries in the menu, and from Settings what it leaves out", async () => {
      const { page } = desk.merchant
      await desk.merchant.visit("/e-invoice")
      await page.getByRole("link", { name: "Checks", exact: true }).click()
      expect(await page.locator('aside a[href*="/e-invoice/"]:visible').allInnerTexts()).toEqual([
        "Invoice orders",
        "Reconciliation",
        "Reservations",
        "Subscriptions",
        "Checks",
      ])
      await page.getByRole("link", { name: "Companies", exact: true }).click()
      await page.getByRole("heading", { level: 1, name: "Companies" }).waitFor()
      await desk.merchant.picture("admin-tabs")

      await desk.merchant.visit("/settings/e-invoice")
      await page.getByRole("link", { name: "Callbacks", exact: true }).click()
      await page.getByRole("heading", { level: 1, name: "Callbacks" }).waitFor()
    })

    it("is told that the connection and the callback address work", async () => {
      const { demo, merchant } = desk
      const { page } = merchant
      const before = demo.sandbox.callbacks.list().length
      await open()
      await press("Test the connection")
      await page.getByText("The service answers and accepts the token").waitFor()
      await press("Test the address")
      await page.getByText("The address leads to this store").waitFor()
      await page.getByText("The address leads to this machine only").waitFor()
      await merchant.picture("admin-settings-tests")

      expect(demo.sandbox.callbacks.list()).toHaveLength(before)
    })

    it("is told when the service does not accept the token, and what to do", async () => {
      const { demo, merchant } = desk
      demo.sandbox.faults.add({ fault: "401", operation: "token.verify" })
      await open()
      await press("Test the connection")
      const alert = merchant.page.getByRole("alert")
      await alert.waitFor()

      expect(await alert.textContent()).toMatch(
        /does not accept the token.+Set the option token.+HTTP status 401/
      )
    })

    it("is told in a sentence when a test could not be made", async () => {
      const { page } = desk.merchant
      const route = "**/admin/e-invoice/settings/callback-test"
      await page.route(route, (request) => request.abort())
      await open()
      await press("Test the address")
      await page.getByRole("alert").getByText("The store could not be reached").waitFor()
      await page.unroute(route)
      await press("Test the address")

      await page.getByText("The address leads to this store").waitFor()
    })

    it("reads the options in force, and no secret", async () => {
      const { demo, merchant } = desk
      const { page } = merchant
      await open()
      const options = page.getByRole("table", { name: "Options in force" })
      await options.waitFor()
      const row = (name: string) => options.getByRole("row").filter({ hasText: name }).first()

      expect(await row("baseUrl").textContent()).toContain(demo.sandboxUrl)
      expect(await row("token").textContent()).toContain("Set")
      expect(await page.content()).not.toContain("sandbox-token")
    })

    it("finds an operation, and what it rests on", async () => {
      const { page } = desk.merchant
      await open()
      const table = page.getByRole("table", {
        name: "Operations of the service",
      })
      await table.waitFor()
      expect(await table.getByRole("row").count()).toBe(50)
      await page.getByLabel("Search operations").fill("delayed")

      expect(await table.getByRole("row").count()).toBe(2)
      expect(await table.textContent()).toMatch(/orders\.delayed-charge.+Specification.*On/)
    })
  })
}
