import { signInAsAdmin } from "../../../../demo/life/admin-client"
import type { FaultRuleInput } from "../../../../src/sandbox"
import type { Desk } from "../desk"
import { PageSection } from "../page-section"
import { changesSentTo } from "../sent-changes"
import { customerOrder } from "../subscriber"

const TERMS = {
  frequency: "month",
  repeats: 3,
  start_date: new Date().toISOString().slice(0, 10),
  send_by: { email: true, sms: false },
}

const COLLEAGUE = {
  name: "Kari Nordmann",
  email: "kari@example.com",
  countryCode: "+47",
  msisdn: "40000000",
}

const PROFILE = {
  name: "Kari Nordmann",
  email: "doubtful@example.com",
  countryCode: "+47",
  msisdn: "40000000",
  preferredLanguage: "no",
  addresses: {
    billing: {
      street: "Havnegata 7",
      zip: "0155",
      city: "Oslo",
      country: "NO",
    },
  },
}

/** What a merchant does about what was sent to the service and got no answer. */
export function operationInDoubtFlows(desk: Desk) {
  describe("with an operation in doubt", () => {
    /** Asks for something whose answer is lost; the service has carried it out unless it is lost before. */
    const lose = async (
      operation: FaultRuleInput["operation"],
      path: string,
      body: object,
      lost: Pick<FaultRuleInput, "fault" | "times"> = {
        fault: "after:drop",
        times: 1,
      }
    ) => {
      const { demo } = desk
      demo.sandbox.faults.add({ ...lost, operation })
      const admin = await signInAsAdmin(demo)
      await expect(admin.post(path, body)).rejects.toMatchObject({
        status: 504,
      })
    }
    const latestSubscription = () => {
      const found = desk.demo.sandbox.subscriptions.list().at(-1)
      if (!found) {
        throw new Error("The service has no subscription")
      }
      return found
    }
    const billed = async () => {
      const order = await customerOrder(desk)
      const admin = await signInAsAdmin(desk.demo)
      await admin.post(`/admin/e-invoice/medusa-orders/${order.id}/subscriptions`, TERMS)
      const { uuid } = latestSubscription()
      desk.demo.sandbox.subscriptions.start(uuid)
      return uuid
    }
    const waiting = () => PageSection.named(desk.merchant, "Needs attention")
    const notice = () => PageSection.named(desk.merchant, "Operations in doubt")

    it("goes from the overview to the order, and names what was made", async () => {
      const { merchant } = desk
      const { page } = merchant
      const order = await customerOrder(desk)
      await lose(
        "subscriptions.create",
        `/admin/e-invoice/medusa-orders/${order.id}/subscriptions`,
        TERMS
      )
      const { uuid } = latestSubscription()
      await merchant.visit("/e-invoice")
      await waiting().see("It is not known whether this was carried out: New subscription")
      await merchant.picture("operation-in-doubt-overview")
      await waiting()
        .place.getByRole("link", { name: `Order ${order.displayId}` })
        .click()
      await page.waitForURL(`**/orders/${order.id}`)
      await notice().see("It is not known whether this was carried out: New subscription")
      await notice().see("Ada Min")
      await merchant.picture("operation-in-doubt-order")

      const sent = changesSentTo(page, "/settle")
      const drawer = await notice().open("It was carried out", "Which record did it create?")
      const made = drawer.getByRole("radio", { name: uuid })
      await made.waitFor()
      await merchant.picture("operation-in-doubt-candidates")
      await drawer.getByRole("radio", { name: "Another record (enter its ID)" }).click()
      await drawer.getByLabel("Id at the service").fill("SUB0000000000")
      await merchant.submit(drawer, "It was carried out")
      await merchant.confirm("It was carried out")
      await drawer.getByText("The service shows no SUB0000000000").waitFor()
      expect(await drawer.getByRole("alert").count()).toBe(1)
      await merchant.picture("operation-in-doubt-named")
      await made.click()
      await merchant.submit(drawer, "It was carried out")
      await merchant.confirmTwice("It was carried out")
      await merchant.hear("Recorded.")

      await PageSection.named(merchant, "Subscription").see("Waiting for the customer")
      await notice().place.waitFor({ state: "detached" })
      expect(sent.map((body) => JSON.parse(body).uuid)).toEqual(["SUB0000000000", uuid])
    })

    it("goes from the overview to the subscription, compares, and says that it was carried out", async () => {
      const { demo, merchant } = desk
      const { page } = merchant
      const uuid = await billed()
      await lose(
        "subscriptions.refund-cycle",
        "/admin/e-invoice/operations/subscriptions.refund-cycle",
        { params: { subscriptionUuid: uuid }, body: { cycles: ["Cycle 1"], amount: "50.25" } }
      )
      await merchant.visit("/e-invoice")
      await waiting().place.getByRole("link", { name: uuid }).click()
      await page.waitForURL(`**/e-invoice/subscriptions/${uuid}`)
      await notice().see(
        "It is not known whether this was carried out: Refund of subscription cycles"
      )
      const cycle = PageSection.named(merchant, "Cycles").place
      await cycle.getByText("50.25").waitFor()
      await merchant.picture("operation-in-doubt-subscription")
      await notice().place.getByRole("link", { name: "View details" }).click()
      const known = PageSection.named(merchant, "What is known")
      await known.see(`Subscription ${uuid}`)
      await known.see("Ongoing")
      await page.getByText("The difference covers the amount in doubt").waitFor()
      const request = PageSection.named(merchant, "What was sent")
      await request.see("Cycle 1")
      expect(await request.place.innerText()).not.toContain("cycles.1")
      await merchant.picture("operation-in-doubt")

      const sent = changesSentTo(page, "/settle")
      await page.getByRole("button", { name: "It was carried out" }).click()
      await merchant.confirmTwice("It was carried out")
      await merchant.hear("Recorded.")
      await known.see("Staff recorded that it was carried out.")
      await known.see("Settled by")
      expect(sent).toEqual([JSON.stringify({ took_effect: true, attempt: 1 })])
      expect(await page.getByRole("button", { name: "It was carried out" }).count()).toBe(0)
      expect(
        demo.sandbox
          .requests()
          .filter(
            ({ operationId, path }) =>
              operationId === "subscriptions.refund-cycle" && path.endsWith(uuid)
          )
      ).toHaveLength(1)
    })

    it("sees on the customer's page that a change may not have been taken, and makes it again", async () => {
      const { demo, merchant } = desk
      const { customerId } = await customerOrder(desk, "doubtful@example.com")
      const admin = await signInAsAdmin(demo)
      const { medusa_customer: known } = await admin.get<{
        medusa_customer: { service_customers: { uuid: string }[] }
      }>(`/admin/e-invoice/medusa-customers/${customerId}`)
      const uuid = known.service_customers[0]?.uuid ?? ""
      await lose(
        "customers.update-private",
        "/admin/e-invoice/operations/customers.update-private",
        { params: { customer_uuid: uuid }, body: PROFILE, customer_id: customerId },
        { fault: "before:drop" }
      )
      demo.sandbox.faults.clear()
      await merchant.visit(`/customers/${customerId}`)
      await notice().see(
        "It is not known whether this was carried out: Change of a customer’s details"
      )
      await merchant.picture("operation-in-doubt-customer")
      await notice().button("It was not carried out").click()
      await merchant.confirm("It was not carried out")
      await merchant.hear("Recorded.")
      await notice().place.waitFor({ state: "detached" })

      await admin.post("/admin/e-invoice/operations/customers.update-private", {
        params: { customer_uuid: uuid },
        body: PROFILE,
      })
    })

    it("finds one that has no page in the list, says that it was not carried out, and asks again", async () => {
      const { demo, merchant } = desk
      const { page } = merchant
      const path = "/admin/e-invoice/operations/users.create"
      const wanted = { params: { userRoleSlug: "business-admin" }, body: COLLEAGUE }
      await lose("users.create", path, wanted, {
        fault: "before:drop",
        times: 1,
      })
      await merchant.preferDark()
      await merchant.visit("/e-invoice/operations")
      const row = page.getByRole("row").filter({ hasText: "New user" })
      await row.first().waitFor()
      await merchant.picture("operations-in-doubt-dark")
      await row.first().getByRole("link").click()
      await page.getByRole("heading", { name: "New user" }).waitFor()
      await PageSection.named(merchant, "What was sent").see("Calling code")
      expect(await page.getByRole("main").innerText()).not.toContain(COLLEAGUE.email)
      await merchant.picture("operation-in-doubt-dark")
      await page.getByRole("button", { name: "It was not carried out" }).click()
      await merchant.picture("operation-in-doubt-question-dark")
      await merchant.confirmTwice("It was not carried out")
      await merchant.hear("Recorded.")
      await PageSection.named(merchant, "What is known").see(
        "Staff recorded that it was not carried out."
      )

      const before = demo.sandbox.users().length
      const admin = await signInAsAdmin(demo)
      await admin.post(path, wanted)
      expect(demo.sandbox.users()).toHaveLength(before + 1)
    })
  })
}
