import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"

import { exposition } from "../../src/api/admin/e-invoice/metrics"
import { JOB_NAMES } from "../../src/modules/e-invoice/jobs"
import { MOST_SEVERE_FIRST } from "../../src/modules/e-invoice/orders/flags"
import { codeBlocks } from "../docs/code-blocks"

const page = readFileSync(path.join(__dirname, "../../docs/monitoring.md"), "utf8")
const blocks = codeBlocks(page).filter(({ language }) => language === "yaml")
const printed = (part: string) => blocks.find(({ code }) => code.startsWith(part))?.code ?? ""
const rules = printed("groups:")

/** Every series of a server of a store where nothing waits, as the route writes it. */
const quiet = exposition({
  backlog: {
    doubts: (["creation", "refund", "operation"] as const).map((kind) => ({
      kind,
      count: 0,
      seconds: 0,
    })),
    inbox: { received: 0, failed: 0, errors: 0, due: 0, due_seconds: 0, oldest_seconds: 0 },
    sweep: { orders_seconds: 0, records_seconds: 0 },
    expired_seconds: 0,
  },
  reasons: new Map(),
  jobs: JOB_NAMES.map((name) => ({
    name,
    started_at: new Date(0),
    finished_at: new Date(0),
    duration_ms: 0,
    server: null,
    failure: null,
    result: { postponed: 0 },
    is_overdue: false,
  })),
  connection: undefined,
})
  .split("\n")
  .filter((line) => line && !line.startsWith("#"))
  .map((line) => line.slice(0, line.lastIndexOf(" ")))

/** A metric that tells of trouble, the minutes after which its alert fires, and the labels it names. */
type Trouble = { alert: string; series: string; values: string; minutes: number; labels?: string }

const troubles: Trouble[] = [
  {
    alert: "EInvoiceSweepStopped",
    series: 'e_invoice_job_overdue{task="sweep"}',
    values: "1x2000",
    minutes: 0,
    labels: 'task="sweep"',
  },
  {
    alert: "EInvoiceSweepFails",
    series: 'e_invoice_job_failed{task="erasure"}',
    values: "1x2000",
    minutes: 10,
    labels: 'task="erasure"',
  },
  {
    alert: "EInvoiceSweepBehind",
    series: 'e_invoice_sweep_lag_seconds{of="records"}',
    values: "901x2000",
    minutes: 15,
    labels: 'of="records"',
  },
  {
    alert: "EInvoiceDataNotErased",
    series: "e_invoice_erasure_lag_seconds",
    values: "601x2000",
    minutes: 0,
  },
  {
    alert: "EInvoiceInDoubt",
    series: 'e_invoice_oldest_doubt_seconds{kind="refund"}',
    values: "3601x2000",
    minutes: 0,
    labels: 'kind="refund"',
  },
  {
    alert: "EInvoiceMoneyAtRisk",
    series: 'e_invoice_attention{reason="second_order"}',
    values: "1x2000",
    minutes: 10,
    labels: 'reason="second_order"',
  },
  {
    alert: "EInvoiceLeftToStaff",
    series: 'e_invoice_attention{reason="in_doubt"}',
    values: "1x2000",
    minutes: 24 * 60,
    labels: 'reason="in_doubt"',
  },
  {
    alert: "EInvoiceCallbacksFail",
    series: "e_invoice_inbox_errors",
    values: "1x2000",
    minutes: 0,
  },
  {
    alert: "EInvoiceInboxStuck",
    series: "e_invoice_inbox_lag_seconds",
    values: "301x2000",
    minutes: 5,
  },
  {
    alert: "EInvoiceInboxStuck",
    series: "e_invoice_inbox_oldest_seconds",
    values: "7201x2000",
    minutes: 5,
  },
  {
    alert: "EInvoiceServiceFails",
    series: 'e_invoice_circuit_openings_total{circuit="reach"}',
    values: "0+1x2000",
    minutes: 4,
    labels: 'circuit="reach"',
  },
  {
    alert: "EInvoiceRateLimited",
    series: "e_invoice_rate_limited_total",
    values: "0 1x2000",
    minutes: 1,
  },
]

