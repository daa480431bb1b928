import { auditOf } from "./audit"
import { Engine } from "./engine"
import { startServer, type RunningServer } from "./http/server"
import { parseSandboxOptions, type SandboxOptions } from "./options"
import { quirksSchema } from "./options"
import { recordControls } from "./record-controls"
import type { Sandbox } from "./sandbox"
import { carryOutDelayed } from "./state/refund-transitions"
import { moveOrder, type OrderAction } from "./state/order-transitions"
import { restoreSnapshot, takeSnapshot } from "./state/snapshot"
import { SandboxStateError, UnknownRecordError } from "./state/world"
import { orderView } from "./views"

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
