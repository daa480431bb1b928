import { createStep, createWorkflow, type WorkflowData } from "@medusajs/framework/workflows-sdk"

import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { type OperationId, operationIds, operationOf } from "../../src/connect"
import {
  performOperationStep,
  performOperationWorkflow,
  prepareEInvoiceOperation,
} from "../../src/workflows"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { placesHolding } from "./support/evidence"
import { eventually } from "./support/eventually"
import { bodyOf, doorOf, OperationDesk } from "./support/operation-desk"
import * as requests from "./support/operation-requests"
import { purchase } from "./support/purchase"
import { PERSONAL_NUMBER, Shopper } from "./support/shopper"

/** Made up, as all with 80 added to the month are. */
const ANOTHER_NUMBER = "21920510148"

type RecordsBody = {
  records: { id: string; kind: string; status: string; amount: number }[]
  count: number
  offset: number
  limit: number
}

const failingStep = createStep("fails-after-an-operation", () => {
  throw new Error("A later step failed.")
})

const failingWorkflow = createWorkflow(
  "operation-and-then-a-failure",
  (input: WorkflowData<{ id: string }>) => {
    performOperationStep(input)
    failingStep()
  }
)

eInvoiceSuite(
  "operation-guards",
  { options: { operations: { "orders.delayed-charge": { enabled: false } } } },
  (suite) => {
    let desk: OperationDesk
    beforeEach(async () => {
      desk = await OperationDesk.open(suite)
    })

    const sent = (id: OperationId) =>
      suite.sandbox.requests().filter(({ operationId }) => operationId === id).length

    describe("an operation that changes something", () => {
      it("is carried out once when its key is pressed many times at once", async () => {
        const answers = await Promise.all(
          Array.from({ length: 5 }, () =>
            desk.call("orders.create-payment-link", { body: requests.paymentLink }, "one-key")
          )
        )
        expect(sent("orders.create-payment-link")).toBe(1)
        expect(suite.sandbox.orders()).toHaveLength(1)
        for (const { status, body } of answers) {
          expect(status === 200 ? body.operation.subject_uuid : `${status} ${body.code}`).toMatch(
            /^(ODR\d+|409 under_way)$/
          )
        }
      })

      it("stands in the timeline of the checkout's order it was done to, whether carried out or refused", async () => {
        const { id, uuid } = await purchase(suite)
        const resend = () =>
          desk.call("orders.resend-payment-link", {
            at: uuid,
            body: {
              email: "kari@example.com",
            },
          })
        const carriedOut = await resend()
        suite.sandbox.callbacks.setChaos({ drop: true })
        suite.sandbox.pay(uuid)
        const refused = await resend()
        expect([carriedOut.status, refused.status]).toEqual([200, 409])

        const { body } = await desk.get<{
          e_invoice_order: { timeline: Record<string, unknown>[] }
        }>(`/orders/${id}`)
        const entries = body.e_invoice_order.timeline.filter(
          ({ action }) => action === "orders.resend-payment-link"
        )
        expect(entries).toHaveLength(2)
        expect(entries).toEqual(
          expect.arrayContaining(
            ["done", "refused"].map((outcome) =>
              expect.objectContaining({
                outcome,
                actor: expect.stringMatching(/^admin:/),
              })
            )
          )
        )
      })

      it("is not mistaken for another under the same key", async () => {
        await desk.call("users.create", { at: "user", body: requests.user }, "one-key")
        const answer = await desk.call(
          "users.create",
          { at: "user", body: { ...requests.user, name: "Kari" } },
          "one-key"
        )
        expect(answer).toMatchObject({
          status: 400,
          body: { message: expect.stringContaining("Idempotency-Key") },
        })
        expect(sent("users.create")).toBe(1)
      })

      it("that got no answer is never repeated, under whatever key, until staff say what became of it", async () => {
        const uuid = await desk.reserved()
        const shares = await desk.shares("reservations.details", uuid)
        suite.sandbox.faults.add({
          operation: "reservations.capture",
          fault: "after:drop",
        })
        const capture = (key: string) =>
          desk.call("reservations.capture", { at: uuid, body: shares }, key)

        expect(await capture("first")).toMatchObject({
          status: 504,
          body: {
            code: "in_doubt",
            advice: expect.stringContaining("service"),
            open_operation: expect.any(String),
          },
        })
        expect(await capture("first")).toMatchObject({
          status: 409,
          body: { code: "in_doubt", open_operation: expect.any(String) },
        })
        expect(await capture("second")).toMatchObject({ status: 409 })
        expect(sent("reservations.capture")).toBe(1)

        const { body } = await desk.get<{
          operations: { id: string; state: string }[]
        }>("/operation-log?state=in_doubt")
        const [open] = body.operations
        const settled = await desk.post(`/operation-log/${open?.id}/settle`, {
          took_effect: true,
          attempt: 1,
        })
        expect(settled).toMatchObject({
          status: 200,
          body: { operation: { state: "succeeded" } },
        })
        expect(await capture("first")).toMatchObject({ status: 200 })
        expect(sent("reservations.capture")).toBe(1)
      })

      it("is refused under a key that is none, on every route that takes one", async () => {
        const bought = await purchase(suite)
        for (const [path, body] of [
          [doorOf("users.create"), bodyOf("users.create", { at: "user", body: requests.user })],
          [`/orders/${bought.id}/refunds`, { amount: "1.00" }],
          [`/medusa-orders/${bought.orderId}/bill`, { by: "invoice" }],
        ] as const) {
          expect(await desk.post(path, body, "two words")).toMatchObject({
            status: 400,
            body: { message: expect.stringMatching(/^Idempotency-Key: must/) },
          })
        }
      })

      it("that was refused may be corrected under the same key", async () => {
        const uuid = await desk.reservation()
        const shares = await desk.shares("reservations.details", uuid)
        const capture = () =>
          desk.call("reservations.capture", { at: uuid, body: shares }, "one-key")
        expect(await capture()).toMatchObject({ status: 409 })
        suite.sandbox.reservations.confirm(uuid)
        expect(await capture()).toMatchObject({ status: 200 })
      })

      it("that is switched off names the option, and so does the catalogue", async () => {
        const answer = await desk.call("orders.delayed-charge", { at: "ODR1" })
        expect(answer).toMatchObject({
          status: 400,
          body: {
            code: "disabled",
            message: expect.stringContaining("operations.orders.delayed-charge.enabled"),
          },
        })
        const { body } = await desk.get<{
          operations: { id: string; enabled: boolean }[]
        }>("/operations")
        expect(body.operations.filter(({ enabled }) => !enabled).map(({ id }) => id)).toEqual([
          "orders.delayed-charge",
        ])
      })

      it("that lacks what it needs is refused, naming every field", async () => {
        const user = await desk.call("users.create", { at: "user" }, "user")
        expect(user.status).toBe(400)
        expect(user.body.errors?.map(({ field }) => field)).toEqual(
          expect.arrayContaining(["name", "email", "countryCode", "msisdn"])
        )

        const uuid = await desk.ongoing()
        const twice = await desk.call(
          "subscriptions.refund-cycle",
          { at: uuid, body: { cycles: ["Cycle 1", "Cycle 1"], amount: "10.00" } },
          "twice"
        )
        expect(twice).toMatchObject({
          status: 400,
          body: { errors: [expect.objectContaining({ field: "cycles" })] },
        })
        expect(sent("users.create") + sent("subscriptions.refund-cycle")).toBe(0)
      })

      it("lists subscriptions by the specification's own words, and by no others", async () => {
        const uuid = await desk.subscription()
        for (const status of ["SENT", "SEND"]) {
          expect(
            await desk.call("subscriptions.list", { query: `status=${status}` })
          ).toMatchObject({
            status: 200,
            body: { data: [{ subscriptionUuid: uuid }] },
          })
        }
        expect(await desk.call("subscriptions.list", { query: "status=NOPE" })).toMatchObject({
          status: 400,
          body: { errors: [expect.objectContaining({ field: "status" })] },
        })
      })

      it("that the record's status forbids says so, and blames no option", async () => {
        const { uuid } = await desk.captured()
        await desk.call("reservations.complete", { at: uuid, body: { note: "Done" } })

        const { status, body } = await desk.call("reservations.cancel", {
          at: uuid,
          body: {
            note: "Too late",
          },
        })

        expect(status).toBe(409)
        expect(body.message).toContain("status")
        expect(body.message).toContain("RESERVED")
        expect(body.advice).not.toContain("options")
      })

      it("leaves nothing personal in the database, its workflow's execution included", async () => {
        await desk.create("orders.create-payment-link", {
          ...requests.paymentLink,
          customerDetails: {
            ...requests.person,
            name: "Per Personlig",
            email: "per@private.example",
            msisdn: "45678901",
          },
        })
        for (const text of ["Per Personlig", "private.example", "45678901"]) {
          expect(await placesHolding(suite, text)).toEqual([])
        }
        const rows = await suite.eInvoice.listEInvoiceOperations()
        expect(rows).toMatchObject([{ state: "succeeded", sealed_request: null }])
      })

      it("does not refund what was paid at checkout behind Medusa's back", async () => {
        const shopper = await Shopper.arrive(suite)
        await shopper.buy()
        const [invoice] = suite.sandbox.orders()
        const answer = await desk.call("orders.refund", {
          at: invoice?.uuid ?? "",
          body: { type: "regular", grandTotal: "1.00", products: [{ id: 1, amount: "1.00" }] },
        })
        expect(answer).toMatchObject({
          status: 400,
          body: { type: "not_allowed" },
        })
        expect(sent("orders.refund")).toBe(0)
      })

      it("does not change what is to be paid for a checkout behind Medusa's back", async () => {
        const shopper = await Shopper.arrive(suite)
        await shopper.buy()
        const [invoice] = suite.sandbox.orders()
        const update = (changes: object) =>
          desk.call("orders.update-payment-link", { at: invoice?.uuid ?? "", body: changes })
        const { products, orderSummary } = requests.paymentLink
        for (const change of [{ products }, { orderSummary }]) {
          expect(await update(change)).toMatchObject({
            status: 400,
            body: {
              type: "not_allowed",
              message: expect.stringContaining("products and orderSummary"),
            },
          })
        }
        const elsewhere = { callback: { callbackUrl: "https://elsewhere.example/" } }
        expect(await update(elsewhere)).toMatchObject({
          status: 400,
          body: { type: "not_allowed" },
        })
        expect(sent("orders.update-payment-link")).toBe(0)

        expect(await update({ customerReference: "Table 7" })).toMatchObject({
          status: 200,
        })
      })
    })

    describe("a route that moves money", () => {
      const some = { uuid: "ODR0000000000" }
      it.each([
        ...operationIds
          .filter((id) => operationOf(id).movesMoney)
          .map((id) => [doorOf(id), {}] as const),
        ["/orders/:uuid/refunds", { amount: "1" }] as const,
        ["/medusa-orders/:uuid/bill", { by: "invoice" }] as const,
        ["/reservations/:uuid/captures", { lines: [{ id: 1, amount: "1" }] }] as const,
        [
          "/reservations/:uuid/charges",
          { lines: [{ name: "Wrap", amount: "1.25", tax: 25 }] },
        ] as const,
        [
          "/reservations/:uuid/refunds",
          { source: "captured", reference: "1", amount: "1" },
        ] as const,
      ])("%s asks for an Idempotency-Key", async (path, body) => {
        const answer = await desk.merchant.http
          .with({ "idempotency-key": undefined })
          .post<{ message: string }>(`/admin/e-invoice${path.replace(":uuid", some.uuid)}`, body)

        expect(answer.status).toBe(400)
        expect(answer.body.message).toMatch(/^Idempotency-Key: is required/)
      })
    })

    describe("an operation in a workflow whose later step fails", () => {
      it("is undone, once, where the service has a way back", async () => {
        const prepared = await prepareEInvoiceOperation(
          suite.container,
          "orders.create-payment-link",
          {
            body: requests.paymentLink,
          },
          { actor: "medusa" }
        )
        await expect(
          failingWorkflow(suite.container).run({ input: { id: prepared.id } })
        ).rejects.toMatchObject({ message: "A later step failed." })
        expect(suite.sandbox.orders()).toMatchObject([{ status: "CANCELLED" }])
        expect(sent("orders.cancel")).toBe(1)
      })

      it("withdraws a reservation that its payer has yet to confirm", async () => {
        const prepared = await prepareEInvoiceOperation(
          suite.container,
          "reservations.submit",
          { body: requests.reservation },
          { actor: "medusa" }
        )
        await expect(
          failingWorkflow(suite.container).run({ input: { id: prepared.id } })
        ).rejects.toMatchObject({ message: "A later step failed." })
        expect(suite.sandbox.reservations.list()).toMatchObject([{ status: "CANCELLED" }])
        expect(await desk.get<RecordsBody>("/records")).toMatchObject({
          body: { records: [{ kind: "reservation", status: "CANCELLED" }] },
        })
      })

      it("keeps no personal number to put back, and says that it stays as changed", async () => {
        const uuid = await desk.customer()
        const warned = jest.spyOn(suite.container.resolve(ContainerRegistrationKeys.LOGGER), "warn")
        const keeping = jest.spyOn(suite.eInvoice.operations, "keepValuesBefore")
        const prepared = await prepareEInvoiceOperation(
          suite.container,
          "customers.update-private",
          {
            params: { customer_uuid: uuid },
            body: { ...requests.profile, personalNumber: ANOTHER_NUMBER },
          },
          { actor: "medusa" }
        )
        await expect(
          failingWorkflow(suite.container).run({ input: { id: prepared.id } })
        ).rejects.toMatchObject({ message: "A later step failed." })
        expect(await desk.call("customers.details", { at: uuid })).toMatchObject({
          body: { data: { name: "Kari Nordmann", msisdn: "40000000" } },
        })
        expect(keeping).toHaveBeenCalledTimes(2)
        expect(JSON.stringify(keeping.mock.calls)).not.toContain(PERSONAL_NUMBER)
        expect(warned.mock.calls.flat().join(" ")).toMatch(/undone in part.*personal number stays/)
        for (const number of [PERSONAL_NUMBER, ANOTHER_NUMBER]) {
          expect(await placesHolding(suite, number)).toEqual([])
        }
      })

      it("puts a customer's earlier values back", async () => {
        const uuid = await desk.customer()
        const prepared = await prepareEInvoiceOperation(
          suite.container,
          "customers.update-private",
          {
            params: { customer_uuid: uuid },
            body: requests.profile,
          },
          { actor: "medusa" }
        )
        await expect(
          failingWorkflow(suite.container).run({ input: { id: prepared.id } })
        ).rejects.toMatchObject({ message: "A later step failed." })
        expect(await desk.call("customers.details", { at: uuid })).toMatchObject({
          body: { data: { name: "Kari Nordmann", msisdn: "40000000" } },
        })
        expect(sent("customers.update-private")).toBe(2)
      })

      it("stays as it is where an earlier run under the same key carried it out", async () => {
        const input = await prepareEInvoiceOperation(
          suite.container,
          "orders.create-payment-link",
          { body: requests.paymentLink },
          { actor: "medusa", idempotencyKey: "once" }
        )
        await performOperationWorkflow(suite.container).run({ input })

        await expect(
          failingWorkflow(suite.container).run({ input: { id: input.id } })
        ).rejects.toMatchObject({ message: "A later step failed." })

        expect(suite.sandbox.orders()).toMatchObject([{ status: "SENT" }])
        expect(sent("orders.cancel")).toBe(0)
      })

      it("runs twice and is sent once", async () => {
        const input = await prepareEInvoiceOperation(
          suite.container,
          "customers.update-private",
          {
            params: { customer_uuid: await desk.customer() },
            body: requests.profile,
          },
          { actor: "medusa" }
        )
        await performOperationWorkflow(suite.container).run({ input })
        await performOperationWorkflow(suite.container).run({ input })
        expect(sent("customers.update-private")).toBe(1)
      })
    })

    describe("what the plugin remembers", () => {
      it("is listed by kind and status, sorted and in pages, and follows the service", async () => {
        const reserved = await desk.reserved()
        await desk.reservation()
        await desk.paymentLink()

        await desk.call("reservations.details", { at: reserved })
        const { body } = await desk.get<RecordsBody>("/records?kind=reservation&status=RESERVED")
        expect(body).toMatchObject({
          records: [{ kind: "reservation", remote_uuid: reserved, amount: 500 }],
          count: 1,
          offset: 0,
          limit: 20,
        })
        const page = await desk.get<RecordsBody>("/records?limit=1&offset=1&order=created_at")
        expect(page.body).toMatchObject({ count: 3, offset: 1, limit: 1 })
        expect(page.body.records).toHaveLength(1)
        const reservations = await desk.get<{ count: number }>("/records?kind=reservation")
        expect(reservations.body.count).toBe(2)
        const bad = await desk.get("/records?kind=invoice")
        expect(bad.status).toBe(400)
      })

      it("is brought up to date by the service's callback", async () => {
        const uuid = await desk.paymentLink()
        suite.sandbox.pay(uuid)
        await suite.sandbox.callbacks.settled()
        await eventually(async () => {
          const { body } = await desk.get<RecordsBody>(`/records?remote_uuid=${uuid}`)
          expect(body.records).toMatchObject([{ status: "PAID" }])
        })
      })
    })
  }
)
