import type { Locator, Route } from "playwright-core"

import { focused } from "../../support/keyboard"
import type { Desk } from "../desk"
import { standing } from "../standing"
import { customerOrder, openDrawer, sectionOf } from "../subscriber"

/** What every form in a drawer does, whatever it is about. */
export function drawerFlows(desk: Desk) {
  describe("in the form of a drawer", () => {
    const opened = async () => {
      const { merchant } = desk
      await merchant.visit("/e-invoice/users")
      await merchant.page.getByRole("button", { name: "New user" }).click()
      const drawer = merchant.page.getByRole("dialog", { name: "New user" })
      await standing(drawer)
      return { drawer, name: drawer.getByLabel("Name", { exact: true }) }
    }
    const question = () =>
      desk.merchant.page.getByRole("alertdialog", {
        name: "Are you sure you want to leave this form?",
      })
    const answer = async (button: string) => {
      await question().getByRole("button", { name: button }).click()
      await question().waitFor({ state: "detached" })
    }

    /** The drawer listens again a moment after the question is gone: when it can be clicked into. */
    const backIn = (field: Locator) => field.click({ trial: true })

    it.each([
      ["Escape", () => desk.merchant.page.keyboard.press("Escape")],
      ["a click beside it", () => desk.merchant.page.mouse.click(300, 500)],
      [
        "its close button",
        () =>
          desk.merchant.page
            .getByRole("dialog")
            .getByRole("button", { name: "Close", exact: true })
            .click(),
      ],
    ])("is asked before %s throws away what is written", async (_by, leave) => {
      const { drawer, name } = await opened()
      await name.fill("Kari Nordmann")
      await leave()
      await standing(question())
      await desk.merchant.picture("drawer-unsaved")
      await answer("Stay in the form")
      expect(await name.inputValue()).toBe("Kari Nordmann")

      await backIn(name)
      await leave()
      await answer("Leave the form")
      await drawer.waitFor({ state: "detached" })
      await desk.merchant.page.getByRole("button", { name: "New user" }).click()
      expect(await name.inputValue()).toBe("")
    })

    it("begins in the first field, and keeps by Enter what is written", async () => {
      const { page } = desk.merchant
      const { name, drawer } = await opened()
      await focused(page, drawer.getByRole("combobox").first()).waitFor()
      await page.keyboard.press("Tab")
      await focused(page, name).waitFor()
      await page.keyboard.type("Kari Nordmann")
      await page.keyboard.press("Enter")
      await drawer.getByText("Fill this in.").first().waitFor()
      expect(await name.inputValue()).toBe("Kari Nordmann")

      await page.keyboard.press("Escape")
      await standing(question())
      await page.keyboard.press("Enter")
      await question().waitFor({ state: "detached" })
      expect(await name.inputValue()).toBe("Kari Nordmann")
    })

    it("goes back to the form by Escape in the question", async () => {
      const { drawer, name } = await opened()
      await name.fill("Kari Nordmann")
      await desk.merchant.page.keyboard.press("Escape")
      await standing(question())
      await desk.merchant.page.keyboard.press("Escape")
      await question().waitFor({ state: "detached" })
      await focused(desk.merchant.page, name).waitFor()
      expect(await name.inputValue()).toBe("Kari Nordmann")

      await backIn(name)
      await desk.merchant.page.keyboard.press("Escape")
      await answer("Leave the form")
      await drawer.waitFor({ state: "detached" })
    })

    it("is not asked while all is as it was", async () => {
      const { drawer, name } = await opened()
      await name.fill("Kari Nordmann")
      await name.fill("")
      await desk.merchant.page.keyboard.press("Escape")

      await drawer.waitFor({ state: "detached" })
      expect(await question().count()).toBe(0)
    })

    it("hears that it was carried out before the page has its figures anew", async () => {
      const { merchant } = desk
      const order = await merchant.receiveOrder()
      await merchant.openOrder(order)
      const drawer = await merchant.openDrawer("Update link", "Update the payment link")
      await drawer.getByLabel("Reference").fill("Table 7")
      const held = await whileReadsWait(async () => {
        await merchant.submit(drawer, "Update the link")
        await merchant.hear("The payment link is updated.")
        await drawer.waitFor({ state: "detached" })
      })

      expect(held).toBeGreaterThan(0)
    })

    it("begins with what the service keeps now, not with what stood there before", async () => {
      const { merchant } = desk
      const { customerId } = await customerOrder(desk, "twice@example.com")
      await merchant.visit(`/customers/${customerId}`)
      const widget = sectionOf(desk, "E-invoice")
      const first = await openDrawer(desk, widget, "Edit")
      await first.getByLabel("Street").fill("Havnegata 7")
      await whileReadsWait(async () => {
        await merchant.submit(first, "Save")
        await merchant.hear("The service has saved the new details")
        await first.waitFor({ state: "detached" })
        const again = await openDrawer(desk, widget, "Edit")
        await again.getByRole("status", { name: "Loading the customer’s profile" }).waitFor()
        expect(await again.getByLabel("Street").count()).toBe(0)
      })

      const street = merchant.page.getByRole("dialog").getByLabel("Street")
      expect(await street.inputValue()).toBe("Havnegata 7")
    })

    /** Does something while all that the page reads from us waits; says how much did. */
    const whileReadsWait = async (act: () => Promise<void>) => {
      const { page } = desk.merchant
      const pattern = "**/admin/e-invoice/**"
      const held: Route[] = []
      let isHolding = true
      await page.route(pattern, async (route) => {
        if (isHolding && route.request().method() === "GET") {
          held.push(route)
        } else {
          await route.continue()
        }
      })
      try {
        await act()
      } finally {
        isHolding = false
        await Promise.all(held.map((route) => route.continue()))
        await page.unroute(pattern)
      }
      return held.length
    }
  })
}
