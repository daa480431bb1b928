import { signInAsAdmin } from "../../../../demo/life/admin-client"
import { countClicks } from "../count-clicks"
import type { Desk } from "../desk"
import type { UnbilledOrder } from "../merchant"
import { MORE, PageSection } from "../page-section"

/** How a merchant works with amounts held on a customer's card. */
export function reservationFlows(desk: Desk) {
  describe("reserves on a card", () => {
    const section = () => PageSection.named(desk.merchant, "Reservations")
    const more = () => PageSection.named(desk.merchant, MORE)
    const latest = () => {
      const reservation = desk.demo.sandbox.reservations.list().at(-1)
      if (!reservation) {
        throw new Error("The service holds no reservation")
      }
      return reservation
    }
    const visit = async (order: UnbilledOrder): Promise<void> => {
      const { merchant } = desk
      await merchant.page.goto(merchant.addressOf(order))
      await more().place.waitFor()
    }
    const opened = async (): Promise<UnbilledOrder> => {
      const order = await desk.merchant.receiveUnbilledOrder()
      await visit(order)
      return order
    }
    const made = async (): Promise<UnbilledOrder> => {
      const { merchant } = desk
      const order = await opened()
      const drawer = await more().open("New reservation", "Reserve this order’s lines")
      await merchant.submit(drawer, "Send the payment link")
      await merchant.confirm("Send the payment link")
      await merchant.hear("The payment link is sent.")
      await section().see("Sent, not confirmed")
      return order
    }
    const reserved = async (): Promise<UnbilledOrder> => {
      const { demo } = desk
      const order = await made()
      demo.sandbox.reservations.confirm(latest().uuid)
      await demo.sandbox.callbacks.settled()
      await visit(order)
      await section().see("Reserved")
      await section().button("Capture").waitFor()
      return order
    }
    const capture = async (amount: string) => {
      const { merchant } = desk
      const drawer = await section().open("Capture", "Capture reserved lines")
      const field = drawer.getByRole("textbox").first()
      await field.click()
      await field.fill(amount)
      await merchant.submit(drawer, "Capture")
      await merchant.confirm("Capture")
      await merchant.hear(/^Captured\.$/)
      await drawer.waitFor({ state: "detached" })
    }

    it("this order's lines, to the øre, after being asked", async () => {
      const { merchant } = desk
      const order = await made()

      expect(latest()).toMatchObject({
        status: "SENT",
        grandTotalOre: Math.round(order.total * 100),
      })
      expect(await section().amount("Requested")).toBe(order.total)
      await section().place.scrollIntoViewIfNeeded()
      await merchant.picture("reservation-sent")
    })

    it("not what is invoiced already, and is told what is outstanding", async () => {
      const { merchant } = desk
      await merchant.openOrder(await merchant.receiveOrder())

      expect(await more().reasonAgainst("New reservation")).toMatch(
        /^A reservation is for the whole kr\s[\d,.]+, but only kr\s0\.00 is outstanding\./
      )
      await merchant.picture("reservation-refused")
    })

    it("not what the customer was asked to reserve already", async () => {
      await made()

      expect(await section().reasonAgainst("New reservation")).toMatch(
        /but only kr\s0\.00 is outstanding\./
      )
    })

    it("needs a way to send the link", async () => {
      const { merchant } = desk
      await opened()
      const drawer = await more().open("New reservation", "Reserve this order’s lines")
      await drawer.getByLabel("E-mail").uncheck()
      await merchant.submit(drawer, "Send the payment link")
      await drawer.getByText("Choose e-mail, SMS or both.").waitFor()
    })

    it("cannot capture before the customer confirmed, and is told why", async () => {
      await made()

      expect(await section().reasonAgainst("Capture")).toBe(
        "Not possible while the status is “Sent, not confirmed”."
      )
    })

    it("captures a part of a line and sees what remains: 4 clicks", async () => {
      const { merchant } = desk
      const order = await reserved()
      const clicks = await countClicks(merchant.page)
      await capture("50,25")

      expect(await clicks()).toBe(4)
      expect(latest()).toMatchObject({
        status: "CAPTURED",
        captures: [{ amountOre: 5025 }],
      })
      await section()
        .place.getByRole("img", { name: /^Captured .*50\.25/ })
        .waitFor()
      await section().place.scrollIntoViewIfNeeded()
      await merchant.picture("reservation-captured")
      await merchant.preferDark()
      await visit(order)
      await section()
        .place.getByRole("img", { name: /^Captured/ })
        .waitFor()
      await section().place.scrollIntoViewIfNeeded()
      await merchant.picture("reservation-captured-dark")
    })

    it("captures a part of a later line once an earlier one is used up", async () => {
      const { merchant } = desk
      await reserved()
      const [first, second] = latest().lines
      const whole = await section().open("Capture", "Capture reserved lines")
      await whole.getByRole("button", { name: `All that is left of ${first?.name}` }).click()
      await merchant.submit(whole, "Capture")
      await merchant.confirm("Capture")
      await whole.waitFor({ state: "detached" })
      await section()
        .place.getByRole("img", { name: /^Captured/ })
        .waitFor()

      const part = await section().open("Capture", "Capture reserved lines")
      await part.getByRole("textbox", { name: first?.name ?? "", disabled: true }).waitFor()
      await part.getByRole("textbox", { name: second?.name ?? "", exact: true }).fill("20,25")
      await merchant.submit(part, "Capture")
      await merchant.confirm("Capture")
      await part.waitFor({ state: "detached" })

      expect(latest().captures.map(({ amountOre }) => amountOre)).toEqual([
        first?.reservedOre,
        2025,
      ])
    })

    it("cannot capture more than a line has left", async () => {
      const { merchant } = desk
      await reserved()
      const drawer = await section().open("Capture", "Capture reserved lines")
      await drawer.getByRole("textbox").first().fill("99999")
      await merchant.submit(drawer, "Capture")
      await drawer.getByText(/^Only .* is left\.$/).waitFor()

      expect(latest().captures).toEqual([])
    })

    it("charges beyond what was reserved, and gives a part of that back", async () => {
      const { merchant } = desk
      await reserved()
      const drawer = await section().open("Charge extra", "Charge more than was reserved")
      await drawer.getByLabel("What it is for").fill("Express delivery")
      await drawer.getByLabel("Amount to charge").fill("120.50")
      await merchant.submit(drawer, "Charge the card")
      await merchant.confirm("Charge the card")
      await merchant.hear("The card is charged.")
      expect(latest().charges).toMatchObject([{ amountOre: 12_050 }])

      const refund = await section().open("Refund", "Refund an extra charge")
      await refund.getByLabel("Amount to refund").fill("20.50")
      await merchant.submit(refund, "Refund")
      await merchant.confirm("Refund")
      await merchant.hear(/^Refunded\.$/)
      expect(latest().charges).toMatchObject([{ refundedOre: 2050 }])
      await section().seeAmount("Refunded", 20.5)
    })

    it("is told what it took beyond an edited order, and gives that back by its lines", async () => {
      const { demo, merchant } = desk
      const order = await reserved()
      const [first, second] = latest().lines
      const capture = await section().open("Capture", "Capture reserved lines")
      await capture.getByRole("button", { name: `All that is left of ${first?.name}` }).click()
      await capture.getByRole("button", { name: `All that is left of ${second?.name}` }).click()
      await merchant.submit(capture, "Capture")
      await merchant.confirm("Capture")
      await capture.waitFor({ state: "detached" })
      const admin = await signInAsAdmin(demo)
      const { order: inMedusa } = await admin.get<{
        order: { items: { id: string; title: string; product_title: string }[] }
      }>(`/admin/orders/${order.id}`)
      const gone = inMedusa.items.find(({ product_title: title }) => second?.name.includes(title))
      await admin.post("/admin/order-edits", { order_id: order.id })
      const edit = `/admin/order-edits/${order.id}`
      await admin.post(`${edit}/items/item/${gone?.id}`, { quantity: 0 })
      await admin.post(`${edit}/confirm`)
      await visit(order)
      const beyond = merchant.page.getByText(/more than the order costs/)
      await beyond.waitFor()
      await beyond.scrollIntoViewIfNeeded()
      await merchant.picture("reservation-beyond-order")

      const refund = await section().open("Refund lines", "Refund a capture")
      await refund.getByRole("button", { name: `All that is left of ${second?.name}` }).click()
      await merchant.picture("reservation-refund-lines")
      await merchant.submit(refund, "Refund")
      await merchant.confirm("Refund")
      await merchant.hear(/^Refunded\.$/)

      expect(latest().captures).toMatchObject([{ refundedOre: second?.reservedOre }])
      await section().seeAmount("Refunded", (second?.reservedOre ?? 0) / 100)
      await beyond.waitFor({ state: "detached" })

      const charge = await section().open("Charge extra", "Charge more than was reserved")
      await charge.getByLabel("What it is for").fill("Express delivery")
      await charge.getByLabel("Amount to charge").fill("60")
      await merchant.submit(charge, "Charge the card")
      await merchant.confirm("Charge the card")
      await visit(order)
      await merchant.page.getByText(/beyond its reservation/).waitFor()
      await merchant.picture("reservation-lines-refunded")
    })

    it("asks for approval of a refund that the service rejected, and records the answer", async () => {
      const { demo, merchant } = desk
      await reserved()
      const charge = await section().open("Charge extra", "Charge more than was reserved")
      await charge.getByLabel("What it is for").fill("Furniture")
      await charge.getByLabel("Amount to charge").fill("6000")
      await merchant.submit(charge, "Charge the card")
      await merchant.confirm("Charge the card")
      await merchant.hear("The card is charged.")
      const refund = await section().open("Refund", "Refund an extra charge")
      await refund.getByLabel("Amount to refund").fill("5500")
      await merchant.submit(refund, "Refund")
      await merchant.confirm("Refund")
      await refund.getByRole("alert").first().waitFor()
      await merchant.submit(refund, "Go back")
      await merchant.confirm("Leave the form")

      await section().button("Request approval").click()
      await merchant.confirm("Request approval")
      await merchant.hear(/Approval is requested/)
      await section().button("It was carried out").scrollIntoViewIfNeeded()
      await merchant.picture("reservation-refund-approval")
      const [asked] = demo.sandbox.refundApprovals
        .list()
        .filter(({ recordUuid }) => recordUuid === latest().uuid)
      demo.sandbox.refundApprovals.approve(asked?.uuid ?? "")
      await section().button("It was carried out").click()
      await merchant.confirm("It was carried out")

      await merchant.hear("Recorded.")
      await section().seeAmount("Refunded", 5500)
      expect(latest().charges).toMatchObject([{ refundedOre: 550_000 }])
    })

    it("gives back from a capture, and not more than is left of it", async () => {
      const { merchant } = desk
      await reserved()
      await capture("60")
      const drawer = await section().open("Refund", "Refund a capture")
      await drawer.getByLabel("Amount to refund").fill("61")
      await merchant.submit(drawer, "Refund")
      await drawer.getByText(/^Only .* is left\.$/).waitFor()
      await drawer.getByLabel("Amount to refund").fill("60")
      await merchant.submit(drawer, "Refund")
      await merchant.confirm("Refund")
      await merchant.hear(/^Refunded\.$/)

      expect(latest().captures).toMatchObject([{ refundedOre: 6000 }])
      expect(await section().reasonAgainst("Refund")).toBe("Nothing is left to refund.")
    })

    it("completes what was captured, and releases the rest", async () => {
      const { merchant } = desk
      await reserved()
      expect(await section().reasonAgainst("Complete")).toBe(
        "Not possible while the status is “Reserved”."
      )
      await capture("10")
      const drawer = await section().open("Complete", "Complete the reservation")
      await drawer.getByLabel("Reason").fill("Delivered")
      await merchant.submit(drawer, "Complete the reservation")
      await merchant.confirm("Complete the reservation")
      await merchant.hear("The reservation is completed.")
      await section().see("Completed")

      expect(latest().status).toBe("COMPLETED")
    })

    it("cancels with a reason, while nothing was captured", async () => {
      const { merchant } = desk
      await reserved()
      const drawer = await section().open("Cancel", "Cancel the reservation")
      await merchant.submit(drawer, "Cancel the reservation")
      await drawer.getByText("Fill this in.").waitFor()
      await drawer.getByLabel("Reason").fill("Not needed")
      await merchant.submit(drawer, "Cancel the reservation")
      await merchant.confirm("Cancel the reservation")
      await merchant.hear("The reservation is cancelled.")
      await section().see("Cancelled")

      expect(latest().status).toBe("CANCELLED")
    })

    it("resends the link", async () => {
      const { merchant } = desk
      await made()
      const drawer = await section().open("Resend", "Resend the payment link")
      await merchant.submit(drawer, "Send the link")
      await merchant.hear("The payment link is sent.")
      await drawer.waitFor({ state: "detached" })

      expect(latest().history.map(({ title }) => title)).toContain("order-resent")
    })

    it("reads the history, from the service and from Medusa", async () => {
      const { merchant } = desk
      await reserved()
      await capture("15")
      const drawer = await section().open("History", "History")
      await drawer.getByText("Captured from the reservation").waitFor()
      await drawer.getByText("Reservation created").first().waitFor()
      await drawer.getByText("Ada Min").first().waitFor()
      await merchant.picture("reservation-history")
    })

    it("says so when the service cannot be asked, shows what is known, and asks again", async () => {
      const { demo } = desk
      const order = await made()
      demo.sandbox.faults.add({
        fault: "401",
        operation: "reservations.details",
      })
      await visit(order)

      const notAsked = section().place.getByText(
        /did not respond when asked about this reservation/
      )
      await notAsked.waitFor()
      await section().see(latest().uuid)

      demo.sandbox.faults.clear()
      await section().button("Try again").click()
      await notAsked.waitFor({ state: "detached" })
      await section().button("Capture").waitFor()
    })

    it("settles a capture whose answer was lost", async () => {
      const { demo, merchant } = desk
      await reserved()
      demo.sandbox.faults.add({
        fault: "after:drop",
        operation: "reservations.capture",
        times: 1,
      })
      const drawer = await section().open("Capture", "Capture reserved lines")
      await drawer.getByRole("textbox").first().fill("30")
      await merchant.submit(drawer, "Capture")
      await merchant.confirm("Capture")
      const alert = drawer.getByRole("alert").first()
      await alert.getByRole("link", { name: "Record what became of it" }).waitFor()
      await merchant.picture("reservation-capture-lost")
      expect(await alert.innerText()).not.toMatch(/Press the button again/)
      await merchant.submit(drawer, "Go back")
      await merchant.confirm("Leave the form")
      await section().see("It is not known whether this was carried out: Capture")
      await section().place.scrollIntoViewIfNeeded()
      await merchant.picture("reservation-in-doubt")
      await section().button("It was carried out").click()
      await merchant.confirm("It was carried out")
      await merchant.hear("Recorded.")

      expect(latest().captures).toMatchObject([{ amountOre: 3000 }])
    })

    it("finds reservations in the list, with the filter in the address bar", async () => {
      const { merchant } = desk
      await made()
      const { uuid } = latest()
      await merchant.visit("/e-invoice/reservations")
      await merchant.page.getByRole("link", { name: uuid }).waitFor()
      await merchant.picture("reservations-list")
      await merchant.page.getByPlaceholder("Customer, order number or reservation").fill(uuid)
      await merchant.page.waitForURL(/q=/)
      await merchant.page.getByRole("link", { name: /^RES/ }).nth(1).waitFor({ state: "detached" })
      await merchant.page.getByRole("link", { name: uuid }).click()

      await merchant.page.getByRole("heading", { name: `Reservation ${uuid}` }).waitFor()
      await merchant.page.getByRole("link", { name: /^Order \d+$/ }).waitFor()
      await merchant.picture("reservation-details")
    })

    it("follows a reservation made elsewhere, and is told when there is none", async () => {
      const { demo, merchant } = desk
      await made()
      const known = latest()
      await merchant.visit("/e-invoice/reservations")
      await merchant.page
        .getByRole("button", { name: "Follow a reservation made elsewhere" })
        .click()
      const drawer = merchant.page.getByRole("dialog", {
        name: "Follow a reservation",
      })
      await drawer.getByLabel("Reservation id").fill("RES0000000000")
      await merchant.submit(drawer, "Follow")
      await drawer.getByText(/The reservation is not followed\./).waitFor()
      await drawer.getByLabel("Reservation id").fill(known.uuid)
      await merchant.submit(drawer, "Follow")

      await merchant.page.getByRole("heading", { name: `Reservation ${known.uuid}` }).waitFor()
      expect(demo.sandbox.reservations.list()).toContainEqual(
        expect.objectContaining({ uuid: known.uuid })
      )
    })
  })
}
