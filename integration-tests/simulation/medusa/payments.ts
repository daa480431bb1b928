import { MathBN, MedusaError } from "@medusajs/framework/utils"

import type { Counted } from "./counted"
import type { Crossings } from "./crossings"
import { raw } from "./prices"
import type { Host } from "./provider"
import { type Movement, notAllowed, type Payment, type Records, type Session } from "./records"

/** Sessions and payments, with the order of steps of Medusa's payment module and of the workflows around it. */
export class Payments {
  constructor(
    private readonly crossings: Crossings,
    private readonly records: Records,
    private readonly counted: Counted,
    private readonly host: Host
  ) {}

  /** `createPaymentSessionsWorkflow`: the new session beside the end of the old ones. */
  async createSession(
    collectionId: string,
    providerId: string,
    data: Record<string, unknown>
  ): Promise<Session> {
    const old = this.records.sessions.filter((one) => one.collectionId === collectionId)
    const session = this.newSession(collectionId, providerId, data)
    const [made, ...gone] = await Promise.allSettled([
      this.initiate(session),
      ...old.map(({ id }) => this.deletePaymentSession(id)),
    ])
    const failed = [made, ...gone].find((one) => one.status === "rejected")
    if (failed) {
      // The workflow takes its own session back; what was deleted stays so.
      await this.#remove(session)
      throw failed.reason
    }
    return session
  }

  newSession(collectionId: string, providerId: string, data: Record<string, unknown>): Session {
    return {
      id: this.records.id("payses"),
      collectionId,
      providerId,
      amount: this.records.get(this.records.collections, collectionId).amount,
      data,
      status: "pending",
      createdAt: this.records.date(),
    }
  }

  async initiate(session: Session): Promise<void> {
    await this.crossings.write("insert session", () => this.records.sessions.push(session))
    const { data } = await this.host.provider(session.providerId).initiatePayment({
      amount: raw(session.amount),
      currency_code: "nok",
      data: { ...session.data, session_id: session.id },
      context: { idempotency_key: session.id },
    })
    await this.crossings.write("update session", () => {
      session.data = defined({ ...session.data, ...data })
    })
  }

  async authorizePaymentSession(id: string): Promise<Payment> {
    const session = await this.crossings.read("session", () => {
      const found = this.records.sessions.find((one) => one.id === id)
      if (!found) {
        throw new MedusaError(
          MedusaError.Types.NOT_FOUND,
          `Payment session with id: ${id} was not found`
        )
      }
      return found
    })
    const standing = this.records.payments.find(({ sessionId }) => sessionId === id)
    if (standing && session.authorizedAt) {
      return standing
    }
    const provider = this.host.provider(session.providerId)
    const { data, status } = await provider.authorizePayment({
      data: session.data,
      context: { idempotency_key: id },
    })
    const payment: Payment = {
      id: this.records.id("pay"),
      sessionId: id,
      collectionId: session.collectionId,
      providerId: session.providerId,
      amount: session.amount,
      data: defined(data ?? {}),
    }
    try {
      await this.crossings.write("insert payment", () => {
        if (!this.records.sessions.includes(session)) {
          throw new MedusaError(
            MedusaError.Types.NOT_FOUND,
            `Payment session with id: ${id} was not found`
          )
        }
        if (this.records.payments.some(({ sessionId }) => sessionId === id)) {
          throw new MedusaError(
            MedusaError.Types.DUPLICATE_ERROR,
            "There is a payment of this session."
          )
        }
        session.status = status
        session.authorizedAt = this.records.date()
        session.data = defined({ ...session.data, ...data })
        this.records.payments.push(payment)
        this.records.get(this.records.collections, session.collectionId).status = "authorized"
      })
    } catch (error) {
      await provider.cancelPayment({ data, context: {} })
      throw error
    }
    return payment
  }

  async deletePaymentSession(id: string): Promise<void> {
    const session = await this.crossings.read("session", () =>
      this.records.get(this.records.sessions, id)
    )
    await this.host.provider(session.providerId).deletePayment({ data: session.data })
    await this.#remove(session)
  }

