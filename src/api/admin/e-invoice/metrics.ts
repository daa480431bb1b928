import type { MiddlewareRoute } from "@medusajs/framework/http"

import type { CircuitStates, RateLimitState } from "../../../connect"
import type { JobReport } from "../../../modules/e-invoice/jobs"
import type { Backlog } from "../../../modules/e-invoice/overview"
import { type AttentionReason, MOST_SEVERE_FIRST } from "../../../modules/e-invoice/orders/flags"
import { reads } from "./requests"

/** Checks and policies of the route that monitoring asks. */
export const metricsMiddlewares = (): MiddlewareRoute[] => [reads("/metrics")]

/** What the metrics are made of. */
type Monitored = {
  backlog: Backlog
  reasons: ReadonlyMap<AttentionReason, number>
  jobs: readonly JobReport[]
  /** Of this process; undefined before its first call to the service. */
  connection: { circuits: CircuitStates; rateLimit: RateLimitState } | undefined
}

/** A value, by its labels. */
type Sample = readonly [labels: Readonly<Record<string, string>>, value: number]

type Metric = {
  readonly name: string
  readonly type: "gauge" | "counter"
  readonly help: string
  samples(of: Monitored): readonly Sample[]
}

const one = (value: number | undefined): readonly Sample[] =>
  value === undefined ? [] : [[{}, value]]

const seconds = (at: Date | null): number | undefined =>
  at === null ? undefined : at.getTime() / 1000

/** Not by `job`, which is Prometheus's own label: it would rename ours, and the rules would miss it. */
const byTask = (
  jobs: readonly JobReport[],
  valueOf: (job: JobReport) => number | undefined
): readonly Sample[] =>
  jobs.flatMap((job) => one(valueOf(job)).map(([, value]): Sample => [{ task: job.name }, value]))

const CLOSED = { isOpen: false, openings: 0 }

const byCircuit = (
  { connection }: Monitored,
  valueOf: (circuit: CircuitStates["reach"]) => number
): readonly Sample[] =>
  (["reach", "checkout", "once", "others"] as const).map((circuit) => [
    { circuit },
    valueOf(connection?.circuits[circuit] ?? CLOSED),
  ])

/** Orders that the last sweep left for later, since few calls remained; its result is JSON. */
function postponedBy(jobs: readonly JobReport[]): number | undefined {
  const result = jobs.find(({ name }) => name === "sweep")?.result as
    { postponed?: number; records?: { postponed?: number } } | null | undefined
  return result?.postponed === undefined
    ? undefined
    : result.postponed + (result.records?.postponed ?? 0)
}

