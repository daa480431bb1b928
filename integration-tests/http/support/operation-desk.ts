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

/** Somebody who calls operations over the Admin API, and makes what they need first. */
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

  /** @returns the identifier at the service of what was created */
  async create(path: string, body: unknown): Promise<string> {
    const answer = await this.post(path, body)
    if (answer.status !== 200) {
      throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    }
    return answer.body.operation.subject_uuid
  }

  paymentLink = () => this.create("/service-orders/payment-link", requests.paymentLink)

  async paidOrder(): Promise<string> {
    const uuid = await this.paymentLink()
    this.suite.sandbox.pay(uuid)
    return uuid
  }

  reservation = () => this.create("/reservations", requests.reservation)

  async reserved(): Promise<string> {
    const uuid = await this.reservation()
    this.suite.sandbox.reservations.confirm(uuid)
    return uuid
  }

  /** Shares of a reservation's or an order's only line. */
  shares = async (path: string) => {
    const { body } = await this.get<{
      data: { productList: { id: number }[] }
    }>(path)
    return {
      grandTotal: "500.00",
      products: body.data.productList.map(({ id }) => ({
        id,
        amount: "500.00",
      })),
    }
  }

  async captured(): Promise<{ uuid: string; capture: string }> {
    const uuid = await this.reserved()
    const { body } = await this.post(
      `/reservations/${uuid}/capture`,
      await this.shares(`/reservations/${uuid}`)
    )
    return { uuid, capture: String(body.data["uuid"]) }
  }

  subscription = () => this.create("/subscriptions", requests.subscription)

  async ongoing(): Promise<string> {
    const uuid = await this.subscription()
    this.suite.sandbox.subscriptions.start(uuid)
    return uuid
  }

  /** A private customer at the service. */
  async customer(): Promise<string> {
    const { body } = await this.post("/service-orders/payment-link", requests.paymentLink)
    return String(body.data["customerUuid"])
  }

  async company(): Promise<string> {
    const { body } = await this.post("/service-orders/invoice", requests.invoice)
    return String(body.data["customerUuid"])
  }
}
