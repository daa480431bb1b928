import { sweepEInvoiceOrders } from "../../src/workflows"
import { outstanding } from "./support/billing"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { orderChanges } from "./support/order-changes"
import { eventually } from "./support/eventually"
import {
  atService,
  callbacksProcessed,
  callsOf,
  minutesPass,
  purchase,
  type Purchase,
} from "./support/purchase"
import { refundAtService } from "./support/refund-at-service"
import { refundsByLine } from "./support/refunds-by-line"
import type { Visit } from "./support/shopper"

const MINUTE = 60_000

eInvoiceSuite("refund", { options: { inDoubtQuietPeriod: 0, requestBudget: 2_000 } }, (suite) => {
  const paid = async (visit?: Visit): Promise<Purchase> => {
    const bought = await purchase(suite, visit)
    suite.sandbox.pay(bought.uuid)
    await callbacksProcessed(suite)
    return bought
  }
  const eInvoiceOrder = ({ merchant, orderId }: Purchase) => merchant.eInvoiceOrder(orderId)
  const refundedInMedusa = async ({ merchant, orderId }: Purchase) => {
    const { refunds } = await merchant.payment(orderId)
    // Medusa lists them in no order.
    return (refunds ?? []).map(({ amount }) => Number(amount)).toSorted((one, other) => one - other)
  }

  it("of a part goes back to the øre, spread over the lines", async () => {
    const bought = await paid()

    const answer = await bought.merchant.refund(bought.orderId, 100.01)

    expect(answer.status).toBe(200)
    expect(atService(suite, bought)).toMatchObject({
      status: "PARTIAL REFUNDED",
      refunded: 100.01,
    })
    const shares = atService(suite, bought).lines.map(({ refunded }) => refunded)
    expect(shares.reduce((sum, share) => sum + share * 100, 0)).toBeCloseTo(10_001)
    await callbacksProcessed(suite)
    expect(await eInvoiceOrder(bought)).toMatchObject({
      remote_status: "PARTIAL REFUNDED",
      refunded_total: 100.01,
      attention: null,
      refunds: [{ amount: "100.01", type: "regular", state: "succeeded" }],
    })
  })

  it("of everything ends in REFUNDED, in Medusa and at the service", async () => {
    const bought = await paid()

    await bought.merchant.refund(bought.orderId, bought.total)
    await callbacksProcessed(suite)

    expect(atService(suite, bought)).toMatchObject({
      status: "REFUNDED",
      refunded: bought.total,
    })
    expect(await eInvoiceOrder(bought)).toMatchObject({
      remote_status: "REFUNDED",
      refunded_total: bought.total,
      attention: null,
    })
    const order = await bought.merchant.order(bought.orderId)
    expect(order.payment_status).toBe("refunded")
  })

  it("of the same amount goes back a second time minutes later, not at once", async () => {
    const bought = await paid()
    const refundFifty = () => bought.merchant.refund(bought.orderId, 50)

    await refundFifty()
    const atOnce = await refundFifty()
    await minutesPass(suite)
    const answer = await refundFifty()

    expect(atOnce).toMatchObject({ status: 400, body: { code: "confirm_repeat" } })
    expect(answer.status).toBe(200)
    expect(atService(suite, bought)).toMatchObject({ refunded: 100 })
    expect(await refundedInMedusa(bought)).toEqual([50, 50])
    await callbacksProcessed(suite)
    expect(await eInvoiceOrder(bought)).toMatchObject({
      refunded_total: 100,
      attention: null,
    })
  })

  it("in parts adds up to everything", async () => {
    const bought = await paid()

    await bought.merchant.refund(bought.orderId, 300)
    const answer = await bought.merchant.refund(bought.orderId, 48.7)

    expect(answer.status).toBe(200)
    expect(atService(suite, bought)).toMatchObject({
      status: "REFUNDED",
      refunded: 348.7,
    })
    expect(suite.sandbox.audit().money).toMatchObject({ balanced: true })
  })

  describe("after the order changed", () => {
    const { deliver, requestReturn, receiveReturn, claim, exchange, edit } = orderChanges(suite)
    /** What was refunded of each line, with its VAT rate. */
    const refundedLines = (bought: Purchase) =>
      atService(suite, bought)
        .lines.filter(({ refunded }) => refunded > 0)
        .map(({ name, tax, refunded }) => [name, tax, refunded])
    /** Medusa's figure of what it owes the customer, as its own button offers it. */
    const owed = async ({ merchant, orderId }: Purchase): Promise<number> => {
      const { body } = await merchant.http.get<{
        order: { summary: { pending_difference: number } }
      }>(`/admin/orders/${orderId}?fields=summary,total,*items,*items.detail`)
      return -body.order.summary.pending_difference
    }
    const MIXED = { "MUG-35": 1, "COFFEE-250": 2 }
    const delivered = async (basket: Record<string, number> = MIXED): Promise<Purchase> => {
      const bought = await paid({ basket })
      await deliver(bought)
      return bought
    }
    const refundOwed = async (bought: Purchase, amount: number) => {
      expect(await owed(bought)).toBeCloseTo(amount)
      const { status, body } = await bought.merchant.refund(bought.orderId, amount)
      expect(body.message).toBeUndefined()
      expect(status).toBe(200)
    }

    it("by a return is of the returned lines, at their own rate", async () => {
      const bought = await delivered()
      const id = await requestReturn(bought, { "MUG-35": 1 })
      await receiveReturn(bought, id, { "MUG-35": 1 })

      await refundOwed(bought, 149)

      expect(refundedLines(bought)).toEqual([["Enamel camp mug, 3.5 dl", 25, 149]])
      expect(await refundedInMedusa(bought)).toEqual([149])
      expect(await owed(bought)).toBeCloseTo(0)
    })

    it("by a return of some of a line, and then of another, is of what each return brought", async () => {
      const bought = await delivered()
      await requestReturn(bought, { "COFFEE-250": 1 })
      await refundOwed(bought, 99.9)
      expect(refundedLines(bought)).toEqual([["Harbour coffee, 250 g", 15, 99.9]])

      await requestReturn(bought, { "MUG-35": 1 })
      await refundOwed(bought, 149)

      expect(refundedLines(bought)).toEqual(
        expect.arrayContaining([
          ["Harbour coffee, 250 g", 15, 99.9],
          ["Enamel camp mug, 3.5 dl", 25, 149],
        ])
      )
      expect(refundedLines(bought)).toHaveLength(2)
    })

    it("by a claim is of the claimed lines", async () => {
      const bought = await delivered()
      await claim(bought, { "COFFEE-250": 1 })

      await refundOwed(bought, 99.9)

      expect(refundedLines(bought)).toEqual([["Harbour coffee, 250 g", 15, 99.9]])
    })

    it("by an exchange for something cheaper is of the line that came back", async () => {
      const bought = await delivered({ "BLANKET-GREY": 1, "COFFEE-250": 2 })
      await exchange(bought, { "BLANKET-GREY": 1 }, { "MUG-35": 1 })

      await refundOwed(bought, 1100)

      expect(refundedLines(bought)).toEqual([["Wool blanket, Granite grey", 25, 1100]])
    })

    it.each(["COFFEE-250", undefined])(
      "beyond an even exchange is goodwill in Medusa too, beside %s",
      async (other) => {
        const bought = await delivered({ "SOCKS-41-45": 1, ...(other && { [other]: 1 }) })
        await exchange(bought, { "SOCKS-41-45": 1 }, { "SOCKS-36-40": 1 })
        expect(await owed(bought)).toBeCloseTo(0)

        const { status } = await bought.merchant.http.post(
          `/admin/e-invoice/orders/${bought.id}/refunds`,
          { amount: "50" }
        )

        expect(status).toBe(200)
        expect(await refundedInMedusa(bought)).toEqual([50])
        expect(await owed(bought)).toBeCloseTo(0)
        expect(await outstanding(bought)).toMatchObject({ billable: 0 })
      }
    )

    it("by an edit is of the lines it removed", async () => {
      const bought = await paid({ basket: MIXED })
      await edit(bought, { leave: { "COFFEE-250": 0 } })

      await refundOwed(bought, 199.8)

      expect(refundedLines(bought)).toEqual([["Harbour coffee, 250 g", 15, 199.8]])
    })

    it("spreads only what goes beyond the lines that changed", async () => {
      const bought = await delivered()
      await requestReturn(bought, { "MUG-35": 1 })

      expect((await bought.merchant.refund(bought.orderId, 159)).status).toBe(200)

      const lines = refundedLines(bought)
      expect(lines).toHaveLength(3)
      expect(lines).toContainEqual(["Enamel camp mug, 3.5 dl", 25, 149])
      expect(atService(suite, bought)).toMatchObject({ refunded: 159 })
    })

    it("is offered by the Refunds section with the lines it is of", async () => {
      const bought = await delivered()
      const account = async () => {
        const { body } = await bought.merchant.http.get<{
          refund_account: { changed: object | null; lines: { id: number; name: string }[] }
        }>(`/admin/e-invoice/orders/${bought.id}/refunds`)
        return body.refund_account
      }
      expect((await account()).changed).toBeNull()
      await requestReturn(bought, { "MUG-35": 1 })

      const { changed, lines } = await account()
      const mug = lines.find(({ name }) => name.startsWith("Enamel camp mug"))
      expect(changed).toEqual({
        amount: 149,
        lines: [{ id: mug?.id, name: mug?.name, amount: 149 }],
        certain: true,
      })
      const { status } = await bought.merchant.http.post(
        `/admin/e-invoice/orders/${bought.id}/refunds`,
        { amount: "149" }
      )
      expect(status).toBe(200)
      expect(refundedLines(bought)).toEqual([[mug?.name, 25, 149]])
      expect((await account()).changed).toBeNull()
    })
  })

  it("of a fraction of an øre is refused before anything is sent", async () => {
    const bought = await paid()

    const answer = await bought.merchant.refund(bought.orderId, 10.005)

    expect(answer).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("whole øre") },
    })
    expect(callsOf(suite, "orders.refund")).toBe(0)
    expect(await refundedInMedusa(bought)).toEqual([])
    expect((await bought.merchant.refund(bought.orderId, 10.01)).status).toBe(200)
  })

  it.each([
    ["by its cancellation", (bought: Purchase) => bought.merchant.cancel(bought.orderId)],
    [
      "in the Refunds section",
      ({ merchant, id }: Purchase) =>
        merchant.http.post(`/admin/e-invoice/orders/${id}/refunds`, { amount: "419.69" }),
    ],
  ])("of a whole order whose total has a fraction of an øre is made %s", async (_, refundWhole) => {
    const bought = await paid({
      region: "norwayBusiness",
      basket: { "COFFEE-250": 3, "SOCKS-41-45": 1 },
      shipping: "pickup",
    })

    expect(await refundWhole(bought)).toMatchObject({ status: 200 })

    await eventually(async () =>
      expect(suite.sandbox.order(bought.uuid)).toMatchObject({ status: "REFUNDED" })
    )
    const { flags } = await bought.merchant.eInvoiceOrder(bought.orderId)
    expect(flags).toEqual([])
  })

  describe("of an order to which the service added its fee", () => {
    const addFee = () => {
      const connect: object = suite.eInvoice.connect
      const client = connect as {
        call: (id: string, ...given: unknown[]) => Promise<{ data: unknown }>
      }
      const call = client.call.bind(client)
      jest.spyOn(client, "call").mockImplementation(async (id, ...given) => {
        const answer = await call(id, ...given)
        if (id === "orders.details") {
          const { productList } = answer.data as { productList: object[] }
          productList.unshift({ id: 9, name: "Fee", quantity: 1, amount: 49 })
        }
        return answer
      })
    }
    afterEach(() => jest.restoreAllMocks())

    it.each([
      [
        "with Medusa's button",
        ({ merchant, orderId, total }: Purchase) => merchant.refund(orderId, total),
      ],
      [
        "in the Refunds section",
        ({ merchant, id, total }: Purchase) =>
          merchant.http.post(`/admin/e-invoice/orders/${id}/refunds`, {
            amount: String(total),
          }),
      ],
    ])("leaves the fee and nothing of the goods, %s", async (_where, refund) => {
      const bought = await paid()
      addFee()

      const answer = await refund(bought)

      expect(answer.status).toBe(200)
      const { lines } = atService(suite, bought)
      expect(lines.map(({ refunded }) => refunded)).toEqual(lines.map(({ amount }) => amount))
    })
  })

  it("that the service refuses is not recorded in Medusa, and the merchant is told why", async () => {
    const bought = await purchase(suite, { basket: { "COFFEE-250": 60 } })
    suite.sandbox.pay(bought.uuid)
    await callbacksProcessed(suite)

    const answer = await bought.merchant.refund(bought.orderId, 5_500)

    expect(answer.status).toBe(400)
    expect(answer.body.message).toMatch(/^The refund was not carried out\. .*approval/)
    expect(await refundedInMedusa(bought)).toEqual([])
    const order = await eInvoiceOrder(bought)
    expect(order.refunds).toMatchObject([{ state: "rejected" }])
    expect(order.timeline.at(-1)).toMatchObject({
      actor: `admin:${suite.store.admin.id}`,
      action: "refund",
      outcome: "refused",
      detail: {
        message_key: "refundRejectionForRequestAmountThresholdExceed",
      },
    })
  })

  it("by hand at the service is recorded and flagged", async () => {
    const bought = await paid()

    await refundAtService(suite.sandbox, bought, 100)
    await callbacksProcessed(suite)

    expect(await eInvoiceOrder(bought)).toMatchObject({
      remote_status: "PARTIAL REFUNDED",
      attention: "refunded_at_service",
    })
    expect(await refundedInMedusa(bought)).toEqual([])

    // It may be what was given there: Medusa's button cannot say whether it is.
    expect((await bought.merchant.refund(bought.orderId, 50)).status).toBe(400)
    const beside = await bought.merchant.http
      .with({ "idempotency-key": "beside" })
      .post(`/admin/e-invoice/orders/${bought.id}/refunds`, { amount: 50, given_at_service: false })
    expect(beside.status).toBe(200)
    await callbacksProcessed(suite)
    await sweepEInvoiceOrders(suite.container, { now: new Date(Date.now() + 86_400_000) })

    // The service names no amount: what was refunded before our refund is still not in Medusa.
    expect(await eInvoiceOrder(bought)).toMatchObject({ flags: ["refunded_at_service"] })
    expect(await refundedInMedusa(bought)).toEqual([50])
  })

  it("of the rest after a part by hand at the service is refused where the lines do not allow it, and the flag stays", async () => {
    const bought = await paid()
    await refundAtService(suite.sandbox, bought, 100)
    await callbacksProcessed(suite)

    const answer = await bought.merchant.http
      .with({ "idempotency-key": "the-rest" })
      .post(`/admin/e-invoice/orders/${bought.id}/refunds`, {
        amount: bought.total - 100,
        given_at_service: false,
      })

    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: "refund_rejected",
        message: expect.stringMatching(/^The refund was not carried out\./),
        message_key: expect.stringMatching(/^refundRejectionFor/),
      },
    })
    expect(await refundedInMedusa(bought)).toEqual([])
    expect(await eInvoiceOrder(bought)).toMatchObject({
      remote_status: "PARTIAL REFUNDED",
      attention: "refunded_at_service",
    })
    expect(suite.sandbox.audit().money).toMatchObject({ balanced: true })
  })

  it("of everything by hand at the service is recorded in Medusa without sending it again", async () => {
    const bought = await paid()
    await refundAtService(suite.sandbox, bought, bought.total)
    await callbacksProcessed(suite)
    expect(await eInvoiceOrder(bought)).toMatchObject({
      attention: "refunded_at_service",
      refunded_total: bought.total,
    })
    const sent = callsOf(suite, "orders.refund")

    const answer = await bought.merchant.refund(bought.orderId, bought.total)

    expect(answer.status).toBe(200)
    expect(callsOf(suite, "orders.refund")).toBe(sent)
    expect(await refundedInMedusa(bought)).toEqual([bought.total])
    expect(await eInvoiceOrder(bought)).toMatchObject({
      attention: null,
      refunds: [{ state: "succeeded", type: null }],
    })
  })

  it("of everything by hand at the service stays flagged until all of it is recorded in Medusa", async () => {
    const bought = await paid()
    await refundAtService(suite.sandbox, bought, bought.total)
    await callbacksProcessed(suite)
    const sent = callsOf(suite, "orders.refund")

    const part = await bought.merchant.refund(bought.orderId, 100)
    const meanwhile = await eInvoiceOrder(bought)
    const rest = await bought.merchant.refund(bought.orderId, 248.7)

    expect([part.status, rest.status]).toEqual([200, 200])
    expect(meanwhile).toMatchObject({ flags: ["refunded_at_service"] })
    expect(callsOf(suite, "orders.refund")).toBe(sent)
    expect(await refundedInMedusa(bought)).toEqual([100, 248.7])
    expect(await eInvoiceOrder(bought)).toMatchObject({ flags: [] })
  })

  it("that failed before anything was sent holds nothing back", async () => {
    const bought = await paid()
    await suite.spoilClient(async () => {
      expect((await bought.merchant.refund(bought.orderId, 100)).status).not.toBe(200)
    })
    expect(await eInvoiceOrder(bought)).toMatchObject({ attention: null })

    expect((await bought.merchant.refund(bought.orderId, 50)).status).toBe(200)

    expect(callsOf(suite, "orders.refund")).toBe(1)
    expect(await refundedInMedusa(bought)).toEqual([50])
  })

  describe("whose answer is lost", () => {
    const { serviceNames } = refundsByLine(suite)
    const loseAnswer = (fault: string) => {
      // Only refunds fail here, one after the other: their circuit would open.
      suite.forgetFailures()
      suite.sandbox.faults.add({
        fault,
        operation: "orders.refund",
        times: 1,
      })
    }
    /** Half a minute passes, so that no process can still be sending. */
    const leaveBehind = ({ id }: Purchase) =>
      suite.eInvoice
        .listEInvoiceRefunds({ e_invoice_order_id: id, state: "in_doubt" })
        .then(([row]) =>
          suite.eInvoice.updateEInvoiceRefunds({
            id: row?.id ?? "",
            created_at: new Date(Date.now() - MINUTE),
          } as never)
        )

    const settle = async ({ id, merchant }: Purchase, carriedOut: boolean) => {
      const [open] = await suite.eInvoice.listEInvoiceRefunds({
        e_invoice_order_id: id,
        state: "in_doubt",
      })
      const path = `/admin/e-invoice/orders/${id}/refunds/${open?.id}/settle`
      return merchant.http.post(path, {
        carried_out: carriedOut,
        ...(carriedOut && { beside_another: false }),
      })
    }
    const isRecordedOnce = async (bought: Purchase, amount: number) => {
      expect(callsOf(suite, "orders.refund")).toBe(1)
      expect(atService(suite, bought)).toMatchObject({ refunded: amount })
      expect(await refundedInMedusa(bought)).toEqual([amount])
      await callbacksProcessed(suite)
      expect(await eInvoiceOrder(bought)).toMatchObject({
        flags: [],
        refunded_total: amount,
        refunds: [{ state: "succeeded", amount: amount.toFixed(2) }],
      })
    }

    it("is left in doubt, not recorded in Medusa, and not sent again by itself", async () => {
      const bought = await paid()
      loseAnswer("after:drop")

      const answer = await bought.merchant.refund(bought.orderId, 100)

      expect(answer.status).toBe(400)
      expect(answer.body.message).toMatch(
        /^It is not known yet whether the refund of 100\.00 was carried out/
      )
      expect(await refundedInMedusa(bought)).toEqual([])
      expect(await eInvoiceOrder(bought)).toMatchObject({
        attention: "refund_in_doubt",
        refunds: [{ state: "in_doubt" }],
      })
      expect(callsOf(suite, "orders.refund")).toBe(1)
    })

    it.each(["a part, where the service names amounts", "everything"])(
      "but was carried out is found by the next refund of the same amount, and not sent twice: %s",
      async (what) => {
        const bought = await paid()
        const amount = what === "everything" ? bought.total : 100
        loseAnswer("after:drop")
        await bought.merchant.refund(bought.orderId, amount)
        await leaveBehind(bought)
        if (what !== "everything") {
          serviceNames(amount)
        }

        const answer = await bought.merchant.refund(bought.orderId, amount)

        expect(answer.status).toBe(200)
        await isRecordedOnce(bought, amount)
      }
    )

    it("but was carried out is not sent by the next refund where the service names no amount, and recorded once staff say so", async () => {
      const bought = await paid()
      loseAnswer("after:drop")
      await bought.merchant.refund(bought.orderId, 100)
      await leaveBehind(bought)

      const answer = await bought.merchant.refund(bought.orderId, 100)
      expect(answer).toMatchObject({ status: 400, body: { code: "refund_unclear" } })
      expect(callsOf(suite, "orders.refund")).toBe(1)
      expect(await refundedInMedusa(bought)).toEqual([])
      expect((await eInvoiceOrder(bought)).flags).toEqual(["refund_in_doubt"])

      expect((await settle(bought, true)).status).toBe(200)
      await isRecordedOnce(bought, 100)
    })

    it("and that the service has not carried out yet is not sent again, however long its status stays", async () => {
      const bought = await paid()
      loseAnswer("before:drop")
      await bought.merchant.refund(bought.orderId, 100)
      await leaveBehind(bought)

      const same = await bought.merchant.refund(bought.orderId, 100)
      const other = await bought.merchant.refund(bought.orderId, 20)

      for (const answer of [same, other]) {
        expect(answer).toMatchObject({
          status: 400,
          body: { code: "refund_unclear" },
        })
      }
      expect(callsOf(suite, "orders.refund")).toBe(1)
      expect(await eInvoiceOrder(bought)).toMatchObject({
        attention: "refund_in_doubt",
        refunds: [{ state: "in_doubt" }],
      })
    })

    it("and that staff ruled out is flagged once the service carries it out after all, and recorded once", async () => {
      const bought = await paid()
      loseAnswer("before:drop")
      await bought.merchant.refund(bought.orderId, 100)
      const { id, refunds } = await eInvoiceOrder(bought)
      const { http } = bought.merchant
      const path = `/admin/e-invoice/orders/${id}/refunds`
      const settle = (carriedOut: boolean) =>
        http.post(`${path}/${refunds[0]?.id}/settle`, { carried_out: carriedOut })
      await settle(false)

      await refundAtService(suite.sandbox, bought, 100)
      await callbacksProcessed(suite)

      expect(await refundedInMedusa(bought)).toEqual([])
      expect(await eInvoiceOrder(bought)).toMatchObject({
        attention: "refunded_at_service",
      })
      const given = { amount: 100, given_at_service: true }
      expect(await http.with({ "idempotency-key": "given" }).post(path, given)).toMatchObject({
        status: 200,
      })
      expect(await settle(true)).toMatchObject({
        status: 400,
        body: { code: "confirm_repeat" },
      })
      expect(await refundedInMedusa(bought)).toEqual([100])
      expect(await eInvoiceOrder(bought)).toMatchObject({ flags: [] })
    })

    it("goes back once where two windows of Medusa's own button press again", async () => {
      const bought = await paid()
      loseAnswer("after:drop")
      await bought.merchant.refund(bought.orderId, 100)
      serviceNames(100)
      expect((await bought.merchant.refund(bought.orderId, 100)).status).toBe(200)

      const firstWindow = await bought.merchant.refund(bought.orderId, 100)

      expect(firstWindow).toMatchObject({
        status: 400,
        body: { code: "confirm_repeat" },
      })
      expect(callsOf(suite, "orders.refund")).toBe(1)
      expect(atService(suite, bought)).toMatchObject({ refunded: 100 })
      expect(await refundedInMedusa(bought)).toEqual([100])
    })

    it("holds back a refund of another amount until Medusa knows of it", async () => {
      const bought = await paid()
      loseAnswer("after:drop")
      await bought.merchant.refund(bought.orderId, 100)
      await leaveBehind(bought)

      const unnamed = await bought.merchant.refund(bought.orderId, 48.7)
      expect(unnamed).toMatchObject({ status: 400, body: { code: "refund_unclear" } })
      serviceNames(100)
      const other = await bought.merchant.refund(bought.orderId, 48.7)
      expect(other).toMatchObject({ status: 400, body: { code: "refund_to_record" } })
      expect(callsOf(suite, "orders.refund")).toBe(1)

      await bought.merchant.refund(bought.orderId, 100)
      jest.restoreAllMocks()
      await minutesPass(suite)
      const again = await bought.merchant.refund(bought.orderId, 48.7)
      expect(again.status).toBe(200)
      expect(atService(suite, bought)).toMatchObject({ refunded: 148.7 })
    })

    it("and that Medusa has not recorded yet is its next refund of the same amount", async () => {
      const bought = await paid()
      loseAnswer("after:drop")
      await bought.merchant.refund(bought.orderId, 100)
      const [open] = await suite.eInvoice.refunds.list(bought.id)
      if (!open) {
        throw new Error("nothing is in doubt")
      }
      await suite.eInvoice.refunds.concluded(open, "staff", { refundId: open.id })
      await minutesPass(suite)

      const other = await bought.merchant.refund(bought.orderId, 20)
      const answer = await bought.merchant.refund(bought.orderId, 100)

      expect([other.status, answer.status]).toEqual([200, 200])
      expect(callsOf(suite, "orders.refund")).toBe(2)
      expect(atService(suite, bought)).toMatchObject({ refunded: 120 })
      expect(await refundedInMedusa(bought)).toEqual([20, 100])
    })

    it("and stays unclear waits for staff, who settle it", async () => {
      const bought = await paid()
      await bought.merchant.refund(bought.orderId, 20)
      await callbacksProcessed(suite)
      await minutesPass(suite)
      loseAnswer("after:drop")
      await bought.merchant.refund(bought.orderId, 100)
      await leaveBehind(bought)

      const unclear = await bought.merchant.refund(bought.orderId, 100)
      expect(unclear).toMatchObject({ status: 400, body: { code: "refund_unclear" } })

      expect((await settle(bought, true)).status).toBe(200)
      expect(callsOf(suite, "orders.refund")).toBe(2)
      expect(await refundedInMedusa(bought)).toEqual([20, 100])
    })
  })
})
