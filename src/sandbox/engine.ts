import { CallbackSender } from "./callbacks/callback-sender"
import { FaultRules } from "./faults/fault"
import { RequestLog } from "./http/request-log"
import type { SandboxSettings } from "./options"
import { moveOrder, moveOrderIfPossible } from "./service/order-transitions"
import { runApprovalDue, runRefundsDue } from "./service/refunds"
import { runReservationDue } from "./service/reservation-transitions"
import { runSubscriptionDue } from "./service/subscription-lifecycle"
import { Clock } from "./world/clock"
import { SeededRandom } from "./world/random"
import type { Order } from "./world/records"
import { World } from "./world/world"

/** The parts of one sandbox, wired together; server, control routes, console and library all work on it. */
export class Engine {
  readonly clock: Clock
  readonly world: World
  readonly faults: FaultRules
  readonly callbacks: CallbackSender
  readonly requests: RequestLog
  /** Chance for faults, latency and callback chaos, apart from the identifiers' so that neither disturbs the other. */
  readonly chance: SeededRandom
  /** Told whenever the records may have changed. */
  changed: () => void = () => undefined
  #stopping = new AbortController()

  constructor(readonly settings: SandboxSettings) {
    const { callbacks, clockSkew, clockStart, logSize, secret, seed } = settings
    this.clock = new Clock(clockSkew === undefined ? clockStart : undefined, Date.now, clockSkew)
    this.chance = new SeededRandom(seed ^ 0x5eed)
    this.world = new World(this.clock, new SeededRandom(seed), settings)
    this.faults = new FaultRules(this.chance)
    settings.faults.forEach((rule) => this.faults.add(rule))
    this.callbacks = new CallbackSender(
      { ...callbacks, secret, logSize },
      this.clock,
      this.chance,
      () => this.changed()
    )
    this.requests = new RequestLog(logSize)
    this.clock.onChange(() => this.runDue())
  }

  /** Aborts when the sandbox closes; a new one from then on. */
  get stopping(): AbortSignal {
    return this.#stopping.signal
  }

  /** Lets everything happen whose time has come, and sends the callbacks it causes. */
  runDue(): void {
    runDue(this.world)
    this.sendNotices()
  }

  /** Sends the callbacks that are due. */
  sendNotices(): void {
    const notices = this.world.takeNotices()
    if (notices.length > 0) {
      this.changed()
    }
    notices.forEach((notice) => this.callbacks.send(notice))
  }

  /** Forgets all records, logs, faults, quirks and chaos, and sets the clock back; identifiers go on. */
  reset(): void {
    this.world.clear()
    this.world.takeNotices()
    this.faults.clear()
    this.world.quirks = {}
    this.callbacks.setChaos({})
    this.callbacks.clearLog()
    this.requests.clear()
    this.clock.reset()
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    await this.callbacks.close()
    this.#stopping = new AbortController()
  }
}

/** Lets everything happen whose time has come by the virtual clock. */
function runDue(world: World): void {
  runRefundsDue(world)
  world.orders.list().forEach((order) => runOrderDue(world, order))
  world.reservations.list().forEach((reservation) => runReservationDue(world, reservation))
  world.subscriptions.list().forEach((subscription) => runSubscriptionDue(world, subscription))
  world.refundApprovals.list().forEach((approval) => runApprovalDue(world, approval))
}

function runOrderDue(world: World, order: Order): void {
  const now = world.clock.seconds()
  const { dueAt, planned } = order
  if (planned && planned.at <= now) {
    order.planned = null
    moveOrderIfPossible(world, order, planned.action)
  }
  if (dueAt !== null && dueAt <= now && order.status === "SENT") {
    moveOrder(world, order, "expire")
  }
}
