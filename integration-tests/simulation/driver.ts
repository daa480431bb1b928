import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  createMedusaContainer,
  Modules,
} from "@medusajs/framework/utils"
import { asValue } from "@medusajs/framework/awilix"

import { GET as receiveCallback } from "../../src/api/hooks/e-invoice/[token]/route"
import erase from "../../src/jobs/erase-e-invoice-personal-data"
import sweep from "../../src/jobs/sweep-e-invoice-orders"
import { E_INVOICE_MODULE } from "../../src/modules/e-invoice"
import { callbackTokenHash } from "../../src/modules/e-invoice/callbacks/callback"
import { CHECKOUT_GRACE } from "../../src/modules/e-invoice/orders/creations"
import type { OrderRow } from "../../src/modules/e-invoice/orders/order-row"
import type { RefundRow } from "../../src/modules/e-invoice/refunds/refund-row"
import EInvoiceModuleService from "../../src/modules/e-invoice/service"
import EInvoiceProviderService from "../../src/providers/e-invoice/service"
import followCancelled from "../../src/subscribers/e-invoice-order-canceled"
import followChanged from "../../src/subscribers/e-invoice-order-changed"
import followPlaced from "../../src/subscribers/e-invoice-order-placed"
import followRecord from "../../src/subscribers/e-invoice-record-changed"
import followRecorded from "../../src/subscribers/e-invoice-payment-recorded"
import {
  billOutstandingAmountWorkflow,
  cancelEInvoiceOrderWorkflow,
  refreshEInvoiceOrderWorkflow,
  refundEInvoiceOrderWorkflow,
  settleEInvoiceCreationWorkflow,
  settleEInvoiceRefundWorkflow,
} from "../../src/workflows"
import { recordLeftOrder } from "../../src/workflows/sweep/sweep-left-orders"
import { type CardDeed, cardWork } from "./cards"
import { type Database, quietLogger } from "./database"
import { type Deed, fateOf, type History, type Step } from "./history"
import { type Fate, GOOD_FATE, Kernel, type Process } from "./kernel"
import { MiniMedusa } from "./medusa/mini-medusa"
import { otherProvider, OTHER_PROVIDER, OUR_PROVIDER, type Provider } from "./medusa/provider"
import type { Cart } from "./medusa/records"
import { Service } from "./service"
import { simulation } from "./simulation"

/** The synthetic numbers that shoppers enter: 80 is added to the month. */
export const PERSONAL_NUMBERS = ["17819010188", "01819010001", "02819010002"] as const

const START = new Date("2026-03-02T10:00:00Z")

/** What staff are called, in the books and the timeline. */
const STAFF = "user_1"

type Store = {
  process: Process
  /** Medusa's hooks at the start, which the first act of the process carries out. */
  started?: Promise<void>
  module: EInvoiceModuleService
  container: MedusaContainer
  provider: Provider
}

/** What a process of the store is made of, for who takes a mend out of it. */
export type World = {
  readonly module: EInvoiceModuleService
  readonly query: { graph: MiniMedusa["query"]["graph"] }
  readonly medusa: MiniMedusa
  readonly kernel: Kernel
}

/** Changes each process of the store when it starts. */
export type Mutation = (world: World) => void

export type StoredRow = OrderRow & { attention: string | null }

/**
 * The one way from a history to the plugin: each deed of a history is one act of the plugin's own code here. What the
 * plugin is made of is known in this file only.
 */
export class Driver {
  readonly kernel: Kernel
  readonly service: Service
  readonly medusa: MiniMedusa
  readonly carts: Cart[]
  /** What acts failed with, for who reads a history. */
  readonly failures: string[] = []
  /** Errors of our own making, such as a stand-in that knows too little. */
  readonly defects: string[] = []
  #stores: (Store | undefined)[] = []
  #started = 0