/** Every metric; docs/monitoring.md has a rule or a word for each. */
export const METRICS: readonly Metric[] = [
  {
    name: "e_invoice_doubts",
    type: "gauge",
    help: "Creations, refunds and other operations whose outcome is unknown.",
    samples: ({ backlog }) => backlog.doubts.map(({ kind, count }) => [{ kind }, count]),
  },
  {
    name: "e_invoice_oldest_doubt_seconds",
    type: "gauge",
    help: "Age of the oldest of these.",
    samples: ({ backlog }) => backlog.doubts.map((doubt) => [{ kind: doubt.kind }, doubt.seconds]),
  },
  {
    name: "e_invoice_attention",
    type: "gauge",
    help: "What waits for staff, by reason.",
    samples: ({ reasons }) =>
      MOST_SEVERE_FIRST.map((reason) => [{ reason }, reasons.get(reason) ?? 0]),
  },
  {
    name: "e_invoice_inbox_callbacks",
    type: "gauge",
    help: "Callbacks that are not processed: new, or tried again later.",
    samples: ({ backlog: { inbox } }) => [
      [{ state: "received" }, inbox.received],
      [{ state: "failed" }, inbox.failed],
    ],
  },
  {
    name: "e_invoice_inbox_errors",
    type: "gauge",
    help: "Callbacks that are not processed because an attempt ended with an error.",
    samples: ({ backlog }) => one(backlog.inbox.errors),
  },
  {
    name: "e_invoice_inbox_due",
    type: "gauge",
    help: "Callbacks that are due and that no worker has leased.",
    samples: ({ backlog }) => one(backlog.inbox.due),
  },
  {
    name: "e_invoice_inbox_lag_seconds",
    type: "gauge",
    help: "How long the first of these has been due.",
    samples: ({ backlog }) => one(backlog.inbox.due_seconds),
  },
  {
    name: "e_invoice_inbox_oldest_seconds",
    type: "gauge",
    help: "Age of the oldest callback that is not processed.",
    samples: ({ backlog }) => one(backlog.inbox.oldest_seconds),
  },
  {
    name: "e_invoice_sweep_lag_seconds",
    type: "gauge",
    help: "How long the first order, or other record, has waited for the sweep.",
    samples: ({ backlog: { sweep } }) => [
      [{ of: "orders" }, sweep.orders_seconds],
      [{ of: "records" }, sweep.records_seconds],
    ],
  },
  {
    name: "e_invoice_sweep_postponed",
    type: "gauge",
    help: "Orders and records that the last sweep left for later, since time or calls ran out.",
    samples: ({ jobs }) => one(postponedBy(jobs)),
  },
  {
    name: "e_invoice_job_last_end_timestamp_seconds",
    type: "gauge",
    help: "When the last run of a job ended.",
    samples: ({ jobs }) => byTask(jobs, (job) => seconds(job.finished_at)),
  },
  {
    name: "e_invoice_job_last_duration_seconds",
    type: "gauge",
    help: "How long that run took.",
    samples: ({ jobs }) =>
      byTask(jobs, ({ duration_ms: ms }) => (ms === null ? undefined : ms / 1000)),
  },
  {
    name: "e_invoice_job_failed",
    type: "gauge",
    help: "1 where that run failed.",
    samples: ({ jobs }) => byTask(jobs, ({ failure }) => Number(failure !== null)),
  },
  {
    name: "e_invoice_job_overdue",
    type: "gauge",
    help: "1 where no run of a job has ended for five minutes.",
    samples: ({ jobs }) => byTask(jobs, (job) => Number(job.is_overdue)),
  },
  {
    name: "e_invoice_erasure_lag_seconds",
    type: "gauge",
    help: "How long expired personal data has waited to be erased.",
    samples: ({ backlog }) => one(backlog.expired_seconds),
  },
  {
    name: "e_invoice_circuit_open",
    type: "gauge",
    help: "1 from the failures that opened a circuit until a call succeeds; of this process.",
    samples: (of) => byCircuit(of, ({ isOpen }) => Number(isOpen)),
  },
  {
    name: "e_invoice_circuit_openings_total",
    type: "counter",
    help: "How often a circuit opened, a failed probe included; of this process.",
    samples: (of) => byCircuit(of, ({ openings }) => openings),
  },
  {
    name: "e_invoice_rate_limited_total",
    type: "counter",
    help: "Answers of the service that rejected a call for its rate; of this process.",
    samples: ({ connection }) => one(connection?.rateLimit.limited ?? 0),
  },
  {
    name: "e_invoice_rate_limit",
    type: "gauge",
    help: "Calls that the service allows, as its last answer says; of this process.",
    samples: ({ connection }) => one(connection?.rateLimit.limit),
  },
  {
    name: "e_invoice_rate_limit_remaining",
    type: "gauge",
    help: "Calls that remained at its last answer; of this process.",
    samples: ({ connection }) => one(connection?.rateLimit.remaining),
  },
]

/** Prometheus's text format, version 0.0.4. Labels are words of ours, so none needs escaping. */
export const EXPOSITION = "text/plain; version=0.0.4; charset=utf-8"

/** The metrics in Prometheus's text format. One that has no value yet is left out. */
export const exposition = (of: Monitored): string =>
  METRICS.flatMap(({ name, type, help, samples }) => {
    const lines = samples(of).map(([labels, value]) => `${name}${written(labels)} ${value}`)
    return lines.length === 0 ? [] : [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines]
  })
    .map((line) => `${line}\n`)
    .join("")

function written(labels: Sample[0]): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value}"`)
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`
}
