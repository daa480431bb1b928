import { once } from "node:events"
import { Readable, Writable } from "node:stream"

import { Engine } from "../../src/sandbox/engine"
import { connectRoutes } from "../../src/sandbox/http/server"
import { parseSandboxOptions } from "../../src/sandbox/options"
import {
  canHappen,
  moveOrder,
  type OrderAction,
  refundOrder,
} from "../../src/sandbox/service/order-transitions"
import {
  confirmReservation,
  declineReservation,
} from "../../src/sandbox/service/reservation-transitions"
import type { Reservation } from "../../src/sandbox/world/records"
import type { Quirks, SandboxOptions } from "../../src/sandbox"
import { type OrderView, orderView } from "../../src/sandbox/service/order-view"
import type { Kernel, MoneyCall } from "./kernel"

/** What becomes of one call to the service. */
export type Fault =
  | "refused"
  | "drop-before"
  | "drop-after"
  | "429"
  | "500-before"
  | "500-after"
  | "510-before"
  | "510-after"
  | "garbage-after"
  | "empty-list"

export const FAULTS: readonly Fault[] = [
  "refused",
  "drop-before",
  "drop-after",
  "429",
  "500-before",
  "500-after",
  "510-before",
  "510-after",
  "garbage-after",
]

/** Which call goes wrong, and how: the next of its kind, or the n-th from now. */
export type Weather = {
  readonly call: number | MoneyCall | "list"
  readonly fault: Fault
}

type Request = {
  method: string
  path: string
  headers?: Readonly<Record<string, string>>
  body?: string | undefined
}

type Answer = { status: number; headers: Record<string, string>; body: string }

type Controller = { abort(reason: Error): void }

type Handler = {
  onRequestStart?(controller: Controller): void
  onResponseStart?(
    controller: Controller,
    status: number,
    headers: Record<string, string>,
    text: string
  ): void
  onResponseData?(controller: Controller, chunk: Buffer): void
  onResponseEnd?(controller: Controller, trailers: object): void
  onResponseError?(controller: Controller, error: Error): void
}

/** A call as it reached the service. */
export type Call = {
  readonly label: string
  /** The act that sent it. */
  readonly by: string
  /** Whether the service carried it out. */
  readonly executed: boolean
}

/** The service: the sandbox in this process, behind a network with weather. */
export class Service {
  readonly engine: Engine
  readonly calls: Call[] = []
  /** Orders of which the operator gave back a part by itself. */
  readonly gaveBack = new Set<string>()
  faults = 0
  /** Addresses of callbacks that are on their way. */
  mailbox: string[] = []
  /** Addresses of callbacks that arrived. */
  readonly delivered: string[] = []
  readonly #routes: ReturnType<typeof connectRoutes>
  readonly #usual: Quirks
  readonly #namesRefunds: boolean
  #forecast: Weather[] = []

  constructor(
    private readonly kernel: Kernel,
    options: SandboxOptions & { skewMs: number; namesRefunds: boolean }
  ) {
    const { skewMs, namesRefunds, ...own } = options
    this.#namesRefunds = namesRefunds
    this.engine = new Engine(
      parseSandboxOptions({
        token: "test-token",
        clockStart: new Date(kernel.now + skewMs),
        rateLimit: { perMinute: 100_000 },
        log: () => undefined,
        ...own,
      })
    )
    this.#routes = connectRoutes(this.engine)
    this.#usual = this.engine.world.quirks
  }

  /** Announces weather, which stays until a call fits. */
  expect(weather: readonly Weather[]): void {
    this.#forecast.push(...weather)
  }

  /** Makes the service do these otherwise, beside what it always does so in this history. */
  turn(quirks: Quirks): void {
    this.engine.world.quirks = { ...this.#usual, ...quirks }
  }

  /** No weather any more, and what the service always does. */
  calm(): void {
    this.#forecast = []
    this.turn({})
  }

  orders(): OrderView[] {
    const { world } = this.engine
    return world.orders.list().map((order) => orderView(world, order))
  }

  reservations(): Reservation[] {
    return this.engine.world.reservations.list()
  }

  /** Lets the card's holder confirm or decline, where the link waits for that. */
  answerReservation(uuid: string, action: "confirm" | "decline"): void {
    const { world } = this.engine
    const reservation = world.reservations.get(uuid)
    if (reservation?.status === "SENT") {
      const answer = action === "confirm" ? confirmReservation : declineReservation
      answer(world, reservation)
      this.engine.sendNotices()
    }
  }

  noteCallback(address: string): void {
    this.mailbox.push(address)
  }

  /** Lets the operator or the payer do something to an order, if its status allows it. */
  move(uuid: string, action: OrderAction): boolean {
    const { world } = this.engine
    const order = world.orders.get(uuid)
    if (!order || !canHappen(order, action)) {
      return false
    }
    moveOrder(world, order, action)
    this.engine.sendNotices()
    return true
  }

  /** Lets the operator give back a part of an order, in øre. */
  giveBack(uuid: string, ore: number): boolean {
    const { world } = this.engine
    const order = world.orders.get(uuid)
    const line = order?.lines.find(({ amountOre, refundedOre }) => amountOre - refundedOre >= ore)
    if (!order || !line || order.receivedOre - order.refundedOre < ore) {
      return false
    }
    this.gaveBack.add(uuid)
    refundOrder(world, order, ore, [{ id: line.id, amountOre: ore }])
    this.engine.sendNotices()
    return true
  }

  /** As undici's dispatcher does it. */
  dispatch(request: Request, handler: Handler): boolean {
    const act = this.kernel.actHere
    const moves = movesOf(request)
    const fault = this.#strikes(moves ?? (isList(request) ? "list" : undefined))
    let isAborted = false
    let isSent = false
    const controller: Controller = {
      abort: (reason) => {
        if (!isAborted) {
          isAborted = true
          handler.onResponseError?.(controller, reason)
        }
      },
    }
    const label = `${request.method} ${request.path.split("?")[0]}${fault ? ` (${fault})` : ""}`
    const start = () => {
      if (!isSent && fault !== "refused") {
        isSent = true
        handler.onRequestStart?.(controller)
      }
    }
    const by = act?.name ?? "nobody"
    this.kernel
      .cross("service", label, () => this.#under(fault, request, by), {
        onSent: start,
        moves,
      })
      .then(
        (answer) => {
          if (isAborted) {
            return
          }
          if (!answer) {
            controller.abort(
              Object.assign(new Error("the connection ended"), {
                code: fault === "refused" ? "ECONNREFUSED" : "UND_ERR_SOCKET",
              })
            )
            return
          }
          const { status, headers, body } = answer
          handler.onResponseStart?.(controller, status, headers, "")
          handler.onResponseData?.(controller, Buffer.from(body))
          handler.onResponseEnd?.(controller, {})
        },
        (error: Error) => controller.abort(error)
      )
    return true
  }