  constructor(
    readonly database: Database,
    private readonly options: Record<string, unknown>,
    readonly history: History,
    private readonly mutate: Mutation
  ) {
    this.kernel = new Kernel(
      START,
      history.seed,
      history.steps.every(({ together }) => !together)
    )
    this.kernel.install()
    this.service = new Service(this.kernel, {
      seed: history.seed,
      skewMs: history.serviceSkewMs,
      namesRefunds: history.namesRefunds,
      quirks: {
        // Where the clocks differ, a list by date shows it.
        strictRange: history.serviceSkewMs !== 0,
        ...(history.delayedRefunds && { refundDelay: 600 }),
      },
    })
    this.medusa = new MiniMedusa(
      this.kernel,
      {
        provider: (id) => this.#providerHere(id),
        emit: (name, data) => this.#emit(name, data),
      },
      history.sharedLocks
    )
    simulation.current = this
    this.carts = Array.from({ length: history.purchases }, (_, index) =>
      this.medusa.checkouts.newCart(3 - index)
    )
  }

  end(): void {
    this.kernel.uninstall()
    simulation.current = undefined
  }

  /** Begins what a step says; waits for nothing but time. */
  async begin(step: Step, name: string): Promise<void> {
    if (step.does === "wait") {
      await this.kernel.wait(step.seconds * 1000)
      return
    }
    this.service.expect(step.weather ?? [])
    if (step.does === "service-turns") {
      this.service.turn(step.quirks)
      return
    }
    if (step.does === "operator" || step.does === "give-back" || step.does === "card-holder") {
      await this.#atService(step)
      return
    }
    const { process, ...store } = this.#store(step.process ?? 0)
    const work = await this.#workOf(step, store)
    if (work) {
      this.act(name, process, work, fateOf(step))
    }
  }

  act(name: string, process: Process, work: () => Promise<unknown>, fate: Fate = GOOD_FATE): void {
    const started = async () => {
      const store = this.#storeOf(process)
      if (store) {
        store.started ??= store.module.__hooks.onApplicationStart()
        await store.started
      }
      return work()
    }
    this.kernel.begin(name, process, fate, started, (error) => {
      if (error instanceof Error) {
        this.failures.push(`${name}: ${error.message}`)
        if (error instanceof TypeError || error instanceof ReferenceError) {
          this.defects.push(`${name}: ${error.stack}`)
        }
      }
    })
  }

  /** A sweep in the first process, which is started again if it has ended. */
  sweep(): void {
    const { process, container } = this.#store(0)
    for (const [name, job] of Object.entries({ sweep, erase })) {
      this.act(name, process, () => job(container))
    }
  }

