import {
  createCartCreditLinesWorkflow,
  refreshPaymentCollectionForCartWorkflow,
} from "@medusajs/core-flows"

import { sweepEInvoiceOrders } from "../../../src/workflows"
import type { EInvoiceSuite } from "./e-invoice-suite"
import { eventually } from "./eventually"
import { differing } from "./finance"
import { orderChanges } from "./order-changes"
import { atService, callbacksProcessed, placedBy, purchase, type Purchase } from "./purchase"
import { postRefund } from "./refund-at-service"
import { type Basket, Shopper } from "./shopper"

/**
 * Orders that change once they are billed: how they are bought and changed, and what service, Medusa and plugin say of them then. In
 * these tests the client's breaker is closed, and the service's limit of calls a minute far.
 */
export function changedOrders(suite: EInvoiceSuite) {
  const changes = orderChanges(suite)
  beforeEach(() => {
    suite.forgetFailures()
    // Days pass within a minute of the service, which counts calls by the minute.
    suite.liftRateLimit()
  })
  afterEach(() => jest.restoreAllMocks())

  const bought = async (status: "SENT" | "INVOICED" | "PAID" = "INVOICED"): Promise<Purchase> => {
    const order = await purchase(suite)
    if (status !== "SENT") {
      suite.sandbox.invoice(order.uuid)
    }
    if (status === "PAID") {
      suite.sandbox.pay(order.uuid)
    }
    await callbacksProcessed(suite)
    return order
  }
  const { deliver, edit, requestReturn } = changes
  /** An edit leaves so much of the coffee. */
  const editTo = (order: Purchase, quantity: number): Promise<void> =>
    edit(order, { leave: { "COFFEE-250": quantity } })
  /** The customer has everything, and sends so much of the coffee back. */
  const giveBack = async (order: Purchase, quantity: number): Promise<void> => {
    await deliver(order)
    await requestReturn(order, { "COFFEE-250": quantity })
  }
  /** The payments of a Medusa order that are not cancelled, and what Medusa still waits for. */
  const inMedusa = async ({ merchant, orderId }: Purchase) => {
    const order = await merchant.order(orderId)
    const payments = order.payment_collections.flatMap((collection) => collection.payments ?? [])
    return {
      pending: order.summary.pending_difference,
      payments: payments
        .filter(({ canceled_at }) => !canceled_at)
        .map(({ amount, captured_at }) => ({ amount, captured: captured_at !== null })),
    }
  }
  /** Medusa's own schedule may be sweeping: then this one did nothing. */
  const sweepIn = (hours: number) =>
    eventually(async () => {
      const now = new Date(Date.now() + hours * 3_600_000)
      expect(await sweepEInvoiceOrders(suite.container, { now })).not.toBeNull()
    })
  const firstFlags = async ({ id }: Purchase) =>
    (await suite.eInvoice.orders.statuses.find(id))?.flags

  const refuseCredits = () => {
    suite.sandbox.faults.add({ fault: "417", operation: "orders.refund", times: 1 })
  }
  /** Staff give a credit in the service's own portal, of the first line. */
  const creditByHand = (order: Purchase, amount: number, type = "invoiced") =>
    postRefund(order.uuid, {
      type,
      grandTotal: amount,
      products: [{ id: atService(suite, order).lines[0]?.id, amount }],
    })
  /** The service names how much it refunded of an order, and credited. */
  const whileNaming = async (refundedAmount: number, act: () => Promise<unknown>) => {
    const connect: { call(id: string, ...request: unknown[]): Promise<object> } = suite.eInvoice
      .connect as never
    const call = connect.call.bind(connect)
    const named = jest.spyOn(connect, "call").mockImplementation(async (id, ...request) => {
      const answer = (await call(id, ...request)) as { data: object }
      return id === "orders.status"
        ? { ...answer, data: { ...answer.data, refundedAmount } }
        : answer
    })
    try {
      await act()
    } finally {
      named.mockRestore()
    }
  }
  /** Staff say that the last credit was given by hand. */
  const settleAsGiven = async (order: Purchase) => {
    const { refunds } = await order.merchant.eInvoiceOrder(order.orderId)
    const path = `/admin/e-invoice/orders/${order.id}/refunds/${refunds.at(-1)?.id}/settle`
    const said = { carried_out: true, beside_another: false, confirm_repeat: true }
    expect(await order.merchant.http.post(path, said)).toMatchObject({ status: 200 })
  }
  /** What can be refunded of an e-invoice order. */
  const accountOf = async ({ id, merchant }: Pick<Purchase, "id" | "merchant">) => {
    const { body } = await merchant.http.get<{
      refund_account: {
        obstacle: string | null
        changed: { lines: { id: number; amount: number }[]; certain: boolean } | null
      }
    }>(`/admin/e-invoice/orders/${id}/refunds`)
    return body.refund_account
  }

  const followed = (order: Purchase, expected: Record<string, unknown>) =>
    eventually(async () => {
      expect(await order.merchant.eInvoiceOrder(order.orderId)).toMatchObject(expected)
    })

  /** An order that a gift card pays in part. */
  const placedWithCard = async (basket: Basket, amount: number): Promise<Purchase> => {
    const shopper = await Shopper.arrive(suite, { basket })
    await createCartCreditLinesWorkflow(suite.container).run({
      input: [
        {
          cart_id: shopper.cartId,
          amount,
          reference: "gift-card",
          reference_id: "gift_1",
          metadata: {},
        },
      ],
    })
    await refreshPaymentCollectionForCartWorkflow(suite.container).run({
      input: { cart_id: shopper.cartId },
    })
    return placedBy(suite, shopper)
  }

  return {
    ...changes,
    bought,
    editTo,
    giveBack,
    inMedusa,
    sweepIn,
    firstFlags,
    refuseCredits,
    creditByHand,
    whileNaming,
    settleAsGiven,
    differing,
    accountOf,
    followed,
    placedWithCard,
  }
}
