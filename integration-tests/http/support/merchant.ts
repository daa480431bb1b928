import type { HttpTypes } from "@medusajs/framework/types"

import type { TimelineEntry } from "../../../src/modules/e-invoice/timeline"
import type { HttpAnswer, HttpClient } from "./http-client"
import type { Store } from "./shopper"

/** What an admin route answers when it refuses. */
export type AdminRefusal = { type: string; message: string; values?: Record<string, string> }

export type AdminEInvoiceOrder = {
  id: string
  order_id: string | null
  payment_id: string | null
  grand_total: number
  refunded_total: number
  state: string
  remote_order_uuid: string | null
  remote_status: string | null
  invoiced_at: string | null
  due_at: string | null
  is_overdue: boolean
  paid_at: string | null
  attention: string | null
  flags: string[]
  warnings: string[]
  can: Record<string, string>
  cancel_requested_at: string | null
  invoice_number: string | null
  last_checked_by: string | null
  sent_request: Record<string, unknown> | null
  timeline: TimelineEntry[]
  refunds: {
    id: string
    refund_id: string
    amount: string
    type: string | null
    state: string
    products: { id: number; amount: string }[]
  }[]
}

/** Tokens by the store that gave them. Medusa takes a tenth of a second to check a password. */
const tokens = new WeakMap<HttpClient, string>()

/** A merchant at Medusa Admin, working over its API. */
export class Merchant {
  private constructor(readonly http: HttpClient) {}

  static async signIn({ http, store }: Store): Promise<Merchant> {
    let token = tokens.get(http)
    if (token === undefined) {
      const { email, password } = store.admin
      const { body } = await http.post<{ token: string }>("/auth/user/emailpass", {
        email,
        password,
      })
      token = body.token
      tokens.set(http, token)
    }
    return new Merchant(http.with({ authorization: `Bearer ${token}` }))
  }

  async order(id: string): Promise<HttpTypes.AdminOrder> {
    const fields =
      "*payment_collections.payments,*payment_collections.payments.captures,*payment_collections.payments.refunds,+canceled_at"
    const { body } = await this.http.get<{ order: HttpTypes.AdminOrder }>(
      `/admin/orders/${id}?fields=${fields}`
    )
    return body.order
  }

  async payment(orderId: string): Promise<HttpTypes.AdminPayment> {
    const order = await this.order(orderId)
    const [payment] = inTime(order.payment_collections.flatMap(({ payments }) => payments ?? []))
    if (!payment) {
      throw new Error(`Order ${orderId} has no payment`)
    }
    return { ...payment, refunds: inTime(payment.refunds ?? []) }
  }

  async capture(orderId: string, amount?: number): Promise<HttpAnswer<AdminRefusal>> {
    const { id } = await this.payment(orderId)
    return this.http.post(`/admin/payments/${id}/capture`, { amount })
  }

  async refund(orderId: string, amount: number): Promise<HttpAnswer<AdminRefusal>> {
    const { id } = await this.payment(orderId)
    return this.http.post(`/admin/payments/${id}/refund`, { amount })
  }

  cancel(orderId: string): Promise<HttpAnswer<AdminRefusal>> {
    return this.http.post(`/admin/orders/${orderId}/cancel`)
  }

  /** The e-invoice order of a Medusa order, with its timeline. */
  async eInvoiceOrder(orderId: string): Promise<AdminEInvoiceOrder> {
    const list = await this.http.get<{ e_invoice_orders: { id: string }[] } & AdminRefusal>(
      `/admin/e-invoice/orders?order_id=${orderId}`
    )
    if (list.status !== 200) {
      throw new Error(`No list of e-invoice orders: ${list.body.message}`)
    }
    const [first, ...others] = list.body.e_invoice_orders
    if (!first || others.length > 0) {
      throw new Error(
        `Expected one e-invoice order of ${orderId}, found ${others.length + (first ? 1 : 0)}`
      )
    }
    const { body } = await this.http.get<{
      e_invoice_order: AdminEInvoiceOrder
    }>(`/admin/e-invoice/orders/${first.id}`)
    return body.e_invoice_order
  }

  refresh(id: string): Promise<HttpAnswer<{ e_invoice_order: AdminEInvoiceOrder } & AdminRefusal>> {
    return this.http.post(`/admin/e-invoice/orders/${id}/refresh`)
  }
}

/** Medusa names what belongs to an order in any order; ids rise with time. */
const inTime = <Row extends { id: string }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))
