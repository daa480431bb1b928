import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { IEventBusModuleService, Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaService, Modules } from "@medusajs/framework/utils"

import { ConnectClient, type ExchangeReport, UnavailableError } from "../../connect"
import { type EInvoiceOptions, parseEInvoiceOptions } from "../../options"
import { CallbackSelfTest, CallbackTokens } from "./callbacks/callback"
import { Inbox } from "./callbacks/inbox"
import { Cases } from "./cases"
import { DatabaseClock } from "./database"
import { EInvoiceEvents } from "./events"
import { accountHash, SENDER_MARGIN } from "./intent"
import { Jobs, JobTimers } from "./jobs"
import { Leases } from "./leases"
import { messageOf } from "./message-of"
import EInvoiceCallback from "./models/e-invoice-callback"
import EInvoiceOperation from "./models/e-invoice-operation"
import EInvoiceOrder from "./models/e-invoice-order"
import EInvoiceRecord from "./models/e-invoice-record"
import EInvoiceRefund from "./models/e-invoice-refund"
import EInvoiceRefundKey from "./models/e-invoice-refund-key"
import EInvoiceShopperData from "./models/e-invoice-shopper-data"
import EInvoiceTimelineEntry from "./models/e-invoice-timeline-entry"
import { OperationJournal } from "./operations/operation-journal"
import { RemoteRecords } from "./operations/remote-records"
import { OrderStore } from "./orders/order-store"
import { Monitoring, Overview } from "./overview"
import { keyRing, type KeyRing } from "./personal-data/encryption"
import { ShopperDataStore } from "./personal-data/shopper-data"
import { Reconciliation } from "./reconciliation"
import { RefundJournal } from "./refunds/refund-journal"
import { ownOptions } from "./registration"
import { Timeline } from "./timeline"

type ModuleCradle = {
  [ContainerRegistrationKeys.PG_CONNECTION]: Knex
  [ContainerRegistrationKeys.LOGGER]: Logger
  [Modules.EVENT_BUS]: IEventBusModuleService
}

/** From so many seconds on, a server's clock is called wrong. */
const WRONG_BY = 60

/** The stores that a transaction may write together. */
export type Stores = Pick<
  EInvoiceModuleService,
  "orders" | "shopperData" | "inbox" | "timeline" | "operations" | "records"
>

