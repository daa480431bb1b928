import type { Locator, Page } from "playwright-core"

import { SANDBOX_TOKEN } from "../../../../demo/start-demo"
import { ConnectClient } from "../../../../src/connect"
import { countClicks } from "../count-clicks"
import type { Desk } from "../desk"
import { amountIn } from "../merchant"

const LOOKS = 6
const BETWEEN_LOOKS_MS = 5_000

/** Looks again until something is there: it happens behind the page, which shows what was when it was opened. */
async function shownInTime(page: Page, wanted: Locator): Promise<void> {
  for (let look = 1; look < LOOKS; look += 1) {
    try {
      await wanted.waitFor({ timeout: BETWEEN_LOOKS_MS })
      return
    } catch {
      await page.reload()
    }
  }
  await wanted.waitFor()
}

/** What a merchant sees first under E-invoice. */
export function overviewFlows(desk: Desk) {
  describe("on the overview", () => {
    /** The dashboard looks for the language in a cookie, then in the storage. */
    const speak = (language: string) =>
      desk.merchant.page.evaluate(
        `localStorage.setItem("lng", "${language}"); document.cookie = "lng=${language};path=/"`
      )

    it("sees what waits, 1 click from anywhere, and that the service does not answer", async () => {
      const { merchant } = desk
      const { page } = merchant
      const overview = "**/admin/e-invoice/overview"
      await page.route(overview, async (route) => {
        const response = await route.fetch()
        const body = (await response.json()) as { overview: object }
        await route.fulfill({
          response,
          json: { overview: { ...body.overview, is_service_down: true } },
        })
      })
      try {
        await merchant.visit("/orders")
        const link = page.getByRole("link", { name: "E-invoice", exact: true })
        await link.waitFor()
        const clicks = await countClicks(page)
        await link.click()

        const waiting = page.getByRole("region", { name: "Needs attention" })
        await waiting.getByText("The invoice service is not answering").waitFor()
        expect(await clicks()).toBe(1)
        await merchant.picture("admin-overview-outage")
      } finally {
        await page.unroute(overview)
      }
    })

    it("sees what waits, is told what to do, and goes to the order", async () => {
      const { demo, merchant } = desk
      const { page } = merchant
      const order = await merchant.receiveOrder()
      demo.sandbox.cancel(order.invoice.uuid)
      await demo.sandbox.callbacks.settled()
      await merchant.visit("/e-invoice")
      const waiting = page
        .getByRole("region", { name: "Needs attention" })
        .getByRole("listitem")
        .filter({
          has: page.getByRole("link", {
            name: `Order ${order.displayId}`,
            exact: true,
          }),
        })
      await shownInTime(page, waiting)
      await merchant.picture("admin-overview")

      expect(await waiting.textContent()).toMatch(
        /The service cancelled this order.+Agree on another way to pay/
      )
      expect(await amountIn(waiting)).toBe(order.total)
      await waiting.getByRole("link").click()
      await page.waitForURL(`**/orders/${order.id}`)
      await merchant.eInvoice.waitFor()
    })

    it("takes a case, marks it as handled, and opens it again", async () => {
      const { demo, merchant } = desk
      const { page } = merchant
      const order = await merchant.receiveOrder()
      const { uuid } = order.invoice
      await merchant.receivePayment(order, uuid)
      const [line] = demo.sandbox.order(uuid).lines
      const portal = new ConnectClient({ baseUrl: demo.sandboxUrl, token: SANDBOX_TOKEN })
      await portal.call("orders.refund", {
        params: { order_uuid: uuid },
        body: {
          type: "regular",
          grandTotal: "1.00",
          products: [{ id: line?.id ?? 0, amount: "1.00" }],
        },
      })
      await portal.close()
      await demo.sandbox.callbacks.settled()
      await merchant.visit("/e-invoice")
      const section = page.getByRole("region", { name: "Needs attention" })
      const ofOrder = {
        has: page.getByRole("link", { name: `Order ${order.displayId}`, exact: true }),
      }
      const handled = section.getByRole("list", { name: "Handled" }).getByRole("listitem")
      const row = section.getByRole("listitem").filter(ofOrder)
      await shownInTime(page, row)

      await row.getByRole("button", { name: "Assign to me" }).click()
      await row.getByText("Assigned to you").waitFor()
      await merchant.picture("admin-overview-assigned")
      await row.getByRole("button", { name: "Mark as handled" }).click()
      await row.waitFor({ state: "detached" })

      await section.getByRole("button", { name: /^Show \d+ handled$/ }).click()
      await handled
        .filter(ofOrder)
        .getByText(/^Handled by/)
        .waitFor()
      await merchant.picture("admin-overview-handled")
      await handled.filter(ofOrder).getByRole("button", { name: "Reopen" }).click()
      await row.getByRole("button", { name: "Mark as handled" }).waitFor()
    })

    it("goes on beyond the first entries that wait", async () => {
      const { demo, merchant } = desk
      const { page } = merchant
      const order = await merchant.receiveOrder()
      demo.sandbox.cancel(order.invoice.uuid)
      await demo.sandbox.callbacks.settled()
      const overview = "**/admin/e-invoice/overview*"
      await page.route(overview, async (route) => {
        const response = await route.fetch()
        const { overview } = (await response.json()) as {
          overview: { attention: { items: { id: string }[]; count: number } }
        }
        const { items } = overview.attention
        const [first] = items
        const isNext = new URL(route.request().url()).searchParams.get("attention_offset") === "1"
        const shown = isNext
          ? [{ ...first, id: "next", order_number: "4711", reference_no: "4711" }]
          : [first]
        await route.fulfill({
          response,
          json: { overview: { ...overview, attention: { count: 2, items: shown } } },
        })
      })
      try {
        await merchant.visit("/e-invoice")
        const waiting = page.getByRole("region", { name: "Needs attention" })
        await waiting.getByText("1 more is waiting.").waitFor()
        await waiting.getByRole("button", { name: "Show more" }).click()

        await waiting.getByRole("link", { name: "Order 4711", exact: true }).waitFor()
        expect(await waiting.getByRole("button", { name: "Show more" }).count()).toBe(0)
      } finally {
        await page.unroute(overview)
      }
    })

    it("goes from a status to the orders that have it", async () => {
      const { merchant } = desk
      const { page } = merchant
      await merchant.receiveOrder()
      await merchant.visit("/e-invoice")
      const link = page
        .getByRole("region", { name: "Invoice orders by status" })
        .getByRole("link", { name: /^Sent, not paid/ })
      const count = Number(/\d+$/.exec(await link.innerText())?.[0])
      await link.click()

      await page.waitForURL("**/e-invoice/orders?remote_status=SENT")
      await page.getByText(new RegExp(`of ${count} results`)).waitFor()
      const rows = page.locator("tbody tr")
      expect(await rows.count()).toBe(Math.min(count, 20))
      expect(await rows.filter({ hasText: "Sent, not paid" }).count()).toBe(await rows.count())
    })

    it("sees what is not paid as a picture, and the same as a table", async () => {
      const { merchant } = desk
      const { page } = merchant
      await merchant.receiveOrder()
      await merchant.visit("/e-invoice")
      const section = page.getByRole("region", { name: "Not paid yet, by age" })
      const picture = section.getByRole("img")
      await picture.waitFor()
      const description = await picture.getAttribute("aria-label")
      expect(description).toMatch(/Under 10 days: .+\d\.\d\d, \d+ orders?/)

      const total = await amountIn(section.getByText(/^kr\s[\d,]+\.\d{2}$/).first())
      await section.getByRole("button", { name: "Show as a table" }).click()
      const rows = section.getByRole("row")
      await rows.first().waitFor()
      let sum = 0
      for (let row = 1; row < (await rows.count()); row += 1) {
        const amount = await amountIn(rows.nth(row).getByRole("cell").last())
        sum += Math.round(amount * 100)
      }
      expect(sum / 100).toBe(total)
      expect(await picture.count()).toBe(0)
    })

    it("can try again when the overview could not be loaded", async () => {
      const { merchant } = desk
      const { page } = merchant
      const route = "**/admin/e-invoice/overview"
      await page.route(route, (request) => request.abort())
      await merchant.visit("/e-invoice")
      const failure = page.getByText("The overview could not be loaded")
      await failure.waitFor()
      await merchant.picture("admin-overview-failed")
      await page.unroute(route)
      await page.getByRole("button", { name: "Try again" }).click()

      await page.getByRole("region", { name: "Needs attention" }).waitFor()
      expect(await failure.count()).toBe(0)
    })

    it("reads it in German", async () => {
      const { merchant } = desk
      const { page } = merchant
      await speak("de")
      try {
        await merchant.visit("/e-invoice")
        await page.getByRole("heading", { name: "Übersicht der E-Rechnungen" }).waitFor()
        await page
          .getByRole("navigation")
          .getByRole("link", { name: "Rechnungsaufträge" })
          .first()
          .waitFor()
        await merchant.picture("admin-overview-german")
      } finally {
        await speak("en")
      }
    })
  })
}