  async capturePayment(input: {
    payment_id: string
    captured_by?: string
    amount?: unknown
  }): Promise<Payment> {
    const payment = this.records.get(this.records.payments, input.payment_id)
    const capture: Movement = {
      id: this.records.id("capt"),
      paymentId: payment.id,
      amount: payment.amount,
      createdBy: input.captured_by,
      createdAt: this.records.date(),
    }
    const isNew = await this.crossings.write("insert capture", () => {
      if (payment.canceledAt) {
        throw notAllowed("The payment is canceled.")
      }
      if (payment.capturedAt) {
        return false
      }
      if (this.records.captures.some(({ paymentId }) => paymentId === payment.id)) {
        throw notAllowed("You cannot capture more than the authorized amount.")
      }
      this.records.captures.push(capture)
      return true
    })
    if (!isNew) {
      await this.counted.countCaptures(payment)
      return payment
    }
    try {
      const { data } = await this.host.provider(payment.providerId).capturePayment({
        data: payment.data,
        context: { idempotency_key: capture.id },
      })
      await this.crossings.write("capture payment", () => {
        payment.data = defined(data ?? payment.data)
        payment.capturedAt = this.records.date()
        this.records.get(this.records.collections, payment.collectionId).status = "completed"
      })
    } catch (error) {
      await this.crossings.write("delete capture", () => {
        this.records.captures = this.records.captures.filter((one) => one !== capture)
      })
      throw error
    }
    await this.counted.countCaptures(payment)
    this.host.emit("payment.captured", { id: payment.id })
    return payment
  }

  async refundPayment(input: {
    payment_id: string
    amount?: unknown
    created_by?: string | undefined
    metadata?: Record<string, unknown> | undefined
  }): Promise<Payment> {
    const payment = this.records.get(this.records.payments, input.payment_id)
    const left = this.records.capturedOf(payment.id) - this.records.refundedOf(payment.id)
    const amount = Number(MathBN.convert((input.amount ?? left) as number).toFixed(2))
    const refund: Movement = {
      id: this.records.id("ref"),
      paymentId: payment.id,
      amount,
      createdBy: input.created_by,
      metadata: input.metadata,
      createdAt: this.records.date(),
    }
    await this.crossings.write("insert refund", () => {
      if (
        amount <= 0 ||
        Math.round(
          (this.records.capturedOf(payment.id) - this.records.refundedOf(payment.id) - amount) * 100
        ) < 0
      ) {
        throw new MedusaError(
          MedusaError.Types.INVALID_DATA,
          "You cannot refund more than what is captured."
        )
      }
      this.records.refunds.push(refund)
    })
    try {
      const { data } = await this.host.provider(payment.providerId).refundPayment({
        amount: raw(amount),
        data: payment.data,
        context: { idempotency_key: refund.id },
      })
      await this.crossings.write("update payment", () => {
        payment.data = defined(data ?? payment.data)
        this.counted.count(refund, this.counted.versionOf(payment.collectionId))
      })
    } catch (error) {
      await this.crossings.write("delete refund", () => {
        this.records.refunds = this.records.refunds.filter((one) => one !== refund)
      })
      throw error
    }
    this.host.emit("payment.refunded", { id: payment.id })
    return payment
  }

  async cancelPayment(id: string): Promise<Payment> {
    const payment = this.records.get(this.records.payments, id)
    const { data } = await this.host.provider(payment.providerId).cancelPayment({
      data: payment.data,
      context: { idempotency_key: payment.id },
    })
    await this.crossings.write("cancel payment", () => {
      payment.data = defined(data ?? payment.data)
      payment.canceledAt = this.records.date()
    })
    return payment
  }

  async #remove(session: Session): Promise<void> {
    await this.crossings.write("delete session", () => {
      this.records.sessions = this.records.sessions.filter((one) => one !== session)
    })
  }
}

const defined = (data: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined))
