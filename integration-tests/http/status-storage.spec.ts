import { randomUUID } from "node:crypto"

import {
  type CallbackContent,
  readCallbackContent,
} from "../../src/modules/e-invoice/callbacks/callback"
import { type Attempt, keyOfMedusa } from "../../src/modules/e-invoice/refunds/refund-journal"
import { eInvoiceSuite } from "./support/e-invoice-suite"

const now = new Date("2026-03-01T12:00:00Z")
const PAID = { status: "PAID", paid: true } as const
const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

eInvoiceSuite("status-storage", {}, (suite) => {
  const createdOrder = async (
    values: {
      remote_status?: string | null
      next_check_at?: Date | null
      state?: "succeeded" | "sending"
      id?: string
      callback_token_hash?: string
    } = {}
  ) => {
    const row = await suite.eInvoice.createEInvoiceOrders({
      payment_session_id: `payses_${randomUUID()}`,
      currency_code: "nok",
      grand_total: 1000,
      callback_token_hash: randomUUID(),
      state: "succeeded",
      remote_order_uuid: `ODR${randomUUID()}`,
      remote_status: "SENT",
      ...values,
    })
    return row.id
  }
  const found = async (id: string) => {
    const order = await suite.eInvoice.orders.statuses.find(id)
    if (!order) {
      throw new Error(`no order ${id}`)
    }
    return order
  }

  describe("the inbox", () => {
    const content = readCallbackContent("orderUuid=ODR1&status=PAID")
    const tokenHashOf = (id: string) => `hash of ${id}`
    const store = async (id: string, said: CallbackContent, at = now) => {
      const [taken] = await suite.eInvoice.inbox.takeIn(
        [{ tokenHash: tokenHashOf(id), content: said }],
        at
      )
      return taken?.kept
    }
    /** What a worker is given, leased or not. */
    const leased = (at: Date, terms?: Parameters<typeof suite.eInvoice.inbox.lease>[1]) =>
      suite.eInvoice.inbox.lease(at, terms)
    const leasedOne = async (at: Date) => {
      const [entry] = await leased(at)
      if (!entry) {
        throw new Error(`nothing is due at ${at.toISOString()}`)
      }
      return entry
    }

    beforeEach(async () => {
      for (const id of ["einvord_1", "einvord_2"]) {
        await createdOrder({ id, callback_token_hash: tokenHashOf(id) })
      }
    })

    it("stores a callback once per content, however often and at once it comes", async () => {
      const results = await Promise.all(
        Array.from({ length: 25 }, () => store("einvord_1", content, now))
      )
      expect(results.filter((kept) => kept === "due")).toHaveLength(1)
      expect(results.filter((kept) => kept === "known")).toHaveLength(24)
      expect(await suite.eInvoice.listEInvoiceCallbacks()).toHaveLength(1)
    })

    it("stores the same content of two orders twice", async () => {
      await store("einvord_1", content, now)
      await store("einvord_2", content, now)
      expect(await suite.eInvoice.listEInvoiceCallbacks()).toHaveLength(2)
    })

    it("keeps no more than a thousand distinct callbacks of an order", async () => {
      await suite.eInvoice.createEInvoiceCallbacks(
        Array.from({ length: 999 }, (_, index) => ({
          e_invoice_order_id: "einvord_1",
          content_hash: `hash ${index}`,
          parameters: {},
          due_at: now,
        }))
      )
      expect(await store("einvord_1", content, now)).toBe("due")
      expect(await store("einvord_1", readCallbackContent("one=more"), now)).toBe("full")
      expect(await store("einvord_1", content, now)).toBe("known")
    })

    it("stores several by one statement, and tells doubles and known ones from new ones", async () => {
      await store("einvord_2", content, now)
      const other = readCallbackContent("status=SENT")
      const call = (id: string, said: CallbackContent) => ({
        tokenHash: tokenHashOf(id),
        content: said,
      })
      const calls = [
        call("einvord_1", content),
        call("einvord_2", content),
        call("unknown", content),
        call("einvord_1", other),
        call("einvord_1", content),
      ]

      const taken = await suite.eInvoice.inbox.takeIn(calls, now)

      expect(taken).toEqual([
        { ownerId: "einvord_1", kept: "due" },
        { ownerId: "einvord_2", kept: "known" },
        undefined,
        { ownerId: "einvord_1", kept: "due" },
        { ownerId: "einvord_1", kept: "known" },
      ])
      const stored = await suite.eInvoice.listEInvoiceCallbacks({ e_invoice_order_id: "einvord_1" })
      expect(stored.map(({ parameters }) => parameters)).toEqual(
        expect.arrayContaining([content.parameters, other.parameters])
      )
      expect(await suite.eInvoice.listEInvoiceCallbacks()).toHaveLength(3)
    })

    it("stores the same callbacks from several servers at once, in whatever order they came there", async () => {
      const ids = Array.from({ length: 40 }, (_, index) => `einvord_a${index}`)
      for (const id of ids) {
        await createdOrder({ id, callback_token_hash: tokenHashOf(id) })
      }
      const calls = ids.map((id) => ({ tokenHash: tokenHashOf(id), content }))

      const results = await Promise.all(
        Array.from({ length: 6 }, (_, server) =>
          suite.eInvoice.inbox.takeIn(server % 2 === 0 ? calls : calls.toReversed(), now)
        )
      )

      const all = results.flat().map((taken) => taken?.kept)
      expect(all.filter((kept) => kept === "due")).toHaveLength(40)
      expect(all.filter((kept) => kept === "known")).toHaveLength(200)
    })

    it("leases each callback to one of many workers, and to another should that one have died", async () => {
      await store("einvord_1", content, now)
      await store("einvord_2", content, now)

      const given = await Promise.all(Array.from({ length: 10 }, () => leased(now)))

      const orders = given.flat().filter(({ leasedUntil }) => leasedUntil)
      expect(orders.map(({ eInvoiceOrderId }) => eInvoiceOrderId).sort()).toEqual([
        "einvord_1",
        "einvord_2",
      ])
      expect(await leased(after(0.9))).toEqual([])
      expect((await leased(after(1))).filter(({ leasedUntil }) => leasedUntil)).toHaveLength(1)
    })

    it("leases all that is due of an order, shows the rest of it, and no order that is under way", async () => {
      const later = readCallbackContent("status=SENT")
      await store("einvord_1", later, now)
      await suite.eInvoice.inbox.failed(await leasedOne(now), "service silent", now)
      await store("einvord_1", content, now)
      await store("einvord_1", readCallbackContent("status=INVOICED"), now)
      await store("einvord_2", content, after(0.1))

      const [one, other] = [await leased(after(0.2)), await leased(after(0.2))]

      expect(
        one.map(({ parameters, leasedUntil }) => [parameters["status"], !!leasedUntil])
      ).toEqual(
        expect.arrayContaining([
          ["SENT", false],
          ["PAID", true],
          ["INVOICED", true],
        ])
      )
      expect(other.map(({ eInvoiceOrderId }) => eInvoiceOrderId)).toEqual(["einvord_2"])
      await store("einvord_1", readCallbackContent("status=REMINDER"), after(0.2))
      expect(await leased(after(0.2), { except: ["einvord_1"] })).toEqual([])
    })

    it("tries a failed callback again after growing gaps, and a processed one never", async () => {
      await store("einvord_1", content, now)
      await suite.eInvoice.inbox.failed(await leasedOne(now), "service silent", now)
      expect(await leased(after(0.9))).toHaveLength(0)
      expect(await leased(after(1), { fresh: true })).toHaveLength(0)
      const second = await leasedOne(after(1))
      expect(second).toMatchObject({ attempts: 1, state: "failed" })
      await suite.eInvoice.inbox.failed(second, "service silent", after(1))
      expect(await leased(after(5.9))).toHaveLength(0)
      const third = await leasedOne(after(6))

      await suite.eInvoice.inbox.processed([third.id], "captured", after(6))
      expect(await leased(after(1e6))).toHaveLength(0)
      expect(await suite.eInvoice.inbox.unprocessed(third.id)).toBeUndefined()
    })

    it("has a failed callback due at once when it comes again, and all of an order when it is told so", async () => {
      await store("einvord_1", content, now)
      await suite.eInvoice.inbox.failed(await leasedOne(now), "service silent", now)
      expect(await store("einvord_1", content, now)).toBe("due")
      const again = await leasedOne(now)
      expect(again).toMatchObject({ attempts: 1, state: "received" })

      expect(await suite.eInvoice.inbox.dueNow("einvord_1", now)).toBe(1)

      // What is found under a lease that has passed moves nothing.
      await suite.eInvoice.inbox.failed(again, "waiting: medusa-order", now)
      expect(await leasedOne(now)).toMatchObject({ attempts: 1, state: "received" })
    })

    it("does not bring a processed callback back", async () => {
      await store("einvord_1", content, now)
      const entry = await leasedOne(now)
      await suite.eInvoice.inbox.processed([entry.id], "captured", now)
      await suite.eInvoice.inbox.failed(entry, "came second", now)
      expect(await suite.eInvoice.inbox.dueNow("einvord_1", now)).toBe(0)
      expect(await leased(after(1e6))).toHaveLength(0)
    })

    it("forgets what was processed long ago, and nothing else", async () => {
      await store("einvord_1", content, now)
      const old = await leasedOne(now)
      await store("einvord_2", content, now)
      await suite.eInvoice.inbox.processed([old.id], "captured", now)
      expect(await suite.eInvoice.inbox.forgetProcessedBefore(now, 10)).toBe(0)
      expect(await suite.eInvoice.inbox.forgetProcessedBefore(after(1), 10)).toBe(1)
      const left = await suite.eInvoice.listEInvoiceCallbacks()
      expect(left.map((row) => row.e_invoice_order_id)).toEqual(["einvord_2"])
    })
  })

  describe("the timeline", () => {
    const entry = {
      eInvoiceOrderId: "einvord_1",
      actor: "service",
      action: "status",
      outcome: "note",
    } as const

    it("lists an order's entries, oldest first", async () => {
      await suite.eInvoice.timeline.record({ ...entry, detail: { status: "PAID" } }, after(1))
      await suite.eInvoice.timeline.record({ ...entry, detail: { status: "SENT" } }, now)
      await suite.eInvoice.timeline.record({
        ...entry,
        eInvoiceOrderId: "einvord_2",
      })
      expect(await suite.eInvoice.timeline.list("einvord_1")).toEqual([
        {
          id: expect.stringMatching(/^einvtl_/),
          at: now,
          actor: "service",
          action: "status",
          outcome: "note",
          detail: { status: "SENT" },
        },
        expect.objectContaining({ at: after(1), detail: { status: "PAID" } }),
      ])
    })

    it("says once what is attempted again and again", async () => {
      for (const minute of [0, 1, 2]) {
        await suite.eInvoice.timeline.recordOnce(
          { ...entry, detail: { why: "late", status: "SENT" } },
          after(minute)
        )
      }
      await suite.eInvoice.timeline.recordOnce(
        { ...entry, detail: { status: "PAID", why: "late" } },
        after(3)
      )
      await suite.eInvoice.timeline.recordOnce(
        { ...entry, detail: { status: "SENT", why: "late" } },
        after(4)
      )
      expect((await suite.eInvoice.timeline.list("einvord_1")).map(({ at }) => at)).toEqual([
        now,
        after(3),
        after(4),
      ])
    })
  })

  describe("the status of an order", () => {
    it("is stored by one of many who decided on the same status", async () => {
      const id = await createdOrder()
      const order = await found(id)
      const stored = await Promise.all(
        Array.from({ length: 10 }, () =>
          suite.eInvoice.orders.statuses.advance(order, PAID, "callback", now)
        )
      )
      expect(stored.filter(Boolean)).toHaveLength(1)
      expect(await found(id)).toMatchObject({
        status: "PAID",
        paid: true,
        storedStatus: "PAID",
      })
    })

    it("is not stored over one that came in between", async () => {
      const id = await createdOrder()
      const before = await found(id)
      await suite.eInvoice.orders.statuses.advance(
        before,
        { status: "REFUNDED", paid: false },
        "callback",
        now
      )
      expect(await suite.eInvoice.orders.statuses.advance(before, PAID, "sweep", now)).toBe(false)
      expect((await found(id)).status).toBe("REFUNDED")
    })

    it("is stored when only the payment is news", async () => {
      const id = await createdOrder({ remote_status: "PARTIAL REFUNDED" })
      const before = await found(id)
      const paid = { status: "PARTIAL REFUNDED", paid: true } as const
      expect(await suite.eInvoice.orders.statuses.advance(before, paid, "callback", now)).toBe(true)
      expect(await suite.eInvoice.orders.statuses.advance(before, paid, "callback", after(1))).toBe(
        false
      )
      expect(await found(id)).toMatchObject(paid)
      expect((await suite.eInvoice.retrieveEInvoiceOrder(id)).paid_at).toEqual(now)
    })

    it("may be unknown at first, or one that is not in the specification", async () => {
      const none = await found(await createdOrder({ remote_status: null }))
      expect(none.status).toBeUndefined()
      expect(
        await suite.eInvoice.orders.statuses.advance(
          none,
          { status: "SENT", paid: false },
          "sweep",
          now
        )
      ).toBe(true)
      const strange = await found(await createdOrder({ remote_status: "Frozen" }))
      expect(strange).toMatchObject({
        status: undefined,
        storedStatus: "Frozen",
      })
    })
  })

  describe("what is due", () => {
    it("is given to one sweep only, and to another when that one died", async () => {
      const due = await createdOrder({ next_check_at: now })
      await createdOrder({ next_check_at: after(1) })
      await createdOrder({ next_check_at: null })
      await createdOrder({ next_check_at: now, state: "sending" })
      const taken = await Promise.all([
        suite.eInvoice.orders.statuses.takeDue(now, 10),
        suite.eInvoice.orders.statuses.takeDue(now, 10),
      ])
      expect(taken.flat().map(({ id }) => id)).toEqual([due])
      const later = await suite.eInvoice.orders.statuses.takeDue(after(5), 10)
      expect(later.map(({ id }) => id)).toContain(due)
    })

    it("comes in batches, the longest waiting first", async () => {
      const second = await createdOrder({ next_check_at: after(-1) })
      const first = await createdOrder({ next_check_at: after(-2) })
      const batch = await suite.eInvoice.orders.statuses.takeDue(now, 1)
      expect(batch.map(({ id }) => id)).toEqual([first])
      const rest = await suite.eInvoice.orders.statuses.takeDue(now, 1)
      expect(rest.map(({ id }) => id)).toEqual([second])
    })

    it("moves further away with every look that brings no news", async () => {
      const id = await createdOrder({ next_check_at: now })
      const gaps: number[] = []
      for (let look = 0; look < 7; look++) {
        await suite.eInvoice.orders.statuses.unchanged([await found(id)], "sweep", now)
        const row = await suite.eInvoice.retrieveEInvoiceOrder(id)
        gaps.push((new Date(row.next_check_at ?? 0).getTime() - now.getTime()) / 60_000)
      }
      expect(gaps).toEqual([1, 5, 15, 60, 360, 1440, 1440])
    })

    it("stays due at once where the Medusa order changed since the look began", async () => {
      const ids = [await createdOrder(), await createdOrder({ remote_status: "REFUNDED" })]
      const { statuses } = suite.eInvoice.orders
      for (const id of ids) {
        const before = await found(id)
        await statuses.orderChanged(id, now)
        await statuses.unchanged([before], "sweep", now)
        await statuses.tryAgain(before, now)
      }
      const due = await statuses.takeDue(now, 10)
      expect(due.map(({ id }) => id).sort()).toEqual([...ids].sort())

      // A look that knew of the change is followed by a later one.
      await statuses.unchanged(due, "sweep", now)
      expect(await statuses.takeDue(now, 10)).toEqual([])
    })

    it("ends when nothing can follow", async () => {
      const id = await createdOrder({ remote_status: "REFUNDED" })
      await suite.eInvoice.orders.statuses.unchanged([await found(id)], "sweep", now)
      expect(await suite.eInvoice.orders.statuses.takeDue(after(1e9), 10)).toHaveLength(0)
    })

    it("is soon again when something is still to be done, whatever the status", async () => {
      const id = await createdOrder()
      await suite.eInvoice.orders.statuses.advance(await found(id), PAID, "callback", now)
      await suite.eInvoice.orders.statuses.tryAgain(await found(id), now)
      expect(await suite.eInvoice.orders.statuses.takeDue(after(1), 10)).toHaveLength(1)
    })
  })

  describe("a flag", () => {
    it("is taken away only by who knows which it is", async () => {
      const id = await createdOrder()
      await suite.eInvoice.orders.statuses.flag(id, "paid_after_cancel")
      await suite.eInvoice.orders.statuses.unflag(id, "cancelled_at_service")
      expect((await found(id)).flags).toEqual(["paid_after_cancel"])
      await suite.eInvoice.orders.statuses.unflag(id, "cancel_failed", "paid_after_cancel")
      expect((await found(id)).flags).toEqual([])
      const [row] = await suite.eInvoice.listEInvoiceOrders({ id })
      expect(row?.attention).toBeNull()
    })

    it("stands beside others, the most severe first, and goes alone", async () => {
      const id = await createdOrder()
      for (const flag of [
        "cancel_failed",
        "order_missing",
        "second_order",
        "cancel_failed",
      ] as const) {
        await suite.eInvoice.orders.statuses.flag(id, flag)
      }
      expect((await found(id)).flags).toEqual(["second_order", "cancel_failed", "order_missing"])

      await suite.eInvoice.orders.statuses.unflag(id, "cancel_failed", "order_missing")

      expect((await found(id)).flags).toEqual(["second_order"])
    })

    it("that a refund failed stays until all of the order was refunded", async () => {
      const id = await createdOrder()
      await suite.eInvoice.orders.statuses.flag(id, "refund_failed")
      await suite.eInvoice.orders.statuses.flag(id, "refund_in_doubt")

      await suite.eInvoice.orders.statuses.raiseRefundedTotal(id, "1.00")
      await suite.eInvoice.orders.statuses.unflag(id, "refund_in_doubt", "refund_failed")
      expect((await found(id)).flags).toEqual(["refund_failed"])

      const { grandTotal } = await found(id)
      await suite.eInvoice.orders.statuses.raiseRefundedTotal(id, grandTotal)
      await suite.eInvoice.orders.statuses.unflag(id, "refund_in_doubt", "refund_failed")
      expect((await found(id)).flags).toEqual([])
    })
  })

  describe("the refund journal", () => {
    const begin = (eInvoiceOrderId: string, refundId: string, amount = "40.50") =>
      suite.eInvoice.refunds.begin({
        key: keyOfMedusa(refundId),
        eInvoiceOrderId,
        refundId,
        amount,
        type: "regular",
        statusBefore: "PAID",
        products: [{ id: 7, amount }],
        goods: [],
      })

    const doubt = {
      kind: "ambiguous",
      message: "no answer",
      at: now.toISOString(),
    }
    const reject = (row: Attempt, by: "sender" | "staff" = "sender") =>
      suite.eInvoice.refunds.rejected(row, by, {
        kind: "conflict",
        message: "refused",
        at: now.toISOString(),
      })

    it("lets one of many refunds of an order be sent at a time", async () => {
      const id = await createdOrder()
      const begun = await Promise.all(
        Array.from({ length: 10 }, (_, index) => begin(id, `ref_${index}`))
      )
      expect(begun.filter(Boolean)).toHaveLength(1)
      expect(await suite.eInvoice.refunds.open(id)).toMatchObject({
        state: "sending",
        amount: "40.50",
        products: [{ id: 7, amount: "40.50" }],
      })
    })

    it("lets a refund be sent while another order's is open", async () => {
      expect(await begin(await createdOrder(), "ref_1")).toBeDefined()
      expect(await begin(await createdOrder(), "ref_2")).toBeDefined()
    })

    it("does not let the same Medusa refund be sent twice", async () => {
      const id = await createdOrder()
      const row = await begin(id, "ref_1")
      expect(row && (await suite.eInvoice.refunds.succeeded(row))).toBe(true)
      expect(await begin(id, "ref_1")).toBeUndefined()
    })

    it("adds up what was refunded", async () => {
      const id = await createdOrder()
      const first = await begin(id, "ref_1")
      expect(await suite.eInvoice.refunds.sums(id)).toEqual({
        done: "0",
        open: "40.50",
      })
      if (first) {
        await suite.eInvoice.refunds.succeeded(first)
      }
      const second = await begin(id, "ref_2", "0.10")
      if (second) {
        await suite.eInvoice.refunds.succeeded(second)
      }
      expect(await suite.eInvoice.refunds.sums(id)).toEqual({
        done: "40.60",
        open: "0",
      })
      expect((await found(id)).refundedTotal).toBe("40.60")
    })

    it("counts a refund once, however often it is called done", async () => {
      const id = await createdOrder()
      const row = await begin(id, "ref_1")
      if (!row) {
        throw new Error("not begun")
      }
      const results = await Promise.all([1, 2, 3].map(() => suite.eInvoice.refunds.succeeded(row)))
      expect(results.filter(Boolean)).toHaveLength(1)
      expect((await found(id)).refundedTotal).toBe("40.50")
    })

    it("makes way for the next once a refund was refused", async () => {
      const id = await createdOrder()
      const row = await begin(id, "ref_1")
      expect(row && (await reject(row))).toBe(true)
      expect(await begin(id, "ref_2")).toBeDefined()
      expect((await found(id)).refundedTotal).toBe("0")
    })

    it("attempts a rejected refund again under its own id, and moves no attempt by what is known of another", async () => {
      const id = await createdOrder()
      const first = await begin(id, "ref_1")
      if (!first) {
        throw new Error("not begun")
      }
      await reject(first)
      const again = { amount: "40.50", products: [], goods: [], refundId: "ref_2" }
      const attempts = await Promise.all(
        [1, 2, 3].map(() => suite.eInvoice.refunds.beginAgain(first, again))
      )
      const [second] = attempts.filter((row) => row !== undefined)
      expect(attempts.filter(Boolean)).toHaveLength(1)
      expect(second).toMatchObject({ id: first.id, attempt: 2 })

      expect(await suite.eInvoice.refunds.succeeded(first)).toBe(false)
      expect(await reject(first)).toBe(false)
      expect(await suite.eInvoice.refunds.inDoubt(first, doubt)).toBe(false)
      expect(second && (await reject(second, "staff"))).toBe(false)
      expect(await suite.eInvoice.refunds.open(id)).toMatchObject({
        attempt: 2,
        state: "sending",
      })
    })

    it("leaves to its sender what is being sent, until the sender is lost, and then goes no further than doubt", async () => {
      const id = await createdOrder()
      const row = await begin(id, "ref_1")
      if (!row) {
        throw new Error("not begun")
      }
      const refundId = row.refund_id
      expect(await suite.eInvoice.refunds.senderLost(row)).toBe(false)
      expect(await suite.eInvoice.refunds.concluded(row, "look-up", { refundId })).toBe(false)
      await suite.eInvoice.refunds["database"]("einvoice_refund").update({
        sending_at: new Date(0),
      })
      expect(await suite.eInvoice.refunds.concluded(row, "look-up", { refundId })).toBe(false)
      expect(await suite.eInvoice.refunds.senderLost(row)).toBe(true)
      expect(await suite.eInvoice.refunds.open(id)).toMatchObject({
        state: "in_doubt",
      })
      expect(await suite.eInvoice.refunds.succeeded(row)).toBe(true)
    })

    it("holds the next back while one is in doubt, and settles it as another Medusa refund", async () => {
      const id = await createdOrder()
      const row = await begin(id, "ref_1")
      if (!row) {
        throw new Error("not begun")
      }
      await suite.eInvoice.refunds.inDoubt(row, doubt)
      expect(await begin(id, "ref_2")).toBeUndefined()
      const adopting = { refundId: "ref_2", key: keyOfMedusa("ref_2") }
      expect(await suite.eInvoice.refunds.concluded(row, "look-up", adopting)).toBe(true)
      for (const refundId of ["ref_1", "ref_2"]) {
        expect(await suite.eInvoice.refunds.ofKey(keyOfMedusa(refundId))).toMatchObject({
          id: row.id,
          state: "succeeded",
          failure: null,
        })
      }
      const { amount } = row
      expect(await suite.eInvoice.refunds.repeated([id], { amount, isOwed: true })).toMatchObject({
        id: row.id,
      })
    })

    it("keeps the most that the service ever said was refunded", async () => {
      const id = await createdOrder()
      await suite.eInvoice.orders.statuses.raiseRefundedTotal(id, "200.00")
      await suite.eInvoice.orders.statuses.raiseRefundedTotal(id, "150.00")
      expect((await found(id)).refundedTotal).toBe("200.00")
      const row = await begin(id, "ref_1")
      if (row) {
        await suite.eInvoice.refunds.succeeded(row)
      }
      expect((await found(id)).refundedTotal).toBe("200.00")
    })
  })
})