/** As Prometheus stores what it scrapes: with its own labels, and ours renamed where they clash. */
function stored(series: string, server: string): string {
  const [, name, labels = ""] = /^(\w+)(?:\{(.*)\})?$/.exec(series) ?? []
  const ours = labels.split(",").filter(Boolean)
  const kept = ours.map((label) => label.replace(/^(job|instance)=/, "exported_$1="))
  return `${name}{${[...kept, 'job="e-invoice"', `instance="${server}"`].join(",")}}`
}

const metricOf = (series: string) => series.replace(/\{.*/, "")

/** The series of two servers; with a trouble, those of its metric, one of the first server's in trouble. */
const scraped = (trouble?: Trouble) =>
  ["server-1:9000", "server-2:9000"].flatMap((server, index) =>
    quiet
      .filter((series) => !trouble || metricOf(series) === metricOf(trouble.series))
      .map((series) => ({
        series: stored(series, server),
        values: index === 0 && series === trouble?.series ? trouble.values : "0x2000",
      }))
  )

const firing = (name: string, minutes: number, labels: readonly string[]) => ({
  expr: `ALERTS{alertname=~"${name}", alertstate="firing"}`,
  eval_time: `${minutes}m`,
  exp_samples: labels.map((label) => ({
    labels: `ALERTS{alertname="${name}", alertstate="firing"${label && `, ${label}`}}`,
    value: 1,
  })),
})

const ruleTests = {
  rule_files: ["rules.yml"],
  evaluation_interval: "1m",
  tests: [
    { interval: "1m", input_series: scraped(), promql_expr_test: [firing(".*", 30, [])] },
    { interval: "1m", input_series: [], promql_expr_test: [firing("EInvoiceUnwatched", 5, [""])] },
    ...troubles.map((trouble) => ({
      interval: "1m",
      input_series: scraped(trouble),
      promql_expr_test: [
        ...(trouble.minutes > 0 ? [firing(trouble.alert, trouble.minutes - 1, [])] : []),
        firing(trouble.alert, trouble.minutes, [trouble.labels ?? ""]),
      ],
    })),
  ],
}

describe("the rules for alerts", () => {
  it("each have a trouble here that they must report", () => {
    const named = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name)

    expect([...new Set(["EInvoiceUnwatched", ...troubles.map(({ alert }) => alert)])]).toEqual(
      named
    )
    expect(troubles.filter(({ series }) => !quiet.includes(series))).toEqual([])
  })

  it("name reasons that there are", () => {
    const reasons = /reason=~"([^"]+)"/.exec(rules)?.[1]?.split("|") ?? []

    expect(reasons.length).toBeGreaterThan(1)
    expect(
      reasons.filter((reason) => !(MOST_SEVERE_FIRST as readonly string[]).includes(reason))
    ).toEqual([])
  })

  it("have no label that Prometheus sets itself", () => {
    expect(quiet.filter((series) => /\b(job|instance)=/.test(series))).toEqual([])
  })
})

const onPrometheus = "Prometheus's promtool on the rules for alerts"

if (spawnSync("promtool", ["--version"], { stdio: "ignore" }).error) {
  afterAll(() => {
    process.stdout.write(`NOT RUN ${onPrometheus}: there is no promtool here.\n`)
  })
} else {
  describe(onPrometheus, () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "rules-"))
    afterAll(() => rmSync(folder, { recursive: true, force: true }))

    const promtool = (content: string, ...args: [...string[], string]) => {
      writeFileSync(path.join(folder, args.at(-1) ?? ""), content)
      const { status, stdout, stderr } = spawnSync("promtool", args, {
        cwd: folder,
        encoding: "utf8",
      })
      return { status, said: status === 0 ? "" : stdout + stderr }
    }
    const accepted = { status: 0, said: "" }

    it("takes the page's configuration and rules", () => {
      expect(promtool(printed("scrape_configs:"), "check", "config", "prometheus.yml")).toEqual(
        accepted
      )
      expect(promtool(rules, "check", "rules", "rules.yml")).toEqual(accepted)
    })

    it("sees each fire at its time, by what it names, and none while nothing waits", () => {
      writeFileSync(path.join(folder, "rules.yml"), rules)
      expect(promtool(JSON.stringify(ruleTests), "test", "rules", "tests.yml")).toEqual(accepted)
    })
  })
}
