import { auditOf } from "./audit"
import { Engine } from "./engine"
import { startServer, type RunningServer } from "./http/server"
import { parseSandboxOptions, type SandboxOptions } from "./options"
import { quirksSchema } from "./options"
import { maskContacts, maskEmail, maskName } from "./redaction"
import type { RecordControls, Sandbox } from "./sandbox"
import { decideCompanyCheck } from "./service/checks"
import { moveOrder, type OrderAction } from "./service/order-transitions"
import { orderView } from "./service/order-view"
import { approveRefund, carryOutDelayed, rejectRefund } from "./service/refunds"
import { confirmReservation, declineReservation } from "./service/reservation-transitions"
import { failedPayments, payFailedCycle, startSubscription } from "./service/subscription-lifecycle"
import {
  type RecordBook,
  restoreSnapshot,
  SandboxStateError,
  takeSnapshot,
  UnknownRecordError,
} from "./world/world"

/**
 * Makes a sandbox of the e-invoice service. It is stateful, needs no network, and starts in milliseconds.
 *
 * @throws SandboxOptionsError naming every bad option
 * @example
 * const sandbox = createSandbox({ token: "t" })
 * const { url } = await sandbox.listen()
 * // ... create an order at `${url}/api/v1/connect/orders/faktura/create`
 * sandbox.pay(sandbox.orders()[0].uuid)
 * await sandbox.callbacks.settled()
 * await sandbox.close()
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const engine = new Engine(parseSandboxOptions(options))
  const { callbacks, clock, faults, requests, world } = engine
  let server: RunningServer | undefined

  const orderOf = (uuid: string) => {
    const order = world.orders.get(uuid)
    if (!order) {
      throw new UnknownRecordError("order", uuid)
    }
    return order
  }
  const move = (action: OrderAction) => (uuid: string, note?: string) => {
    const order = moveOrder(world, orderOf(uuid), action, note)
    engine.sendNotices()
    return orderView(world, order)
  }

  const sandbox: Sandbox = {
    ...recordControls(engine),
    listen: async (options = {}) => {
      if (server) {
        throw new SandboxStateError(`The sandbox is listening already, at ${server.url}.`)
      }
      server = await startServer(engine, sandbox, options)
      const { url, controlToken } = server
      return { url, ...(controlToken !== undefined && { controlToken }) }
    },
    close: async () => {
      const running = server
      server = undefined
      // The state on disk is written with the callbacks under way, which are given up then.
      await running?.close()
      await engine.close()
    },
    orders: () => world.orders.list().map((order) => orderView(world, order)),
    order: (uuid) => orderView(world, orderOf(uuid)),
    pay: move("pay"),
    invoice: move("invoice"),
    cancel: move("cancel"),
    expire: move("expire"),
    remind: move("remind"),
    collectDebt: move("collectDebt"),
    requests: () => requests.list(),
    audit: () => auditOf(world),
    faults: {
      add: (rule) => faults.add(rule),
      remove: (id) => faults.remove(id),
      clear: () => faults.clear(),
      list: () => faults.list(),
    },
    get quirks() {
      return world.quirks
    },
    setQuirks: (quirks) => {
      world.quirks = quirksSchema.parse(quirks)
    },
    delayedRefunds: {
      list: () => structuredClone(world.delayedRefunds),
      carryOut: (recordUuid) => {
        const count = carryOutDelayed(
          world,
          ({ refund }) => recordUuid === undefined || refund.recordUuid === recordUuid
        )
        engine.sendNotices()
        return count
      },
    },
    callbacks: {
      list: () => callbacks.list(),
      setChaos: (chaos) => callbacks.setChaos(chaos),
      get chaos() {
        return callbacks.chaos
      },
      release: () => callbacks.release(),
      resend: (number) => callbacks.resend(number),
      addressOf: (number) => callbacks.addressOf(number),
      settled: () => callbacks.settled(),
    },
    clock: {
      now: () => new Date(clock.now()),
      advance: (step) => clock.advance(step),
      set: (moment) => clock.set(moment),
      skew: (seconds) => clock.skew(seconds),
    },
    snapshot: () => takeSnapshot(world),
    restore: (snapshot) => restoreSnapshot(world, snapshot),
    reset: () => engine.reset(),
  }
  return sandbox
}

function recordControls(engine: Engine): RecordControls {
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
