import { setTimeout as delay } from "node:timers/promises"
import Medusa from "@medusajs/js-sdk"
import type { HttpTypes } from "@medusajs/framework/types"
import { DemoError } from "../demo-error"

const PATIENCE_MS = 30_000
const PAUSE_MS = 250

/** A payment that Medusa has captured, as its Admin API tells it. */
export type CapturedPayment = {
  /** What was captured, in major units. */
  amount: number
  currencyCode: string
  capturedAt: string
}

/** The way to a store's Admin API, and where more is written when it disappoints. */
export type AdminAccess = {
  storeUrl: string
  signIn: { email: string; password: string }
  logFile: string
}

/**
 * Waits until Medusa has captured the whole payment of an order, asking the Admin API as a merchant's tool would.
 *
 * @param patienceMs half a minute unless said otherwise
 * @throws DemoError when it has not by then, or captured another amount
 */
export async function awaitCapture(
  { storeUrl, signIn, logFile }: AdminAccess,
  orderId: string,
  patienceMs = PATIENCE_MS
): Promise<CapturedPayment> {
  const client = new Medusa({
    baseUrl: storeUrl,
    auth: { type: "jwt", jwtTokenStorageMethod: "memory" },
  })
  await client.auth.login("user", "emailpass", signIn)
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline) {
    const { order } = await client.admin.order.retrieve(orderId, {
      fields:
        "total,payment_status,*payment_collections.payments,*payment_collections.payments.captures",
    })
    const captured = capturedPaymentOf(order)
    if (captured) {
      return captured
    }
    await delay(PAUSE_MS)
  }
  throw new DemoError(
    `The invoice is paid at the service, but Medusa did not capture the payment within ${patienceMs / 1000} seconds.`,
    { logFile }
  )
}

const inOre = (amount: number) => Math.round(amount * 100)

function capturedPaymentOf(order: HttpTypes.AdminOrder): CapturedPayment | undefined {
  const payment = (order.payment_collections ?? [])
    .flatMap(({ payments }) => payments ?? [])
    .find(({ captured_at }) => captured_at)
  if (!payment?.captured_at || order.payment_status !== "captured") {
    return undefined
  }
  const captured = (payment.captures ?? []).reduce((sum, { amount }) => sum + Number(amount), 0)
  if (inOre(captured) !== inOre(order.total)) {
    throw new DemoError(`Medusa captured ${captured} of an order of ${order.total}.`)
  }
  return {
    amount: captured,
    currencyCode: payment.currency_code,
    capturedAt: String(payment.captured_at),
  }
}
