import type { Answer } from "./envelope"
import { type AnswerBody, BodyError, BodyOfRows } from "./answer-body"
import { startBudget } from "./budget"
import type { DataOf, ListOperationId, OperationId, RequestOf, RowOf } from "./catalogue"
import { type ClientSettings, type ConnectClientOptions, settingsOf } from "./client-options"
import { ConnectError, OperationDisabledError, UnavailableError } from "./errors"
import type { WireRequest } from "./exchange"
import { reportOf } from "./exchange-report"
import { groupOf, type Operation } from "./operation"
import { pathsOf, readOutcome } from "./outcome"
import type { RateLimitState } from "./rate-limit"
import { type ResolvedOperation, resolveOperations } from "./overrides"
import type { AttemptReport, Transport, TransportSettings } from "./transport"
import { type UncheckedRequest, wireRequest } from "./wire-request"

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
    // The catalogue ties the id to the schema that read `data`.
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

  /** What fails here was not sent: an error that nobody foresaw must not read as an outcome that nobody knows. */
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
    const { onExchange } = this.#settings
    if (!onExchange) {
      return
    }
    try {
      onExchange(reportOf(operation, body, attempt))
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

/** What speaks HTTP takes long to load. A store that starts calls nobody, so it is loaded with the first client. */
function newTransport(settings: TransportSettings): Transport {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- an import would load it with the plugin
  const { Transport }: typeof import("./transport") = require("./transport")
  return new Transport(settings)
}
