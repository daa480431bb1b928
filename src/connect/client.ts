import { type Answer, type AnswerBody, BodyError, BodyOfRows } from "./answer"
import type { CircuitStates } from "./breaker"
import type { DataOf, ListOperationId, OperationId, RequestOf, RowOf } from "./catalogue"
import { ConnectError, OperationDisabledError, UnavailableError } from "./errors"
import { startBudget, type WireRequest } from "./exchange"
import { groupOf, type Operation, type Safety } from "./operation"
import { type ExchangeReport, pathsOf, readOutcome, reportOf } from "./outcome"
import type {
  AttemptReport,
  RateLimitState,
  RepeatSettings,
  Transport,
  TransportSettings,
} from "./transport"
import {
  type OperationOverrides,
  type ResolvedOperation,
  resolveOperations,
  type UncheckedRequest,
  wireRequest,
} from "./wire-request"

/** What a caller may say about one call. */
export type CallContext = {
  /** Gives the call up; what was sent stays sent. */
  signal?: AbortSignal
  /** Milliseconds the whole call may take, repeats included. */
  budgetMs?: number
}

/** What is kept of a list that is read as it comes in. */
export type Keeping<Row, Kept> = {
  /** Begins; once for each attempt, so that nothing of one that broke off is kept. */
  start: () => Kept
  add: (kept: Kept, row: Row) => void
}

/**
 * Calls any operation of the interface, typed from the catalogue.
 *
 * @example
 * const client = new ConnectClient({ baseUrl, token })
 * const { data } = await client.call("orders.status", {
 *   params: { order_uuid: "ODR1234567890" },
 * })
 */
export class ConnectClient {
  readonly #settings: ClientSettings
  readonly #operations: ReadonlyMap<string, ResolvedOperation>
  readonly #transport: Transport

  /** @throws TypeError naming the option that is wrong; never repeats the token */
  constructor(options: ConnectClientOptions) {
    this.#settings = settingsOf(options)
    this.#operations = resolveOperations(options.operations)
    this.#transport = newTransport(this.#settings.transport)
  }

  /** What the service last said about its rate limit. */
  get rateLimit(): RateLimitState {
    return this.#transport.rateLimit
  }

  /** How the circuit breaker stands: after failures in a row it keeps calls back for a while. */
  get circuits(): CircuitStates {
    return this.#transport.circuits
  }

  /**
   * Calls one operation.
   *
   * @throws RefusedError before anything is sent when the request breaks the field rules, or when the service says so
   * @throws OperationDisabledError when the merchant switched the operation off
   * @throws ConnectError of another kind: see the classes; `outcomeUnknown` says whether it may have taken effect
   */
  async call<Id extends OperationId>(
    id: Id,
    request: RequestOf<Id>,
    context: CallContext = {}
  ): Promise<Answer<DataOf<Id>>> {
    // The catalogue links the id to the schema that read `data`.
    return this.#call(this.#operation(id), request, context) as Promise<Answer<DataOf<Id>>>
  }

  /**
   * Calls an operation that answers with a list, and keeps of its rows what is asked for as they come in: a list of any
   * length takes the memory of what is kept. Only the call's budget ends a list that does not end.
   *
   * @example
   * const { data: paid } = await client.reduce("orders.status-list", {}, {
   *   start: () => new Set<string>(),
   *   add: (uuids, { uuid, status }) => void (status === "PAID" && uuids.add(uuid)),
   * })
   * @returns the answer with what was kept as its `data`; `raw` is the body without its rows
   * @throws what `call` throws; MalformedAnswerError also when a row cannot be read
   */
  async reduce<Id extends ListOperationId, Kept>(
    id: Id,
    request: RequestOf<Id>,
    { start, add }: Keeping<RowOf<Id>, Kept>,
    context: CallContext = {}
  ): Promise<Answer<Kept>> {
    const operation = this.#operation(id)
    let kept = start()
    const addAll = (rows: unknown) => {
      for (const row of rows as RowOf<Id>[]) {
        add(kept, row)
      }
    }
    const bodyOfSuccess = () => {
      kept = start()
      return new BodyOfRows((rows) => {
        const read = operation.data.safeParse(rows)
        if (!read.success) {
          const why = `${pathsOf(read.error)} cannot be read`
          throw new BodyError("unreadable", why)
        }
        addAll(read.data)
      })
    }
    const answer = await this.#call(operation, request, context, bodyOfSuccess)
    // Rows that did not come as a list: a single record, or none.
    addAll(answer.data)
    return { ...answer, data: kept }
  }