  /** What strikes this call; each counts the calls until it is its turn. */
  #strikes(kind: MoneyCall | "list" | undefined): Fault | undefined {
    const striking = this.#forecast.find(({ call }) => call === 1 || call === kind)
    this.#forecast = this.#forecast
      .filter((one) => one !== striking)
      .map((one) =>
        typeof one.call === "number" && one.call > 1 ? { ...one, call: one.call - 1 } : one
      )
    return striking?.fault
  }

  async #under(
    fault: string | undefined,
    request: Request,
    by: string
  ): Promise<Answer | undefined> {
    if (fault) {
      this.faults += 1
    }
    switch (fault) {
      case undefined:
        return this.#serve(request, by)
      case "refused":
      case "drop-before":
        return undefined
      case "drop-after":
        await this.#serve(request, by)
        return undefined
      case "429":
        return this.#fails(429, "Too Many Requests")
      case "500-before":
      case "510-before":
        return this.#fails(Number(fault.slice(0, 3)), "Error")
      case "500-after":
      case "510-after":
        await this.#serve(request, by)
        return this.#fails(Number(fault.slice(0, 3)), "Error")
      case "garbage-after": {
        const answer = await this.#serve(request, by)
        return { ...answer, body: "<html>" }
      }
      default: {
        // An empty list, whatever is there.
        const answer = await this.#serve(request, by)
        const parsed: { data?: unknown } = JSON.parse(answer.body)
        return Array.isArray(parsed.data)
          ? { ...answer, body: JSON.stringify({ ...parsed, data: [] }) }
          : answer
      }
    }
  }

  async #serve(request: Request, by: string): Promise<Answer> {
    const body = request.body ?? ""
    const outgoing = new Writable({
      write: (_chunk, _encoding, next) => next(),
    })
    const response = await this.#routes.fetch(
      new Request(`http://service.test${request.path}`, {
        method: request.method,
        ...(request.headers && { headers: { ...request.headers } }),
        ...(request.method !== "GET" && { body }),
      }),
      { incoming: Readable.from([Buffer.from(body)]), outgoing }
    )
    const text = await response.text()
    outgoing.end()
    await once(outgoing, "close")
    // The callbacks are sent once the answer is out.
    await new Promise((resolve) => setImmediate(resolve))
    this.calls.push({
      label: `${request.method} ${request.path.split("?")[0]}`,
      by,
      executed: response.status < 300,
    })
    return {
      status: response.status,
      headers: this.#headers(Object.fromEntries(response.headers)),
      body: this.#namesRefunds && response.ok && isStatus(request) ? this.#naming(text) : text,
    }
  }

  /** A status, or all of them, with what was refunded of each order. */
  #naming(text: string): string {
    const answer = JSON.parse(text) as { data: StatusRow | StatusRow[] }
    const named = (row: StatusRow) => {
      const order = this.orders().find(({ uuid }) => uuid === row.uuid)
      return order ? { ...row, refundedAmount: refundedOf(order) } : row
    }
    const data = Array.isArray(answer.data) ? answer.data.map(named) : named(answer.data)
    return JSON.stringify({ ...answer, data })
  }

  #fails(status: number, message: string): Answer {
    return {
      status,
      headers: this.#headers({ "content-type": "application/json" }),
      body: JSON.stringify({
        status_code: status,
        status_message: message,
        message: "executionException",
        is_error: true,
        data: {},
        errors: [message],
      }),
    }
  }

  #headers(headers: Record<string, string>): Record<string, string> {
    return { date: new Date(this.engine.clock.now()).toUTCString(), ...headers }
  }
}

type StatusRow = { uuid: string }

const refundedOf = ({ refunded, credited }: OrderView): number =>
  Math.round((refunded + credited) * 100) / 100

const isStatus = ({ method, path }: Request): boolean =>
  method === "GET" && /\/orders\/status(\/|\?|$)/.test(path)

const isList = ({ method, path }: Request): boolean =>
  method === "GET" && /\/orders\/(details|status)(\?|$)/.test(path)

function movesOf({ method, path }: Request): MoneyCall | undefined {
  if (method === "GET") {
    return undefined
  }
  return /\/(create|submit)(\?|$)/.test(path)
    ? "creation"
    : /\/refund/.test(path)
      ? "refund"
      : undefined
}
