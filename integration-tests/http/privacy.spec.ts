import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"

import { magicPersonalNumbers } from "../../src/sandbox"
import { eraseExpiredData, sweepEInvoiceOrders } from "../../src/workflows"
import { EMAIL, entered, person, personalRequests } from "./support/canary"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { journalOf, shopperDataCount } from "./support/evidence"
import { unreadableBodies } from "./support/malformed-input"
import { Merchant } from "./support/merchant"
import { OperationDesk } from "./support/operation-desk"
import * as requests from "./support/operation-requests"
import { callbacksProcessed, minutesPass, purchase } from "./support/purchase"
import { PERSONAL_NUMBER, Shopper } from "./support/shopper"
import { rawAnswer } from "./support/raw-calls"
import { readEverything } from "./support/read-everything"
import { rotateKey } from "./support/rotate-key"
import { Watch, waysToWrite } from "./support/watch"

const SECRET = "canary-of-the-checksum"
const HOUR = 60 * 60_000

/** CONNECT asks for no address of the server, and TRACE none of a store's proxies lets pass. */
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"]

/** Medusa reads the body of a GET before any middleware: docs/privacy.md says so. */
const isBodyRead = (method: string) => !["GET", "HEAD"].includes(method)

const numbers = [PERSONAL_NUMBER, ...Object.values(magicPersonalNumbers)]

/** Medusa's own tables, which hold a buyer's e-mail for as long as the merchant keeps the order. */
const MEDUSAS = /^(table (?!einvoice)|answer \/(store|admin)\/(?!e-invoice))/

/** Answers that show the merchant what the service says of a customer. */
const OF_THE_SERVICE =
  /^answer \/admin\/e-invoice\/(service-orders|checkout-sessions|reservations|reservation-history|subscriptions|customers|credit-checks|failed-payments)/

/** Answers that name the customer of an order to the merchant, as Medusa's own orders do: read from there, never kept. */
const NAMING_CUSTOMERS =
  /^answer \/admin\/e-invoice\/(orders|overview|records|reservations|operation-log|medusa-(orders|customers))\b/

const sandboxLog: string[] = []

// Medusa writes no access log in tests. Read when it boots, which is after this file was loaded.
const { NODE_ENV } = process.env
process.env["NODE_ENV"] = "development"
process.env["DISABLE_MEDUSA_ADMIN"] = "true"
afterAll(() => {
  process.env["NODE_ENV"] = NODE_ENV
})

