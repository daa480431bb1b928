import { buySomething, type Purchase } from "../order/demo-order"
import { shopper } from "./people"
import type { RunningDemo } from "../start-demo"
import type { AdminClient } from "./admin-client"

/** An order of the demo, as both sides know it. */
export type LivedOrder = { orderId: string; uuid: string; total: number }

type Step = (order: LivedOrder, demo: RunningDemo, admin: AdminClient) => void | Promise<void>

const coffee = (quantity: number) => [{ sku: "COFFEE-250", quantity }]

const pay: Step = async ({ uuid }, { sandbox }) => {
  sandbox.pay(uuid)
  await sandbox.callbacks.settled()
}

const refund =
  (amountOf: (order: LivedOrder) => number): Step =>
  async (order, _demo, admin) => {
    const id = await capturedPayment(admin, order.orderId)
    await admin.post(`/admin/payments/${id}/refund`, {
      amount: amountOf(order),
    })
  }

const PATIENCE_MS = 20_000
const PAUSE_MS = 200

/** Waits for the callback to have its effect. */
async function capturedPayment(admin: AdminClient, orderId: string): Promise<string> {
  const deadline = performance.now() + PATIENCE_MS
  while (performance.now() < deadline) {
    const { order } = await admin.get<{
      order: {
        payment_collections: {
          payments: { id: string; captured_at: string | null }[]
        }[]
      }
    }>(`/admin/orders/${orderId}?fields=*payment_collections.payments`)
    const payment = order.payment_collections[0]?.payments[0]
    if (payment?.captured_at) {
      return payment.id
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  throw new Error(`The payment of ${orderId} was not captured`)
}

/** Staff leave one coffee of an order whose invoice is out; waits until the rest is credited. */
const leaveOneCoffee: Step = async ({ orderId, uuid }, { sandbox }, admin) => {
  await sandbox.callbacks.settled()
  const { order } = await admin.get<{
    order: { items: { id: string; variant_sku: string | null }[] }
  }>(`/admin/orders/${orderId}?fields=*items`)
  const coffee = order.items.find(({ variant_sku: sku }) => sku === "COFFEE-250")
  await admin.post("/admin/order-edits", { order_id: orderId })
  await admin.post(`/admin/order-edits/${orderId}/items/item/${coffee?.id}`, { quantity: 1 })
  await admin.post(`/admin/order-edits/${orderId}/confirm`)
  const deadline = performance.now() + PATIENCE_MS
  while (sandbox.order(uuid).credited === 0) {
    if (performance.now() > deadline) {
      throw new Error(`The invoice of ${orderId} did not follow its order`)
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

/** An order for each status, who placed it, and how it came to be so. */
const stories: readonly (Purchase & { steps: readonly Step[] })[] = [
  { shopper: shopper(1, "Ingrid", "Berg"), basket: coffee(2), steps: [] },
  {
    shopper: shopper(2, "Lars", "Dahl"),
    basket: [{ sku: "BLANKET-GREY", quantity: 1 }],
    steps: [({ uuid }, { sandbox }) => void sandbox.invoice(uuid)],
  },
  {
    shopper: shopper(3, "Sigrid", "Haugen"),
    basket: [{ sku: "PASS-ADULT", quantity: 2 }],
    steps: [
      ({ uuid }, { sandbox }) => void sandbox.invoice(uuid),
      ({ uuid }, { sandbox }) => void sandbox.remind(uuid),
    ],
  },
  {
    shopper: shopper(4, "Henrik", "Lie"),
    basket: [{ sku: "MUG-35", quantity: 6 }],
    steps: [
      ({ uuid }, { sandbox }) => void sandbox.invoice(uuid),
      ({ uuid }, { sandbox }) => void sandbox.collectDebt(uuid),
    ],
  },
  {
    shopper: shopper(5, "Astrid", "Moen"),
    basket: coffee(4),
    steps: [pay, refund(() => 99.9)],
  },
  {
    shopper: shopper(6, "Nils", "Strand"),
    basket: [{ sku: "BOOK-HARD", quantity: 1 }],
    steps: [pay, refund(({ total }) => total)],
  },
  {
    shopper: shopper(7, "Tuva", "Vik"),
    basket: [{ sku: "SOCKS-36-40", quantity: 3 }],
    steps: [({ uuid }, { sandbox }) => void sandbox.cancel(uuid)],
  },
  {
    shopper: shopper(8, "Jonas", "Aas"),
    basket: [{ sku: "PASS-YOUTH", quantity: 1 }],
    steps: [({ uuid }, { sandbox }) => void sandbox.expire(uuid)],
  },
  {
    // More than the service pays back without asking.
    shopper: shopper(9, "Marte", "Foss"),
    basket: [{ sku: "PASS-ADULT", quantity: 14 }],
    steps: [
      pay,
      (order, demo, admin) =>
        Promise.resolve(refund(() => 5_400)(order, demo, admin)).then(
          () => {
            throw new Error("The service should have refused the refund")
          },
          () => undefined
        ),
    ],
  },
  {
    // Its invoice follows the order that staff changed.
    shopper: shopper(12, "Eirik", "Holm"),
    basket: [...coffee(3), { sku: "MUG-35", quantity: 2 }],
    steps: [({ uuid }, { sandbox }) => void sandbox.invoice(uuid), leaveOneCoffee],
  },
]

/** Places the orders, one after the other, and has happen to them what happens to orders. */
export async function liveOrders(demo: RunningDemo, admin: AdminClient): Promise<LivedOrder[]> {
  const lived: LivedOrder[] = []
  for (const { steps, ...purchase } of stories) {
    const known = new Set(demo.sandbox.orders().map(({ uuid }) => uuid))
    const { id, total } = await buySomething(demo, purchase)
    const uuid = demo.sandbox
      .orders()
      .map((order) => order.uuid)
      .find((uuid) => !known.has(uuid))
    if (!uuid) {
      throw new Error(`Order ${id} is not at the service`)
    }
    const order = { orderId: id, uuid, total }
    for (const step of steps) {
      await step(order, demo, admin)
    }
    lived.push(order)
  }
  await demo.sandbox.callbacks.settled()
  return lived
}