  async #call(
    operation: Operation,
    request: UncheckedRequest,
    context: CallContext,
    bodyOfSuccess?: () => AnswerBody
  ): Promise<Answer<unknown>> {
    const wire = this.#written(operation, request)
    const budget = startBudget(
      context.budgetMs ?? this.#settings.budgetMs(operation),
      context.signal
    )
    try {
      const outcome = await this.#transport.send({
        request: wire,
        safety: operation.safety,
        group: groupOf(operation),
        budget,
        maxAnswerBytes: operation.maxAnswerBytes,
        bodyOfSuccess,
        onAttempt: (attempt) => this.#report(operation, request.body, attempt),
      })
      const { answer, error } = readOutcome(operation, outcome)
      if (error) {
        throw error
      }
      return answer
    } finally {
      budget.release()
    }
  }

  /** Takes no further calls, waits for those under way, and closes the connections. */
  close(): Promise<void> {
    return this.#transport.close()
  }

  /** What fails here was not sent: an unforeseen error must not read as an outcome in doubt. */
  #written(operation: Operation, request: UncheckedRequest): WireRequest {
    try {
      return wireRequest(operation, request, this.#settings.basePath)
    } catch (error) {
      throw error instanceof ConnectError ? error : unwritable(operation.id, error)
    }
  }

  #operation(id: string): Operation {
    const operation = this.#operations.get(id)
    if (!operation) {
      throw new TypeError(`"${id}" is not an operation of the interface`)
    }
    if (!operation.enabled) {
      throw new OperationDisabledError(id)
    }
    return operation
  }

  #report(operation: Operation, body: unknown, attempt: AttemptReport): void {
    try {
      this.#settings.onExchange?.(reportOf(operation, body, attempt))
    } catch {
      // A failing log line must not change what becomes of an order.
    }
  }
}

const unwritable = (operationId: string, cause: unknown) =>
  new UnavailableError({
    operationId,
    message: "The request was not sent: the plugin could not write it.",
    advice: "Report this to the plugin's maintainers.",
    cause,
  })

/** The HTTP library takes long to load, and a starting store sends nothing: it is loaded with the first client. */
function newTransport(settings: TransportSettings): Transport {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- an import would load it with the plugin
  const { Transport }: typeof import("./transport") = require("./transport")
  return new Transport(settings)
}

/** How to reach the service and as whom, and how patient to be. */
export type ConnectClientOptions = {
  /** The specification's `{base_url}`: scheme, host and, behind a proxy, a path; without `/api/v1/connect`. */
  baseUrl: string
  /** Bearer token issued by the service's operator. */
  token: string
  /** Operations switched off, or called by another method or path. */
  operations?: OperationOverrides
  /** Milliseconds a call may take, repeats included, where `budgets` says nothing; default by operation. */
  budgetMs?: number
  /** Milliseconds a call of one operation may take, repeats included. */
  budgets?: Partial<Record<OperationId, number>>
  /** Milliseconds for name resolution, connection and TLS; default 5 000. */
  connectTimeoutMs?: number
  /** Bytes of an answer's body that are read at most; default 1 MiB. */
  maxAnswerBytes?: number
  /** Connections kept open at most; default 16. Operations that must run once do not count. */
  connections?: number
  /** How often and after what pauses a call is repeated where its safety allows. */
  repeat?: Partial<RepeatSettings>
  /** After how many failures in a row the host is left alone (default 5), and for how long (default 10 000 ms). */
  breaker?: Partial<TransportSettings["breaker"]>
  /** Sees every attempt, redacted; for logs and metrics. What it throws is ignored. */
  onExchange?: (report: ExchangeReport) => void
  /** The header `User-Agent`; `medusa-plugin-einvoice` by default. */
  userAgent?: string
}

/** The options with defaults, in the form the client works with. */
type ClientSettings = {
  basePath: string
  transport: TransportSettings
  budgetMs(operation: Operation): number
  onExchange?: (report: ExchangeReport) => void
}

const defaultBudgetMs: Readonly<Record<Safety, number>> = {
  read: 10_000,
  idempotent: 15_000,
  once: 20_000,
}

/** @throws TypeError naming the option that is wrong; never repeats the token */
function settingsOf(options: ConnectClientOptions): ClientSettings {
  const base = baseAddress(options.baseUrl)
  if (!/^[\x21-\x7e]+$/.test(options.token)) {
    throw new TypeError("token must be one word of printable ASCII, as issued")
  }
  return {
    basePath: base.pathname.replace(/\/+$/, ""),
    transport: {
      origin: base.origin,
      headers: {
        accept: "application/json",
        authorization: `Bearer ${options.token}`,
        "user-agent": options.userAgent ?? "medusa-plugin-einvoice",
      },
      connectTimeoutMs: options.connectTimeoutMs ?? 5_000,
      connections: options.connections ?? 16,
      maxAnswerBytes: options.maxAnswerBytes ?? 1024 * 1024,
      repeat: {
        attempts: options.repeat?.attempts ?? 4,
        baseDelayMs: options.repeat?.baseDelayMs ?? 200,
        maxDelayMs: options.repeat?.maxDelayMs ?? 5_000,
      },
      breaker: {
        failures: options.breaker?.failures ?? 5,
        halfOpenAfterMs: options.breaker?.halfOpenAfterMs ?? 10_000,
      },
    },
    budgetMs: ({ id, budgetMs, safety }) =>
      options.budgets?.[id as OperationId] ??
      options.budgetMs ??
      budgetMs ??
      defaultBudgetMs[safety],
    ...(options.onExchange ? { onExchange: options.onExchange } : {}),
  }
}

function baseAddress(baseUrl: string): URL {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (!url || !/^https?:/.test(url.protocol)) {
    throw new TypeError("baseUrl must be an absolute address such as https://api.example.com")
  }
  if (url.search || url.hash || url.username || url.password) {
    throw new TypeError("baseUrl must not carry a query, a fragment or credentials")
  }
  return url
}