/** The eInvoice module: what the plugin remembers, and its one connection to the service. */
export default class EInvoiceModuleService extends MedusaService({
  EInvoiceOrder,
  EInvoiceCallback,
  EInvoiceTimelineEntry,
  EInvoiceRefund,
  EInvoiceRefundKey,
  EInvoiceShopperData,
  EInvoiceOperation,
  EInvoiceRecord,
}) {
  readonly options: EInvoiceOptions
  readonly keys: KeyRing
  /** The time of all ages and leases. */
  readonly clock: DatabaseClock
  readonly orders: OrderStore
  readonly shopperData: ShopperDataStore
  readonly callbackTokens: CallbackTokens
  readonly inbox: Inbox
  readonly refunds: RefundJournal
  readonly timeline: Timeline
  readonly events: EInvoiceEvents
  readonly operations: OperationJournal
  readonly records: RemoteRecords
  readonly cases: Cases
  readonly overview: Overview
  readonly monitoring: Monitoring
  readonly reconciliation: Reconciliation
  readonly leases: Leases
  readonly jobs: Jobs
  readonly timers: JobTimers
  readonly callbackSelfTest: CallbackSelfTest

  /** Called by Medusa when the server starts and stops. */
  readonly __hooks = {
    onApplicationStart: async (): Promise<void> => {
      await this.clock.read()
    },
    onApplicationShutdown: async (): Promise<void> => {
      this.timers.stop()
      await this.connection?.close()
    },
  }

  private readonly logger: Logger
  private readonly database: Knex
  private connection: ConnectClient | undefined
  private isClockKnownWrong = false

  constructor(cradle: ModuleCradle, options?: unknown) {
    // eslint-disable-next-line prefer-rest-params -- MedusaService reads the arguments it was given
    super(...arguments)
    this.options = parseEInvoiceOptions(ownOptions(options))
    this.logger = cradle[ContainerRegistrationKeys.LOGGER]
    const database = cradle[ContainerRegistrationKeys.PG_CONNECTION]
    this.database = database
    const {
      encryptionKey,
      previousEncryptionKeys,
      checkoutBudget,
      requestBudget,
      shopperDataLifetime,
      callbackBaseUrl,
    } = this.options
    this.keys = keyRing(encryptionKey, previousEncryptionKeys)
    this.clock = new DatabaseClock(database, () => this.tellOfWrongClock())
    const { clock } = this
    const account = accountHash(this.options)
    this.orders = new OrderStore(database, clock, checkoutBudget + SENDER_MARGIN, account)
    this.shopperData = new ShopperDataStore(database, clock, this.keys, shopperDataLifetime)
    this.callbackTokens = new CallbackTokens(this.keys, callbackBaseUrl)
    this.inbox = new Inbox(database, clock)
    this.refunds = new RefundJournal(database, clock, this.orders, requestBudget + SENDER_MARGIN)
    this.timeline = new Timeline(database, clock)
    this.operations = new OperationJournal(
      database,
      clock,
      this.keys,
      Math.max(requestBudget, checkoutBudget) + SENDER_MARGIN,
      account
    )
    this.records = new RemoteRecords(database, clock, this.callbackTokens)
    this.cases = new Cases(database, clock)
    this.overview = new Overview(database, clock)
    this.monitoring = new Monitoring(database, clock)
    this.reconciliation = new Reconciliation(database)
    this.leases = new Leases(database)
    this.jobs = new Jobs(database)
    this.timers = new JobTimers(this.jobs, this.logger)
    this.callbackSelfTest = new CallbackSelfTest(this.keys, clock)
    this.events = new EInvoiceEvents(() => cradle[Modules.EVENT_BUS], this.logger)
  }

  /**
   * Records that Medusa writes on a server with a wrong clock look older or younger than they are, also to the sweep. Said once each
   * time that it goes wrong.
   */
  private tellOfWrongClock(): void {
    const seconds = Math.round(this.clock.serverIsAheadBy / 1_000)
    const wasKnown = this.isClockKnownWrong
    this.isClockKnownWrong = Math.abs(seconds) >= WRONG_BY
    if (this.isClockKnownWrong && !wasKnown) {
      this.logger.error(
        `e-invoice: the clock of this server is ${Math.abs(seconds)} s ${seconds > 0 ? "ahead of" : "behind"} the database's. Set it: Medusa dates and numbers its records by it, and one that is out of order may be passed over.`
      )
    }
  }

  /** Writes to several stores: all of it or nothing. */
  async inTransaction<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result> {
    return this.database.transaction((transaction) =>
      work({
        orders: this.orders.within(transaction),
        shopperData: this.shopperData.within(transaction),
        inbox: this.inbox.within(transaction),
        timeline: this.timeline.within(transaction),
        operations: this.operations.within(transaction),
        records: this.records.within(transaction),
      })
    )
  }

  /**
   * The client for the service, made at first use.
   *
   * @throws UnavailableError when it cannot be built
   */
  get connect(): ConnectClient {
    this.connection ??= connectionOf(this.options, this.logger)
    return this.connection
  }

  /** How the calls of this process fare; undefined before the first. */
  get connectionState(): Pick<ConnectClient, "circuits" | "rateLimit"> | undefined {
    return this.connection
  }
}

/**
 * The client for the service, as the plugin's options describe it. Nothing is sent until it is called.
 *
 * @throws UnavailableError when it cannot be built; the log says why
 */
function connectionOf(
  options: EInvoiceOptions,
  logger: Pick<Logger, "debug" | "error">
): ConnectClient {
  try {
    return newClient(options, logger)
  } catch (error) {
    logger.error(`e-invoice: the client for the service cannot be built: ${messageOf(error)}`)
    throw new UnavailableError({
      operationId: "any",
      message: "Nothing was sent: the plugin's client for the service cannot be built.",
      advice: "Correct what the server's log names, and restart the server.",
      cause: error,
    })
  }
}

const newClient = (options: EInvoiceOptions, logger: Pick<Logger, "debug">): ConnectClient =>
  new ConnectClient({
    baseUrl: options.baseUrl,
    token: options.token,
    operations: options.operations,
    budgetMs: options.requestBudget,
    budgets: { "orders.create-e-invoice": options.checkoutBudget },
    onExchange: (report) => logger.debug(lineOf(report)),
  })

/** One line per attempt, without bodies and identifiers. */
function lineOf(report: ExchangeReport): string {
  const answer = [report.httpStatus, report.messageKey, report.failure]
    .filter((part) => part !== undefined)
    .join(" ")
  return `e-invoice: ${report.operationId} attempt ${report.attempt}: ${report.outcome} ${answer} in ${report.durationMs} ms`
}
