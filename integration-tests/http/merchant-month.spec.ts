import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { takenFromLines } from "../../src/domain/refunds/refund-lines"
import { formatOre, linesNow, orderFields, toOre } from "../../src/mapping"
import { sweepEInvoiceOrders } from "../../src/workflows"
import { bill, BY_LINK, outstanding } from "./support/billing"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { orderChanges } from "./support/order-changes"
import { callbacksProcessed, minutesPass, purchase, type Purchase } from "./support/purchase"

/** Coffee at 15 %, mugs at 25 %, a pass at 12 %, and a delivery at 25 %. */
const BASKET = { "COFFEE-250": 3, "MUG-35": 2, "PASS-ADULT": 1 }

eInvoiceSuite("merchant-month", {}, (suite) => {
  const { claim, deliver, edit, exchange, receiveReturn, requestReturn } = orderChanges(suite)
  const { sandbox } = suite

  type Act = (order: Purchase) => Promise<unknown>

  // What staff do.
  const less: Act = (order) => edit(order, { leave: { "COFFEE-250": 2 } })
  const evenLess: Act = (order) => edit(order, { leave: { "COFFEE-250": 1 } })
  const more: Act = (order) => edit(order, { leave: { "COFFEE-250": 5 } })
  const another: Act = (order) => edit(order, { add: { "BOOK-HARD": 1 } })
  const without: Act = (order) => edit(order, { leave: { "MUG-35": 0 } })
  const lessAndMore: Act = (order) =>
    edit(order, { add: { "COFFEE-1000": 1 }, leave: { "COFFEE-250": 1 } })
  const swapAcross: Act = (order) =>
    edit(order, { add: { "SOCKS-41-45": 1 }, leave: { "COFFEE-250": 2 } })
  const swapBack: Act = (order) => edit(order, { leave: { "COFFEE-250": 3, "SOCKS-41-45": 0 } })
  const send: Act = (order) => deliver(order)
  const back: Act = async (order) => {
    await send(order)
    await receiveReturn(order, await requestReturn(order, { "COFFEE-250": 1 }), { "COFFEE-250": 1 })
  }
  const backAgain: Act = async (order) => {
    await receiveReturn(order, await requestReturn(order, { "MUG-35": 1 }), { "MUG-35": 1 })
  }
  const announced: Act = async (order) => {
    await send(order)
    await requestReturn(order, { "PASS-ADULT": 1 })
  }
  const allBack: Act = async (order) => {
    await send(order)
    await requestReturn(order, BASKET)
  }
  const claimed: Act = async (order) => {
    await send(order)
    await claim(order, { "MUG-35": 1 })
  }
  const exchanged = (from: string, to: string): Act => {
    return async (order) => {
      await send(order)
      await exchange(order, { [from]: 1 }, { [to]: 1 })
    }
  }
  const dearer = exchanged("COFFEE-250", "COFFEE-1000")
  const cheaper = exchanged("PASS-ADULT", "PASS-YOUTH")
  const dearerAcross = exchanged("COFFEE-250", "MUG-35")
  const cheaperAcross = exchanged("PASS-ADULT", "SOCKS-41-45")
  const cancel: Act = async ({ merchant, orderId }) => {
    expect((await merchant.cancel(orderId)).status).toBe(200)
  }
  /** Medusa's own button, over an amount; what Medusa owes when left out. */
  const refund =
    (amount?: number): Act =>
    async ({ merchant, orderId }) => {
      await minutesPass(suite)
      const { payment_collections: collections, summary } = await merchant.order(orderId)
      const owed = amount ?? -summary.pending_difference
      const payment = collections
        .flatMap(({ payments }) => payments ?? [])
        .find(({ captured_at }) => captured_at)
      const answer = await merchant.http.post(`/admin/payments/${payment?.id}/refund`, {
        amount: Math.round(owed * 100) / 100,
      })
      expect(answer.status).toBe(200)
    }
  /** In the Refunds section, of the line at a VAT rate. */
  const refundAt =
    (rate: number, amount: number): Act =>
    async ({ merchant, id, uuid }) => {
      await minutesPass(suite)
      const line = sandbox.order(uuid).lines.find(({ tax }) => tax === rate)
      const { status } = await merchant.http
        .with({ "idempotency-key": `at-${rate}-of-${id}` })
        .post(`/admin/e-invoice/orders/${id}/refunds`, { lines: [{ id: line?.id, amount }] })
      expect(status).toBe(200)
    }
  const billRest: Act = async (order) => {
    expect((await outstanding(order)).billable).toBeGreaterThan(0)
    expect((await bill(order, BY_LINK)).status).toBe(200)
  }

  // What the service and its customers do.
  const invoice: Act = async ({ uuid }) => sandbox.invoice(uuid)
  const remind: Act = async ({ uuid }) => sandbox.remind(uuid)
  const collect: Act = async ({ uuid }) => sandbox.collectDebt(uuid)
  const pay: Act = async (order) => {
    for (const { remote_order_uuid: uuid } of await rowsOf(order)) {
      if (uuid && sandbox.order(uuid).actions.includes("pay")) {
        sandbox.pay(uuid)
      }
    }
  }
  const rowsOf = ({ orderId }: Purchase) =>
    suite.eInvoice.listEInvoiceOrders({ order_id: orderId, state: "succeeded" })

  /** 48 orders: what happens to each, in order. */
  const month: Record<string, Act[]> = {
    "as ordered": [],
    "as ordered, invoiced": [invoice],
    "as ordered, paid": [invoice, pay],
    "less, before it is invoiced": [less, invoice],
    "less, before it is invoiced, and paid": [less, invoice, pay],
    "more, before it is invoiced": [more, billRest, invoice, pay],
    "an item less, before it is invoiced": [without, invoice],
    "swapped across rates, before it is invoiced": [swapAcross, billRest, invoice, pay],
    "cancelled before it is invoiced": [cancel],
    "less, invoiced": [invoice, less],
    "less, invoiced, and paid": [invoice, less, pay],
    "less twice": [invoice, less, evenLess, pay],
    "less, and more again": [invoice, less, more, billRest, pay],
    "more, and less": [invoice, more, less],
    "more, billed": [invoice, more, billRest],
    "another item, billed and paid": [invoice, another, billRest, pay],
    "an item less, invoiced": [invoice, without, pay],
    "less of one, and another at its rate": [invoice, lessAndMore, billRest, pay],
    "cancelled, invoiced": [invoice, cancel],
    "cancelled, after less": [invoice, less, cancel],
    "returned, invoiced": [invoice, back],
    "returned, and paid": [invoice, back, pay],
    "two returns": [invoice, back, backAgain, pay],
    "a return announced": [invoice, announced, pay],
    "all returned but the delivery": [invoice, allBack, pay],
    "a claim, invoiced": [invoice, claimed, pay],
    "exchanged for dearer": [invoice, dearer, billRest, pay],
    "exchanged for cheaper": [invoice, cheaper, pay],
    "exchanged for dearer at another rate": [invoice, dearerAcross, billRest, pay],
    "exchanged for cheaper at another rate": [invoice, cheaperAcross, billRest, pay],
    "less, reminded": [invoice, remind, less, pay],
    "returned, reminded": [invoice, remind, back],
    "less, at debt collection": [invoice, collect, less, pay],
    "less, paid": [invoice, pay, less, refund()],
    "more, paid": [invoice, pay, more, billRest, pay],
    "returned, paid": [invoice, pay, back, refund()],
    "two returns, paid": [invoice, pay, back, refund(), backAgain, refund()],
    "a claim, paid": [invoice, pay, claimed, refund()],
    "exchanged for cheaper, paid": [invoice, pay, cheaper, refund()],
    "exchanged for dearer at another rate, paid": [
      invoice,
      pay,
      dearerAcross,
      refundAt(15, 99.9),
      billRest,
      pay,
    ],
    "exchanged for dearer at another rate, paid, and billed as one": [
      invoice,
      pay,
      dearerAcross,
      billRest,
      pay,
      refundAt(15, 99.9),
      billRest,
      pay,
    ],
    "exchanged for cheaper at another rate, paid, and refunded as one": [
      invoice,
      pay,
      cheaperAcross,
      refund(),
      refundAt(12, 119.9),
      billRest,
      pay,
    ],
    "an amount refunded": [invoice, pay, refund(50)],
    "goodwill, and less": [invoice, pay, refund(50), less, refund()],
    "goodwill while something else is owed": [invoice, pay, less, refundAt(12, 30), refund()],
    "goodwill, less, and more again": [
      invoice,
      pay,
      refundAt(12, 30),
      less,
      refund(),
      more,
      billRest,
      pay,
    ],
    "swapped across rates, refunded, and swapped back": [
      invoice,
      pay,
      swapAcross,
      refundAt(15, 99.9),
      swapBack,
      billRest,
      pay,
    ],
    "cancelled, paid": [invoice, pay, cancel],
  }

  /** Waits until nothing of the orders is under way. */
  const quiet = async () => {
    await callbacksProcessed(suite)
    await eventually(async () => {
      const rows = await suite.eInvoice.listEInvoiceOrders({}, { take: 200 })
      const changing = rows.filter(
        ({ order_changed_at: at, attention }) =>
          at !== null && !attention?.includes("change_not_followed")
      )
      expect(changing.map(({ id }) => id)).toEqual([])
    })
    await callbacksProcessed(suite)
  }

  type Sums = Map<string, bigint>

  const add = (sums: Sums, key: string, ore: bigint) => {
    sums.set(key, (sums.get(key) ?? 0n) + ore)
  }
  const apart = (one: Sums, other: Sums, most: bigint): string[] =>
    [...new Set([...one.keys(), ...other.keys()])].flatMap((key) => {
      const [a, b] = [one.get(key) ?? 0n, other.get(key) ?? 0n]
      const distance = a > b ? a - b : b - a
      return distance > most ? [`${key}: ${formatOre(a)} in Medusa, ${formatOre(b)} asked for`] : []
    })

  /**
   * What the invoices of an order ask for, less what was credited and refunded; of each rate and line only what was for goods:
   * what goodwill was given for is still the customer's.
   */
  const askedAtService = async (order: Purchase) => {
    const rates: Sums = new Map()
    const lines: Sums = new Map()
    let total = 0n
    for (const { id: row, remote_order_uuid: uuid } of await rowsOf(order)) {
      const view = sandbox.order(uuid ?? "")
      if (["CANCELLED", "EXPIRED", "REFUNDED", "CREDITED"].includes(view.status)) {
        continue
      }
      total += toOre(view.grandTotal) - toOre(view.credited) - toOre(view.refunded)
      const goods = takenFromLines(await suite.eInvoice.refunds.list(row), "goods")
      for (const { id, name, tax, amount } of view.lines) {
        const ore = toOre(amount) - (goods.get(id) ?? 0n)
        add(rates, `${tax} %`, ore)
        add(lines, name, ore)
      }
    }
    return { total, rates, lines }
  }

  /** What the order holds in Medusa, and what its customer paid and has still to pay. */
  const inMedusa = async ({ merchant, orderId }: Purchase) => {
    const { data } = await suite.container.resolve(ContainerRegistrationKeys.QUERY).graph({
      entity: "order",
      fields: [...orderFields, "status"],
      filters: { id: orderId },
    })
    const [read] = data
    const order = await merchant.order(orderId)
    const payments = order.payment_collections
      .flatMap((collection) => collection.payments ?? [])
      .filter(({ canceled_at }) => !canceled_at)
    const refunded = payments
      .flatMap((payment) => payment.refunds ?? [])
      .reduce((sum, { amount }) => sum + toOre(amount ?? 0), 0n)
    const asked = payments.reduce((sum, { amount }) => sum + toOre(amount), 0n) - refunded
    const authorised = payments
      .filter(({ captured_at }) => !captured_at)
      .reduce((sum, { amount }) => sum + toOre(amount), 0n)
    const isCancelled = order.status === "canceled"
    const now = isCancelled || !read ? [] : linesNow(read)
    const rates: Sums = new Map()
    const lines: Sums = new Map()
    for (const { name, vatRate, grossOre } of now) {
      add(rates, `${vatRate} %`, grossOre)
      add(lines, name, grossOre)
    }
    return {
      total: isCancelled ? 0n : asked,
      rates,
      lines,
      outstanding: isCancelled ? 0n : toOre(order.summary.pending_difference) - authorised,
    }
  }

  /** One amount for what went and what came: lines of one rate make up for each other. */
  const NETTED = new Set([
    "less of one, and another at its rate",
    "exchanged for dearer",
    "exchanged for cheaper",
    "exchanged for cheaper, paid",
  ])

  const differences = async (name: string, order: Purchase): Promise<string[]> => {
    const asked = await askedAtService(order)
    const medusa = await inMedusa(order)
    return [
      ...(medusa.total === asked.total
        ? []
        : [`${formatOre(medusa.total)} paid or to pay, ${formatOre(asked.total)} asked for`]),
      ...(medusa.outstanding === 0n ? [] : [`${formatOre(medusa.outstanding)} outstanding`]),
      ...apart(medusa.rates, asked.rates, 3n),
      ...(NETTED.has(name) ? [] : apart(medusa.lines, asked.lines, 3n)),
    ]
  }

  it("of 48 orders ends with both sides alike, line by line and rate by rate", async () => {
    expect(Object.keys(month)).toHaveLength(48)
    const orders: { name: string; order: Purchase; acts: Act[] }[] = []
    for (const [name, acts] of Object.entries(month)) {
      orders.push({ name, acts, order: await purchase(suite, { basket: BASKET }) })
    }
    await quiet()
    const failed: string[] = []
    const rounds = Math.max(...orders.map(({ acts }) => acts.length))
    for (let round = 0; round < rounds; round++) {
      for (const { name, order, acts } of orders) {
        await acts[round]?.(order).catch((error: unknown) => {
          failed.push(`${name}, act ${round + 1}: ${String(error).slice(0, 300)}`)
        })
      }
      await quiet()
    }
    await sweepEInvoiceOrders(suite.container, { now: new Date(Date.now() + 30 * 3_600_000) })
    await quiet()

    const apartAtEnd: string[] = []
    for (const { name, order } of orders) {
      const found = await differences(name, order)
      const flags = (await rowsOf(order)).flatMap(({ attention }) => attention ?? [])
      if (found.length > 0 || flags.length > 0) {
        apartAtEnd.push(`${name} [${flags.join(" ")}]: ${found.join("; ")}`)
      }
    }
    expect({ failed, apartAtEnd }).toEqual({ failed: [], apartAtEnd: [] })
    expect(sandbox.audit()).toMatchObject({ billedTwice: [], money: { balanced: true } })
  }, 600_000)
})