eInvoiceSuite(
  "privacy",
  {
    options: { checkoutBudget: 1_000, callbackSecret: SECRET },
    sandbox: { secret: SECRET, log: (line) => sandboxLog.push(line) },
  },
  (suite) => {
    const { sandbox } = suite
    const watch = new Watch(suite, sandboxLog)
    const database = (): Knex => suite.container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
    const visit = { email: EMAIL }

    beforeEach(() => watch.begin())
    afterEach(() => {
      sandbox.faults.clear()
      suite.forgetFailures()
    })

    afterEach(async () => {
      await sandbox.callbacks.settled()
      await eventually(async () => {
        const begun = { state: "received" as const }
        expect(await suite.eInvoice.listEInvoiceCallbacks(begun)).toEqual([])
      })
      expect(await watch.find(...numbers.flatMap(waysToWrite))).toEqual([])
      const phones = await watch.find("45123987", "451 23 987")
      expect(phones.filter(({ place }) => !OF_THE_SERVICE.test(place))).toEqual([])
      const emails = await watch.find(EMAIL)
      expect(
        emails.filter(
          ({ place }) => ![MEDUSAS, OF_THE_SERVICE, NAMING_CUSTOMERS].some((at) => at.test(place))
        )
      ).toEqual([])
      const { token, encryptionKey } = suite.eInvoice.options
      const secrets = [
        token,
        encryptionKey,
        SECRET,
        ...sandbox.orders().flatMap(({ callbackUrl }) => callbackUrl?.split("/").pop() ?? []),
      ]
      expect(await watch.find(...secrets)).toEqual([])
    })

    afterEach(() => jest.restoreAllMocks())

    it("is watched: what passes is seen", async () => {
      const shopper = await Shopper.arrive(suite, visit)
      await shopper.chooseInvoice(entered)
      expect(await shopperDataCount(suite)).toBe(1)
      await shopper.complete()

      expect(watch.seenAt("log")).toContain("orders.create-e-invoice attempt 1")
      expect(watch.seenAt("log")).toContain("/payment-sessions")
      await eventually(() => {
        expect(watch.seenAt("event")).toMatch(/e_invoice\.order_created/)
        return Promise.resolve()
      })
      expect(watch.seenAt("answer")).toContain(EMAIL)
      expect(sandboxLog.join()).toContain("faktura/create")
      const places = (await watch.find(EMAIL)).map(({ place }) => place)
      expect(places).toEqual(expect.arrayContaining(["table order", "table workflow_execution"]))
    })

    it("from checkout to payment, refund and cancellation leaves nothing", async () => {
      const paid = await purchase(suite, visit)
      sandbox.pay(paid.uuid)
      await callbacksProcessed(suite)
      await paid.merchant.refund(paid.orderId, 100)
      const cancelled = await purchase(suite, { ...visit, signedIn: true })
      await cancelled.merchant.cancel(cancelled.orderId)
      const invoiced = await purchase(suite, visit)
      sandbox.invoice(invoiced.uuid)
      await callbacksProcessed(suite)

      await readEverything(suite, paid.merchant)
      expect(await shopperDataCount(suite)).toBe(0)
    })

    it("of a shopper who is declined is erased with the lifetime of what was entered", async () => {
      const shopper = await Shopper.arrive(suite, visit)
      await shopper.buy({
        ...entered,
        personal_number: magicPersonalNumbers.denied,
      })
      sandbox.faults.add({
        fault: "417",
        operation: "orders.create-e-invoice",
        times: 1,
      })
      const other = await Shopper.arrive(suite, visit)
      await other.buy(entered)

      await readEverything(suite, await Merchant.signIn(suite))
      expect(await shopperDataCount(suite)).toBe(2)
      await sweepLater(1)
      expect(await shopperDataCount(suite)).toBe(0)
    })

    it.each(["before:hang", "after:drop", "after:510"])(
      "of a checkout that ends with %s is erased with the lifetime of what was entered",
      async (fault) => {
        sandbox.faults.add({ fault, operation: "orders.create-e-invoice" })
        const shopper = await Shopper.arrive(suite, visit)
        await shopper.buy(entered)

        await readEverything(suite, await Merchant.signIn(suite))
        await sweepLater(1)
        expect(await shopperDataCount(suite)).toBe(0)
      }
    )

    it("of a server that dies while it sends is erased with the lifetime of what was entered", async () => {
      const shopper = await Shopper.arrive(suite, visit)
      jest.spyOn(suite.eInvoice.orders.creations, "conclude").mockRejectedValue(new Error("died"))
      jest.spyOn(suite.eInvoice.orders.creations, "succeeded").mockRejectedValue(new Error("died"))
      jest.spyOn(suite.eInvoice.orders.creations, "inDoubt").mockRejectedValue(new Error("died"))
      await shopper.buy(entered)
      expect(await journalOf(suite)).toMatchObject([{ state: "sending" }])
      expect(await shopperDataCount(suite)).toBe(1)

      await sweepLater(1)
      expect(await shopperDataCount(suite)).toBe(0)
    })

    it("stays out of errors: of the database, of fields, of bodies that cannot be read", async () => {
      const shopper = await Shopper.arrive(suite, visit)
      await database().schema.renameTable("einvoice_shopper_data", "elsewhere")
      const failed = await shopper.chooseInvoice(entered)
      await database().schema.renameTable("elsewhere", "einvoice_shopper_data")
      expect(failed.status).toBe(500)

      for (const data of [
        { ...entered, reference: PERSONAL_NUMBER.repeat(20) },
        { personal_number: `${PERSONAL_NUMBER}1` },
        { personal_number: [PERSONAL_NUMBER] },
        { personal_number: { value: PERSONAL_NUMBER } },
        { personal_number: "x", [PERSONAL_NUMBER]: true },
        { ...entered, language: PERSONAL_NUMBER, phone: PERSONAL_NUMBER },
        PERSONAL_NUMBER,
      ]) {
        expect((await shopper.chooseInvoice(data)).status).toBe(400)
      }
      const { id } = await shopper.paymentCollection()
      const { email, password } = suite.store.admin
      const admin = await suite.http.post<{ token: string }>("/auth/user/emailpass", {
        email,
        password,
      })
      const headers = {
        "x-publishable-api-key": suite.store.publishableKey,
        authorization: `Bearer ${admin.body.token}`,
      }
      for (const path of [
        `/store/payment-collections/${id}/payment-sessions`,
        `/store/payment-collections/${id}/payment-sessions/`,
        `//store//payment-collections/${id}//payment-sessions`,
        `/admin/payment-collections/${id}/payment-sessions`,
        "/admin/e-invoice/medusa-orders/order_none/bill",
        "/admin/e-invoice/operations/credit-checks.private",
      ]) {
        for (const unreadable of unreadableBodies(PERSONAL_NUMBER)) {
          const answer = await rawAnswer(`${suite.address}${path}`, {
            method: "POST",
            headers: { ...headers, ...unreadable.headers },
            body: unreadable.body,
          })
          expect([400, 404, 413, 415]).toContain(answer.status)
          expect(answer.text).not.toContain(PERSONAL_NUMBER.slice(0, 6))
        }
      }
      // Medusa quotes some characters only.
      expect(watch.seenAt("log")).not.toContain(PERSONAL_NUMBER.slice(0, 6))
      expect(await shopperDataCount(suite)).toBe(0)
    })

    it("stays out of the access log when staff search for a customer", async () => {
      const { merchant } = await purchase(suite, visit)
      for (const list of ["orders", "records", "operation-log", "callbacks"]) {
        const { status } = await merchant.http.get(`/admin/e-invoice/${list}?q=${EMAIL}`)
        expect({ list, status }).toEqual({ list, status: 200 })
        expect(watch.seenAt("log")).toContain(`/admin/e-invoice/${list}`)
      }
      expect(watch.seenAt("log")).not.toContain(EMAIL)
    })

    it("stays out of the access log, by whatever method and address the callback's token comes", async () => {
      const bought = await purchase(suite, visit)
      // The store's usual level: at `debug` Medusa names the address of each body that it leaves to us.
      suite.container.resolve(ContainerRegistrationKeys.LOGGER).setLogLevel("http")
      const [token = ""] = /[\w-]{43}$/.exec(bought.callbackUrl) ?? []
      const prefix = "/hooks/e-invoice"
      for (const path of [
        `${prefix}/${token}/x`,
        `${prefix}/x/${token}`,
        `${prefix}/callback/${token}/`,
        `${prefix}/${token}%ZZ`,
        `${prefix}/%ZZ${token}`,
        `${prefix}//${token}`,
        `${prefix}%2F${token}`,
        `/hooks//e-invoice/${token}`,
        `//hooks/e-invoice/${token}`,
        `/HOOKS/E-Invoice/${token}`,
        `${prefix}/${token}?status=PAID`,
        `${prefix}/x/${token}?token=${token}`,
        `${prefix}?token=${token}`,
        `${prefix}/?token=${token}`,
      ]) {
        for (const method of METHODS) {
          for (const body of [undefined, "{", "\0"]) {
            const { status, text } = await rawAnswer(`${suite.address}${path}`, {
              method,
              headers: { "content-type": "application/json" },
              ...(isBodyRead(method) && { body }),
            })
            expect({ path, method, body, status }).toEqual({
              path,
              method,
              body,
              status: [200, 404].find((known) => known === status),
            })
            expect(text).not.toContain(token)
          }
        }
      }
      const logged = watch.seenAt("log")
      expect(logged).toContain("/hooks/e-invoice/[token]")
      expect(logged).not.toContain(token.slice(0, 20))
    })

    it("is not kept because a callback or a note carries it", async () => {
      const bought = await purchase(suite, visit)
      await fetch(
        `${bought.callbackUrl}?orderUuid=${bought.uuid}&personalNumber=${PERSONAL_NUMBER}&${PERSONAL_NUMBER}=1&text=${PERSONAL_NUMBER.slice(0, 6)}–${PERSONAL_NUMBER.slice(6)}`
      )
      await callbacksProcessed(suite)
      const stored = await suite.eInvoice.listEInvoiceCallbacks()
      expect(JSON.stringify(stored)).toContain("personalNumber")
      await bought.merchant.http.post(`/admin/e-invoice/orders/${bought.id}/cancel`, {
        note: `Asked for by ${PERSONAL_NUMBER}.`,
      })
      const paid = await purchase(suite, visit)
      sandbox.pay(paid.uuid)
      await callbacksProcessed(suite)
      const refund = { amount: "10", note: `Asked for by FNR${PERSONAL_NUMBER}.` }
      const path = `/admin/e-invoice/orders/${paid.id}/refunds`
      await paid.merchant.http.post(path, refund)
      await readEverything(suite, bought.merchant)
      const notes = await suite.container.resolve(Modules.PAYMENT).listRefunds()
      expect(notes.map(({ note }) => note)).toContain("Asked for by FNR***********.")
    })

    it("given to the Admin API in the wrong kind, or in the wrong field, is neither answered nor logged", async () => {
      const desk = await OperationDesk.open(suite)
      for (const body of [
        { by: "e-invoice", personal_number: Number(PERSONAL_NUMBER) },
        { by: "e-invoice", personal_number: [PERSONAL_NUMBER] },
        { by: PERSONAL_NUMBER },
        { by: "e-invoice", [PERSONAL_NUMBER]: true },
      ]) {
        const answer = await desk.post("/medusa-orders/order_none/bill", body)
        expect(answer.status).toBe(400)
      }
      for (const body of [
        { personalId: Number(PERSONAL_NUMBER) },
        { personalId: [PERSONAL_NUMBER] },
        { personalId: "1", [PERSONAL_NUMBER]: true },
      ]) {
        const answer = await desk.call("credit-checks.private", { body: body })
        expect(answer.status).toBe(400)
      }
      for (const written of [`FNR${PERSONAL_NUMBER}`, `z ${PERSONAL_NUMBER} y`]) {
        const beside = { order_id: written, customer_id: written }
        const answer = await desk.post("/operations/orders.resend-payment-link", beside)
        expect(answer.status).toBe(400)
        const followed = { uuid: "RES1234567890", order_id: written }
        expect((await desk.post("/reservations/follow", followed)).status).toBe(400)
      }
      await readEverything(suite, desk.merchant)
    })

    describe("in operations of the Admin API", () => {
      const hours = (count: number) => new Date(Date.now() + count * HOUR)
      const operations = () => suite.eInvoice.listEInvoiceOperations()
      const sealed = async () =>
        (await operations()).filter(
          ({ sealed_request, sealed_before }) => sealed_request ?? sealed_before
        ).length

      it("is erased when they are carried out", async () => {
        const desk = await OperationDesk.open(suite)
        for (const [id, body] of personalRequests) {
          const answer = await desk.call(id, { body })
          expect({ id, ...answer }).toMatchObject({ id, status: 200 })
        }
        expect(await operations()).toHaveLength(personalRequests.length)
        expect(await sealed()).toBe(0)
        await readEverything(suite, desk.merchant)
      })

      it("is erased when the service refuses them, or does not answer", async () => {
        const desk = await OperationDesk.open(suite)
        for (const fault of ["417", "after:drop"]) {
          sandbox.faults.clear()
          sandbox.faults.add({ fault, operation: "all" })
          for (const [id, body] of personalRequests) {
            suite.forgetFailures()
            const { status } = await desk.call(id, { body })
            expect(status).toBeGreaterThanOrEqual(400)
          }
        }
        expect(await sealed()).toBe(0)
        sandbox.faults.clear()
        suite.forgetFailures()
        await readEverything(suite, desk.merchant)
      })

      it("is erased an hour after the server died while it sent", async () => {
        const desk = await OperationDesk.open(suite)
        for (const method of ["succeeded", "rejected", "inDoubt"] as const) {
          jest.spyOn(suite.eInvoice.operations, method).mockRejectedValue(new Error("died"))
        }
        for (const [id, body] of personalRequests) {
          await desk.call(id, { body })
        }
        expect(await sealed()).toBe(personalRequests.length)
        await readEverything(suite, desk.merchant)

        await eraseExpiredData(suite.container, { now: hours(1.1) })
        expect(await sealed()).toBe(0)
      })

      it("cannot be guessed from a hash once an hour is over, and the same key answers the same", async () => {
        const desk = await OperationDesk.open(suite)
        const hashes = async () => (await operations()).map(({ request_hash }) => request_hash)
        const asked = await Promise.all(
          personalRequests.map(([id, body], index) => desk.call(id, { body }, `hash-${index}`))
        )
        expect(new Set(await hashes()).size).toBe(personalRequests.length)
        await eraseExpiredData(suite.container, { now: hours(1.1) })

        expect(new Set(await hashes())).toEqual(new Set([""]))
        for (const [index, [id, body]] of personalRequests.entries()) {
          const again = await desk.call(id, { body }, `hash-${index}`)
          expect(again.body.operation.id).toBe(asked[index]?.body.operation.id)
          const other = await desk.call(
            id,
            { body: { ...body, referenceNo: "4711" } },
            `hash-${index}`
          )
          expect(other.body.message).toContain("was used for another request")
        }
        expect(await operations()).toHaveLength(personalRequests.length)
      })

      it("is recognised by its hash for as long as it is in doubt", async () => {
        const desk = await OperationDesk.open(suite)
        const link = () =>
          desk.call("orders.create-payment-link", {
            body: {
              ...requests.paymentLink,
              customerDetails: person,
            },
          })
        sandbox.faults.add({
          fault: "after:drop",
          operation: "orders.create-payment-link",
          times: 1,
        })
        expect((await link()).status).toBe(504)
        await eraseExpiredData(suite.container, { now: hours(1.1) })
        expect((await link()).status).toBe(409)

        const inDoubt = { state: "in_doubt" as const }
        const [open] = await suite.eInvoice.listEInvoiceOperations(inDoubt)
        await desk.post(`/operation-log/${open?.id}/settle`, {
          took_effect: false,
          attempt: 1,
          not_it: suite.sandbox.orders().map(({ uuid }) => uuid),
        })
        await eraseExpiredData(suite.container, { now: hours(1.2) })
        expect(await suite.eInvoice.listEInvoiceOperations({ id: open?.id ?? "" })).toMatchObject([
          { state: "rejected", request_hash: "" },
        ])
        expect((await link()).status).toBe(200)
      })

      it("is not kept by what takes a change of a customer back", async () => {
        const desk = await OperationDesk.open(suite)
        const uuid = await desk.customer()
        const answer = await desk.call("customers.update-private", {
          at: uuid,
          body: {
            ...requests.profile,
            email: EMAIL,
            msisdn: "45123987",
          },
        })
        expect(answer.status).toBe(200)
        expect(await sealed()).toBe(1)

        await eraseExpiredData(suite.container, { now: hours(1.1) })
        expect(await sealed()).toBe(0)
      })
    })

    describe("a new encryption key", () => {
      it("reads what was encrypted under the old one, and finishes what was begun under it", async () => {
        const waiting = await Shopper.arrive(suite, visit)
        await waiting.chooseInvoice(entered)
        const doubted = await Shopper.arrive(suite, visit)
        sandbox.faults.add({
          fault: "after:drop",
          operation: "orders.create-e-invoice",
          times: 1,
        })
        await doubted.buy(entered)
        const bought = await purchase(suite, visit)

        rotateKey(suite, true)

        // What was entered before is billed now.
        expect((await waiting.complete()).body.type).toBe("order")
        // An order in doubt is recognised by the customer's fingerprint of then.
        await sweepLater(1)
        expect(await journalOf(suite)).toEqual(
          Array.from({ length: 3 }, () => expect.objectContaining({ state: "succeeded" }))
        )
        // A callback comes to the address that was given out under the old key.
        sandbox.pay(bought.uuid)
        await callbacksProcessed(suite)
        expect((await bought.merchant.payment(bought.orderId)).captured_at).toBeTruthy()
      })

      it("asks the shopper again where the old one is gone", async () => {
        const shopper = await Shopper.arrive(suite, visit)
        await shopper.chooseInvoice(entered)

        rotateKey(suite, false)

        expect((await shopper.complete()).body.type).toBe("cart")
        expect((await shopper.buy(entered)).body.type).toBe("order")
        await sweepLater(1)
      })

      it("sends no operation twice that was in doubt under the old one, and answers the same key the same", async () => {
        const desk = await OperationDesk.open(suite)
        const [, [id, body]] = personalRequests
        const done = await desk.call(id, { body }, "before")
        sandbox.faults.add({ fault: "after:drop", operation: "all" })
        const other = { ...body, orderDate: "1795219201" }
        expect((await desk.call(id, { body: other }, "lost")).status).toBe(504)
        sandbox.faults.clear()
        suite.forgetFailures()

        rotateKey(suite, true)

        expect(await desk.call(id, { body }, "before")).toEqual(done)
        expect((await desk.call(id, { body: other }, "lost")).status).toBe(409)
        expect((await desk.call(id, { body: other }, "another")).status).toBe(409)
        expect(sandbox.orders()).toHaveLength(2)
      })

      it("reports to the same address when a refused creation is sent again", async () => {
        const desk = await OperationDesk.open(suite)
        const [, [id, body]] = personalRequests
        sandbox.faults.add({ fault: "417", operation: "all" })
        await desk.call(id, { body }, "refused")
        sandbox.faults.clear()

        rotateKey(suite, true)

        const { status, body: answer } = await desk.call(id, { body }, "refused")
        expect(status).toBe(200)
        const uuid = answer.operation.subject_uuid
        const [address] = sandbox.orders().flatMap(({ callbackUrl }) => callbackUrl ?? [])
        expect((await fetch(`${address}?orderUuid=${uuid}`)).status).toBe(200)
      })
    })

    describe("what is kept about a customer", () => {
      const personalData = (customerId: string) => `/admin/e-invoice/personal-data/${customerId}`

      it("is handed out whole, and erased but for the books", async () => {
        const bought = await purchase(suite, { ...visit, signedIn: true })
        const { merchant, orderId } = bought
        const { customer_id: customerId = "" } = await database()("order")
          .where({ id: orderId })
          .first<{ customer_id: string }>("customer_id")
        sandbox.pay(bought.uuid)
        await callbacksProcessed(suite)
        await merchant.refund(orderId, 100)
        const desk = await OperationDesk.open(suite)
        await desk.call("orders.create-payment-link", {
          body: {
            ...requests.paymentLink,
            customerDetails: person,
            referenceNo: "for Kari",
          },
          customer_id: customerId,
        })
        const pending = await Shopper.arrive(suite, {
          ...visit,
          signedIn: true,
        })
        await pending.chooseInvoice(entered)

        const { body: found } = await merchant.http.get<{
          personal_data: {
            e_invoice_orders: Record<string, unknown>[]
            operations: unknown[]
            records: unknown[]
            checkout_data: unknown[]
          }
        }>(personalData(customerId))
        const { e_invoice_orders, operations, records, checkout_data } = found.personal_data
        expect(e_invoice_orders).toMatchObject([
          {
            id: bought.id,
            remote_order_uuid: bought.uuid,
            remote_customer_uuid: expect.any(String),
            customer_fingerprint: expect.any(String),
            refunds: [{ amount: "100.00" }],
            callbacks: expect.arrayContaining([expect.any(Object)]),
          },
        ])
        expect(operations).toHaveLength(1)
        expect(records).toHaveLength(1)
        expect(checkout_data).toHaveLength(1)
        expect(JSON.stringify(found)).not.toMatch(/token_hash|sealed/)

        const erase = () =>
          merchant.http.post<{ erasure: object }>(`${personalData(customerId)}/erase`)
        expect(await erase()).toMatchObject({
          status: 200,
          body: {
            erasure: {
              erased: {
                checkout_data: 1,
                e_invoice_orders: 1,
                operations: 1,
                records: 1,
              },
              waiting: [],
            },
          },
        })

        expect(await shopperDataCount(suite)).toBe(0)
        const [row] = await suite.eInvoice.listEInvoiceOrders({ id: bought.id })
        expect(row).toMatchObject({
          customer_fingerprint: null,
          remote_customer_uuid: null,
          remote_order_uuid: bought.uuid,
          remote_status: "PARTIAL REFUNDED",
          sent_request: expect.objectContaining({
            products: expect.any(Array),
          }),
        })
        expect(Number(row?.grand_total)).toBeCloseTo(bought.total)
        const [operation] = await suite.eInvoice.listEInvoiceOperations()
        expect(operation?.request).toEqual({
          body: expect.objectContaining({
            products: requests.paymentLink.products,
            orderSummary: requests.paymentLink.orderSummary,
          }),
        })
        expect(operation).toMatchObject({ customer_id: null, state: "succeeded" })
        const ours = (await watch.find(customerId, "for Kari")).filter(({ place }) =>
          place.startsWith("table einvoice")
        )
        expect(ours).toEqual([])
        const shown = await merchant.eInvoiceOrder(orderId)
        expect(shown.timeline.map(({ action }) => action)).toContain("erase-personal-data")
        // Pressed twice it does nothing more.
        expect(await erase()).toMatchObject({ status: 200 })
        expect((await merchant.eInvoiceOrder(orderId)).timeline).toHaveLength(shown.timeline.length)
        // The order is followed as before.
        await minutesPass(suite)
        expect((await merchant.refund(orderId, 50)).status).toBe(200)
      })

      it("includes what was done to a reservation of theirs, found again once it is settled", async () => {
        const { merchant, orderId } = await purchase(suite, { ...visit, signedIn: true })
        const { customer_id: customerId = "" } = await database()("order")
          .where({ id: orderId })
          .first<{ customer_id: string }>("customer_id")
        const desk = await OperationDesk.open(suite)
        const uuid = await desk.create("reservations.submit", requests.reservation, {
          customer_id: customerId,
        })
        sandbox.reservations.confirm(uuid)
        await sandbox.callbacks.settled()
        const charge = (key: string) =>
          desk.post(
            `/reservations/${uuid}/charges`,
            { lines: [{ name: "Damage", amount: "10.00", tax: 25 }], note: "for Kari" },
            key
          )
        expect((await charge("done")).status).toBe(200)
        await desk.call("reservations.cancel", { at: uuid, body: { note: "for Kari" } })
        sandbox.faults.add({ fault: "after:drop", operation: "reservations.charge", times: 1 })
        await desk.call("reservations.charge", {
          at: uuid,
          body: {
            products: [{ name: "Damage", rate: "20.00", tax: 25, amount: "20.00" }],
            grandTotal: "20.00",
            additionalText: "for Kari",
          },
        })
        const [doubted] = await suite.eInvoice.listEInvoiceOperations({ state: "in_doubt" })
        const { body: found } = await merchant.http.get<{
          personal_data: { operations: { operation_id: string }[] }
        }>(personalData(customerId))
        expect(
          found.personal_data.operations.map(({ operation_id }) => operation_id).sort()
        ).toEqual([
          "reservations.cancel",
          "reservations.charge",
          "reservations.charge",
          "reservations.submit",
        ])
        const erase = async () => {
          const { body } = await merchant.http.post<{ erasure: object }>(
            `${personalData(customerId)}/erase`
          )
          return body.erasure
        }
        const told = async () =>
          (await database()("einvoice_operation").select("id", "request"))
            .filter(({ request }) => JSON.stringify(request).includes("for Kari"))
            .map(({ id }) => id)

        expect(await erase()).toMatchObject({
          waiting: [{ kind: "operation", id: doubted?.id }],
        })
        expect(await told()).toEqual([doubted?.id])
        suite.forgetFailures()
        await desk.post(`/operation-log/${doubted?.id}/settle`, { took_effect: true, attempt: 1 })
        expect(await erase()).toMatchObject({ waiting: [] })
        expect(await told()).toEqual([])
      })

      it("waits where the invoice is in doubt", async () => {
        sandbox.faults.add({
          fault: "after:drop",
          operation: "orders.create-e-invoice",
        })
        const shopper = await Shopper.arrive(suite, {
          ...visit,
          signedIn: true,
        })
        await shopper.buy(entered)
        const { customer_id: customerId = "" } = await database()("cart")
          .where({ id: shopper.cartId })
          .first<{ customer_id: string }>("customer_id")
        const [row] = await journalOf(suite)

        const { http } = await Merchant.signIn(suite)
        const { body } = await http.post(`${personalData(customerId)}/erase`)

        expect(body).toMatchObject({
          erasure: {
            erased: { checkout_data: 1, e_invoice_orders: 0 },
            waiting: [{ kind: "e_invoice_order", id: row?.id }],
          },
        })
        expect(await journalOf(suite)).toMatchObject([
          { customer_fingerprint: expect.any(String), shopper_data_id: null },
        ])
        sandbox.faults.clear()
        suite.forgetFailures()
        await sweepLater(1)
        expect(await journalOf(suite)).toMatchObject([{ state: "succeeded" }])
      })
    })

    async function sweepLater(hours: number): Promise<void> {
      const now = new Date(Date.now() + hours * HOUR)
      await eraseExpiredData(suite.container, { now })
      await sweepEInvoiceOrders(suite.container, { now })
    }
  }
)