  /** Delivers the oldest callback that is on its way; false when none is. */
  deliverCallback(): boolean {
    const address = this.service.mailbox.shift()
    if (address === undefined) {
      return false
    }
    const { process, container } = this.#store(0)
    this.service.delivered.push(address)
    this.act("callback", process, () => this.#receive(container, address))
    return true
  }

  async rows(): Promise<StoredRow[]> {
    return this.database.connection<StoredRow>("einvoice_order").orderBy("created_at").orderBy("id")
  }

  /** The rows of a cart's checkout, and of the bills of its orders. */
  async rowsOf({ id }: Cart): Promise<StoredRow[]> {
    return this.ofCart(await this.rows(), id)
  }

  ofCart(rows: readonly StoredRow[], cartId: string): StoredRow[] {
    const collections = this.medusa.records.collectionsOf(cartId)
    return rows.filter(({ payment_collection_id: of }) => of !== null && collections.includes(of))
  }

  async refundRows(): Promise<RefundRow[]> {
    return this.database
      .connection<RefundRow>("einvoice_refund")
      .orderBy("created_at")
      .orderBy("id")
  }

  // What each deed does.

  async #workOf(
    deed: Deed,
    { container, module }: Omit<Store, "process">
  ): Promise<(() => Promise<unknown>) | undefined> {
    const { medusa } = this
    const cart = "purchase" in deed ? this.carts[deed.purchase] : this.carts[0]
    if (!cart) {
      return undefined
    }
    const actor = `admin:${STAFF}` as const
    switch (deed.does) {
      case "choose-invoice":
        return async () => {
          await recordLeftOrder(container, cart.collectionId)
          await this.#chooseInvoice(module, cart)
        }
      case "choose-other":
        // As the route's middleware does it.
        return async () => {
          await recordLeftOrder(container, cart.collectionId)
          await medusa.payments.createSession(cart.collectionId, OTHER_PROVIDER, {})
        }
      case "complete":
        return () => medusa.checkouts.completeCart(cart.id)
      case "change-cart":
        return () => medusa.checkouts.changeCart(cart.id, deed.quantity)
      case "sweep":
        return () => sweep(container)
      case "erase":
        return () => erase(container)
      case "callback":
        return this.#callback(deed, container)
      case "cancel-order": {
        const order = medusa.records.ordersOf(cart.id).find(({ status }) => status === "pending")
        return order && (() => medusa.orders.cancelOrder(order.id, STAFF))
      }
      case "change-order":
      case "return-items":
      case "exchange":
      case "receive-return": {
        const order = medusa.records.ordersOf(cart.id).find(({ status }) => status === "pending")
        // Staff change no order whose checkout goes on.
        if (!order || medusa.checkouts.isBeingCompleted(cart.id)) {
          return undefined
        }
        return () => this.#change(order.id, deed)
      }
      case "bill": {
        const order = medusa.records.ordersOf(cart.id).find(({ status }) => status === "pending")
        // A checkout that stands still for longer than it may be under way is believed to have ended.
        const isStalled =
          order &&
          this.kernel.now - order.createdAt.getTime() > CHECKOUT_GRACE - 10_000 &&
          medusa.checkouts.isBeingCompleted(cart.id)
        return isStalled
          ? undefined
          : order && (() => this.#bill(container, module, order.id, deed.key))
      }
      case "reserve":
      case "capture-card":
      case "refund-card":
      case "cancel-card": {
        const order = medusa.records.ordersOf(cart.id).at(-1)
        // Staff reserve nothing of an order whose checkout goes on.
        if (!order || medusa.checkouts.isBeingCompleted(cart.id)) {
          return undefined
        }
        const orderId = order.id
        const reservation =
          "which" in deed ? await this.#linkedReservation(orderId, deed) : undefined
        return cardWork(deed, { container, module }, { orderId, reservation, actor })
      }
      case "mark-as-paid": {
        const order = medusa.records.ordersOf(cart.id).find(({ status }) => status === "pending")
        return order && (() => medusa.orders.markAsPaid(order.id, STAFF))
      }
      case "capture": {
        const payment = this.#payment(cart)
        return (
          payment &&
          (() =>
            medusa.payments.capturePayment({
              payment_id: payment.id,
              captured_by: STAFF,
            }))
        )
      }
      case "medusa-refund": {
        const payment = this.#payment(cart)
        return (
          payment &&
          (() =>
            medusa.payments.refundPayment({
              payment_id: payment.id,
              amount: deed.ore / 100,
              created_by: STAFF,
            }))
        )
      }
      default:
        return this.#ofRow(deed, container, actor, await this.#row(cart))
    }
  }

  #change(
    id: string,
    deed: Deed & { does: "change-order" | "return-items" | "exchange" | "receive-return" }
  ): Promise<void> {
    const { medusa } = this
    switch (deed.does) {
      case "change-order":
        return medusa.orders.changeOrder(id, deed.quantity)
      case "return-items":
        return medusa.orders.requestReturn(id, deed.quantity)
      case "exchange":
        return medusa.orders.exchange(id, deed.quantity, deed.mugs)
      case "receive-return":
        return medusa.orders.receiveReturn(id)
    }
  }

