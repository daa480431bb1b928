import { readFileSync } from "node:fs"
import path from "node:path"

import type { IPaymentModuleService } from "@medusajs/framework/types"
import { WorkflowManager } from "@medusajs/framework/orchestration"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"

import { eraseExpiredData, sweepEInvoiceOrders } from "../../src/workflows"
import { type JobReport, JobTimers } from "../../src/modules/e-invoice/jobs"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { letAge, orderOfAnother } from "./support/absence"
import { eventually } from "./support/eventually"
import { journalOf, onlyJournalRow, shopperDataCount } from "./support/evidence"
import { leftInInbox } from "./support/left-in-inbox"
import { Merchant } from "./support/merchant"
import { atService, callbacksProcessed, callsOf, purchase, type Purchase } from "./support/purchase"
import { Shopper } from "./support/shopper"

const MINUTE = 60_000

eInvoiceSuite("sweep", {}, (suite) => {
  const { sandbox } = suite
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE)
  const sweep = (minutes: number, terms: { batch?: number } = {}) =>
    sweepEInvoiceOrders(suite.container, {
      now: inMinutes(minutes),
      ...terms,
      ...(terms.batch !== undefined && { budgetMs: 0 }),
    })
  const capturedAt = async ({ merchant, orderId }: Purchase) =>
    (await merchant.payment(orderId)).captured_at
  const purchases = async (count: number): Promise<Purchase[]> => {
    const all: Purchase[] = []
    for (let index = 0; index < count; index++) {
      all.push(await purchase(suite))
    }
    return all
  }

  beforeEach(() => sandbox.callbacks.setChaos({ drop: true }))

  it.each(["sweep-e-invoice-orders", "erase-e-invoice-personal-data"])(
    "is begun by Medusa every minute: %s",
    (name) => {
      const job = WorkflowManager.getWorkflow(`job-${name}`)

      expect(job?.options?.schedule).toMatchObject({ cron: "* * * * *" })
    }
  )

  it("finds the payment of an order whose callback never came", async () => {
    const bought = await purchase(suite)
    sandbox.pay(bought.uuid)

    expect(await sweep(0.5)).toMatchObject({ due: 0 })
    expect(await capturedAt(bought)).toBeNull()
    expect(await sweep(1.1)).toMatchObject({ due: 1, synchronised: 1 })

    expect(await capturedAt(bought)).toBeTruthy()
    expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
      remote_status: "PAID",
      last_checked_by: "sweep",
    })
  })

  it("asks about every order after the statements that the page of production has for a restore", async () => {
    const database = suite.container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
    const page = readFileSync(path.join(__dirname, "../../docs/production.md"), "utf8")
    const [, statements = ""] = /```sql\n(.*?)```/s.exec(page) ?? []
    const numbers = `pg_get_serial_sequence('"order"', 'display_id')`
    const bought = await purchase(suite)
    sandbox.pay(bought.uuid)
    expect(await sweep(0)).toMatchObject({ due: 0 })
    const { display_id: last } = await database("order").where({ id: bought.orderId }).first()
    const open = await Shopper.arrive(suite, { email: "open@example.com" })

    try {
      await database.raw(statements.replace("12345", String(last + 500)))
      expect((await open.complete()).status).toBe(404)
      suite.carts?.splice(0)
      const next = await purchase(suite)

      expect(await sweep(0)).toMatchObject({ due: 1, synchronised: 1 })
      expect(await capturedAt(bought)).toBeTruthy()
      expect(await journalOf(suite)).toContainEqual(
        expect.objectContaining({ id: next.id, reference_no: String(last + 501) })
      )
    } finally {
      await database.raw(`select setval(${numbers}, ?)`, [last])
    }
  })

  it("looks after growing gaps at an order of which nothing is heard", async () => {
    await purchase(suite)
    const asked: number[] = []

    for (const minutes of [1.1, 2, 2.2, 7, 8, 22, 24, 83, 85]) {
      const before = callsOf(suite, "orders.status")
      await sweep(minutes)
      if (callsOf(suite, "orders.status") > before) {
        asked.push(minutes)
      }
    }

    expect(asked).toEqual([1.1, 2.2, 8, 24, 85])
  })

  it("calls staff to an order whose status the service does not give, until it does", async () => {
    const bought = await purchase(suite)
    const flags = async () => (await bought.merchant.eInvoiceOrder(bought.orderId)).flags
    sandbox.pay(bought.uuid)
    sandbox.faults.add({ fault: "401", operation: "orders.status" })
    sandbox.faults.add({ fault: "401", operation: "orders.status-list" })

    await sweep(10)
    expect(await flags()).toEqual([])
    await sweep(75)
    expect(await flags()).toEqual(["status_unknown"])
    sandbox.faults.clear()
    await sweep(600)

    expect(await flags()).toEqual([])
    expect(await capturedAt(bought)).toBeTruthy()
  })

  it("asks once for many orders, and only those that changed cost more", async () => {
    const [changed, ...unchanged] = await purchases(5)
    sandbox.pay(changed?.uuid ?? "")
    const before = sandbox.requests().length

    const result = await sweep(1.1)

    expect(result).toMatchObject({ due: 5, synchronised: 1, postponed: 0 })
    const calls = sandbox.requests().slice(before)
    expect(calls.map(({ operationId }) => operationId).sort()).toEqual([
      "orders.invoice-number",
      "orders.status-list",
    ])
    expect(changed && (await capturedAt(changed))).toBeTruthy()
    for (const order of unchanged) {
      expect(await capturedAt(order)).toBeNull()
    }
  })

  it("asks about each order by itself where the service gives no list", async () => {
    const all = await purchases(4)
    for (const { uuid } of all) {
      sandbox.pay(uuid)
    }
    sandbox.faults.add({ fault: "401", operation: "orders.status-list" })

    await sweep(1.1)

    for (const order of all) {
      expect(await capturedAt(order)).toBeTruthy()
    }
  })

  /** Sweeps when all orders are due once more, and says which lists and statuses that asked for. */
  const began = Date.now()
  const sweepAllAt = async (minutes: number, batch?: number) => {
    await suite.container
      .resolve(ContainerRegistrationKeys.PG_CONNECTION)("einvoice_order")
      .update({ next_check_at: new Date(0) })
    const before = sandbox.requests().length
    await sweepEInvoiceOrders(suite.container, {
      now: new Date(began + minutes * MINUTE),
      ...(batch && { batch }),
    })
    return sandbox
      .requests()
      .slice(before)
      .map(({ operationId }) => operationId)
  }
  const asked = {
    list: ["orders.status-list"],
    each: Array.from({ length: 4 }, () => "orders.status"),
  }

  it("asks for one list for all that is due, however small the batches", async () => {
    await purchases(4)

    expect(await sweepAllAt(1.1, 2)).toEqual(asked.list)
  })

  it("asks for a list only while one of its orders in 2,000 is due", async () => {
    await purchases(4)
    const { orders, ...others } = sandbox.snapshot()
    const accountOf = (length: number) =>
      sandbox.restore({
        ...others,
        orders: [
          ...orders,
          ...Array.from({ length: length - orders.length }, (_, index) => ({
            ...orders[0]!,
            uuid: `another-${index}`,
          })),
        ],
      })

    accountOf(8_000)
    expect(await sweepAllAt(1.1)).toEqual(asked.list)
    accountOf(8_001)
    expect(await sweepAllAt(2.1)).toEqual(asked.list)
    expect(await sweepAllAt(3.1)).toEqual(asked.each)
  })

  it("does without a list for longer the more of them it could not read, and not at all after one that it could", async () => {
    await purchases(4)
    sandbox.faults.add({
      fault: "not-json",
      operation: "orders.status-list",
      times: 3,
    })

    for (const [minutes, ...calls] of [
      [1, "list", "each"],
      [1.9, "each"],
      [2.1, "list", "each"],
      [4, "each"],
      [4.2, "list", "each"],
      [8.1, "each"],
      [8.3, "list"],
      [8.4, "list"],
    ] as const) {
      expect({ minutes, calls: await sweepAllAt(minutes) }).toEqual({
        minutes,
        calls: calls.flatMap((call) => asked[call]),
      })
    }
  })

  it("takes up in the next what one does not manage", async () => {
    const all = await purchases(3)
    for (const { uuid } of all) {
      sandbox.pay(uuid)
    }

    for (const due of [1, 1, 1, 0]) {
      expect(await sweep(1.1, { batch: 1 })).toMatchObject({ due })
    }
    for (const order of all) {
      expect(await capturedAt(order)).toBeTruthy()
    }
  })

  it("runs one at a time", async () => {
    await purchase(suite)

    const results = await Promise.all([sweep(1.1), sweep(1.1), sweep(1.1)])

    expect(results.filter((result) => result !== null)).toHaveLength(1)
    expect(await sweep(1.1)).not.toBeNull()
  })

  it("frees an order whose lock a killed process left in Medusa's PostgreSQL locks", async () => {
    const database = suite.container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
    // As the migration of Medusa's locking-postgres makes it.
    await database.raw(
      "create table locking (id text primary key, owner_id text null, expiration timestamptz null)"
    )
    await database("locking").insert([
      { id: "e-invoice-order:1", expiration: new Date(Date.now() - MINUTE) },
      { id: "e-invoice-order:2", expiration: inMinutes(1) },
      { id: "cart_1", expiration: new Date(Date.now() - MINUTE) },
    ])

    await sweep(0)

    const left = await database("locking").orderBy("id").pluck("id")
    await database.schema.dropTable("locking")
    expect(left).toEqual(["cart_1", "e-invoice-order:2"])
  })

  it("processes a callback that was stored by a process that then died", async () => {
    const bought = await purchase(suite)
    sandbox.pay(bought.uuid)
    await leftInInbox(suite, bought.id, `orderUuid=${bought.uuid}&status=PAID`)

    expect(await sweep(0.6)).toMatchObject({ callbacks: 1 })

    expect(await capturedAt(bought)).toBeTruthy()
    expect(await sweep(0.7)).toMatchObject({ callbacks: 0 })
  })

  it("finishes what a callback could not because Medusa failed", async () => {
    sandbox.callbacks.setChaos({})
    const bought = await purchase(suite)
    const database = suite.container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
    await database.schema.renameTable("capture", "elsewhere")
    sandbox.pay(bought.uuid)
    await eventually(async () => {
      const [entry] = await suite.eInvoice.listEInvoiceCallbacks()
      expect(entry).toMatchObject({ state: "failed", attempts: 1 })
    })
    await database.schema.renameTable("elsewhere", "capture")
    expect(await capturedAt(bought)).toBeNull()

    await sweep(1.1)

    expect(await capturedAt(bought)).toBeTruthy()
    await callbacksProcessed(suite)
  })

  it("asks again about a callback that runs ahead of the service, and closes it when nothing comes of it", async () => {
    const bought = await purchase(suite)
    await leftInInbox(suite, bought.id, `orderUuid=${bought.uuid}&status=PAID`)

    for (const minutes of [0.6, 2, 8, 25, 90]) {
      await sweep(minutes)
    }

    const [entry] = await suite.eInvoice.listEInvoiceCallbacks()
    expect(entry).toMatchObject({
      state: "processed",
      outcome: "not confirmed: SENT",
    })
    expect(await capturedAt(bought)).toBeNull()
  })

  it("finds an order whose creation was not answered, and erases what was kept of the shopper", async () => {
    sandbox.faults.add({
      fault: "after:drop",
      operation: "orders.create-e-invoice",
      times: 1,
    })
    const shopper = await Shopper.arrive(suite)
    await shopper.buy()
    expect(await onlyJournalRow(suite)).toMatchObject({ state: "in_doubt" })

    expect(await sweep(5)).toMatchObject({ openCreations: 1 })

    expect(await onlyJournalRow(suite)).toMatchObject({ state: "succeeded" })
    expect(await shopperDataCount(suite)).toBe(0)
  })

  it("does not tell of an order in doubt that settles by itself", async () => {
    await orderOfAnother(suite)
    sandbox.faults.add({
      fault: "before:drop",
      operation: "orders.create-e-invoice",
      times: 1,
    })
    const shopper = await Shopper.arrive(suite)
    await shopper.buy()
    await sweep(1.1)
    expect((await journalOf(suite))[1]).toMatchObject({ state: "in_doubt" })
    await letAge(suite, 120)
    await orderOfAnother(suite)
    await sweep(3)
    expect((await journalOf(suite))[1]).toMatchObject({ state: "rejected" })

    const told = { action: "creation-in-doubt" }
    expect(await suite.eInvoice.listEInvoiceTimelineEntries(told)).toEqual([])
  })

  it("does all the rest when a part of it fails, and says so", async () => {
    const bought = await purchase(suite)
    sandbox.pay(bought.uuid)
    const { inbox, orders } = suite.eInvoice
    const { statuses } = orders
    jest.spyOn(inbox, "lease").mockRejectedValueOnce(new Error("no callbacks"))
    jest.spyOn(statuses, "takeEndedCreations").mockRejectedValueOnce(new Error("no creations"))

    await expect(sweep(1.1)).rejects.toThrow("no callbacks; no creations")

    expect(await capturedAt(bought)).toBeTruthy()
  })

  it("tells the store once of an order in doubt", async () => {
    const told: unknown[] = []
    suite.container.resolve(Modules.EVENT_BUS).subscribe(
      "e_invoice.in_doubt",
      async ({ data }) => {
        told.push(data)
      },
      { subscriberId: "test-in-doubt" }
    )
    sandbox.faults.add({
      fault: "after:drop",
      operation: "orders.create-e-invoice",
      times: 1,
    })
    sandbox.faults.add({
      fault: "401",
      operation: "orders.details-by-date-range",
    })
    const shopper = await Shopper.arrive(suite)
    await shopper.buy()

    await sweep(5)
    await sweep(15)

    const { id } = await onlyJournalRow(suite)
    await eventually(async () => expect(told).toHaveLength(1))
    expect(told).toEqual([{ id, order_id: expect.any(String), what: "creation" }])
  })

  it("erases shopper data whose time has passed", async () => {
    const shopper = await Shopper.arrive(suite)
    await shopper.chooseInvoice()
    const erase = (minutes: number) =>
      eraseExpiredData(suite.container, { now: inMinutes(minutes) })
    expect(await erase(29)).toMatchObject({ shopper_data: 0 })
    expect(await shopperDataCount(suite)).toBe(1)

    expect(await erase(31)).toMatchObject({ shopper_data: 1 })

    expect(await shopperDataCount(suite)).toBe(0)
  })

  it("takes out of Medusa a capture that a killed process left of an invoice not paid", async () => {
    const { merchant, orderId } = await purchase(suite)
    const payment = await merchant.payment(orderId)
    const module = suite.container.resolve<
      IPaymentModuleService & {
        captureService_: { create(capture: object): Promise<{ id: string }> }
      }
    >(Modules.PAYMENT as string)
    const { id } = await module.captureService_.create({
      payment: payment.id,
      amount: payment.amount,
    })
    await suite.container
      .resolve(ContainerRegistrationKeys.PG_CONNECTION)("capture")
      .where({ id })
      .update({ created_at: inMinutes(-5) })

    await sweep(60)

    expect(await module.listCaptures({ payment_id: payment.id })).toEqual([])
  })

  describe("a Medusa order that a checkout left behind without a payment", () => {
    const database = () => suite.container.resolve(ContainerRegistrationKeys.PG_CONNECTION)

    /** Takes away all that is written once Medusa has made its order. */
    const breakOff = async (bought: Purchase) => {
      const { payment_session_id: id } = await onlyJournalRow(suite)
      await database()("payment").where({ payment_session_id: id }).delete()
      await database()("einvoice_order").where({ id: bought.id }).delete()
      await database()("payment_session")
        .where({ id })
        .update({ status: "pending", authorized_at: null })
      return id
    }

    it.each([
      ["is linked to its payment", "order_cart"],
      ["is linked to its cart only", "order_payment_collection"],
    ])("is shown to staff if it %s, until it is cancelled", async (_how, missing) => {
      const bought = await purchase(suite)
      const sessionId = await breakOff(bought)
      await database()(missing).where({ order_id: bought.orderId }).delete()

      await sweep(1)
      expect(await suite.eInvoice.listEInvoiceOrders()).toEqual([])
      await sweep(3)

      const { merchant, orderId } = bought
      expect(await onlyJournalRow(suite)).toMatchObject({
        payment_session_id: sessionId,
        order_id: orderId,
        state: "prepared",
        attention: "placed_unbilled",
        grand_total: bought.total.toFixed(2),
      })
      expect(sandbox.orders()).toHaveLength(1)
      expect((await merchant.cancel(orderId)).status).toBe(200)
      await eventually(async () => {
        expect(await merchant.eInvoiceOrder(orderId)).toMatchObject({
          attention: null,
        })
      })
    })

    it("is shown among others that are linked to their payments, where its cart alone tells its own", async () => {
      const left = await purchase(suite)
      await breakOff(left)
      await database()("order_payment_collection").where({ order_id: left.orderId }).delete()
      const others = [await purchase(suite), await purchase(suite)]

      await sweep(3)

      const flagged = await suite.eInvoice.listEInvoiceOrders({ attention: "placed_unbilled" })
      expect(flagged).toMatchObject([{ order_id: left.orderId }])
      expect(
        await suite.eInvoice.listEInvoiceOrders({ id: others.map(({ id }) => id) })
      ).toMatchObject([{ attention: null }, { attention: null }])
    })

    it.each([
      ["had come to nothing", "rejected"],
      ["was given up by staff", "abandoned"],
    ])("is shown when an earlier attempt %s", async (_how, state) => {
      sandbox.faults.add({
        fault: "417",
        operation: "orders.create-e-invoice",
        times: 1,
      })
      const shopper = await Shopper.arrive(suite)
      await shopper.buy()
      await sweep(3)
      const { id } = await onlyJournalRow(suite)
      const retried = await shopper.complete()
      if (retried.body.type !== "order") {
        throw new Error(`Not placed: ${retried.body.error.message}`)
      }
      await database()("payment").delete()
      await database()("einvoice_order").where({ id }).update({ state, next_check_at: null })
      await database()("einvoice_job").update({ memory: null })

      await sweep(6)

      expect(await onlyJournalRow(suite)).toMatchObject({
        id,
        order_id: retried.body.order.id,
        attention: "placed_unbilled",
      })
    })

    it("is found however long the store was down", async () => {
      const DOWN_FOR = 30 * 24 * 60
      const known = await purchase(suite)
      const bought = await purchase(suite)
      await database()("einvoice_order").where({ id: bought.id }).delete()
      await database()("payment")
        .whereIn(
          "payment_collection_id",
          database()("order_payment_collection")
            .select("payment_collection_id")
            .where({ order_id: bought.orderId })
        )
        .delete()

      await sweep(DOWN_FOR)

      expect(
        await suite.eInvoice.listEInvoiceOrders({
          attention: "placed_unbilled",
        })
      ).toMatchObject([{ order_id: bought.orderId }])
      expect(await suite.eInvoice.retrieveEInvoiceOrder(known.id)).not.toMatchObject({
        attention: "placed_unbilled",
      })
    })

    const chosenAnew = async () => {
      const bought = await purchase(suite)
      const sessionId = await breakOff(bought)
      await database()("payment_session")
        .where({ id: sessionId })
        .update({ created_at: inMinutes(1) })
      return bought
    }

    it("is shown though the shopper has chosen the invoice anew", async () => {
      const { orderId } = await chosenAnew()

      await sweep(3)

      expect(await onlyJournalRow(suite)).toMatchObject({
        order_id: orderId,
        attention: "placed_unbilled",
      })
    })

    it("is not one of no cart that is about to be paid", async () => {
      const { orderId } = await chosenAnew()
      await database()("order_cart").where({ order_id: orderId }).delete()
      await database()("cart_payment_collection").delete()

      await sweep(3)

      expect(await suite.eInvoice.listEInvoiceOrders()).toEqual([])
    })

    it("is shown though the shopper has chosen another way to pay", async () => {
      const bought = await purchase(suite)
      const sessionId = await breakOff(bought)
      const { payment_collections } = await bought.merchant.order(bought.orderId)

      const { status } = await suite.http
        .with({ "x-publishable-api-key": suite.store.publishableKey })
        .post(`/store/payment-collections/${payment_collections[0]?.id}/payment-sessions`, {
          provider_id: "pp_system_default",
        })
      expect(status).toBe(200)
      await sweep(3)
      await sweep(10)

      expect(await onlyJournalRow(suite)).toMatchObject({
        payment_session_id: sessionId,
        order_id: bought.orderId,
        attention: "placed_unbilled",
      })
    })

    it("is shown though the clock of its server was ahead, and passed by no later order", async () => {
      const bought = await purchase(suite)
      await breakOff(bought)
      await database()("order")
        .where({ id: bought.orderId })
        .update({ created_at: inMinutes(600) })
      await purchase(suite)

      await sweep(3)
      expect(await suite.eInvoice.listEInvoiceOrders()).toHaveLength(1)
      await sweep(6)

      expect(
        await suite.eInvoice.listEInvoiceOrders({
          attention: "placed_unbilled",
        })
      ).toMatchObject([{ order_id: bought.orderId }])
    })

    it("is looked for among new orders only", async () => {
      await purchase(suite)
      await sweep(3)
      const lastOrderSeen = expect.any(Number) as number
      expect(await suite.eInvoice.jobs.recall("sweep")).toMatchObject({
        last_order_seen: lastOrderSeen,
      })
      const graph = jest.spyOn(suite.container.resolve(ContainerRegistrationKeys.QUERY), "graph")

      await sweep(4)

      expect(graph).toHaveBeenCalledWith(
        expect.objectContaining({
          entity: "order",
          filters: { status: "pending", display_id: { $gt: lastOrderSeen } },
        })
      )
      graph.mockRestore()
    })
  })

  describe("the last sweep", () => {
    const reported = async (): Promise<JobReport | undefined> => {
      const { http } = await Merchant.signIn(suite)
      const { body } = await http.get<{ overview: { jobs: JobReport[] } }>(
        "/admin/e-invoice/overview"
      )
      const { body: shown } = await http.get<{
        settings: { jobs: JobReport[] }
      }>("/admin/e-invoice/settings")
      expect(shown.settings.jobs).toEqual(body.overview.jobs)
      return body.overview.jobs.find(({ name }) => name === "sweep")
    }

    it("is told of, and that it was too long ago", async () => {
      const neverBegun = { started_at: null, finished_at: null }
      const { jobs } = suite.eInvoice
      // The store may have been up for long: the tests before this one take their time on a busy machine.
      const awaitedSince = performance.now()
      Object.assign(jobs, { awaitedSince })
      expect(await reported()).toMatchObject({
        ...neverBegun,
        is_overdue: false,
      })
      Object.assign(jobs, { awaitedSince: awaitedSince - 6 * MINUTE })
      expect(await reported()).toMatchObject({
        ...neverBegun,
        is_overdue: true,
      })
      Object.assign(jobs, { awaitedSince })

      await sweep(0)
      expect(await reported()).toMatchObject({
        failure: null,
        result: { due: 0 },
        server: expect.stringContaining(String(process.pid)),
        is_overdue: false,
      })

      await suite.container
        .resolve(ContainerRegistrationKeys.PG_CONNECTION)("einvoice_job")
        .update({ finished_at: new Date(Date.now() - 6 * MINUTE) })
      expect(await reported()).toMatchObject({ is_overdue: true })
    })

    it("is followed by one of this process when the scheduler has lost its jobs", async () => {
      expect(suite.armedTimers).toEqual(["sweep", "erasure"])
      const logger = { warn: jest.fn(), error: jest.fn() }
      const timers = new JobTimers(suite.eInvoice.jobs, logger, 1_000)

      timers.arm("sweep", () => sweepEInvoiceOrders(suite.container))
      await eventually(async () => {
        expect(await reported()).toMatchObject({
          finished_at: expect.anything(),
        })
      })
      timers.stop()

      expect(logger.warn).toHaveBeenCalledTimes(1)
    })
  })

  it("looks for all creations in doubt by one list, and raises no alarm while it cannot be had", async () => {
    while ((await suite.eInvoice.listEInvoiceOrders()).length < 3) {
      sandbox.faults.add({
        fault: "after:drop",
        operation: "orders.create-e-invoice",
        times: 1,
      })
      const shopper = await Shopper.arrive(suite)
      await shopper.buy()
      suite.forgetFailures()
    }
    const lists = () => callsOf(suite, "orders.details-by-date-range")
    const states = async () => (await suite.eInvoice.listEInvoiceOrders()).map(({ state }) => state)
    const alarms = async () =>
      suite.eInvoice.listEInvoiceTimelineEntries({
        action: "creation-in-doubt",
      })
    expect(await states()).toEqual(["in_doubt", "in_doubt", "in_doubt"])
    // Of all the client's operations none has to be told from another here.
    const connect = suite.eInvoice.connect as unknown as {
      call(...given: [id: string, ...rest: unknown[]]): Promise<unknown>
    }
    const calls = jest.spyOn(connect, "call")
    sandbox.faults.add({
      fault: "429",
      operation: "orders.details-by-date-range",
    })

    await sweep(3)
    // The client itself repeats a reading that the service refused for the rate.
    expect(calls.mock.calls.map(([id]) => id)).toEqual(["orders.details-by-date-range"])
    expect(await alarms()).toEqual([])
    calls.mockRestore()
    sandbox.faults.clear()
    suite.forgetFailures()
    const after = lists()

    await sweep(5)
    expect(lists()).toBe(after + 1)
    expect(await states()).toEqual(["succeeded", "succeeded", "succeeded"])
    expect(await alarms()).toEqual([])
  })

  it("leaves orders alone once nothing can follow", async () => {
    const bought = await purchase(suite)
    sandbox.pay(bought.uuid)
    await sweep(1.1)
    await bought.merchant.refund(bought.orderId, bought.total)
    expect(atService(suite, bought).status).toBe("REFUNDED")
    await sweep(2 * 24 * 60)

    const before = sandbox.requests().length
    await sweep(90 * 24 * 60)

    expect(sandbox.requests()).toHaveLength(before)
  })
})
