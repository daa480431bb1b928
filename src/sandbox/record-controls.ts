import type { Engine } from "./engine"
import { maskContacts, maskEmail, maskName } from "./redaction"
import type { CompanyCheck, CreditCheck } from "./state/checks"
import { decideCompanyCheck } from "./handlers/checks"
import type { Customer, User } from "./state/customer"
import { failedPayments, payFailedCycle, startSubscription } from "./state/subscription-transitions"
import { type RecordBook, UnknownRecordError } from "./state/world"
import type { RefundApproval } from "./state/delayed-refund"
import { approveRefund, rejectRefund } from "./state/refund-transitions"
import type { Reservation } from "./state/reservation"
import { confirmReservation, declineReservation } from "./state/reservation-transitions"
import type { Subscription } from "./state/subscription"

/** A customer with identifying data masked. */
export type CustomerView = Pick<Customer, "uuid" | "type" | "name" | "email" | "organizationId">

/**
 * The records beside orders: copies, money in whole øre (fields end in `Ore`), people masked. Every action throws
 * UnknownRecordError when no record has the identifier, and SandboxStateError when its state forbids it.
 */
export type RecordControls = {
  readonly reservations: {
    list(): Reservation[]
    /** The payer confirms; RESERVED. */
    confirm(uuid: string): void
    /** The payer's card is refused; NOT PAID. */
    decline(uuid: string): void
  }
  readonly subscriptions: {
    list(): Subscription[]
    /** The payer confirms; ONGOING. */
    start(uuid: string): void
    /** The customer pays the order of a cycle that had failed. */
    payFailed(orderUuid: string): void
  }
  readonly refundApprovals: {
    list(): RefundApproval[]
    /** The operator approves, and the refund is carried out. */
    approve(uuid: string): void
    /** The operator rejects it; nothing is refunded. */
    reject(uuid: string): void
  }
  readonly companyChecks: {
    list(): CompanyCheck[]
    /** The person behind the company has proved who they are. */
    verify(uuid: string): void
    /** They have not. */
    fail(uuid: string): void
  }
  creditChecks(): CreditCheck[]
  customers(): CustomerView[]
  users(): User[]
}

export function recordControls(engine: Engine): RecordControls {
  const { world } = engine
  const act =
    <Kept extends { uuid: string }>(
      kind: string,
      book: RecordBook<Kept>,
      change: (record: Kept) => void
    ) =>
    (uuid: string) => {
      const record = book.get(uuid)
      if (!record) {
        throw new UnknownRecordError(kind, uuid)
      }
      change(record)
      engine.sendNotices()
    }
  const { companyChecks, refundApprovals, reservations, subscriptions } = world

  return {
    reservations: {
      list: () =>
        reservations.save().map((reservation) => ({
          ...reservation,
          history: reservation.history.map((event) => ({
            ...event,
            sentTo: event.sentTo && maskContacts(event.sentTo),
          })),
        })),
      confirm: act("reservation", reservations, (record) => confirmReservation(world, record)),
      decline: act("reservation", reservations, (record) => declineReservation(world, record)),
    },
    subscriptions: {
      list: () => subscriptions.save(),
      start: act("subscription", subscriptions, (record) => startSubscription(world, record)),
      payFailed: (orderUuid) => {
        const failed = failedPayments(world).find(({ cycle }) => cycle.orderUuid === orderUuid)
        if (!failed) {
          throw new UnknownRecordError("failed payment", orderUuid)
        }
        payFailedCycle(world, failed.cycle)
        engine.sendNotices()
      },
    },
    refundApprovals: {
      list: () => refundApprovals.save(),
      approve: act("refund approval", refundApprovals, (record) => approveRefund(world, record)),
      reject: act("refund approval", refundApprovals, rejectRefund),
    },
    companyChecks: {
      list: () => companyChecks.save(),
      verify: act("company check", companyChecks, (record) =>
        decideCompanyCheck(world, record, "verified")
      ),
      fail: act("company check", companyChecks, (record) =>
        decideCompanyCheck(world, record, "failed")
      ),
    },
    creditChecks: () =>
      world.creditChecks.save().map((check) => ({
        ...check,
        name: check.type === "private" ? maskName(check.name) : check.name,
        msisdn: null,
      })),
    customers: () =>
      world.customers.list().map(({ email, name, organizationId, type, uuid }) => ({
        uuid,
        type,
        name: type === "private" ? maskName(name) : name,
        email: maskEmail(email),
        organizationId,
      })),
    users: () =>
      world.users.list().map((user) => ({
        ...user,
        name: maskName(user.name),
        email: maskEmail(user.email),
      })),
  }
}
