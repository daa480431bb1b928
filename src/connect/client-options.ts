import type { OperationId } from "./catalogue"
import type { ExchangeReport } from "./exchange-report"
import type { Operation, Safety } from "./operation"
import type { OperationOverrides } from "./overrides"
import type { RepeatSettings, TransportSettings } from "./transport"

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
export type ClientSettings = {
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
export function settingsOf(options: ConnectClientOptions): ClientSettings {
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
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new TypeError("baseUrl must be an absolute address such as https://api.example.com")
  }
  if (url.search || url.hash || url.username || url.password) {
    throw new TypeError("baseUrl must not carry a query, a fragment or credentials")
  }
  return url
}
