import { bill, BY_LINK, outstanding } from "./support/billing"
import { changedOrders } from "./support/changed-order"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { atService, callbacksProcessed, callsOf, purchase, type Purchase } from "./support/purchase"
import { postRefund } from "./support/refund-at-service"

eInvoiceSuite("order-change-portal", {}, (suite) => {
  const {
    bought,
    editTo,
    inMedusa,
    deliver,
    edit,
    requestReturn,
    sweepIn,
    refuseCredits,
    creditByHand,
    whileNaming,
    settleAsGiven,
    differing,
    accountOf,
    followed,
    placedWithCard,
  } = changedOrders(suite)

  it("takes the total that the service names for a credit that staff gave by hand", async () => {
    const order = await bought()
    await editTo(order, 2)
    await followed(order, { credited_total: 99.9 })
    refuseCredits()
    await editTo(order, 1)
    await followed(order, { flags: ["change_not_followed"] })
    await creditByHand(order, 99.9)
    await callbacksProcessed(suite)
    const asked = callsOf(suite, "orders.refund")
    await whileNaming(199.8, () => order.merchant.refresh(order.id))

    // What is not in the plugin's own books stays noted until staff say what it was.
    await followed(order, { flags: ["refunded_at_service"], refunded_total: 199.8 })
    expect(await differing(order)).toBe(0)
    await settleAsGiven(order)
    expect(await differing(order)).toBe(0)
    await followed(order, { flags: [], credited_total: 199.8 })
    expect(callsOf(suite, "orders.refund")).toBe(asked)
    expect((await inMedusa(order)).payments).toEqual([{ amount: 148.9, captured: false }])
  })

  it("has a credit that the service names recorded as that once it is paid, and as no refund", async () => {
    const order = await bought()
    refuseCredits()
    await editTo(order, 1)
    await followed(order, { flags: ["change_not_followed"] })
    await creditByHand(order, 199.8)
    await callbacksProcessed(suite)
    await whileNaming(199.8, () => order.merchant.refresh(order.id))
    await followed(order, { flags: ["refunded_at_service"], refunded_total: 199.8 })
    suite.sandbox.pay(order.uuid)
    await callbacksProcessed(suite)
    expect((await inMedusa(order)).payments).toEqual([{ amount: 148.9, captured: true }])

    const { http } = order.merchant
    const given = { amount: 100, given_at_service: true }
    expect(await http.post(`/admin/e-invoice/orders/${order.id}/refunds`, given)).toMatchObject({
      status: 400,
      body: { code: "beyond_left", values: { amount: "0.00" } },
    })
    await settleAsGiven(order)

    await followed(order, { flags: [], credited_total: 199.8 })
    expect(await inMedusa(order)).toMatchObject({ pending: 0, payments: [{ captured: true }] })
  })

  it("has what the portal credited of an unpaid invoice taken off the order, not recorded as a refund", async () => {
    const order = await bought()
    await creditByHand(order, 99.9)
    await callbacksProcessed(suite)
    await followed(order, { flags: ["refunded_at_service"] })

    const recorded = await order.merchant.http
      .with({ "idempotency-key": "given" })
      .post(`/admin/e-invoice/orders/${order.id}/refunds`, { amount: 99.9, given_at_service: true })

    expect(recorded).toMatchObject({ status: 400, body: { code: "credited_at_service" } })
    await editTo(order, 2)
    await followed(order, { flags: expect.arrayContaining(["change_not_followed"]) })
    await settleAsGiven(order)
    await followed(order, { flags: [], credited_total: 99.9 })
    expect(callsOf(suite, "orders.refund")).toBe(1)
    expect((await inMedusa(order)).payments).toEqual([{ amount: 248.8, captured: false }])
  })

  it("gives no credit again that the portal gave beside one that is recorded", async () => {
    const order = await bought()
    await creditByHand(order, 99.9)
    await creditByHand(order, 99.9)
    await callbacksProcessed(suite)
    await editTo(order, 2)
    await followed(order, { flags: expect.arrayContaining(["change_not_followed"]) })
    const { refunds } = await order.merchant.eInvoiceOrder(order.orderId)
    const path = `/admin/e-invoice/orders/${order.id}/refunds/${refunds.at(-1)?.id}/settle`
    const beside = { carried_out: true, beside_another: true }
    expect(await order.merchant.http.post(path, beside)).toMatchObject({ status: 200 })
    await followed(order, { flags: ["refunded_at_service"], credited_total: 99.9 })

    await editTo(order, 1)

    await followed(order, { flags: expect.arrayContaining(["change_not_followed"]) })
    expect(atService(suite, order)).toMatchObject({ credited: 199.8 })
    await settleAsGiven(order)
    await followed(order, { flags: [], credited_total: 199.8 })
    expect((await inMedusa(order)).payments).toEqual([{ amount: 148.9, captured: false }])
  })

  it.each(["before", "after"] as const)(
    "has what the portal gave beside a missing credit recorded %s it",
    async (when) => {
      const order = await bought("SENT")
      await editTo(order, 2)
      await followed(order, { flags: ["change_not_followed"] })
      suite.sandbox.pay(order.uuid)
      await callbacksProcessed(suite)
      const { http } = order.merchant
      const path = `/admin/e-invoice/orders/${order.id}/refunds`
      const lines = atService(suite, order).lines.map(({ id }) => id)
      const goodwill = { id: lines[1], amount: 10 }
      const give = (line: object) =>
        http
          .with({ "idempotency-key": `given-${JSON.stringify(line)}` })
          .post(path, { lines: [line], given_at_service: true })
      await postRefund(order.uuid, { type: "regular", grandTotal: 10, products: [goodwill] })
      await callbacksProcessed(suite)
      await followed(order, { flags: ["change_not_followed", "refunded_at_service"] })
      expect(await give({ id: lines[0], amount: 99.9 })).toMatchObject({
        status: 400,
        body: { code: "credit_missing" },
      })
      const giveCredit = async (besideAnother: boolean) => {
        await creditByHand(order, 99.9, "regular")
        await callbacksProcessed(suite)
        const { refunds } = await order.merchant.eInvoiceOrder(order.orderId)
        const credit = refunds.find(({ state }) => state === "rejected")
        const settle = (said: object) =>
          http.post(`${path}/${credit?.id}/settle`, { carried_out: true, ...said })
        if (besideAnother) {
          expect(await settle({})).toMatchObject({ body: { code: "refunded_at_service" } })
        }
        expect(await settle({ beside_another: besideAnother })).toMatchObject({ status: 200 })
      }

      if (when === "before") {
        expect(await give(goodwill)).toMatchObject({ status: 200 })
        await followed(order, { flags: ["change_not_followed"] })
        await giveCredit(false)
      } else {
        await giveCredit(true)
        await followed(order, { flags: ["refunded_at_service"] })
        await sweepIn(30)
        await followed(order, { flags: ["refunded_at_service"] })
        expect(await give(goodwill)).toMatchObject({ status: 200 })
      }

      await followed(order, { flags: [], credited_total: 99.9, refunded_total: 109.9 })
      expect(atService(suite, order)).toMatchObject({ refunded: 109.9 })
      expect((await order.merchant.order(order.orderId)).summary).toMatchObject({
        refunded_total: 10,
        pending_difference: 0,
      })
    }
  )

  it.each([
    ["on it", {}],
    ["on it and on another thing that comes", { "PASS-YOUTH": 1 }],
  ])(
    "credited in full in the portal has what it billed billed anew by its own line: %s",
    async (_name, add) => {
      const order = await bought("PAID")
      await edit(order, { add: { "MUG-35": 1 } })
      const credited = (await bill(order, BY_LINK)).body.e_invoice_order
      suite.sandbox.invoice(credited.remote_order_uuid)
      const [mug] = suite.sandbox.order(credited.remote_order_uuid).lines

      await postRefund(credited.remote_order_uuid, {
        type: "invoiced",
        grandTotal: 149,
        products: [{ id: mug?.id, amount: 149 }],
      })
      await callbacksProcessed(suite)

      const read = async () => {
        const { body } = await order.merchant.http.get<{ e_invoice_order: object }>(
          `/admin/e-invoice/orders/${credited.id}`
        )
        return body.e_invoice_order
      }
      await eventually(async () =>
        expect(await read()).toMatchObject({
          remote_status: "REFUNDED",
          credited_total: 149,
          flags: ["cancelled_at_service"],
          warnings: ["credited_in_full"],
        })
      )
      if (Object.keys(add).length > 0) {
        await edit(order, { add })
      }
      const { body } = await bill(order, BY_LINK)
      const { lines } = suite.sandbox.order(body.e_invoice_order.remote_order_uuid)
      expect(lines.map(({ tax, amount }) => ({ tax, amount }))).toEqual(
        expect.arrayContaining([{ tax: 25, amount: 149 }])
      )
      expect(lines).toHaveLength(1 + Object.keys(add).length)
      await eventually(async () => expect(await read()).toMatchObject({ flags: [], warnings: [] }))
    }
  )

  it("credited in part in the portal is flagged once it is paid, where the service names how much", async () => {
    const order = await bought()
    suite.sandbox.callbacks.setChaos({ drop: true })
    await creditByHand(order, 99.9)
    suite.sandbox.pay(order.uuid)
    suite.sandbox.callbacks.setChaos({})

    await whileNaming(99.9, () => order.merchant.refresh(order.id))

    await followed(order, { remote_status: "PAID", flags: ["refunded_at_service"] })
    const given = await order.merchant.http.post(`/admin/e-invoice/orders/${order.id}/refunds`, {
      amount: 99.9,
      given_at_service: true,
    })
    expect(given).toMatchObject({ status: 200 })
    await followed(order, { flags: [], refunded_total: 99.9 })
    expect(callsOf(suite, "orders.refund")).toBe(1)
  })

  describe("that the portal credited before it was paid", () => {
    const billed = async (order: Purchase) => {
      const answer = await bill(order, BY_LINK)
      expect(answer).toMatchObject({ status: 200 })
      return answer.body.e_invoice_order
    }
    const byRate = (uuid: string) =>
      suite.sandbox.order(uuid).lines.map(({ tax, amount }) => [tax, amount])

    it("in full, with a card, is billed anew by lines that know what their goods cost", async () => {
      const order = await placedWithCard({ "MUG-35": 2, "PASS-YOUTH": 1 }, 100)
      suite.sandbox.invoice(order.uuid)
      await callbacksProcessed(suite)
      await deliver(order)
      const { lines } = atService(suite, order)
      const products = lines.map(({ id, amount }) => ({ id, amount }))
      await postRefund(order.uuid, { type: "invoiced", grandTotal: order.total, products })
      await followed(order, { flags: ["cancelled_at_service"] })
      await requestReturn(order, { "MUG-35": 1 })
      const anew = await billed(order)
      suite.sandbox.invoice(anew.remote_order_uuid)
      suite.sandbox.pay(anew.remote_order_uuid)
      await callbacksProcessed(suite)

      await requestReturn(order, { "MUG-35": 1 })

      const paid = { id: anew.id, merchant: order.merchant }
      await eventually(async () =>
        expect(await accountOf(paid)).toMatchObject({ changed: { amount: 149, certain: true } })
      )
      const path = `/admin/e-invoice/orders/${anew.id}/refunds`
      expect(await order.merchant.http.post(path, { amount: 149 })).toMatchObject({ status: 200 })
      await callbacksProcessed(suite)
      expect((await inMedusa(order)).pending).toBe(0)
    })

    it("in full, while a credit awaits approval, is billed anew once that is settled", async () => {
      const order = await purchase(suite, { basket: { "COFFEE-250": 60, "MUG-35": 1 } })
      suite.sandbox.invoice(order.uuid)
      await callbacksProcessed(suite)
      await edit(order, { leave: { "COFFEE-250": 2 } })
      await followed(order, { flags: ["change_not_followed"] })
      const { refunds } = await order.merchant.eInvoiceOrder(order.orderId)
      const path = `/admin/e-invoice/orders/${order.id}/refunds/${refunds.at(-1)?.id}`
      expect((await order.merchant.http.post(`${path}/approval`)).status).toBe(200)
      const rest = atService(suite, order).lines.map(({ id, amount }) => ({
        id,
        amount: amount > 5000 ? 199.8 : amount,
      }))
      const grandTotal = Math.round((order.total - 5794.2) * 100) / 100
      await postRefund(order.uuid, { type: "invoiced", grandTotal, products: rest })
      const { refundApprovals } = suite.sandbox
      refundApprovals.approve(refundApprovals.list()[0]?.uuid ?? "")
      await callbacksProcessed(suite)
      await followed(order, { remote_status: "REFUNDED" })
      expect(await outstanding(order)).toMatchObject({ not_billable: "credit-open" })
      expect(await bill(order, BY_LINK)).toMatchObject({ status: 400 })

      const settled = await order.merchant.http.post(`${path}/settle`, {
        carried_out: true,
        beside_another: true,
      })

      expect(settled).toMatchObject({ status: 200 })
      await followed(order, { credited_total: order.total })
      const lines = byRate((await billed(order)).remote_order_uuid)
      expect(lines).toEqual(
        expect.arrayContaining([
          [15, 199.8],
          [25, 149],
        ])
      )
    })

    it.each([
      ["and is not paid", false],
      ["and is paid", true],
    ])(
      "in part, as it names, has what is added billed once that is recorded, %s",
      async (_, isPaid) => {
        const order = await purchase(suite, { basket: { "COFFEE-250": 2, "MUG-35": 2 } })
        suite.sandbox.invoice(order.uuid)
        await callbacksProcessed(suite)
        const mugs = atService(suite, order).lines.find(({ amount }) => amount === 298)
        const products = [{ id: mugs?.id, amount: 149 }]
        await whileNaming(149, async () => {
          await postRefund(order.uuid, { type: "invoiced", grandTotal: 149, products })
          await callbacksProcessed(suite)
          await followed(order, { flags: ["refunded_at_service"] })
          await edit(order, { add: { "COFFEE-250": 1 } })
          if (isPaid) {
            suite.sandbox.pay(order.uuid)
            await callbacksProcessed(suite)
          }
          await eventually(async () =>
            expect(await outstanding(order)).toMatchObject({ not_billable: "credit-open" })
          )
          await edit(order, { leave: { "MUG-35": 1 } })
          if (isPaid) {
            const path = `/admin/e-invoice/orders/${order.id}/refunds`
            const given = { amount: 149, given_at_service: true }
            expect(await order.merchant.http.post(path, given)).toMatchObject({ status: 200 })
          } else {
            await followed(order, { refunds: [{ state: "rejected", purpose: "credit" }] })
            await settleAsGiven(order)
          }
          await followed(order, { credited_total: 149, flags: ["change_unbilled"] })
        })

        expect(byRate((await billed(order)).remote_order_uuid)).toEqual([[15, 99.9]])
      }
    )
  })

  it("paid after its order was cancelled leaves a refund the lines of a credit that the portal is to give", async () => {
    const order = await purchase(suite, { basket: { "MUG-35": 2, "PASS-YOUTH": 1 } })
    suite.sandbox.invoice(order.uuid)
    await callbacksProcessed(suite)
    refuseCredits()
    await edit(order, { leave: { "MUG-35": 1 } })
    await followed(order, { flags: ["change_not_followed"] })
    for (const operation of ["orders.cancel", "orders.refund"] as const) {
      suite.sandbox.faults.add({ fault: "417", operation, times: 9 })
    }
    expect((await order.merchant.cancel(order.orderId)).status).toBe(200)
    suite.sandbox.faults.clear()
    suite.sandbox.pay(order.uuid)
    await callbacksProcessed(suite)
    await followed(order, { flags: expect.arrayContaining(["paid_after_cancel"]) })

    const left = Math.round((order.total - 149) * 100) / 100
    const refunded = await order.merchant.http.post(`/admin/e-invoice/orders/${order.id}/refunds`, {
      amount: left,
    })

    expect(refunded).toMatchObject({ status: 200 })
    const mugs = atService(suite, order).lines.find(({ amount }) => amount === 298)
    expect(mugs).toMatchObject({ refunded: 149 })
    const products = [{ id: mugs?.id, amount: 149 }]
    await postRefund(order.uuid, { type: "regular", grandTotal: 149, products })
    await callbacksProcessed(suite)
    const { refunds } = await order.merchant.eInvoiceOrder(order.orderId)
    const credit = refunds.find(({ state }) => state === "rejected")
    const path = `/admin/e-invoice/orders/${order.id}/refunds/${credit?.id}/settle`
    const given = { carried_out: true, beside_another: false }
    expect(await order.merchant.http.post(path, given)).toMatchObject({ status: 200 })
    await followed(order, { flags: [], refunded_total: order.total, credited_total: 149 })
  })

  describe("paid after its order was cancelled, and credited in part in the portal before", () => {
    const PASS = 225
    /** The service does not cancel what is credited in part; the customer then pays the rest. */
    const creditedThenCancelled = async () => {
      const order = await purchase(suite, { basket: { "MUG-35": 2, "PASS-YOUTH": 1 } })
      suite.sandbox.invoice(order.uuid)
      await callbacksProcessed(suite)
      await give(order, [PASS], "invoiced")
      expect((await order.merchant.cancel(order.orderId)).status).toBe(200)
      await callbacksProcessed(suite)
      return order
    }
    const linesOf = (order: Purchase, amounts: readonly number[]) =>
      amounts.map((amount) => ({
        id: atService(suite, order).lines.find((line) => line.amount === amount)?.id ?? 0,
        amount,
      }))
    const give = async (order: Purchase, amounts: readonly number[], type: string) => {
      const products = linesOf(order, amounts)
      const grandTotal = amounts.reduce((sum, amount) => sum + amount, 0)
      await postRefund(order.uuid, { type, grandTotal, products })
      await callbacksProcessed(suite)
    }
    const paid = async (order: Purchase) => {
      suite.sandbox.pay(order.uuid)
      await callbacksProcessed(suite)
    }
    const say = async (order: Purchase, said: object) => {
      const { refunds } = await order.merchant.eInvoiceOrder(order.orderId)
      const credit = refunds.findLast(({ state }) => state === "rejected")
      const path = `/admin/e-invoice/orders/${order.id}/refunds/${credit?.id}/settle`
      return order.merchant.http.post(path, said)
    }
    const settle = async (order: Purchase, said: object) =>
      expect(await say(order, said)).toMatchObject({ status: 200 })
    const refund = (order: Purchase, amounts: readonly number[], more = {}) =>
      order.merchant.http.post(`/admin/e-invoice/orders/${order.id}/refunds`, {
        lines: linesOf(order, amounts),
        ...more,
      })
    const booksEnded = async (order: Purchase, captured: number) => {
      await followed(order, { flags: [], credited_total: order.total - captured })
      const payment = await order.merchant.payment(order.orderId)
      expect(payment).toMatchObject({ amount: captured, captured_at: expect.any(String) })
      expect(payment.refunds?.map(({ amount }) => amount)).toEqual([captured])
      const { received, refunded } = atService(suite, order)
      expect({ received, refunded }).toEqual({ received: captured, refunded: captured })
      const callbacks = await suite.eInvoice.inbox.rowsOf([order.id])
      expect(callbacks.filter(({ state }) => state !== "processed")).toEqual([])
    }

    it.each([
      { recorded: "before", isNamed: false },
      { recorded: "before", isNamed: true },
      { recorded: "after", isNamed: false },
      { recorded: "after", isNamed: true },
    ])(
      "is refunded by its lines: recorded $recorded the payment, named: $isNamed",
      async ({ recorded, isNamed }) => {
        const order = await creditedThenCancelled()
        const record = async () => {
          if (isNamed) {
            await whileNaming(PASS, () => order.merchant.refresh(order.id))
          }
          await settle(order, { carried_out: true, amount: "225", beside_another: false })
        }
        if (recorded === "before") {
          // Else the plugin credits the rest, and nothing is left to pay.
          refuseCredits()
          await record()
          await paid(order)
        } else {
          await paid(order)
          expect(await refund(order, [298, 49])).toMatchObject({
            status: 400,
            body: { code: "credit_unsettled" },
          })
          expect(await say(order, { carried_out: true, beside_another: false })).toMatchObject({
            status: 400,
            body: { code: "refund_not_shown" },
          })
          await record()
        }
        await followed(order, { flags: ["paid_after_cancel"] })

        expect(await refund(order, [298, 49])).toMatchObject({ status: 200 })
        await callbacksProcessed(suite)

        await booksEnded(order, order.total - PASS)
      }
    )

    it.each([{ recorded: "before" }, { recorded: "after" }])(
      "has what the portal refunded of it recorded, its credit $recorded that",
      async ({ recorded }) => {
        const order = await creditedThenCancelled()
        await paid(order)
        const record = (besideAnother: boolean) =>
          settle(order, { carried_out: true, amount: "225", beside_another: besideAnother })
        if (recorded === "before") {
          await record(false)
          await give(order, [298, 49], "regular")
        } else {
          await give(order, [298, 49], "regular")
          await record(true)
        }
        await followed(order, { remote_status: "REFUNDED", flags: ["refunded_at_service"] })

        expect(await refund(order, [298, 49], { given_at_service: true })).toMatchObject({
          status: 200,
        })

        await booksEnded(order, order.total - PASS)
      }
    )

    it.each([
      { of: "credit", captured: 198 },
      { of: "refund", captured: 347 },
    ])(
      "is captured for no more than was paid where the portal gave a $of beside it",
      async ({ of, captured }) => {
        const order = await creditedThenCancelled()
        const mug = async (type: string) => {
          const [whole] = linesOf(order, [298])
          const products = [{ id: whole?.id, amount: 149 }]
          await postRefund(order.uuid, { type, grandTotal: 149, products })
          await callbacksProcessed(suite)
        }
        if (of === "credit") {
          await mug("invoiced")
        }
        await paid(order)
        if (of === "refund") {
          await mug("regular")
        }
        await settle(order, { carried_out: true, amount: "225", beside_another: true })
        await callbacksProcessed(suite)
        expect((await order.merchant.payment(order.orderId)).captured_at).toBeNull()

        await settle(
          order,
          of === "credit"
            ? { carried_out: true, amount: "149", beside_another: false }
            : { carried_out: false }
        )

        await eventually(async () =>
          expect(await order.merchant.payment(order.orderId)).toMatchObject({
            amount: captured,
            captured_at: expect.any(String),
          })
        )
      }
    )
  })

  describe("of which the service names what it refunded", () => {
    beforeEach(() => {
      const connect: { call(id: string, ...request: unknown[]): Promise<object> } = suite.eInvoice
        .connect as never
      const call = connect.call.bind(connect)
      jest.spyOn(connect, "call").mockImplementation(async (id, ...request) => {
        const answer = (await call(id, ...request)) as { data: { uuid: string } }
        if (id !== "orders.status") {
          return answer
        }
        const { refunded, credited } = suite.sandbox.order(answer.data.uuid)
        const refundedAmount = Math.round((refunded + credited) * 100) / 100
        return { ...answer, data: { ...answer.data, refundedAmount } }
      })
    })
    /** An invoice of three coffees, a mug and a delivery, that is out. */
    const invoiced = async () => {
      const order = await purchase(suite, { basket: { "COFFEE-250": 3, "MUG-35": 1 } })
      suite.sandbox.invoice(order.uuid)
      await callbacksProcessed(suite)
      return order
    }
    const NAMES = {
      coffee: "Harbour coffee, 250 g",
      mug: "Enamel camp mug, 3.5 dl",
      delivery: "Parcel to your mailbox",
    }
    const idOf = (order: Purchase, what: keyof typeof NAMES) =>
      atService(suite, order).lines.find(({ name }) => name === NAMES[what])?.id
    const give = async (
      order: Purchase,
      what: keyof typeof NAMES,
      amount: number,
      type = "invoiced"
    ) => {
      const products = [{ id: idOf(order, what), amount }]
      await postRefund(order.uuid, { type, grandTotal: amount, products })
      await callbacksProcessed(suite)
    }
    const refused = async (order: Purchase, changed: Parameters<typeof edit>[1], flags: object) => {
      refuseCredits()
      await edit(order, changed)
      await followed(order, { flags })
      suite.sandbox.faults.clear()
    }
    const settle = async ({ id, merchant, orderId }: Purchase, amount: number, said: object) => {
      const path = `/admin/e-invoice/orders/${id}/refunds`
      const { refunds } = await merchant.eInvoiceOrder(orderId)
      const row = refunds.find((one) => one.state === "rejected" && Number(one.amount) === amount)
      const settled = await merchant.http.post(`${path}/${row?.id}/settle`, {
        carried_out: true,
        beside_another: false,
        ...said,
      })
      expect(settled).toMatchObject({ status: 200 })
    }
    const isPaid = async (order: Purchase, amount: number) => {
      suite.sandbox.pay(order.uuid)
      await callbacksProcessed(suite)
      await followed(order, { flags: [] })
      expect(await inMedusa(order)).toEqual({
        pending: 0,
        payments: [{ amount, captured: true }],
      })
    }

    it("has a credit recorded that the portal gave before the order became cheaper", async () => {
      const order = await invoiced()
      await give(order, "coffee", 99.9)
      await edit(order, { leave: { "COFFEE-250": 2 } })
      await followed(order, { refunds: [{ state: "rejected", products: [{ amount: "99.90" }] }] })

      await settle(order, 99.9, {})

      await followed(order, { flags: [], credited_total: 99.9 })
      await isPaid(order, 397.8)
    })

    it("has the earlier one recorded first where the order changed again, and the rest is credited", async () => {
      const order = await invoiced()
      await refused(order, { leave: { "COFFEE-250": 2 } }, ["change_not_followed"])
      await give(order, "coffee", 99.9)
      await edit(order, { leave: { "MUG-35": 0 } })
      await followed(order, { flags: ["change_not_followed", "refunded_at_service"] })

      await settle(order, 99.9, {})

      await followed(order, { flags: [], credited_total: 248.9 })
      expect(atService(suite, order)).toMatchObject({ credited: 248.9 })
      await isPaid(order, 248.8)
    })

    it("has two that are told as one recorded by the pieces that they are of", async () => {
      const order = await invoiced()
      const left = { leave: { "COFFEE-250": 1, "MUG-35": 0 } }
      await refused(order, left, ["change_not_followed"])
      await give(order, "coffee", 99.9)
      await give(order, "mug", 149)

      refuseCredits()
      await settle(order, 348.8, { amount: "248.9" })

      await followed(order, { flags: ["change_not_followed"], credited_total: 248.9 })
      suite.sandbox.faults.clear()
      await edit(order, { leave: { "COFFEE-250": 2 } })
      await followed(order, { flags: [], credited_total: 248.9 })
      expect(atService(suite, order)).toMatchObject({ credited: 248.9 })
      await isPaid(order, 248.8)
    })

    it("has a missing credit recorded by its own amount beside another refund of the portal", async () => {
      const order = await purchase(suite, { basket: { "COFFEE-250": 3, "MUG-35": 1 } })
      await callbacksProcessed(suite)
      await refused(order, { leave: { "COFFEE-250": 2 } }, ["change_not_followed"])
      suite.sandbox.pay(order.uuid)
      await callbacksProcessed(suite)
      await give(order, "delivery", 10, "regular")
      await sweepIn(30)
      await give(order, "coffee", 99.9, "regular")
      await sweepIn(30)

      await settle(order, 99.9, { beside_another: true })

      await followed(order, { flags: ["refunded_at_service"], credited_total: 99.9 })
      const lines = [{ id: idOf(order, "delivery"), amount: 10 }]
      const given = { lines, given_at_service: true }
      const path = `/admin/e-invoice/orders/${order.id}/refunds`
      expect(await order.merchant.http.post(path, given)).toMatchObject({ status: 200 })
      await followed(order, { flags: [], refunded_total: 109.9 })
    })

    it.each(["before", "after"] as const)(
      "has what the portal gave beside a missing credit taken off the order %s it is paid, and recorded",
      async (when) => {
        const order = await invoiced()
        const { merchant, orderId } = order
        const given = { amount: 10, given_at_service: true }
        const path = `/admin/e-invoice/orders/${order.id}/refunds`
        await give(order, "delivery", 10)
        await edit(order, { leave: { "COFFEE-250": 2 } })
        await followed(order, { flags: ["change_not_followed", "refunded_at_service"] })
        await give(order, "coffee", 99.9)
        await settle(order, 99.9, { beside_another: true })
        if (when === "after") {
          suite.sandbox.pay(order.uuid)
          await callbacksProcessed(suite)
          expect(await merchant.http.post(path, given)).toMatchObject({
            status: 400,
            body: { code: "beyond_left" },
          })
        }

        const { items } = await merchant.order(orderId)
        const mug = items.find(({ variant_sku }) => variant_sku === "MUG-35")
        const edited = `/admin/order-edits/${orderId}`
        await merchant.http.post("/admin/order-edits", { order_id: orderId })
        await merchant.http.post(`${edited}/items/item/${mug?.id}`, {
          quantity: 1,
          unit_price: 139,
        })
        expect((await merchant.http.post(`${edited}/confirm`)).status).toBe(200)
        await followed(order, { flags: ["refunded_at_service"] })
        if (when === "after") {
          expect(await merchant.http.post(path, given)).toMatchObject({ status: 200 })
        } else {
          await eventually(() => settle(order, 10, {}))
          suite.sandbox.pay(order.uuid)
          await callbacksProcessed(suite)
        }

        await followed(order, { flags: [], credited_total: 109.9 })
        expect(await inMedusa(order)).toEqual({
          pending: 0,
          payments: [{ amount: 387.8, captured: true }],
        })
      }
    )

    it("has what a credit line of staff took off recorded as a credit once it is paid", async () => {
      const order = await invoiced()
      const { merchant, orderId } = order
      const lowered = { amount: 50, reference: "goodwill", reference_id: "goodwill_1" }
      const answer = await merchant.http.post(`/admin/orders/${orderId}/credit-lines`, lowered)
      expect(answer.status).toBe(200)
      await give(order, "coffee", 50)
      suite.sandbox.pay(order.uuid)
      await callbacksProcessed(suite)
      await followed(order, { flags: ["refunded_at_service"] })

      const path = `/admin/e-invoice/orders/${order.id}/refunds`
      const given = { amount: 50, given_at_service: true }
      expect(
        await merchant.http.with({ "idempotency-key": "given" }).post(path, given)
      ).toMatchObject({ status: 200 })
      expect(
        await merchant.http.with({ "idempotency-key": "given" }).post(path, given)
      ).toMatchObject({ status: 200 })

      await followed(order, {
        flags: [],
        credited_total: 50,
        refunds: [{ state: "succeeded", purpose: "credit" }],
      })
      expect(await inMedusa(order)).toEqual({
        pending: 0,
        payments: [{ amount: 447.7, captured: true }],
      })
    })
  })
})
