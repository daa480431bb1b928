import type { CallbackChaos } from "./callbacks/callback-chaos"
import type { CallbackRecord } from "./callbacks/callback-log"
import { auditOf, type Audit } from "./audit"
import type { ClockStep } from "./clock"
import { Engine } from "./engine"
import type { FaultRule, FaultRuleInput } from "./faults/fault-rules"
import { startServer, type RunningServer } from "./http/server"
import { parseSandboxOptions, type SandboxOptions } from "./options"
import { recordControls, type RecordControls } from "./record-controls"
import type { LoggedRequest } from "./request-log"
import { moveOrder, type OrderAction } from "./state/order-transitions"
import { restoreSnapshot, takeSnapshot, type Snapshot } from "./state/snapshot"
import { SandboxStateError, UnknownRecordError } from "./state/state-error"
import { orderView, type OrderView } from "./views"

export type ListenOptions = {
  /** 0, the default, takes any free port. */
  port?: number
  /** Loopback by default: the sandbox guards nothing but its operations. */
  host?: string
}

/** A sandbox: the emulated service, and what a test can do to it and see of it. */
export type Sandbox = RecordControls & {
  /** Starts serving. `url` is the specification's `{base_url}`. */
  listen(options?: ListenOptions): Promise<{ url: string }>
  /** Stops serving and ends every connection and callback at once. Records stay, and it may listen again. */
  close(): Promise<void>

  orders(): OrderView[]
  /** @throws UnknownRecordError when no order has the identifier */
  order(uuid: string): OrderView
  /** The customer pays; the order becomes PAID. As all of these: @throws SandboxStateError when its status forbids it. */
  pay(uuid: string, note?: string): OrderView
  /** The invoice goes out; INVOICED. */
  invoice(uuid: string, note?: string): OrderView
  /** The service's operator cancels; CANCELLED. */
  cancel(uuid: string, note?: string): OrderView
  /** Nobody paid in time; EXPIRED. */
  expire(uuid: string, note?: string): OrderView
  /** A reminder goes out; PURRING. */
  remind(uuid: string, note?: string): OrderView
  /** Debt collection takes over; INKASSO. */
  collectDebt(uuid: string, note?: string): OrderView

  /** The last calls, oldest first, without personal data. */
  requests(): readonly LoggedRequest[]
  audit(): Audit
  readonly faults: {
    /** Puts a fault in force. @throws RangeError when the fault or its conditions make no sense */
    add(rule: FaultRuleInput): FaultRule
    remove(id: string): boolean
    clear(): void
    list(): readonly FaultRule[]
  }
  readonly callbacks: {
    list(): readonly CallbackRecord[]
    /** Puts callback chaos in force in place of the one before; an empty object ends it. */
    setChaos(chaos: CallbackChaos): void
    readonly chaos: CallbackChaos
    /** Sends what a reordering holds. */
    release(): void
    /** Sends a logged callback once more. @throws RangeError when no callback has the number */
    resend(number: number): void
    /** Resolves when no callback is under way. */
    settled(): Promise<void>
  }
  readonly clock: {
    /** Virtual time. */
    now(): Date
    /** Moves time forward and lets happen what falls due. */
    advance(step: ClockStep): Date
    set(moment: Date): Date
  }
  snapshot(): Snapshot
  /** @throws z.ZodError when the value is not a snapshot */
  restore(snapshot: Snapshot): void
  /** Forgets all records, logs, faults and chaos; clock and identifiers go on. */
  reset(): void
}

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
    listen: async ({ port = 0, host = "127.0.0.1" } = {}) => {
      if (server) {
        throw new SandboxStateError(
          `The sandbox is listening already, at ${server.url}.`
        )
      }
      server = await startServer(engine, sandbox, port, host)
      return { url: server.url }
    },
    close: async () => {
      const running = server
      server = undefined
      await Promise.all([running?.close(), engine.close()])
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
    callbacks: {
      list: () => callbacks.list(),
      setChaos: (chaos) => callbacks.setChaos(chaos),
      get chaos() {
        return callbacks.chaos
      },
      release: () => callbacks.release(),
      resend: (number) => callbacks.resend(number),
      settled: () => callbacks.settled(),
    },
    clock: {
      now: () => new Date(clock.now()),
      advance: (step) => clock.advance(step),
      set: (moment) => clock.set(moment),
    },
    snapshot: () => takeSnapshot(world),
    restore: (snapshot) => restoreSnapshot(world, snapshot),
    reset: () => engine.reset(),
  }
  return sandbox
}
