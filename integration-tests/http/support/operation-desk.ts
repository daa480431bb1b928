import type { z } from "zod"

import { type OperationId, operationOf } from "../../../src/connect"
import type { Example } from "../../../src/connect/operation"
import type { EInvoiceSuite } from "./e-invoice-suite"
import type { HttpAnswer } from "./http-client"
import { Merchant } from "./merchant"
import * as requests from "./operation-requests"

/** What a route of an operation answers, whether it was carried out or not. */
export type OperationBody = {
  operation: {
    id: string
    operation: string
    state: string
    subject_uuid: string
    record_id: string | null
    request: unknown
  }
  data: Record<string, unknown>
  type?: string
  code?: string
  message?: string
  advice?: string
  message_key?: string
  errors?: { field: string; message: string }[]
}

/** A call of an operation: its parts as the operation takes them, and what it belongs to in Medusa. */
export type OperationCall = {
  /** The one path parameter that the operation needs. */
  at?: string
  /** Of an operation that reads: its other parameters. */
  query?: string
  body?: unknown
  order_id?: string | undefined
  customer_id?: string
  currency_code?: string
  link_due_date?: string
  confirm_repeat?: true
}

/** The path parameter that an operation needs. */
const needed = (id: OperationId): string | undefined =>
  Object.entries(operationOf(id).params?.shape ?? {}).find(
    ([, field]) => !(field as z.ZodType).safeParse(undefined).success
  )?.[0]

const isRead = (id: OperationId): boolean => operationOf(id).safety === "read"

/** Where an operation is called. */
export const doorOf = (id: OperationId, { at, query }: OperationCall = {}): string => {
  const name = needed(id)
  const asked = [
    isRead(id) && name !== undefined && at !== undefined && `${name}=${encodeURIComponent(at)}`,
    query,
  ].filter(Boolean)
  return `/operations/${id}${asked.length > 0 ? `?${asked.join("&")}` : ""}`
}

/** What is sent there. */
export const bodyOf = (id: OperationId, { at, query: _query, ...rest }: OperationCall): object => {
  const name = needed(id)
  return { ...(name !== undefined && at !== undefined && { params: { [name]: at } }), ...rest }
}

/** Staff who call operations over the Admin API, and make what these need first. */
export class OperationDesk {
  private constructor(
    private readonly suite: EInvoiceSuite,
    readonly merchant: Merchant
  ) {}

  static async open(suite: EInvoiceSuite): Promise<OperationDesk> {
    return new OperationDesk(suite, await Merchant.signIn(suite))
  }

  get<Body = OperationBody>(path: string): Promise<HttpAnswer<Body>> {
    return this.merchant.http.get(`/admin/e-invoice${path}`)
  }

  post<Body = OperationBody>(
    path: string,
    body: unknown = {},
    key?: string
  ): Promise<HttpAnswer<Body>> {
    const http =
      key === undefined ? this.merchant.http : this.merchant.http.with({ "idempotency-key": key })
    return http.post(`/admin/e-invoice${path}`, body)
  }

  /** Calls an operation, whichever it is. */
  call<Body = OperationBody>(
    id: OperationId,
    call: OperationCall = {},
    key?: string
  ): Promise<HttpAnswer<Body>> {
    return isRead(id) ? this.get(doorOf(id, call)) : this.post(doorOf(id), bodyOf(id, call), key)
  }

  /** Calls an operation with its parts as the catalogue has them. */
  request<Body = OperationBody>(
    id: OperationId,
    { params, query, body }: Example["request"],
    key?: string
  ): Promise<HttpAnswer<Body>> {
    const asked = Object.entries({ ...params, ...query }).map(([name, value]): [string, string] => [
      name,
      String(value),
    ])
    const search = new URLSearchParams(asked).toString()
    return isRead(id)
      ? this.get(doorOf(id, { query: search }))
      : this.post(doorOf(id), { params, body, ...(query && { query }) }, key)
  }

  /** @returns the identifier at the service of what was created */
  async create(id: OperationId, body: unknown, beside: OperationCall = {}): Promise<string> {
    const answer = await this.call(id, { body, ...beside })
    if (answer.status !== 200) {
      throw new Error(`${id}: ${answer.status} ${JSON.stringify(answer.body)}`)
    }
    return answer.body.operation.subject_uuid
  }

  paymentLink = () => this.create("orders.create-payment-link", requests.paymentLink)

  async paidOrder(): Promise<string> {
    const uuid = await this.paymentLink()
    this.suite.sandbox.pay(uuid)
    return uuid
  }

  reservation = () => this.create("reservations.submit", requests.reservation)

  async reserved(): Promise<string> {
    const uuid = await this.reservation()
    this.suite.sandbox.reservations.confirm(uuid)
    return uuid
  }

  /** Shares of a reservation's or an order's only line. */
  shares = async (id: "orders.details" | "reservations.details", at: string) => {
    const { body } = await this.call<{ data: { productList: { id: number }[] } }>(id, { at })
    return {
      grandTotal: "500.00",
      products: body.data.productList.map((line) => ({ id: line.id, amount: "500.00" })),
    }
  }

  async captured(): Promise<{ uuid: string; capture: string }> {
    const uuid = await this.reserved()
    const { body } = await this.call("reservations.capture", {
      at: uuid,
      body: await this.shares("reservations.details", uuid),
    })
    return { uuid, capture: String(body.data["uuid"]) }
  }

  subscription = () => this.create("subscriptions.create", requests.subscription)

  async ongoing(): Promise<string> {
    const uuid = await this.subscription()
    this.suite.sandbox.subscriptions.start(uuid)
    return uuid
  }

  /** A private customer at the service. */
  async customer(): Promise<string> {
    const { body } = await this.call("orders.create-payment-link", { body: requests.paymentLink })
    return String(body.data["customerUuid"])
  }

  async company(): Promise<string> {
    const { body } = await this.call("orders.create-invoice", { body: requests.invoice })
    return String(body.data["customerUuid"])
  }
}