  async #ofRow(
    deed: Deed,
    container: MedusaContainer,
    actor: `admin:${string}`,
    row: StoredRow | undefined
  ): Promise<(() => Promise<unknown>) | undefined> {
    if (!row) {
      return undefined
    }
    const id = row.id
    switch (deed.does) {
      case "refresh":
        return () =>
          refreshEInvoiceOrderWorkflow(container).run({
            input: { e_invoice_order_id: id, actor },
          })
      case "settle-creation": {
        const found = this.#atServiceOf(row)
        // Staff look before they say so, and may overlook what is there.
        const isSeen = found.length > 0 && !deed.mistaken
        if (isSeen !== (deed.decision === "adopt")) {
          return undefined
        }
        return () =>
          settleEInvoiceCreationWorkflow(container).run({
            input: {
              e_invoice_order_id: id,
              decision: deed.decision,
              attempt: row.attempt,
              order_uuid: found[0]?.uuid,
              not_it: found.map(({ uuid }) => uuid),
              actor,
            },
          })
      }
      case "refund":
        return () =>
          refundEInvoiceOrderWorkflow(container).run({
            input: {
              e_invoice_order_id: id,
              amount: (deed.ore / 100).toFixed(2),
              created_by: STAFF,
              idempotency_key: `${deed.key}-${deed.ore}-${deed.purchase}`,
              ...(deed.confirmed && { confirm_repeat: true }),
            },
          })
      case "settle-refund": {
        const open = (await this.refundRows()).find(
          ({ e_invoice_order_id, state }) => e_invoice_order_id === id && state === "in_doubt"
        )
        if (!open) {
          return undefined
        }
        return () =>
          settleEInvoiceRefundWorkflow(container).run({
            input: {
              e_invoice_order_id: id,
              refund_id: open.id,
              carried_out: this.#wasCarriedOut(row, open),
              beside_another: false,
              attempt: open.attempt,
              actor,
            },
          })
      }
      case "cancel-invoice":
        return () =>
          cancelEInvoiceOrderWorkflow(container).run({
            input: { e_invoice_order_id: id, actor },
          })
      default:
        return undefined
    }
  }

  async #chooseInvoice(module: EInvoiceModuleService, cart: Cart): Promise<void> {
    const id = await module.shopperData.store({
      personalNumber: PERSONAL_NUMBERS[this.carts.indexOf(cart)] ?? "",
    })
    await this.medusa.payments.createSession(cart.collectionId, OUR_PROVIDER, {
      shopper_data_id: id,
    })
  }

  /** As the route does it. */
  async #bill(
    container: MedusaContainer,
    { shopperData }: EInvoiceModuleService,
    orderId: string,
    key: string
  ): Promise<void> {
    const id = await shopperData.store({
      bill: {
        by: "payment-link",
        actor: `admin:${STAFF}`,
        sendBy: { sms: false, email: true },
      },
    })
    const { errors } = await billOutstandingAmountWorkflow(container).run({
      input: { order_id: orderId, shopper_data_id: id, idempotency_key: `${key}-${orderId}` },
      throwOnError: false,
    })
    if (errors.length > 0) {
      await shopperData.erase(id)
      throw errors[0]?.error
    }
  }

  #callback(
    { which, how }: Deed & { does: "callback" },
    container: MedusaContainer
  ): (() => Promise<unknown>) | undefined {
    const { mailbox, delivered } = this.service
    const waiting = nth(mailbox, which)
    const old = nth(delivered, which)
    switch (how) {
      case "deliver":
        if (waiting !== undefined) {
          mailbox.splice(mailbox.indexOf(waiting), 1)
          delivered.push(waiting)
          return () => this.#receive(container, waiting)
        }
        return undefined
      case "lose":
        if (waiting !== undefined) {
          mailbox.splice(mailbox.indexOf(waiting), 1)
        }
        return undefined
      case "again":
        return old === undefined ? undefined : () => this.#receive(container, old)
      case "forge": {
        const orders = this.service.orders()
        const of = nth(orders, which)
        const named = orders.at(-1)
        return of?.callbackUrl && named
          ? () => this.#receive(container, `${of.callbackUrl}?orderUuid=${named.uuid}&status=PAID`)
          : undefined
      }
    }
  }

  async #receive(container: MedusaContainer, address: string): Promise<void> {
    const { pathname, search } = new URL(address)
    const response = {
      status: () => response,
      json: () => response,
      end: () => response,
      writeHead: () => response,
      setHeader: () => response,
    }
    await receiveCallback(
      {
        method: "GET",
        url: `${pathname}${search}`,
        originalUrl: `${pathname}${search}`,
        params: { token: pathname.split("/").at(-1) },
        scope: container,
      } as unknown as MedusaRequest,
      response as unknown as MedusaResponse
    )
  }

  /** The reservations of a cart's orders, by the number that they name; also those whose answer was lost. */
  reservationsOf({ id }: Cart) {
    const numbers = this.medusa.records.ordersOf(id).map(({ displayId }) => String(displayId))
    return this.service.reservations().filter(({ referenceNo: of }) => numbers.includes(of ?? ""))
  }

  /** One of those that the plugin knows: of another, staff first say what became of its creation. */
  async #linkedReservation(orderId: string, { which }: { which: number }) {
    const linked: { remote_uuid: string | null }[] = await this.database
      .connection("einvoice_record")
      .where({ order_id: orderId })
      .select("remote_uuid")
    const own = this.service
      .reservations()
      .filter(({ uuid }) => linked.some(({ remote_uuid: of }) => of === uuid))
    return nth(own, which)
  }

  #reservation(cart: Cart, { which }: { which: number }) {
    const own = this.reservationsOf(cart)
    return nth(own, which)
  }

  async #atService(
    deed: (Deed & { does: "operator" | "give-back" }) | (CardDeed & { does: "card-holder" })
  ): Promise<void> {
    const cart = this.carts[deed.purchase]
    if (deed.does === "card-holder") {
      const reservation = cart && this.#reservation(cart, deed)
      if (reservation) {
        this.service.answerReservation(reservation.uuid, deed.action)
      }
      return
    }
    const rows = cart ? await this.rowsOf(cart) : []
    const own = rows.flatMap((row) => this.#atServiceOf(row))
    const order = nth(own, deed.which)
    if (!order) {
      return
    }
    if (deed.does === "operator") {
      this.service.move(order.uuid, deed.action)
    } else {
      this.service.giveBack(order.uuid, deed.ore)
    }
  }

  /** The orders at the service that a row asked for. */
  #atServiceOf(row: StoredRow) {
    return this.service
      .orders()
      .filter(({ callbackUrl }) => callbackUrl && isOfRow(row, callbackUrl))
  }

  #wasCarriedOut(row: StoredRow, { amount }: RefundRow): boolean {
    return this.#atServiceOf(row).some(
      ({ refunded, credited }) => refunded + credited >= Number(amount)
    )
  }

  #payment({ id }: Cart) {
    const payments = this.medusa.records.paymentsOfCart(id)
    return payments.find(({ canceledAt }) => !canceledAt) ?? payments.at(-1)
  }

  async #row(cart: Cart): Promise<StoredRow | undefined> {
    const rows = await this.rowsOf(cart)
    return (
      rows.find(({ state }) => state === "in_doubt" || state === "sending") ??
      rows.find(({ state }) => state === "succeeded") ??
      rows.at(-1)
    )
  }

  // Processes of the store.

  #store(index: number): Store {
    const store = this.#stores[index]
    if (store && !store.process.isDead) {
      return store
    }
    if (store) {
      this.medusa.locks.forget(store.process)
    }
    const fresh = this.#start(index)
    this.#stores[index] = fresh
    return fresh
  }

  #storeOf = (process: Process): Store | undefined =>
    this.#stores.find((one) => one?.process === process)

  #start(index: number): Store {
    const { medusa } = this
    const process: Process = {
      name: `process ${index + 1}${"'".repeat(this.#started)}`,
      skewMs: index === 1 ? this.history.secondSkewMs : 0,
      acts: new Set(),
      isDead: false,
    }
    this.#started += 1
    const query: World["query"] = { graph: medusa.query.graph.bind(medusa.query) }
    const bus = {
      emit: async ({ name, data }: { name: string; data: { id: string } }) =>
        this.#emit(name, data),
      releaseGroupedEvents: async () => undefined,
      clearGroupedEvents: async () => undefined,
    }
    const module = new EInvoiceModuleService(
      this.database.cradle({ [Modules.EVENT_BUS]: bus }),
      this.options
    )
    const world = { module, query, medusa, kernel: this.kernel }
    this.mutate(world)
    const container = createMedusaContainer()
    container.register({
      [E_INVOICE_MODULE]: asValue(module),
      [ContainerRegistrationKeys.QUERY]: asValue(query),
      [ContainerRegistrationKeys.LINK]: asValue(medusa.modules.link),
      [ContainerRegistrationKeys.LOGGER]: asValue(quietLogger),
      [ContainerRegistrationKeys.PG_CONNECTION]: asValue(this.database.connection),
      [Modules.PAYMENT]: asValue(medusa.modules.payment),
      [Modules.ORDER]: asValue(medusa.modules.order),
      [Modules.LOCKING]: asValue(medusa.locks.module),
      [Modules.EVENT_BUS]: asValue(bus),
      [Modules.WORKFLOW_ENGINE]: asValue({
        // The plugin runs only the completion of a cart by its id.
        run: (_id: string, { input }: { input: { id: string } }) =>
          medusa.checkouts.completeCart(input.id),
      }),
    })
    const provider = new EInvoiceProviderService({
      eInvoice: module,
      query,
      logger: quietLogger,
      captureService: medusa.modules.captureService,
      refundService: medusa.modules.refundService,
    })
    return {
      process,
      module,
      container,
      provider: provider as unknown as Provider,
    }
  }

  #providerHere(id: string): Provider {
    if (id !== OUR_PROVIDER) {
      return otherProvider
    }
    const process = this.kernel.actHere?.process
    const store = process && this.#storeOf(process)
    return (store ?? this.#store(0)).provider
  }

  #emit(name: string, data: { id: string } | { order_id: string }): void {
    const process = this.kernel.actHere?.process
    const store = process && this.#storeOf(process)
    const subscriber = SUBSCRIBERS[name]
    if (process && store && subscriber) {
      this.act(name, process, () =>
        subscriber({
          event: { name, data },
          container: store.container,
          pluginOptions: {},
        } as never)
      )
    }
  }
}

/** One of some, counted round and round. */
const nth = <One>(some: readonly One[], which: number): One | undefined =>
  some[which % Math.max(some.length, 1)]

/** What the store hears of Medusa. */
const SUBSCRIBERS: Readonly<Record<string, (heard: never) => Promise<void>>> = {
  "order.placed": followPlaced,
  "order.canceled": followCancelled,
  "order-edit.confirmed": followChanged,
  "order.return_requested": followChanged,
  "order.return_received": followChanged,
  "order.exchange_created": followChanged,
  "e_invoice.reservation_changed": followRecord,
  "e_invoice.record_changed": followRecord,
  "payment.captured": followRecorded,
  "payment.refunded": followRecorded,
}

/** The callback address is made for one row and known to no other. */
export function isOfRow({ callback_token_hash: hash }: StoredRow, callbackUrl: string): boolean {
  const token = callbackUrl.split("/").at(-1)
  return token !== undefined && callbackTokenHash(token) === hash
}
