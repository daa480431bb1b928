import { focused } from "../../support/keyboard"
import type { Desk } from "../desk"
import { standing } from "../standing"

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

      await leave()
      await answer("Leave the form")
      await drawer.waitFor({ state: "detached" })
      await desk.merchant.page.getByRole("button", { name: "New user" }).click()
      expect(await name.inputValue()).toBe("")
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
  })
}
