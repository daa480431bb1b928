import type { HttpTypes } from "@medusajs/framework/types"
import type { CallbackRecord, OrderView } from "../../src/sandbox"
import { DemoError } from "../demo-error"
import type { Progress } from "../progress"
import type { RunningDemo } from "../start-demo"
import { awaitCapture, type CapturedPayment } from "./await-capture"
import { buySomething } from "./demo-order"
import { lastSentTotals, type SentTotals } from "./sent-totals"

/** What became of one order, each part as the one who knows it best tells it. */
export type OrderStory = {
  /** The Store API's answer. */
  order: HttpTypes.StoreOrder
  /** What the invoicing service received, after it was paid. */
  invoice: OrderView
  totals: SentTotals
  callback: CallbackRecord
  payment: CapturedPayment
}

/**
 * Places an order, pays its invoice at the sandbox, and waits for Medusa to capture the payment.
 *
 * @throws DemoError when any of it does not happen
 */
export async function tellOrderStory(demo: RunningDemo, progress: Progress): Promise<OrderStory> {
  const { sandbox } = demo
  progress.step("Placing an order over the Store API")
  const before = new Set(sandbox.orders().map(({ uuid }) => uuid))
  const order = await buySomething(demo)
  const created = sandbox.orders().filter(({ uuid }) => !before.has(uuid))
  const [invoice] = created
  if (!invoice || created.length > 1) {
    throw new DemoError(`The service should have one new order; it has ${created.length}.`)
  }
  if (invoice.totalsOff.length > 0) {
    throw new DemoError(`What was sent does not add up: ${invoice.totalsOff.join(" ")}`)
  }
  const totals = lastSentTotals(sandbox)
  progress.step("Paying the invoice at the service")
  sandbox.pay(invoice.uuid)
  await sandbox.callbacks.settled()
  const callback = sandbox.callbacks
    .list()
    .findLast(({ recordUuid }) => recordUuid === invoice.uuid)
  if (callback?.state !== "delivered") {
    throw new DemoError(
      `The service told the store of the payment, but the store did not take the message (${callback?.state ?? "none was sent"}).`,
      { logFile: demo.folder.log("store") }
    )
  }
  progress.step("Waiting for Medusa to capture the payment")
  const { email, password } = demo.store.admin
  const payment = await awaitCapture(
    {
      storeUrl: demo.storeUrl,
      signIn: { email, password },
      logFile: demo.folder.log("store"),
    },
    order.id
  )
  return {
    order,
    invoice: sandbox.order(invoice.uuid),
    totals,
    callback,
    payment,
  }
}
