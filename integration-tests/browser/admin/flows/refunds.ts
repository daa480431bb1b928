import { signInAsAdmin } from "../../../../demo/life/admin-client"
import { buySomething, usual } from "../../../../demo/order/demo-order"
import { eventually } from "../../../http/support/eventually"
import { countClicks } from "../count-clicks"
import type { Desk } from "../desk"
import type { PlacedOrder } from "../merchant"
import { PageSection } from "../page-section"
import { changesSentTo } from "../sent-changes"

/** How a merchant gives money back, by line and by amount. */
export function refundFlows(desk: Desk) {
  describe("gives money back", () => {
    const section = () => PageSection.named(desk.merchant, "Refunds")

    /** A colleague refunds with Medusa's own button. */
    const colleagueRefunds = async ({ id }: PlacedOrder, amount: number) => {
      const admin = await signInAsAdmin(desk.demo)
      const { order } = await admin.get<{
        order: { payment_collections: { payments: { id: string }[] }[] }
      }>(`/admin/orders/${id}?fields=payment_collections.payments.id`)
      const payment = order.payment_collections[0]?.payments[0]?.id
      await admin.post(`/admin/payments/${payment}/refund`, { amount })
    }
    const paid = async (): Promise<PlacedOrder> => {
      const { merchant } = desk
      const order = await merchant.receiveOrder()
      await merchant.receivePayment(order, order.invoice.uuid)
      await merchant.openOrder(order)
      await merchant.seePayment("Captured")
      return order
    }
    /** An order beyond what the service refunds without asking its operator. */
    const paidALot = async () => {
      const { demo, merchant } = desk
      const { id } = await buySomething(demo, {
        ...usual,
        basket: [{ sku: "COFFEE-1000", quantity: 20 }],
      })
      const invoice = demo.sandbox.orders().at(-1)
      if (!invoice) {
        throw new Error("The service holds no order")
      }
      await merchant.receivePayment({ id }, invoice.uuid)
      await merchant.page.goto(merchant.addressOf({ id }))
      await section().see("Can be refunded")
      await merchant.seePayment("Captured")
      return { id, invoice }
    }
    const sentBy = (uuid: string) =>
      desk.demo.sandbox
        .requests()
        .filter(({ operationId, path }) => operationId === "orders.refund" && path.endsWith(uuid))

    const isWarnedOf = async ({ id }: Pick<PlacedOrder, "id">, ...warnings: string[]) => {
      const admin = await signInAsAdmin(desk.demo)
      await eventually(async () => {
        const { e_invoice_orders: found } = await admin.get<{ e_invoice_orders: object[] }>(
          `/admin/e-invoice/orders?order_id=${id}`
        )
        expect(found).toMatchObject([{ warnings }])
      })
    }
    /** Staff refund in the service's own portal. */
    const giveInPortal = async ({ invoice }: Pick<PlacedOrder, "invoice">, amount: number) => {
      const { lines } = desk.demo.sandbox.order(invoice.uuid)
      const line = lines.find(({ name }) => name.includes("Book")) ?? lines.at(-1)
      await giveLinesInPortal({ invoice }, [{ id: line?.id ?? 0, amount }])
    }
    const giveLinesInPortal = async (
      { invoice }: Pick<PlacedOrder, "invoice">,
      products: { id: number; amount: number }[]
    ) => {
      const ore = products.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
      const response = await fetch(
        `${desk.demo.sandboxUrl}/api/v1/connect/orders/refund/${invoice.uuid}`,
        {
          method: "POST",
          headers: { authorization: "Bearer sandbox-token", "content-type": "application/json" },
          body: JSON.stringify({ type: "regular", grandTotal: ore / 100, products }),
        }
      )
      expect(response.status).toBe(202)
    }

    it("by line, and sees the same in Medusa and at the service", async () => {
      const { demo, merchant } = desk
      const { invoice } = await paid()
      const [line] = invoice.lines
      const drawer = await section().open("Refund lines", "Refund by line")
      await drawer.getByRole("textbox").first().fill("10,50")
      await merchant.picture("refund-by-line")
      await merchant.submit(drawer, "Refund")
      await merchant.page
        .getByRole("alertdialog")
        .getByText(`10.50 of ${line?.name}`, { exact: false })
        .waitFor()
      await merchant.confirm("Refund")

      await merchant.hear("Refunded in Medusa and at the invoice service.")
      const { lines, refunded } = demo.sandbox.order(invoice.uuid)
      expect(refunded).toBe(10.5)
      expect(lines[0]?.refunded).toBe(10.5)
      await section().seeAmount("Refunded", 10.5)
      await merchant.seePayment("Partially refunded")
      await section().place.scrollIntoViewIfNeeded()
      await merchant.picture("refunds")
    })

    it("one of three pieces: 4 clicks", async () => {
      const { demo, merchant } = desk
      const { page } = merchant
      const { invoice } = await paid()
      const line = invoice.lines.find(({ quantity }) => quantity === 3)
      const name = line?.name ?? ""
      const clicks = await countClicks(page)

      await section().place.getByRole("button", { name: "Refund lines" }).click()
      const drawer = page.getByRole("dialog", { name: "Refund by line" })
      await drawer.getByRole("button", { name: `One more of ${name}` }).click()
      await drawer.getByText("1 of 3", { exact: true }).waitFor()
      await merchant.picture("refund-one-of-three")
      await merchant.submit(drawer, "Refund")
      await page.getByRole("alertdialog").getByText(name, { exact: false }).waitFor()
      await merchant.picture("refund-one-of-three-confirm")
      await merchant.confirm("Refund")
      await merchant.hear("Refunded in Medusa and at the invoice service.")

      expect(await clicks()).toBe(4)
      const third = Math.round(((line?.amount ?? 0) * 100) / 3) / 100
      expect(demo.sandbox.order(invoice.uuid).refunded).toBe(third)
    })

    it("of a later line once an earlier one is used up, and then of all the others", async () => {
      const { demo, merchant } = desk
      const { invoice } = await paid()
      const [first, second] = invoice.lines
      const name = second?.name ?? ""
      const whole = await section().open("Refund lines", "Refund by line")
      await whole.getByRole("button", { name: `All that is left of ${first?.name}` }).click()
      await merchant.submit(whole, "Refund")
      await merchant.confirm("Refund")
      await whole.waitFor({ state: "detached" })

      const part = await section().open("Refund lines", "Refund by line")
      await part.getByRole("textbox", { name: first?.name ?? "", disabled: true }).waitFor()
      await part.getByRole("textbox", { name, exact: true }).fill("10,50")
      await merchant.picture("refund-by-later-line")
      await merchant.submit(part, "Refund")
      await merchant.page
        .getByRole("alertdialog")
        .getByText(`10.50 of ${name}`, { exact: false })
        .waitFor()
      await merchant.confirm("Refund")
      await part.waitFor({ state: "detached" })
      expect(demo.sandbox.order(invoice.uuid).lines.map(({ refunded }) => refunded)).toEqual(
        invoice.lines.map(({ amount }, index) => (index === 0 ? amount : index === 1 ? 10.5 : 0))
      )

      const rest = await section().open("Refund lines", "Refund by line")
      await rest.getByRole("button", { name: "All that is left of every line" }).click()
      await merchant.submit(rest, "Refund")
      await merchant.confirm("Refund")
      await section().see("Nothing is left to refund.")
      expect(demo.sandbox.order(invoice.uuid).status).toBe("REFUNDED")
    })

    it("takes all that is left of every line at a press", async () => {
      const { demo, merchant } = desk
      const { invoice } = await paid()
      const drawer = await section().open("Refund lines", "Refund by line")
      await drawer.getByRole("button", { name: "All that is left of every line" }).click()
      await merchant.submit(drawer, "Refund")
      await merchant.confirm("Refund")

      await merchant.hear("Refunded in Medusa and at the invoice service.")
      await section().see("Nothing is left to refund.")
      expect(demo.sandbox.order(invoice.uuid).status).toBe("REFUNDED")
      expect(await section().reasonAgainst("Refund lines")).toBe("Nothing is left to refund.")
    })

    it("by amount, once, however fast the button is pressed", async () => {
      const { demo, merchant } = desk
      const { invoice } = await paid()
      const drawer = await section().open("Refund an amount", "Refund by amount")
      await drawer.getByLabel("Amount to refund").fill("100.01")
      await merchant.submit(drawer, "Refund")
      await merchant.confirmTwice("Refund")

      await merchant.hear("Refunded in Medusa and at the invoice service.")
      expect(demo.sandbox.order(invoice.uuid).refunded).toBe(100.01)
      expect(sentBy(invoice.uuid)).toHaveLength(1)
    })

    it("is told where the amounts could not be loaded again, until they are", async () => {
      const { merchant } = desk
      const { page } = merchant
      await paid()
      const drawer = await section().open("Refund an amount", "Refund by amount")
      await drawer.getByLabel("Amount to refund").fill("10")
      const account = /\/e-invoice\/orders\/[^/]+\/refunds$/
      await page.route(account, (route) =>
        route.request().method() === "GET" ? route.abort() : route.continue()
      )
      await merchant.submit(drawer, "Refund")
      await merchant.confirm("Refund")
      await merchant.hear("Refunded in Medusa and at the invoice service.")
      await section().see(/may be out of date/)
      await section().place.scrollIntoViewIfNeeded()
      await merchant.picture("refunds-out-of-date")

      await section().button("Try again").click()
      await section().see(/may be out of date/)

      await page.unroute(account)
      await section()
        .place.getByText(/may be out of date/)
        .waitFor({ state: "detached" })
      await section().seeAmount("Refunded", 10)
    })

    it("is asked where a colleague refunded meanwhile, of whatever amount", async () => {
      const { demo, merchant } = desk
      const order = await paid()
      const refunded = () => demo.sandbox.order(order.invoice.uuid).refunded
      const drawer = await section().open("Refund an amount", "Refund by amount")
      await drawer.getByLabel("Amount to refund").fill("30")
      await colleagueRefunds(order, 10)

      await merchant.submit(drawer, "Refund")
      await merchant.confirm("Refund")
      const question = merchant.page.getByRole("alertdialog")
      await question.getByText("Carry this out in addition?").waitFor()
      expect(refunded()).toBe(10)
      await merchant.picture("refund-beside-colleague")
      await merchant.confirm("Refund")

      await merchant.hear("Refunded in Medusa and at the invoice service.")
      expect(refunded()).toBe(40)
    })

    it("cannot ask for more than is left, and can go back before anything is sent", async () => {
      const { demo, merchant } = desk
      const { invoice } = await paid()
      const drawer = await section().open("Refund an amount", "Refund by amount")
      await drawer.getByLabel("Amount to refund").fill("99999")
      await merchant.submit(drawer, "Refund")
      await drawer.getByText(/^Only .* is left\.$/).waitFor()
      await drawer.getByLabel("Amount to refund").fill("5")
      await merchant.submit(drawer, "Refund")
      await merchant.confirm("Go back")

      expect(demo.sandbox.order(invoice.uuid).refunded).toBe(0)
    })

    it("cannot choose more of all lines than a gift card left to refund", async () => {
      const { merchant } = desk
      const { page } = merchant
      const order = await paid()
      // As of an invoice that a multi-purpose gift card paid a part of.
      const most = order.total - 50
      await page.route(/\/e-invoice\/orders\/[^/]+\/refunds$/, async (route) => {
        const response = await route.fetch()
        const { refund_account: account } = await response.json()
        await route.fulfill({ json: { refund_account: { ...account, refundable: most } } })
      })
      await merchant.openOrder(order)
      await section().seeAmount("Can be refunded", most)
      const drawer = await section().open("Refund lines", "Refund by line")
      for (const { name } of order.invoice.lines) {
        await drawer.getByRole("button", { name: `All that is left of ${name}` }).click()
      }
      await merchant.submit(drawer, "Refund")
      await drawer
        .getByRole("alert")
        .filter({ hasText: /^No more than .* in all\.$/ })
        .waitFor()
      await merchant.picture("refund-beyond-all")
      await page.unrouteAll({ behavior: "wait" })
    })

    it("is told why nothing can be refunded before the invoice is paid", async () => {
      const { merchant } = desk
      await merchant.openOrder(await merchant.receiveOrder())

      expect(await section().reasonAgainst("Refund an amount")).toMatch(
        /^Nothing can be refunded: the payment is not captured/
      )
    })

    it("reads why the service refused, asks for approval once, and records what was approved", async () => {
      const { demo, merchant } = desk
      const { id, invoice } = await paidALot()
      const drawer = await section().open("Refund an amount", "Refund by amount")
      await drawer.getByLabel("Amount to refund").fill("5500")
      await merchant.submit(drawer, "Refund")
      await merchant.confirm("Refund")
      await drawer
        .getByRole("alert")
        .getByText(/approval/)
        .first()
        .waitFor()
      await merchant.submit(drawer, "Go back")
      await merchant.confirm("Leave the form")
      await section().see("Rejected")
      await section().see(/needs approval from the invoice service’s support/)

      await section().button("Request approval").click()
      await merchant.confirm("Request approval")
      await merchant.hear(/Approval is requested/)
      await section().see("Waiting for approval")
      await section().place.scrollIntoViewIfNeeded()
      await merchant.picture("refund-approval")
      const approvals = demo.sandbox.refundApprovals
        .list()
        .filter(({ recordUuid }) => recordUuid === invoice.uuid)
      expect(approvals).toMatchObject([{ amountOre: 550_000 }])

      demo.sandbox.refundApprovals.approve(approvals[0]?.uuid ?? "")
      await isWarnedOf({ id }, "refunded_at_service")
      await merchant.page.goto(merchant.addressOf({ id }))
      await section().button("It is what the service shows").click()
      await merchant.confirm("It is what the service shows")
      await merchant.hear("Recorded as carried out.")
      await merchant.seePayment("Partially refunded")
      expect(demo.sandbox.order(invoice.uuid).refunded).toBe(5500)
      expect(sentBy(invoice.uuid)).toHaveLength(1)
    })

    it("records what the portal gave beside a refund that awaits approval", async () => {
      const { merchant } = desk
      const { id, invoice } = await paidALot()
      const drawer = await section().open("Refund an amount", "Refund by amount")
      await drawer.getByLabel("Amount to refund").fill("5500")
      await merchant.submit(drawer, "Refund")
      await merchant.confirm("Refund")
      await drawer
        .getByRole("alert")
        .getByText(/approval/)
        .first()
        .waitFor()
      await merchant.submit(drawer, "Go back")
      await merchant.confirm("Leave the form")
      await section().button("Request approval").click()
      await merchant.confirm("Request approval")
      await merchant.hear(/Approval is requested/)
      await giveInPortal({ invoice }, 10)
      await isWarnedOf({ id }, "refunded_at_service")
      await merchant.page.goto(merchant.addressOf({ id }))
      const sent = sentBy(invoice.uuid).length

      const given = await section().open("Refund an amount", "Refund by amount")
      await given.getByLabel("Amount to refund").fill("10")
      await given
        .getByRole("radio", { name: "Yes, it was given there: record it and send nothing" })
        .check()
      await given.getByText("A refund is waiting for approval.").first().waitFor()
      await merchant.picture("refund-given-beside-approval")
      await merchant.submit(given, "Record")
      await merchant.confirm("Record")
      await merchant.hear("Recorded in Medusa as refunded.")

      await section().see("Waiting for approval")
      await isWarnedOf({ id })
      expect(sentBy(invoice.uuid)).toHaveLength(sent)
    })

    it("settles a refund whose answer was lost", async () => {
      const { demo, merchant } = desk
      const { invoice } = await paid()
      demo.sandbox.faults.add({
        fault: "after:drop",
        operation: "orders.refund",
        times: 1,
      })
      const drawer = await section().open("Refund an amount", "Refund by amount")
      await drawer.getByLabel("Amount to refund").fill("20")
      await merchant.submit(drawer, "Refund")
      await merchant.confirm("Refund")
      await drawer
        .getByText(/is not known yet/)
        .first()
        .waitFor()
      await merchant.submit(drawer, "Go back")
      await merchant.confirm("Leave the form")
      await section().see("In doubt")
      expect(await section().amount("Refunded")).toBe(0)
      await section().place.scrollIntoViewIfNeeded()
      await merchant.picture("refund-in-doubt")

      await section().button("It was carried out").click()
      await merchant.confirm("It was carried out")
      await merchant.hear("Recorded as carried out.")
      expect(demo.sandbox.order(invoice.uuid).refunded).toBe(20)
      expect(sentBy(invoice.uuid)).toHaveLength(1)
    })

    it("records a credit that the portal gave beside another refund there", async () => {
      const { demo, merchant } = desk
      const order = await merchant.receiveOrder()
      const { invoice } = order
      const admin = await signInAsAdmin(demo)
      const { order: inMedusa } = await admin.get<{ order: { items: { id: string }[] } }>(
        `/admin/orders/${order.id}`
      )
      // The service rejects the credit of an order that is not invoiced.
      await admin.post("/admin/order-edits", { order_id: order.id })
      const edit = `/admin/order-edits/${order.id}`
      await admin.post(`${edit}/items/item/${inMedusa.items.at(0)?.id}`, { quantity: 0 })
      await admin.post(`${edit}/confirm`)
      const isWarned = (...warnings: string[]) => isWarnedOf(order, ...warnings)
      await isWarned("change_not_followed")
      await merchant.receivePayment(order, invoice.uuid)
      await giveInPortal(order, 10)
      await isWarned("change_not_followed", "refunded_at_service")
      await merchant.openOrder(order)
      await section().see("The service shows a refund that is not recorded here.")
      await section().button("It was given beside another refund there").scrollIntoViewIfNeeded()
      await merchant.picture("credit-beside-another")

      const recordPart = async () => {
        const part = await section().open("A part was carried out", "How much was carried out?")
        await part.getByRole("textbox").first().fill("20")
        await part.getByRole("radio", { name: "It was given beside another refund there" }).check()
        await merchant.picture("credit-in-part")
        await merchant.submit(part, "Record")
        await merchant.confirm("Record")
        return part
      }
      await recordPart()
      await merchant.hear("Recorded: the invoice amount is reduced.")
      expect(await section().amount("Credited on the invoice")).toBe(20)

      const again = await recordPart()
      await merchant.page.getByRole("alertdialog").getByText("Record this in addition?").waitFor()
      await merchant.picture("credit-in-part-again")
      await merchant.confirm("Go back")
      await merchant.submit(again, "Go back")
      await merchant.confirm("Leave the form")

      await section().button("It was given beside another refund there").click()
      await merchant.confirm("It was given beside another refund there")

      await merchant.hear("Recorded: the invoice amount is reduced.")
      await eventually(async () =>
        expect(await section().amount("Credited on the invoice")).toBeGreaterThan(20)
      )
      await isWarned("refunded_at_service")
    })

    describe("in doubt, from the e-invoice's own box", () => {
      /** A refund of 20 kroner whose answer was lost, on its order's page. */
      const lost = async (fault: "before:drop" | "after:drop") => {
        const { demo, merchant } = desk
        const order = await paid()
        const admin = await signInAsAdmin(demo)
        const {
          e_invoice_orders: [eInvoice],
        } = await admin.get<{
          e_invoice_orders: { id: string }[]
        }>(`/admin/e-invoice/orders?order_id=${order.id}`)
        // A callback would have the plugin find out by itself, ahead of a person on a busy machine.
        demo.sandbox.callbacks.setChaos({ drop: true })
        demo.sandbox.faults.add({
          fault,
          operation: "orders.refund",
          times: 1,
        })
        await expect(
          admin.post(`/admin/e-invoice/orders/${eInvoice?.id}/refunds`, {
            amount: 20,
          })
        ).rejects.toThrow()
        await merchant.openOrder(order)
        return order
      }
      const openSettlement = async () => {
        const drawer = await desk.merchant.openDrawer(
          "Settle the refund of kr 20.00",
          "Was the refund carried out?"
        )
        await drawer.getByText("At the service now").waitFor()
        return drawer
      }
      const settle = async (answer: string) => {
        const { merchant } = desk
        const drawer = await openSettlement()
        await drawer.getByRole("radio", { name: answer }).click()
        const sent = changesSentTo(merchant.page, "/settle")
        await merchant.submit(drawer, "Record it")
        await merchant.picture("refund-in-doubt-settle")
        await merchant.confirmTwice("Record it")
        await merchant.hear("The refund is settled.")
        return sent
      }

      it("says that it was refunded, once however fast it is pressed", async () => {
        const { demo, merchant } = desk
        const { invoice } = await lost("after:drop")
        const sent = await settle("The money was refunded")

        await merchant.seePayment("Partially refunded")
        await merchant.seeAmount("Refunded", 20)
        expect(sent).toEqual([
          JSON.stringify({ carried_out: true, beside_another: false, attempt: 1 }),
        ])
        expect(demo.sandbox.order(invoice.uuid).refunded).toBe(20)
        expect(sentBy(invoice.uuid)).toHaveLength(1)
      })

      it("says that nothing was refunded, and refunds it again", async () => {
        const { demo, merchant } = desk
        const { invoice, total } = await lost("before:drop")
        const sent = await settle("Nothing was refunded")
        expect(sent).toEqual([JSON.stringify({ carried_out: false, attempt: 1 })])
        await section().seeAmount("Can be refunded", total)
        expect(demo.sandbox.order(invoice.uuid).refunded).toBe(0)

        const drawer = await section().open("Refund an amount", "Refund by amount")
        await drawer.getByLabel("Amount to refund").fill("20")
        await merchant.submit(drawer, "Refund")
        await merchant.confirm("Refund")
        await merchant.hear("Refunded in Medusa and at the invoice service.")
        expect(demo.sandbox.order(invoice.uuid).refunded).toBe(20)
        await merchant.seeAmount("Refunded", 20)
      })

      it("says that the service shows another one, and records that without sending it", async () => {
        const { demo, merchant } = desk
        const order = await lost("before:drop")
        await giveInPortal(order, 30)
        const drawer = await openSettlement()
        await drawer.getByText("The service shows a refund, but not its amount.").waitFor()
        await drawer
          .getByRole("radio", { name: "It was not carried out: the service shows another" })
          .click()
        await merchant.picture("refund-in-doubt-another")
        await merchant.submit(drawer, "Record it")
        await merchant.confirm("Record it")
        await merchant.hear("The refund is settled.")
        await isWarnedOf(order, "refunded_at_service")

        const given = await section().open("Refund an amount", "Refund by amount")
        await given.getByLabel("Amount to refund").fill("30")
        await given
          .getByRole("radio", { name: "Yes, it was given there: record it and send nothing" })
          .check()
        await merchant.submit(given, "Record")
        await merchant.confirm("Record")
        await merchant.hear("Recorded in Medusa as refunded.")
        await isWarnedOf(order)
        expect(demo.sandbox.order(order.invoice.uuid).refunded).toBe(30)
      })

      it("says by mistake that nothing was refunded, and is told what the service shows", async () => {
        const { demo, merchant } = desk
        const { invoice } = await lost("after:drop")
        const drawer = await openSettlement()
        await drawer.getByRole("radio", { name: "Nothing was refunded" }).click()
        await merchant.submit(drawer, "Record it")
        await merchant.confirm("Record it")
        await drawer.getByText("a refund that may be this one of kr 20.00").waitFor()
        await merchant.picture("refund-settlement-refused")

        await drawer.getByRole("radio", { name: "The money was refunded" }).click()
        await merchant.submit(drawer, "Record it")
        await merchant.confirm("Record it")
        await merchant.hear("The refund is settled.")
        await merchant.seeAmount("Refunded", 20)
        expect(demo.sandbox.order(invoice.uuid).refunded).toBe(20)
        expect(sentBy(invoice.uuid)).toHaveLength(1)
      })
    })

    it("records what the service's portal gave, and sends nothing", async () => {
      const { demo, merchant } = desk
      const order = await paid()
      await giveInPortal(order, 20)
      await isWarnedOf(order, "refunded_at_service")
      await merchant.openOrder(order)
      const sent = sentBy(order.invoice.uuid).length
      const drawer = await section().open("Refund an amount", "Refund by amount")
      await drawer.getByLabel("Amount to refund").fill("20")
      await drawer.getByRole("radio", { name: "Yes, it was given there" }).click()
      await merchant.picture("refund-given-at-service")
      await merchant.submit(drawer, "Record")
      await merchant.confirm("Record")

      await merchant.hear(
        "Recorded in Medusa as refunded. Nothing was sent to the invoice service."
      )
      await merchant.seeAmount("Refunded", 20)
      expect(demo.sandbox.order(order.invoice.uuid).refunded).toBe(20)
      expect(sentBy(order.invoice.uuid)).toHaveLength(sent)
    })

    it("names what can only be recorded as that", async () => {
      const { demo, merchant } = desk
      const order = await paid()
      const { lines } = demo.sandbox.order(order.invoice.uuid)
      await giveLinesInPortal(
        order,
        lines.map(({ id, amount }) => ({ id, amount }))
      )
      await isWarnedOf(order, "refunded_at_service")
      await merchant.openOrder(order)
      const sent = sentBy(order.invoice.uuid).length
      const drawer = await section().open("Record an amount", "Record by amount")
      await drawer.getByLabel("Amount to record").fill(String(order.total))
      await drawer.getByRole("radio", { name: "Yes, it was given there" }).first().click()
      await merchant.picture("refund-recorded-only")
      await merchant.submit(drawer, "Record")
      await merchant.confirm("Record")

      await merchant.hear("Recorded in Medusa as refunded.")
      await merchant.seePayment("Refunded")
      expect(sentBy(order.invoice.uuid)).toHaveLength(sent)
    })

    it("reads it in the dark", async () => {
      const { merchant } = desk
      const order = await paid()
      await merchant.preferDark()
      await merchant.openOrder(order)
      await section().see("Can be refunded")
      await section().place.scrollIntoViewIfNeeded()
      await merchant.picture("refunds-dark")

      expect(await section().amount("Can be refunded")).toBe(order.total)
    })
  })
}
