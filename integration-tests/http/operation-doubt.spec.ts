import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { sweepEInvoiceOrders } from "../../src/workflows"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { bodyOf, doorOf, OperationDesk } from "./support/operation-desk"
import * as requests from "./support/operation-requests"
import { callsOf } from "./support/purchase"
import { rotateKey } from "./support/rotate-key"

type LoggedOperation = {
  id: string
  state: string
  subject_uuid: string | null
  record_id: string | null
}

eInvoiceSuite("operation-doubt", {}, (suite) => {
  const { sandbox } = suite
  let desk: OperationDesk
  beforeEach(async () => {
    desk = await OperationDesk.open(suite)
  })

  const creations = {
    "orders.create-payment-link": {
      body: requests.paymentLink,
      news: (uuid: string) => sandbox.pay(uuid),
      made: () => sandbox.orders()[0]?.uuid ?? "",
      record: { kind: "order", status: "PAID", amount: 500 },
      event: "e_invoice.order_created",
    },
    "reservations.submit": {
      body: requests.reservation,
      news: (uuid: string) => sandbox.reservations.confirm(uuid),
      made: () => sandbox.reservations.list()[0]?.uuid ?? "",
      record: { kind: "reservation", status: "RESERVED", amount: 500 },
      event: "e_invoice.reservation_changed",
    },
    "subscriptions.create-session": {
      body: requests.subscriptionSession,
      news: (uuid: string) => sandbox.subscriptions.start(uuid),
      made: () => sandbox.subscriptions.list()[0]?.uuid ?? "",
      record: { kind: "subscription", status: "ONGOING" },
      event: "e_invoice.subscription_changed",
    },
  } as const
  type Creation = keyof typeof creations

  /** A creation that the service carried out, and whose answer was lost. */
  const leaveInDoubt = async (operation: Creation) => {
    const { body } = creations[operation]
    suite.forgetFailures()
    sandbox.faults.add({ operation, fault: "after:drop", times: 1 })
    const answer = await desk.call(operation, { body }, `key-of-${operation}`)
    expect(answer).toMatchObject({ status: 504, body: { code: "in_doubt" } })
    return logged()
  }
  const logged = async (): Promise<LoggedOperation> => {
    const { body } = await desk.get<{ operations: LoggedOperation[] }>("/operation-log")
    const [operation] = body.operations
    if (!operation) {
      throw new Error("Nothing is logged.")
    }
    return operation
  }
  const records = async () => {
    const { body } = await desk.get<{ records: object[] }>("/records")
    return body.records
  }

  it.each(Object.keys(creations) as Creation[])(
    "%s that got no answer is taken up when the service reports its record",
    async (operation) => {
      const { made, news, record, body } = creations[operation]
      await leaveInDoubt(operation)
      expect(await records()).toEqual([])
      const uuid = made()

      news(uuid)

      await eventually(async () => {
        expect(await logged()).toMatchObject({
          state: "succeeded",
          subject_uuid: uuid,
        })
        expect(await records()).toMatchObject([{ ...record, remote_uuid: uuid }])
      })
      expect(await desk.call(operation, { body }, `key-of-${operation}`)).toMatchObject({
        status: 200,
        body: { operation: { state: "succeeded", subject_uuid: uuid } },
      })
      expect(made()).toBe(uuid)
    }
  )

  it("whose encryption key was lost holds back what may be the same, until it is settled", async () => {
    const [operation, { body }] = ["reservations.submit", creations["reservations.submit"]] as const
    const open = await leaveInDoubt(operation)
    rotateKey(suite, false)
    suite.forgetFailures()

    expect(await desk.call(operation, { body }, "of-another-window")).toMatchObject({
      status: 409,
      body: { code: "under_way" },
    })
    expect(callsOf(suite, operation)).toBe(1)
    const { body: link } = creations["orders.create-payment-link"]
    expect((await desk.call("orders.create-payment-link", { body: link })).status).toBe(200)

    const path = `/operation-log/${open.id}/settle`
    expect(await desk.post(path, { took_effect: false, attempt: 1 })).toMatchObject({
      status: 200,
    })
    expect((await desk.call(operation, { body }, "of-another-window")).status).toBe(200)
  })

  it("that failed before anything was sent may be sent again under its key", async () => {
    const { body } = creations["orders.create-payment-link"]
    const press = () => desk.call("orders.create-payment-link", { body }, "one-key")
    await suite.spoilClient(async () => {
      expect((await press()).status).not.toBe(200)
    })
    expect(await logged()).toMatchObject({
      state: "rejected",
      failure: { kind: "unavailable" },
    })
    expect(sandbox.requests()).toEqual([])

    expect(await press()).toMatchObject({
      status: 200,
      body: { operation: { state: "succeeded" } },
    })
    expect(sandbox.orders()).toHaveLength(1)
  })

  describe("what is known of an attempt", () => {
    const failure = { kind: "test", message: "Late.", at: "2026-11-22T00:00Z" }
    const answer = { httpStatus: 201, messageKey: "late", data: null }
    const twiceSent = async () => {
      const { operations } = suite.eInvoice
      const asked = { requestHash: "fenced", request: {}, shown: {}, repeatConfirmed: false }
      const prepared = await operations.prepare({
        ...asked,
        operationId: "orders.resend-payment-link",
        idempotencyKey: "fenced",
        mayRepeat: false,
        movesMoney: false,
        subject: { kind: "order", uuid: "ODR1234567890" },
        recordId: undefined,
        eInvoiceOrderId: undefined,
        orderId: undefined,
        customerId: undefined,
        actor: "schedule",
      })
      const id = prepared?.id ?? ""
      const claim = (attempt: number) => operations.claim({ id, attempt })
      const first = await claim(0)
      expect(await claim(0)).toBeUndefined()
      expect(await claim(1)).toBeUndefined()
      if (!first) {
        throw new Error("It could not be sent.")
      }
      await operations.inDoubt(first, failure)
      expect(await claim(1)).toBeUndefined()
      await operations.decide(first, "staff", false, { by: "admin:user_1", failure })
      expect(await claim(0)).toBeUndefined()
      // Its request was erased with the first attempt.
      expect(await claim(1)).toBeUndefined()
      await operations.prepareAgain(first, asked)
      const second = await claim(1)
      if (!second) {
        throw new Error("It could not be sent again.")
      }
      const now = async () => {
        const row = await operations.find(id)
        return [row?.state, row?.attempt]
      }
      expect(await now()).toEqual(["sending", 2])
      return { operations, first, second, now }
    }

    it("moves no other", async () => {
      const { operations, first, now } = await twiceSent()

      await operations.inDoubt(first, failure)
      await operations.rejected(first, failure)
      expect(await operations.succeeded(first, answer, undefined)).toBeUndefined()
      const byStaff = { by: "admin:user_1" as const, answer }
      expect(await operations.decide(first, "staff", true, byStaff)).toBeUndefined()

      expect(await now()).toEqual(["sending", 2])
    })

    it("by staff or for a lost lease moves it only where it is in doubt, or the lease is lost", async () => {
      const { operations, second, now } = await twiceSent()
      const byStaff = { by: "admin:user_1" as const, failure }

      expect(await operations.decide(second, "staff", false, byStaff)).toBeUndefined()
      expect(await operations.senderLost(second, failure)).toBe(false)
      expect(await now()).toEqual(["sending", 2])

      const database: Knex = suite.container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
      await database("einvoice_operation").update({ sending_at: new Date(0) })
      expect(await operations.senderLost(second, failure)).toBe(true)
      expect(await now()).toEqual(["in_doubt", 2])
    })

    it("is final once it took effect", async () => {
      const { operations, second, now } = await twiceSent()
      expect(await operations.succeeded(second, answer, undefined)).toBeDefined()

      await operations.rejected(second, failure)
      await operations.inDoubt(second, failure)
      const byStaff = { by: "admin:user_1" as const, failure }
      expect(await operations.decide(second, "staff", false, byStaff)).toBeUndefined()
      expect(await operations.claim(second)).toBeUndefined()

      expect(await now()).toEqual(["succeeded", 2])
    })
  })

  describe("whose server was killed while the request was on its way", () => {
    /** As a killed server leaves it, so many seconds after it began to send. */
    const leaveSending = async (seconds: number) => {
      await desk.reservation()
      const database: Knex = suite.container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
      await database("einvoice_operation").update({
        state: "sending",
        sending_at: new Date(Date.now() - seconds * 1000),
      })
    }
    const waiting = async () => {
      const { body } = await desk.get<{
        overview: { attention: { items: { id: string; reason: string }[] } }
      }>("/overview")
      return body.overview.attention.items
    }

    it("is shown to staff by the next sweep", async () => {
      await leaveSending(3600)
      expect(await waiting()).toEqual([])

      await sweepEInvoiceOrders(suite.container)

      const { id } = await logged()
      expect(await logged()).toMatchObject({
        state: "in_doubt",
        failure: { kind: "sender-lost" },
      })
      expect(await waiting()).toMatchObject([{ id, reason: "operation_in_doubt" }])
    })

    it("is left alone while its server may still be at it", async () => {
      await leaveSending(1)

      await sweepEInvoiceOrders(suite.container, {
        now: new Date(Date.now() + 3_600_000),
      })

      expect(await logged()).toMatchObject({ state: "sending" })
      expect(await waiting()).toEqual([])
    })
  })

  describe("while what moves money on a record is in doubt", () => {
    const refund = (uuid: string, amount: string, key?: string) =>
      desk.call<{ message: string }>(
        "subscriptions.refund-cycle",
        { at: uuid, body: { cycles: ["Cycle 1"], amount } },
        key
      )
    const lost = async () => {
      const uuid = await desk.ongoing()
      sandbox.faults.add({
        operation: "subscriptions.refund-cycle",
        fault: "after:drop",
        times: 1,
      })
      expect((await refund(uuid, "99.00", "first")).status).toBe(504)
      return uuid
    }
    const sent = () =>
      sandbox.requests().filter(({ operationId }) => operationId === "subscriptions.refund-cycle")
        .length

    it("another amount is held back, with the doubt shown", async () => {
      const uuid = await lost()

      const other = await refund(uuid, "50.00")

      const { body } = await desk.get<{ operations: LoggedOperation[] }>(
        `/operation-log?state=in_doubt`
      )
      expect(other).toMatchObject({
        status: 409,
        body: {
          code: "under_way",
          message: expect.stringMatching(/refund-cycle of 99\.00.*sent/),
          open_operation: body.operations[0]?.id,
        },
      })
      expect(sent()).toBe(1)
    })

    it("another record is left alone, and the other amount goes once the doubt is settled", async () => {
      const uuid = await lost()
      const another = await desk.ongoing()
      expect((await refund(another, "50.00")).status).toBe(200)
      const held = await refund(uuid, "50.00", "second")
      expect(held.status).toBe(409)

      const { body } = await desk.get<{ operations: LoggedOperation[] }>(
        `/operation-log?state=in_doubt`
      )
      await desk.post(`/operation-log/${body.operations[0]?.id}/settle`, {
        took_effect: true,
        attempt: 1,
      })

      expect((await refund(uuid, "50.00", "second")).status).toBe(200)
      expect(sent()).toBe(3)
    })
  })

  describe("what moved money on a record, and whose doubt was settled", () => {
    const settle = async (tookEffect: boolean) => {
      const { body } = await desk.get<{ operations: LoggedOperation[] }>(
        "/operation-log?state=in_doubt"
      )
      return desk.post(`/operation-log/${body.operations[0]?.id}/settle`, {
        took_effect: tookEffect,
        attempt: 1,
      })
    }
    const sent = (operation: string) =>
      sandbox.requests().filter(({ operationId }) => operationId === operation).length

    /** Each asks for a part, so that the service would carry a second one out. */
    const acts = {
      "subscriptions.refund-cycle": async () => {
        const uuid = await desk.ongoing()
        return {
          path: doorOf("subscriptions.refund-cycle"),
          body: bodyOf("subscriptions.refund-cycle", {
            at: uuid,
            body: { cycles: ["Cycle 1"], amount: "50.00" },
          }),
        }
      },
      "reservations.capture": async () => {
        const uuid = await desk.reserved()
        const { products } = await desk.shares("reservations.details", uuid)
        return {
          path: `/reservations/${uuid}/captures`,
          body: { lines: [{ id: products[0]?.id, amount: "100.00" }] },
        }
      },
      "reservations.refund": async () => {
        const { uuid, capture } = await desk.captured()
        return {
          path: `/reservations/${uuid}/refunds`,
          body: { source: "captured", reference: capture, amount: "50.00" },
        }
      },
    } as const
    const operations = Object.keys(acts) as (keyof typeof acts)[]

    const lost = async (
      operation: (typeof operations)[number],
      fault: "before:drop" | "after:drop" = "after:drop"
    ) => {
      const act = await acts[operation]()
      const press = (key: string, more: object = {}) =>
        desk.post(act.path, { ...act.body, ...more }, key)
      sandbox.faults.add({ operation, fault, times: 1 })
      expect((await press("first")).status).toBe(504)
      return press
    }

    it.each(operations)(
      "%s: a key that was held back by it stands for it, and sends nothing",
      async (operation) => {
        const press = await lost(operation)
        expect((await press("second")).status).toBe(409)
        expect((await settle(true)).status).toBe(200)

        const first = await press("first")
        const second = await press("second")

        expect([first.status, second.status]).toEqual([200, 200])
        expect(second.body.operation.id).toBe(first.body.operation.id)
        expect(sent(operation)).toBe(1)
      }
    )

    it.each(operations)(
      "%s: the same amount under a new key asks for confirmation",
      async (operation) => {
        const press = await lost(operation)
        await settle(true)

        expect(await press("third")).toMatchObject({
          status: 400,
          body: { code: "confirm_repeat" },
        })
        expect(await press("third")).toMatchObject({
          status: 400,
          body: { code: "confirm_repeat" },
        })
        expect(sent(operation)).toBe(1)

        expect(await press("third", { confirm_repeat: true })).toMatchObject({
          status: 200,
        })
        expect(sent(operation)).toBe(2)
      }
    )

    it.each(operations)(
      "%s: the same amount just after it asks for confirmation, of whoever presses",
      async (operation) => {
        const act = await acts[operation]()
        const press = (key: string, more: object = {}) =>
          desk.post(act.path, { ...act.body, ...more }, key)
        expect((await press("first")).status).toBe(200)

        expect(await press("other-person")).toMatchObject({
          status: 400,
          body: { code: "confirm_repeat" },
        })
        expect(sent(operation)).toBe(1)
        expect((await press("other-person", { confirm_repeat: true })).status).toBe(200)
        expect(sent(operation)).toBe(2)
      }
    )

    it("asks a second person whatever the amount, and the same person only of the same", async () => {
      const { path, body } = await acts["reservations.refund"]()
      const part = (amount: string, key: string) => desk.post(path, { ...body, amount }, key)
      expect((await part("50.00", "first")).status).toBe(200)
      expect((await part("20.00", "second")).status).toBe(200)

      await suite.eInvoice.operations["database"]("einvoice_operation").update({
        actor: "admin:colleague",
      })

      expect(await part("30.00", "third")).toMatchObject({
        status: 400,
        body: { code: "confirm_repeat" },
      })
      expect(sent("reservations.refund")).toBe(2)
    })

    it("asks for confirmation of the operation itself, too", async () => {
      const uuid = await desk.reserved()
      const { products } = await desk.shares("reservations.details", uuid)
      const part = {
        grandTotal: "100.00",
        products: products.map(({ id }) => ({ id, amount: "100.00" })),
      }
      const press = (key: string, more: { additionalText?: string } = {}, confirmed = {}) =>
        desk.call(
          "reservations.capture",
          { at: uuid, body: { ...part, ...more }, ...confirmed },
          key
        )
      sandbox.faults.add({
        operation: "reservations.capture",
        fault: "after:drop",
        times: 1,
      })
      await press("first")
      await settle(true)

      expect(await press("new", { additionalText: "Parcel" })).toMatchObject({
        body: { code: "confirm_repeat" },
      })
      expect(
        await press("new", { additionalText: "Parcel" }, { confirm_repeat: true })
      ).toMatchObject({ status: 200 })
      expect(sent("reservations.capture")).toBe(2)
    })

    it("is sent under any of its keys once it was found not carried out", async () => {
      const uuid = await desk.ongoing()
      const press = (key: string, confirmed = {}) =>
        desk.call(
          "subscriptions.refund-cycle",
          { at: uuid, body: { cycles: ["Cycle 1"], amount: "50.00" }, ...confirmed },
          key
        )
      sandbox.faults.add({
        operation: "subscriptions.refund-cycle",
        fault: "before:drop",
        times: 1,
      })
      expect((await press("first")).status).toBe(504)
      expect((await press("second")).status).toBe(409)
      expect((await settle(false)).status).toBe(200)

      expect(await press("second")).toMatchObject({
        status: 400,
        body: { code: "confirm_repeat", values: { ruled_out: expect.any(String) } },
      })
      expect(sent("subscriptions.refund-cycle")).toBe(1)
      expect((await press("second", { confirm_repeat: true })).status).toBe(200)
      expect((await press("first")).status).toBe(200)
      const { body } = await desk.call<{
        data: { subscriptionCycles: { name: string; refundedAmount: number }[] }
      }>("subscriptions.details", { at: uuid })
      expect(body.data.subscriptionCycles[0]?.refundedAmount).toBe(50)
    })

    it.each(operations)(
      "%s: is not found not carried out where the service shows it",
      async (operation) => {
        const press = await lost(operation)

        expect(await settle(false)).toMatchObject({
          status: 400,
          body: { code: "moved_at_service" },
        })
        expect((await press("first")).status).toBe(409)
        expect((await settle(true)).status).toBe(200)
      }
    )

    it.each(operations)(
      "%s: is not found carried out where the service shows that it was not",
      async (operation) => {
        const press = await lost(operation, "before:drop")

        expect(await settle(true)).toMatchObject({
          status: 400,
          body: { code: "not_moved_at_service" },
        })
        expect((await settle(false)).status).toBe(200)
        expect((await press("first", { confirm_repeat: true })).status).toBe(200)
        expect(sent(operation)).toBe(2)
      }
    )

    it.each(["reservations.refund", "subscriptions.refund-cycle"] as const)(
      "%s: is found carried out once the service does it, later than it was asked",
      async (operation) => {
        sandbox.setQuirks({ refundDelay: "held" })
        await lost(operation)
        expect(await settle(true)).toMatchObject({
          status: 400,
          body: { code: "not_moved_at_service" },
        })

        expect(sandbox.delayedRefunds.carryOut()).toBe(1)

        expect((await settle(true)).status).toBe(200)
      }
    )

    it("goes back once where a cycle and its order are refunded at the same moment", async () => {
      const uuid = await desk.ongoing()
      const { body } = await desk.call<{
        data: { subscriptionCycles: { reference: string }[] }
      }>("subscriptions.details", { at: uuid })
      const order = body.data.subscriptionCycles[0]?.reference ?? ""
      const part = { type: "regular", grandTotal: 50, products: [{ id: 1, amount: 50 }] }

      const answers = await Promise.all([
        desk.call("subscriptions.refund-cycle", {
          at: uuid,
          body: { cycles: ["Cycle 1"], amount: "50.00" },
        }),
        desk.call("orders.refund", { at: order, body: part }),
      ])

      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
      expect(answers.find(({ status }) => status === 400)).toMatchObject({
        body: { code: "confirm_repeat" },
      })
      expect(sent("subscriptions.refund-cycle") + sent("orders.refund")).toBe(1)
    })

    it("is found carried out by staff's word alone where the service does not answer", async () => {
      await lost("reservations.refund", "before:drop")
      sandbox.faults.add({ operation: "reservations.details", fault: "500" })

      expect((await settle(true)).status).toBe(200)
      suite.forgetFailures()
    })

    it("is found carried out by staff's word alone where the service names no amount", async () => {
      const uuid = await desk.create("checkout.create-session", requests.checkoutSession)
      sandbox.faults.add({ operation: "orders.delayed-charge", fault: "before:drop", times: 1 })
      expect((await desk.call("orders.delayed-charge", { at: uuid }, "charge")).status).toBe(504)

      expect((await settle(true)).status).toBe(200)
    })

    describe("as not carried out, and that the service carries out all the same", () => {
      // The tests of a minute call more than the service lets a store call, and a sweep leaves what is left to others.
      beforeEach(() => suite.liftRateLimit())
      afterEach(() => jest.restoreAllMocks())

      const waiting = async () => {
        const { body } = await desk.get<{
          overview: { attention: { items: { id: string; reason: string }[] } }
        }>("/overview")
        return body.overview.attention.items
      }
      const ofLog = async (operation: string) => {
        const { body } = await desk.get<{
          operations: { id: string; state: string; contradicted_at: string | null }[]
        }>(`/operation-log?operation_id=${operation}&order=created_at`)
        return body.operations
      }
      const database = () =>
        suite.container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)("einvoice_record")
      const sweep = (hours: number) =>
        sweepEInvoiceOrders(suite.container, { now: new Date(Date.now() + hours * 3_600_000) })
      const refresh = async () => {
        const [record] = await database().select("id")
        expect((await desk.post(`/records/${record.id}/refresh`)).status).toBe(200)
      }

      it("is recorded as carried out, and told to staff until they handled it", async () => {
        sandbox.setQuirks({ refundDelay: "held" })
        const press = await lost("reservations.refund")
        expect((await settle(false)).status).toBe(200)
        await sweep(1)
        expect(await waiting()).toEqual([])
        const reads = sent("reservations.details")

        expect(sandbox.delayedRefunds.carryOut()).toBe(1)
        await sweep(2)

        expect(sent("reservations.details")).toBe(reads + 1)
        const [{ id } = { id: "" }] = await ofLog("reservations.refund")
        expect(await waiting()).toMatchObject([{ id, reason: "operation_contradicted" }])
        expect((await press("first")).body).toMatchObject({ operation: { id, state: "succeeded" } })
        expect(sent("reservations.refund")).toBe(1)
        const handle = { took_effect: true, attempt: 1 }
        expect((await desk.post(`/operation-log/${id}/settle`, handle)).status).toBe(200)
        await refresh()
        expect(await waiting()).toEqual([])
      })

      it("is told beside what was sent in its place, under its own key or another", async () => {
        sandbox.setQuirks({ refundDelay: "held" })
        const press = await lost("reservations.refund")
        await settle(false)
        expect((await press("first", { confirm_repeat: true })).status).toBe(200)
        expect((await press("second", { confirm_repeat: true })).status).toBe(200)
        expect(sandbox.delayedRefunds.carryOut()).toBe(3)

        await refresh()
        await refresh()

        const refunds = await ofLog("reservations.refund")
        expect(refunds.map(({ state }) => state)).toEqual(["succeeded", "succeeded", "succeeded"])
        const told = refunds.filter(({ contradicted_at: at }) => at !== null)
        expect(await waiting()).toMatchObject([
          { id: told[0]?.id, reason: "operation_contradicted" },
        ])
        expect(told).toHaveLength(1)
      })

      it("is told of one where two were settled so, and money was moved for one", async () => {
        sandbox.setQuirks({ refundDelay: "held" })
        const press = await lost("reservations.refund")
        await settle(false)
        sandbox.faults.add({ operation: "reservations.refund", fault: "before:drop", times: 1 })
        expect((await press("second", { confirm_repeat: true })).status).toBe(504)
        await settle(false)
        expect(sandbox.delayedRefunds.carryOut()).toBe(1)

        await refresh()
        await refresh()

        expect(await waiting()).toMatchObject([{ reason: "operation_contradicted" }])
        expect((await ofLog("reservations.refund")).map(({ state }) => state)).toEqual([
          "succeeded",
          "rejected",
        ])
      })

      it("is not told where another explains what is shown", async () => {
        const press = await lost("reservations.refund", "before:drop")
        await settle(false)
        expect((await press("second", { confirm_repeat: true })).status).toBe(200)

        await refresh()

        expect(await waiting()).toEqual([])
      })

      it("is told of a subscription while a list shows so many others as unchanged", async () => {
        sandbox.setQuirks({ refundDelay: "held" })
        await lost("subscriptions.refund-cycle")
        expect((await settle(false)).status).toBe(200)
        for (let others = 0; others < 4; others++) {
          await desk.ongoing()
        }
        await sweep(1)
        expect(await waiting()).toEqual([])

        expect(sandbox.delayedRefunds.carryOut()).toBe(1)
        await sweep(3)

        const [{ id } = { id: "" }] = await ofLog("subscriptions.refund-cycle")
        expect(await waiting()).toMatchObject([{ id, reason: "operation_contradicted" }])
      })

      it("is told of a reservation that had come to its end long before", async () => {
        const { uuid, capture } = await desk.captured()
        await desk.call("reservations.complete", { at: uuid, body: { note: "Done" } })
        sandbox.setQuirks({ refundDelay: "held" })
        sandbox.faults.add({ operation: "reservations.refund", fault: "after:drop", times: 1 })
        const refund = { source: "captured", reference: capture, amount: "50.00" }
        expect((await desk.post(`/reservations/${uuid}/refunds`, refund)).status).toBe(504)
        await database().update({ check_count: 40, next_check_at: null })
        await settle(false)

        expect(sandbox.delayedRefunds.carryOut()).toBe(1)
        await sweep(25)

        expect(await waiting()).toMatchObject([{ reason: "operation_contradicted" }])
      })

      it.each(["reservations.capture", "reservations.charge"] as const)(
        "%s: is told by a look at its page",
        async (operation) => {
          const uuid = await desk.reserved()
          const { products } = await desk.shares("reservations.details", uuid)
          sandbox.faults.add({ operation, fault: "after:drop", times: 1 })
          const answer =
            operation === "reservations.capture"
              ? desk.post(`/reservations/${uuid}/captures`, {
                  lines: [{ id: products[0]?.id, amount: "100.00" }],
                })
              : desk.post(`/reservations/${uuid}/charges`, {
                  lines: [{ name: "Damage", amount: "100.00", tax: 25 }],
                })
          expect((await answer).status).toBe(504)
          sandbox.faults.add({ operation: "reservations.details", fault: "500" })
          expect((await settle(false)).status).toBe(200)
          sandbox.faults.clear()
          suite.forgetFailures()
          expect(await waiting()).toEqual([])

          await desk.get(`/reservations/${uuid}/account`)

          const [{ id } = { id: "" }] = await ofLog(operation)
          expect(await waiting()).toMatchObject([{ id, reason: "operation_contradicted" }])
        }
      )
    })

    it("asks nothing of the service once it was settled", async () => {
      await lost("reservations.refund")
      const id = (await logged()).id
      const press = () =>
        desk.post(`/operation-log/${id}/settle`, { took_effect: true, attempt: 1 })
      expect((await press()).status).toBe(200)

      expect(await press()).toMatchObject({ status: 400, body: { code: "settled_meanwhile" } })
    })

    it("lets nothing end the record meanwhile", async () => {
      const { uuid } = await desk.captured()
      sandbox.faults.add({
        operation: "reservations.charge",
        fault: "after:drop",
        times: 1,
      })
      const charged = await desk.post(
        `/reservations/${uuid}/charges`,
        { lines: [{ name: "Damage", amount: "10.00", tax: 25 }] },
        "charge"
      )
      expect(charged.status).toBe(504)

      for (const end of ["reservations.complete", "reservations.cancel"] as const) {
        expect(
          await desk.call(end, { at: uuid, body: { note: "Done" } }, `end-by-${end}`)
        ).toMatchObject({
          status: 409,
          body: { message: expect.stringContaining("reservations.charge") },
        })
      }
      expect(sent("reservations.complete") + sent("reservations.cancel")).toBe(0)
      await settle(true)
      expect(
        await desk.call("reservations.complete", { at: uuid, body: { note: "Done" } }, "complete")
      ).toMatchObject({ status: 200 })
    })
  })

  describe("a callback does not settle a creation", () => {
    const staysOpen = async () => {
      await sandbox.callbacks.settled()
      await eventually(async () => {
        const callbacks = await suite.eInvoice.listEInvoiceCallbacks()
        expect(callbacks).toMatchObject([{ state: "failed", outcome: "waiting: creation" }])
      })
      expect(await logged()).toMatchObject({ state: "in_doubt" })
      expect(await records()).toEqual([])
    }

    it("when it names a record that the service does not show", async () => {
      await leaveInDoubt("orders.create-payment-link")
      sandbox.callbacks.setChaos({ orderUuid: "ODR0000000000" })
      sandbox.pay(creations["orders.create-payment-link"].made())
      await staysOpen()
    })

    it("when it names another of less", async () => {
      const less = await desk.create("orders.create-payment-link", {
        ...requests.paymentLink,
        products: [{ ...requests.paymentLink.products[0], rate: 250, amount: 250 }],
        orderSummary: {
          subTotal: "200.00",
          totalTax: "50.00",
          totalDiscount: "0.00",
          grandTotal: "250.00",
        },
      })
      await suite.eInvoice.deleteEInvoiceRecords(
        (await suite.eInvoice.listEInvoiceRecords({})).map(({ id }) => id)
      )
      await leaveInDoubt("orders.create-payment-link")
      const doubtful = sandbox.orders().find(({ uuid }) => uuid !== less)
      sandbox.callbacks.setChaos({ orderUuid: less })
      sandbox.pay(doubtful?.uuid ?? "")
      await staysOpen()
    })

    it("when it names one that is remembered already", async () => {
      const known = await desk.paymentLink()
      await leaveInDoubt("orders.create-payment-link")
      const doubtful = sandbox.orders().find(({ uuid }) => uuid !== known)
      sandbox.callbacks.setChaos({ orderUuid: known })
      sandbox.pay(doubtful?.uuid ?? "")
      await sandbox.callbacks.settled()
      await eventually(async () => {
        expect(await suite.eInvoice.listEInvoiceCallbacks()).toMatchObject([
          { outcome: "waiting: creation" },
        ])
      })
      expect(await logged()).toMatchObject({ state: "in_doubt" })
      expect(await records()).toHaveLength(1)
    })
  })

  describe("staff settle a creation in the log", () => {
    const settle = (id: string, body: object) =>
      desk.post(`/operation-log/${id}/settle`, { attempt: 1, ...body })

    it("by naming what it made, which is then followed", async () => {
      const { id } = await leaveInDoubt("reservations.submit")
      const uuid = creations["reservations.submit"].made()

      expect(await settle(id, { took_effect: true, uuid })).toMatchObject({
        status: 200,
        body: {
          operation: {
            state: "succeeded",
            subject_uuid: uuid,
            settled_by: expect.stringMatching(/^admin:user_/),
          },
        },
      })

      expect(await records()).toMatchObject([{ remote_uuid: uuid, status: "SENT" }])
      expect(await settle(id, { took_effect: true, uuid })).toMatchObject({
        status: 400,
        body: { code: "settled_meanwhile" },
      })
    })

    it("not with a record that the service does not show, nor with another's", async () => {
      const known = await desk.reservation()
      const { id } = await leaveInDoubt("reservations.submit")

      for (const [body, refusal] of [
        [{ took_effect: true }, { message: expect.stringContaining("must name the record") }],
        [{ took_effect: true, uuid: "RES0000000000" }, { code: "not_at_service" }],
        [{ took_effect: true, uuid: known }, { code: "linked_elsewhere" }],
      ] as const) {
        expect(await settle(id, body)).toMatchObject({ status: 400, body: refusal })
      }
      expect(await logged()).toMatchObject({ id, state: "in_doubt" })
    })

    it("as never made, after which it may be asked for again; and the service's word outranks it", async () => {
      const { id } = await leaveInDoubt("orders.create-payment-link")
      const uuid = creations["orders.create-payment-link"].made()

      expect(await settle(id, { took_effect: false, not_it: [uuid] })).toMatchObject({
        status: 200,
        body: {
          operation: {
            state: "rejected",
            settled_by: expect.stringMatching(/^admin:user_/),
          },
        },
      })
      sandbox.pay(uuid)

      await eventually(async () => {
        expect(await logged()).toMatchObject({
          state: "succeeded",
          settled_by: "service",
        })
        expect(await records()).toMatchObject([{ remote_uuid: uuid, status: "PAID" }])
      })
    })

    it.each(["orders.create-payment-link", "subscriptions.create-session"] as const)(
      "not %s as never made while a record of that time may be it",
      async (operation) => {
        const { id } = await leaveInDoubt(operation)
        const uuid = creations[operation].made()

        for (const body of [
          { took_effect: false },
          { took_effect: false, not_it: ["ODR0000000000"] },
        ]) {
          expect(await settle(id, body)).toMatchObject({
            status: 400,
            body: { code: "candidate_not_excluded", message: expect.stringContaining(uuid) },
          })
        }
        expect(await logged()).toMatchObject({ id, state: "in_doubt" })
      }
    )

    it("of the attempt that they looked at alone", async () => {
      const { id } = await leaveInDoubt("reservations.submit")
      const { made, body } = creations["reservations.submit"]
      const first = { took_effect: true, uuid: made(), attempt: 1 }
      expect(await settle(id, { took_effect: false })).toMatchObject({ status: 200 })
      sandbox.faults.add({ operation: "reservations.submit", fault: "after:drop", times: 1 })
      await desk.call("reservations.submit", { body }, "key-of-reservations.submit")
      expect(await logged()).toMatchObject({ id, state: "in_doubt", attempt: 2 })

      expect(await settle(id, first)).toMatchObject({
        status: 400,
        body: { code: "settled_meanwhile" },
      })
      expect(await settle(id, { took_effect: false, attempt: undefined })).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining("attempt") },
      })
      expect(await logged()).toMatchObject({ state: "in_doubt", attempt: 2 })
      expect(await settle(id, { ...first, attempt: 2 })).toMatchObject({ status: 200 })
    })

    it("as never made by their word alone where the service has no list, or gives no answer", async () => {
      const reservation = await leaveInDoubt("reservations.submit")
      expect(await settle(reservation.id, { took_effect: false })).toMatchObject({ status: 200 })

      const { id } = await leaveInDoubt("subscriptions.create-session")
      sandbox.faults.add({ operation: "subscriptions.list", fault: "before:drop" })
      expect(await settle(id, { took_effect: false })).toMatchObject({ status: 200 })
      suite.forgetFailures()
    })

    it("by candidates from every page of the service's list", async () => {
      for (let index = 0; index < 10; index += 1) {
        const { customerDetails, ...rest } = requests.subscriptionSession
        const other = { ...customerDetails, email: `kari+${index}@example.com` }
        await desk.create("subscriptions.create-session", { ...rest, customerDetails: other })
      }
      const { id } = await leaveInDoubt("subscriptions.create-session")
      const uuid = sandbox.subscriptions.list().at(-1)?.uuid
      const page = await desk.call<{ data: { subscriptionUuid: string }[] }>("subscriptions.list", {
        query: "page=2",
      })
      expect(page.body.data).toMatchObject([{ subscriptionUuid: uuid }])

      expect(await desk.get(`/operation-log/${id}/settle`)).toMatchObject({
        body: { settlement: { candidates: [{ uuid, contradictions: [] }], complete: true } },
      })
    })
  })
})
