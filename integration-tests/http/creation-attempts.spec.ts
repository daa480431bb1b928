import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"

import { resolveInDoubt } from "../../src/modules/e-invoice/creation/resolve-in-doubt"
import { sweepEInvoiceOrders } from "../../src/workflows"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { journalOf, onlyJournalRow } from "./support/evidence"
import { expectDeclined, expectInvoiced } from "./support/expect-invoiced"
import { type HeldCall, holdCall } from "./support/hold-calls"
import { Merchant } from "./support/merchant"
import { Shopper } from "./support/shopper"

const MINUTE = 60_000

eInvoiceSuite("creation-attempts", {}, (suite) => {
  const { sandbox } = suite
  const CREATE = "orders.create-e-invoice"

  const held: HeldCall[] = []
  const hold = (operationId: string, when: "before" | "after") => {
    const call = holdCall(suite, operationId, when)
    held.push(call)
    return call
  }

  afterEach(() => {
    held.splice(0).forEach((call) => call.release())
    jest.restoreAllMocks()
    sandbox.faults.clear()
    suite.forgetFailures()
  })

  describe("a server whose clock is two minutes fast", () => {
    /** What a server would do whose own clock is ahead. */
    const ahead = async <Result>(work: () => Promise<Result>) => {
      jest.useFakeTimers({
        now: Date.now() + 2 * MINUTE,
        doNotFake: [
          "hrtime",
          "nextTick",
          "performance",
          "queueMicrotask",
          "setImmediate",
          "clearImmediate",
          "setInterval",
          "clearInterval",
          "setTimeout",
          "clearTimeout",
        ],
      })
      try {
        return await work()
      } finally {
        jest.useRealTimers()
      }
    }

    it("does not declare a creation in flight lost, and leaves no flag", async () => {
      sandbox.callbacks.setChaos({ drop: true })
      const shopper = await Shopper.arrive(suite)
      await shopper.chooseInvoice()
      const creation = hold(CREATE, "before")
      const completion = shopper.complete()
      await creation.reached

      await ahead(async () => {
        await sweepEInvoiceOrders(suite.container)
        await sweepEInvoiceOrders(suite.container)
      })
      expect(await onlyJournalRow(suite)).toMatchObject({ state: "sending" })
      creation.release()

      const { row } = await expectInvoiced(suite, await completion)
      sandbox.pay(row.remote_order_uuid ?? "")
      await sweepEInvoiceOrders(suite.container, {
        now: new Date(Date.now() + 5 * MINUTE),
      })
      await eventually(async () => {
        expect(await suite.eInvoice.listEInvoiceOrders()).toMatchObject([
          { remote_status: "PAID", attention: null },
        ])
      })
      expect(await journalOf(suite)).toHaveLength(1)
    })
  })

  /** Somebody whose first attempt got no answer, and what staff see of it. */
  const inDoubt = async (fault: string) => {
    const shopper = await Shopper.arrive(suite)
    const { body } = await shopper.chooseInvoice()
    sandbox.faults.add({ fault, operation: CREATE, times: 1 })
    expectDeclined(await shopper.complete())
    const row = await onlyJournalRow(suite)
    expect(row).toMatchObject({ state: "in_doubt", attempts: 1 })
    const merchant = await Merchant.signIn(suite)
    return {
      shopper,
      row,
      merchant,
      sessionId: body.payment_collection.payment_sessions?.[0]?.id ?? "",
      settle: (decision: object) =>
        merchant.http.post(
          `/admin/e-invoice/orders/${row.id}/settle`,
          decision
        ),
      seen: async () => {
        const { body: answer } = await merchant.http.get<{
          e_invoice_order: {
            flags: string[]
            other_orders: { order_uuid: string; state: string }[]
          }
        }>(`/admin/e-invoice/orders/${row.id}`)
        return answer.e_invoice_order
      },
    }
  }

  const letPass = async (seconds: number) => {
    const database: Knex = suite.container.resolve(
      ContainerRegistrationKeys.PG_CONNECTION
    )
    await database("einvoice_order").update({
      sending_at: database.raw("sending_at - make_interval(secs => ?)", [
        seconds,
      ]),
    })
  }

  describe("what was learned about an attempt", () => {
    beforeEach(() => sandbox.callbacks.setChaos({ drop: true }))

    it("by a slow look-up does not move the next one, which is in flight", async () => {
      const { shopper, row, settle } = await inDoubt("before:500")
      await letPass(121)
      const lookUp = hold("orders.details-by-date-range", "after")
      const slow = resolveInDoubt(
        suite.eInvoice,
        (await suite.eInvoice.journal.find(row.id)) ?? row,
        { actor: "schedule", budgetMs: 5_000 }
      )
      await lookUp.reached
      expect(
        (await settle({ decision: "create-again", attempt: 1 })).status
      ).toBe(200)
      const creation = hold(CREATE, "before")
      const completion = shopper.complete()
      await creation.reached

      lookUp.release()
      expect((await slow).row).toMatchObject({ state: "sending", attempts: 2 })
      expect(await onlyJournalRow(suite)).toMatchObject({
        state: "sending",
        attempts: 2,
      })
      creation.release()

      const { row: placed } = await expectInvoiced(suite, await completion)
      expect(placed.attempts).toBe(2)
    })

    it("by staff does not move the next one, which is in flight", async () => {
      const { shopper, settle } = await inDoubt("before:500")
      expect(
        (await settle({ decision: "create-again", attempt: 1 })).status
      ).toBe(200)
      const creation = hold(CREATE, "before")
      const completion = shopper.complete()
      await creation.reached

      expect(
        await settle({ decision: "create-again", attempt: 1 })
      ).toMatchObject({ status: 400, body: { type: "not_allowed" } })
      expect(await onlyJournalRow(suite)).toMatchObject({
        state: "sending",
        attempts: 2,
      })
      creation.release()

      await expectInvoiced(suite, await completion)
    })

    it("by a look-up that found its order is kept as a second order", async () => {
      const { shopper, row, settle, seen } = await inDoubt("after:drop")
      const [first] = sandbox.orders()
      const lookUp = hold("orders.details-by-date-range", "after")
      const slow = resolveInDoubt(suite.eInvoice, row, {
        actor: "schedule",
        budgetMs: 5_000,
      })
      await lookUp.reached
      await settle({ decision: "create-again", attempt: 1 })
      const creation = hold(CREATE, "before")
      const completion = shopper.complete()
      await creation.reached

      lookUp.release()
      await slow
      expect(await onlyJournalRow(suite)).toMatchObject({
        state: "sending",
        attempts: 2,
      })
      creation.release()

      expect((await completion).body.type).toBe("order")
      expect(await seen()).toMatchObject({
        flags: ["second_order"],
        other_orders: [{ order_uuid: first?.uuid, state: "open" }],
      })
    })

    it("by its late sender is kept as a second order", async () => {
      const shopper = await Shopper.arrive(suite)
      const { body } = await shopper.chooseInvoice()
      const [session] = body.payment_collection.payment_sessions ?? []
      const first = hold(CREATE, "after")
      const completion = shopper.complete()
      await first.reached
      const { id } = await onlyJournalRow(suite)
      const { journal } = suite.eInvoice
      const failure = { kind: "person", message: "No.", at: "2026-01-01" }
      await journal.inDoubt({ id, attempts: 1 }, "lease", failure, new Date())
      await journal.rejected({ id, attempts: 1 }, "staff", failure)
      await suite.container
        .resolve(Modules.PAYMENT)
        .authorizePaymentSession(session?.id ?? "", {})
      const [one, other] = sandbox.orders()
      const after = await onlyJournalRow(suite)
      expect(after).toMatchObject({ state: "created", attempts: 2 })

      first.release()
      await completion

      const [late] = [one, other].filter(
        (order) => order?.uuid !== after.remote_order_uuid
      )
      expect(await onlyJournalRow(suite)).toMatchObject({
        remote_order_uuid: after.remote_order_uuid,
        attention: expect.stringContaining("second_order"),
        other_orders: { [late?.uuid ?? ""]: { state: "open" } },
      })
    })
  })

  describe("a second order", () => {
    /** A purchase whose first attempt was given up for lost although the service has its order. */
    const boughtTwice = async () => {
      sandbox.callbacks.setChaos({ drop: true })
      const doubt = await inDoubt("after:drop")
      await doubt.settle({ decision: "create-again", attempt: 1 })
      const { body } = await doubt.shopper.complete()
      expect(body.type).toBe("order")
      const { remote_order_uuid: own } = await onlyJournalRow(suite)
      const second = sandbox.orders().find(({ uuid }) => uuid !== own)
      sandbox.callbacks.setChaos({})
      return { ...doubt, second: second?.uuid ?? "" }
    }

    it("that the customer pays is seen, whatever its reference", async () => {
      const { second, seen, settle } = await boughtTwice()

      sandbox.pay(second)

      await eventually(async () => {
        expect(await seen()).toMatchObject({
          flags: ["second_order"],
          other_orders: [
            {
              order_uuid: second,
              state: "open",
              found_by: "callback",
              status: "PAID",
            },
          ],
        })
      })
      expect(
        (await settle({ decision: "declare-foreign", order_uuid: second }))
          .status
      ).toBe(200)
      expect(await seen()).toMatchObject({
        flags: [],
        other_orders: [{ order_uuid: second, state: "foreign" }],
      })
    })

    it("stays open when staff adopt one of two, until it is cancelled at the service", async () => {
      sandbox.callbacks.setChaos({ drop: true })
      const { row, shopper, merchant, settle, seen } =
        await inDoubt("after:drop")
      const [first] = sandbox.orders()
      await settle({ decision: "create-again", attempt: 1 })
      sandbox.faults.add({ fault: "after:drop", operation: CREATE, times: 1 })
      expectDeclined(await shopper.complete())
      const [adopted] = sandbox
        .orders()
        .filter(({ uuid }) => uuid !== first?.uuid)
      const uuids = [first?.uuid ?? "", adopted?.uuid ?? ""]
      await suite.eInvoice.journal.keepEvidence(
        { id: row.id, attempts: 2 },
        {
          kind: "ambiguous",
          message: "No answer.",
          at: "2026-01-01",
          lookup: { at: "2026-01-01", result: "unclear", orderUuids: uuids },
        },
        new Date()
      )

      const decision = { decision: "adopt", attempt: 2, order_uuid: uuids[1] }
      expect((await settle(decision)).status).toBe(200)
      expect(await seen()).toMatchObject({
        flags: expect.arrayContaining(["second_order"]),
        other_orders: [{ order_uuid: uuids[0], state: "open" }],
      })

      sandbox.cancel(uuids[0] ?? "")
      await merchant.refresh(row.id)
      expect((await seen()).flags).not.toContain("second_order")
    })
  })
})
