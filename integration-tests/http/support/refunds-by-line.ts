import type { EInvoiceSuite } from "./e-invoice-suite"
import { eventually } from "./eventually"
import type { HttpAnswer } from "./http-client"
import { callbacksProcessed, purchase, type Purchase } from "./purchase"
import { refundAtService } from "./refund-at-service"
import type { Visit } from "./shopper"

type RefundAccount = {
  seen: string
  refundable: number
  recordable: number | null
  refunded: number
  refunded_at_service: number | null
  captured: number
  obstacle: string | null
  lines: {
    id: number
    name: string
    amount: number
    refunded: number
    refundable: number
    recordable: number
  }[]
  refunds: {
    id: string
    refund_id: string | null
    attempt: number
    amount: number
    purpose: string
    state: string
    missing_in_medusa: boolean
    products: { id: number; amount: number }[]
    failure: { message: string; message_key: string | null } | null
    approval: string | null
    may_be_given: boolean
  }[]
}

export type Body = {
  refund_account: RefundAccount
  message: string
  type: string
  code?: string
}

/** Refunds of an order in the plugin's Refunds section: how they are made and settled, and what it, service and Medusa say of them. */
export function refundsByLine(suite: EInvoiceSuite) {
  afterEach(() => jest.restoreAllMocks())

  const paid = async (visit?: Visit): Promise<Purchase> => {
    const bought = await purchase(suite, visit)
    suite.sandbox.pay(bought.uuid)
    await callbacksProcessed(suite)
    return bought
  }
  const path = ({ id }: Purchase) => `/admin/e-invoice/orders/${id}/refunds`
  const account = async (bought: Purchase): Promise<RefundAccount> => {
    const { body } = await bought.merchant.http.get<Body>(path(bought))
    return body.refund_account
  }
  const refund = (bought: Purchase, body: unknown, key?: string): Promise<HttpAnswer<Body>> =>
    (key === undefined
      ? bought.merchant.http
      : bought.merchant.http.with({ "idempotency-key": key })
    ).post(path(bought), body)
  const refundedInMedusa = async ({ merchant, orderId }: Purchase) => {
    const { refunds } = await merchant.payment(orderId)
    return (refunds ?? []).map(({ amount }) => amount)
  }
  const settlePathOfLast = async (bought: Purchase) =>
    `${path(bought)}/${(await account(bought)).refunds[0]?.id}/settle`
  /** What the service shows of the last refund. */
  const shown = async (bought: Purchase) => {
    const { body } = await bought.merchant.http.get<{ settlement: object }>(
      await settlePathOfLast(bought)
    )
    return body.settlement
  }
  /** From now on the service names what it refunded of an order in all. */
  const serviceNames = (refundedAmount: number) => {
    jest.restoreAllMocks()
    const connect: { call(id: string, ...request: unknown[]): Promise<object> } = suite.eInvoice
      .connect as never
    const call = connect.call.bind(connect)
    jest.spyOn(connect, "call").mockImplementation(async (id, ...request) => {
      const answer = (await call(id, ...request)) as { data: object }
      return id === "orders.status"
        ? { ...answer, data: { ...answer.data, refundedAmount } }
        : answer
    })
  }
  /** Staff refund all of it in the service's own portal. */
  const refundedByPortal = async (bought: Purchase) => {
    await refundAtService(suite.sandbox, bought, bought.total)
    await callbacksProcessed(suite)
    await eventually(async () => {
      expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
        remote_status: "REFUNDED",
        flags: ["refunded_at_service"],
      })
    })
    expect(await account(bought)).toMatchObject({
      refundable: 0,
      recordable: bought.total,
      refunded_at_service: bought.total,
      obstacle: null,
    })
  }

  return {
    paid,
    path,
    account,
    refund,
    refundedInMedusa,
    shown,
    settlePathOfLast,
    serviceNames,
    refundedByPortal,
  }
}
