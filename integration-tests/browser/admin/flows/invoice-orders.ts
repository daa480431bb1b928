import { readFile } from "node:fs/promises"

import { signInAsAdmin } from "../../../../demo/life/admin-client"
import { leaveAnOrderInDoubt } from "../../../../demo/life/order-in-doubt"
import { focused } from "../../support/keyboard"
import { backdate } from "../backdate"
import { countClicks } from "../count-clicks"
import type { Desk } from "../desk"
import { changesSentTo } from "../sent-changes"

/** What a merchant does in the list of invoice orders. */
export function invoiceOrderFlows(desk: Desk) {
  describe("in the list of invoice orders", () => {
    const list = async (address = "") => {
      await desk.merchant.visit(`/e-invoice/orders${address}`)
      await desk.merchant.page.getByRole("heading", { name: "Invoice orders" }).waitFor()
    }

    const search = () => desk.merchant.page.getByRole("searchbox", { name: /^Search/ })

    it("finds an order by the service's id, finds it again at the same address, and opens it", async () => {
      const { merchant } = desk
      const { page } = merchant
      const order = await merchant.receiveOrder()
      await merchant.receiveOrder()
      await list()
      await search().fill(order.invoice.uuid)
      await page.waitForURL(`**/e-invoice/orders?q=${order.invoice.uuid}`)
      await page.getByText("1 of 1 results").waitFor()
      await merchant.picture("admin-invoice-orders-found")
      await page.reload()
      await page.getByText("1 of 1 results").waitFor()

      expect(await search().inputValue()).toBe(order.invoice.uuid)
      await page.locator("tbody tr").first().click()
      await page.waitForURL(`**/orders/${order.id}`)
    })

    it("finds a customer's invoice by name: 2 clicks", async () => {
      const { merchant } = desk
      const { page } = merchant
      const order = await merchant.receiveOrder()
      await merchant.visit("/e-invoice")
      await page.getByRole("heading", { name: "E-invoice overview" }).waitFor()
      const clicks = await countClicks(page)

      await page.getByRole("link", { name: "Invoice orders", exact: true }).click()
      await focused(page, search()).waitFor()
      await page.keyboard.type("ola nordmann")
      await page.waitForURL("**/e-invoice/orders?q=ola**")
      const row = page.locator("tbody tr").filter({
        has: page.getByText(String(order.displayId), { exact: true }),
      })
      await row.getByText(/@/).waitFor()
      await merchant.picture("admin-invoice-orders-by-name")
      await row.first().click()
      await page.waitForURL(`**/orders/${order.id}`)

      expect(await clicks()).toBe(2)
    })

    it("exports last month: 2 clicks", async () => {
      const { merchant } = desk
      const { page } = merchant
      const order = await merchant.receiveOrder()
      await merchant.receiveOrder()
      await backdate(desk, order.id, "lastMonth")
      await list()
      const clicks = await countClicks(page)

      await page.getByRole("button", { name: "Export" }).click()
      const saved = page.waitForEvent("download")
      await page.getByRole("menuitem", { name: "Last month" }).click()
      const file = await readFile(await (await saved).path(), "utf8")

      expect(await clicks()).toBe(2)
      expect(file).toMatch(/^\uFEFFcreated_at,order_number,/)
      const [, ...rows] = file.trim().split("\r\n")
      expect(rows).toHaveLength(1)
      expect(rows[0]).toContain(order.invoice.uuid)
    })

    it("sorts by amount, and keeps that in the address", async () => {
      const { merchant } = desk
      const { page } = merchant
      await merchant.receiveOrder()
      await list("?order=-grand_total")
      const rows = page.locator("tbody tr")
      await rows.first().waitFor()
      const amounts = async () =>
        (await rows.locator("td:nth-child(5)").allInnerTexts()).map((text) =>
          Number(text.replace(/[^\d.]/g, ""))
        )
      const falling = await amounts()
      expect(falling).toEqual(falling.toSorted((one, other) => other - one))

      await page.getByRole("columnheader", { name: "Placed" }).getByRole("button").click()
      await page.waitForURL(/order=-?created_at|orders$/)
      expect(page.url()).not.toContain("grand_total")
    })

    it("is told that a search shows the newest only", async () => {
      const { page } = desk.merchant
      await desk.merchant.receiveOrder()
      const route = "**/admin/e-invoice/orders?*"
      await page.route(route, async (request) => {
        const response = await request.fetch()
        const body = (await response.json()) as object
        await request.fulfill({ response, json: { ...body, search_cut: true } })
      })
      try {
        await list("?q=ola")
        await page.getByText("Only the newest are shown", { exact: false }).waitFor()
      } finally {
        await page.unroute(route)
      }
    })

    it("is told when nothing is found", async () => {
      await desk.merchant.receiveOrder()
      await list("?q=nothing-like-it")

      await desk.merchant.page.getByText("Nothing found").waitFor()
    })

    it("can try again when the list could not be loaded", async () => {
      const { page } = desk.merchant
      const route = "**/admin/e-invoice/orders?*"
      await page.route(route, (request) => request.abort())
      await list()
      await page.getByText("The list could not be loaded").waitFor()
      await page.unroute(route)
      await page.getByRole("button", { name: "Try again" }).click()

      await page.locator("tbody tr").first().waitFor()
    })

    it("settles an order in doubt by comparing: 4 clicks, nothing typed", async () => {
      const { demo, merchant } = desk
      const { page } = merchant
      await leaveAnOrderInDoubt(demo)
      const [twin, made] = demo.sandbox.orders().toReversed()
      await list("?state=in_doubt")
      await page.locator("tbody tr").first().click()
      await page.getByRole("main").getByText("The answer was lost.", { exact: false }).waitFor()
      const clicks = await countClicks(page)

      await page.getByRole("button", { name: "Settle" }).click()
      const drawer = page.getByRole("dialog")
      const candidate = drawer.getByRole("radio", { name: `Use ${made?.uuid}` })
      await candidate.waitFor()
      await drawer.getByRole("radio", { name: `Use ${twin?.uuid}` }).waitFor()
      await focused(page, drawer.getByRole("radio").first()).waitFor()
      await merchant.picture("admin-order-in-doubt-candidates")
      await candidate.click()
      await merchant.submit(drawer, "Settle")
      await merchant.confirm("Use this order")
      await merchant.hear("Settled.")
      expect(await clicks()).toBe(4)

      await page.getByRole("main").getByText("The service has two orders for this one").waitFor()
      await merchant.picture("admin-order-second-candidate")
    })

    it("is told when a colleague has settled the order in doubt meanwhile, and sees what became of it", async () => {
      const { demo, merchant } = desk
      const { page } = merchant
      await leaveAnOrderInDoubt(demo)
      await list("?state=in_doubt")
      await page.locator("tbody tr").first().click()
      await page.waitForURL(/\/orders\/einvord_/)
      await page.getByRole("button", { name: "Settle" }).click()
      const drawer = page.getByRole("dialog")
      await drawer.getByRole("radio", { name: "Not found" }).click()

      const colleague = await signInAsAdmin(demo)
      const id = new URL(page.url()).pathname.split("/").at(-1)
      await colleague.post(`/admin/e-invoice/orders/${id}/settle`, {
        decision: "give-up",
        attempt: 1,
        not_it: demo.sandbox.orders().map(({ uuid }) => uuid),
      })
      await merchant.submit(drawer, "Settle")
      await page.getByRole("alertdialog").getByRole("button").last().click()

      await merchant.hear(/was settled or attempted again in the meantime/)
      await page.getByText("Given up").first().waitFor()
    })

    it("looks after an order in doubt that Medusa has no order for, and gives it up once, however fast it is pressed", async () => {
      const { demo, merchant } = desk
      const { page } = merchant
      await leaveAnOrderInDoubt(demo)
      await list("?state=in_doubt")
      await page.locator("tbody tr").first().click()
      await page.getByRole("main").getByText("The answer was lost.", { exact: false }).waitFor()
      await page.getByText("Medusa has no order for it").waitFor()
      await page.getByRole("region", { name: "What was sent" }).waitFor()
      await page.getByRole("button", { name: "Refresh", exact: true }).click()
      await merchant.hear("Status checked: In doubt")
      await merchant.picture("admin-order-in-doubt")
      await page.getByRole("button", { name: "Settle" }).click()
      const drawer = page.getByRole("dialog")
      await drawer.waitFor()
      await drawer.getByRole("radio", { name: "Give it up" }).click()
      await merchant.picture("admin-order-in-doubt-settle")
      const sent = changesSentTo(page, "/settle")
      const orders = demo.sandbox.orders().length
      await merchant.submit(drawer, "Settle")
      const made = demo.sandbox.orders().at(-1)?.uuid ?? ""
      await page.getByRole("alertdialog").getByText(made).waitFor()
      await merchant.picture("admin-order-in-doubt-exclude")
      await merchant.confirmTwice("Give it up")

      await page.getByText("Given up").first().waitFor()
      expect(sent.map((body) => JSON.parse(body))).toEqual([
        { decision: "give-up", attempt: 1, not_it: expect.arrayContaining([made]) },
      ])
      expect(demo.sandbox.orders()).toHaveLength(orders)
    })
  })
}
