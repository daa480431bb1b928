import { randomUUID } from "node:crypto"
import type { ServerResponse } from "node:http"
import { setTimeout as pause } from "node:timers/promises"

import type { OperationId } from "../../connect"
import type { SeededRandom } from "../world/random"

/**
 * A fault: what goes wrong with the answer to one call, and whether the operation took effect first.
 *
 * `commit: "before"` means the operation does not run; `"after"` that its effect is kept although the caller is told
 * otherwise, or nothing.
 */
export type Fault = {
  kind: FaultKind
  commit: "before" | "after"
  /** Milliseconds, for the slow kinds. */
  ms?: number
  /** Seconds for `Retry-After`, with 429. */
  retryAfter?: number
}

const STATUS_KINDS = ["401", "417", "429", "500", "510"] as const
const SLOW_KINDS = ["slow-headers", "slow-body"] as const
const DELIVERY_KINDS = [
  "drop",
  "reset",
  "hang",
  "empty",
  "truncated",
  "not-json",
  "wrong-content-type",
  "wrong-typed",
  "oversized",
  "never-ending",
  ...SLOW_KINDS,
] as const

/** Every kind of fault; `parseFault` says what each takes. */
export const faultKinds = [...STATUS_KINDS, ...DELIVERY_KINDS] as const

export type StatusFaultKind = (typeof STATUS_KINDS)[number]
type DeliveryFaultKind = (typeof DELIVERY_KINDS)[number]

/** One of these kinds. */
export type FaultKind = StatusFaultKind | DeliveryFaultKind

const DEFAULT_SLOW_MS = 3_000
const SYNTAX = /^(?:(before|after):)?([a-z0-9-]+)(?:=(\d{1,7}))?(?:;retry-after=(\d{1,6}))?$/

/** Whether the fault replaces the answer by a refusal, rather than damaging its delivery. */
export function isStatusFault(fault: Fault): fault is Fault & { kind: StatusFaultKind } {
  return STATUS_KINDS.some((kind) => kind === fault.kind)
}

/** Whether the fault damages the delivery of an answer. */
export function isDeliveryFault(fault: Fault): fault is Fault & { kind: DeliveryFaultKind } {
  return !isStatusFault(fault)
}

/**
 * Reads a fault from its text form, `[before:|after:]kind[=milliseconds][;retry-after=seconds]`: `drop`,
 * `after:510`, `slow-headers=800`, `429;retry-after=2`.
 *
 * Without a prefix, a status (401, 417, 429, 500, 510) is answered before the operation takes effect; every other
 * kind damages the answer of an operation that did take effect.
 *
 * @throws RangeError naming the kinds that exist
 */
export function parseFault(text: string): Fault {
  const [, prefix, name, ms, retryAfter] = SYNTAX.exec(text.trim()) ?? []
  const kind = faultKinds.find((candidate) => candidate === name)
  const isStatus = STATUS_KINDS.some((candidate) => candidate === kind)
  const isSlow = SLOW_KINDS.some((candidate) => candidate === kind)
  if (!kind || (ms !== undefined && !isSlow) || (retryAfter !== undefined && kind !== "429")) {
    throw new RangeError(
      `A fault is written [before:|after:]kind, where kind is one of ${faultKinds.join(", ")}; ` +
        "the slow kinds take =milliseconds, 429 takes ;retry-after=seconds."
    )
  }
  return {
    kind,
    commit: commitOf(prefix, isStatus),
    ...(isSlow && { ms: ms === undefined ? DEFAULT_SLOW_MS : Number(ms) }),
    ...(retryAfter !== undefined && { retryAfter: Number(retryAfter) }),
  }
}

/** The text form that `parseFault` reads, always with its prefix. */
export function faultText(fault: Fault): string {
  const ms = fault.ms === undefined ? "" : `=${fault.ms}`
  const retryAfter = fault.retryAfter === undefined ? "" : `;retry-after=${fault.retryAfter}`
  return `${fault.commit}:${fault.kind}${ms}${retryAfter}`
}

function commitOf(prefix: string | undefined, isStatus: boolean): Fault["commit"] {
  if (prefix === "before" || prefix === "after") {
    return prefix
  }
  return isStatus ? "before" : "after"
}

/** A standing order to play a fault; every condition given must hold. */
export type FaultRuleInput = {
  /** The fault in text form, see `parseFault`. */
  fault: string
  /** One operation, or `all` (the default). */
  operation?: OperationId | "all"
  /** Only the calls with these numbers, counted from 1 from the moment the rule is added. */
  nth?: number | readonly number[]
  /** Seeded chance, from 0 to 1. */
  probability?: number
  /** How many times at most. */
  times?: number
}

/** A standing order as it is kept, with what came of it so far. */
export type FaultRule = FaultRuleInput & {
  id: string
  /** Calls the rule has seen. */
  seen: number
  /** Faults it has played. */
  played: number
}

/** The faults in force, oldest first; the first that applies is played. */
export class FaultRules {
  #rules: { rule: FaultRule; fault: Fault }[] = []

  constructor(private readonly random: SeededRandom) {}

  /** @throws RangeError when the text is not a fault, or a condition makes no sense */
  add(input: FaultRuleInput): FaultRule {
    const fault = parseFault(input.fault)
    checkConditions(input)
    const rule = { ...input, id: randomUUID(), seen: 0, played: 0 }
    this.#rules.push({ rule, fault })
    return { ...rule }
  }

  /** Returns whether the rule was there. */
  remove(id: string): boolean {
    const before = this.#rules.length
    this.#rules = this.#rules.filter(({ rule }) => rule.id !== id)
    return this.#rules.length < before
  }

  clear(): void {
    this.#rules = []
  }

  list(): readonly FaultRule[] {
    return this.#rules.map(({ rule }) => ({ ...rule }))
  }

  /** The fault to play for a call, if any. Every rule for the operation counts the call. */
  next(operationId: OperationId): Fault | undefined {
    let chosen: Fault | undefined
    for (const { rule, fault } of this.#rules) {
      if (rule.operation && !["all", operationId].includes(rule.operation)) {
        continue
      }
      rule.seen += 1
      if (!chosen && this.#applies(rule)) {
        rule.played += 1
        chosen = fault
      }
    }
    return chosen
  }

  #applies({ nth, probability, times, seen, played }: FaultRule): boolean {
    if (nth !== undefined && ![nth].flat().includes(seen)) {
      return false
    }
    if (times !== undefined && played >= times) {
      return false
    }
    return probability === undefined || this.random.next() < probability
  }
}

function checkConditions({ nth, probability, times }: FaultRuleInput): void {
  const counts = [nth ?? [], times ?? []].flat()
  if (counts.some((count) => !Number.isInteger(count) || count < 1)) {
    throw new RangeError("nth and times must be whole numbers from 1.")
  }
  if (probability !== undefined && !(probability >= 0 && probability <= 1)) {
    throw new RangeError("probability must be a number from 0 to 1.")
  }
}

/** What would have been sent, had nothing gone wrong. */
type Delivery = {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
}

const OVERSIZED_BYTES = 10 * 1024 * 1024
const NEVER_ENDING_PAUSE_MS = 50
const SLOW_BODY_PIECES = 10
/** What can be read neither as a record nor as a list of them. */
const WRONG_DATA = {
  uuid: [17],
  customerUuid: {},
  status: false,
  orderUuid: {},
}
const GATEWAY_PAGE = "<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>"

type Player = (
  outgoing: ServerResponse,
  delivery: Delivery,
  fault: Fault,
  signal: AbortSignal
) => Promise<void> | void

/**
 * Sends an answer the way the fault says: damaged, slowly, or not at all. Resolves when nothing more will be sent;
 * `signal` ends what would go on for ever.
 */
export async function deliverFaultily(
  outgoing: ServerResponse,
  delivery: Delivery,
  fault: Fault & { kind: DeliveryFaultKind },
  signal: AbortSignal
): Promise<void> {
  const gone = new AbortController()
  outgoing.once("close", () => gone.abort())
  try {
    await players[fault.kind](outgoing, delivery, fault, AbortSignal.any([signal, gone.signal]))
  } catch (error) {
    if (!gone.signal.aborted && !signal.aborted) {
      throw error
    }
  }
}

/** The HTTP status the caller will see under the fault; 0 for none. */
export function visibleStatus(kind: DeliveryFaultKind, status: number): number {
  return kind === "drop" || kind === "reset" || kind === "hang" ? 0 : status
}

const players: Readonly<Record<DeliveryFaultKind, Player>> = {
  drop: (outgoing) => {
    outgoing.socket?.destroy()
  },
  reset: (outgoing) => {
    outgoing.socket?.resetAndDestroy()
  },
  hang: (_outgoing, _delivery, _fault, signal) => untilAborted(signal),
  empty: (outgoing, delivery) => {
    send(outgoing, { ...delivery, body: "" })
  },
  truncated: async (outgoing, { status, headers, body }) => {
    outgoing.writeHead(status, {
      ...headers,
      "content-length": Buffer.byteLength(body),
    })
    await write(outgoing, body.slice(0, Math.ceil(body.length / 2)))
    outgoing.socket?.destroy()
  },
  "not-json": (outgoing, delivery) => {
    send(outgoing, { ...delivery, body: GATEWAY_PAGE })
  },
  "wrong-content-type": (outgoing, delivery) => {
    const headers = { ...delivery.headers, "content-type": "text/html" }
    send(outgoing, { ...delivery, headers })
  },
  "wrong-typed": (outgoing, delivery) => {
    const envelope: unknown = JSON.parse(delivery.body)
    const body = JSON.stringify({ ...Object(envelope), data: WRONG_DATA })
    send(outgoing, { ...delivery, body })
  },
  oversized: (outgoing, delivery) => {
    const padding = `,"padding":"${"x".repeat(OVERSIZED_BYTES)}"}`
    const body = delivery.body.replace(/}$/, padding)
    send(outgoing, { ...delivery, body })
  },
  "never-ending": async (outgoing, { status, headers, body }, _fault, signal) => {
    outgoing.writeHead(status, headers)
    outgoing.write(body.slice(0, -1))
    while (!signal.aborted) {
      outgoing.write(" ")
      await pause(NEVER_ENDING_PAUSE_MS, undefined, { signal })
    }
  },
  "slow-headers": async (outgoing, delivery, { ms }, signal) => {
    await pause(ms, undefined, { signal })
    send(outgoing, delivery)
  },
  "slow-body": async (outgoing, { status, headers, body }, fault, signal) => {
    outgoing.writeHead(status, {
      ...headers,
      "content-length": Buffer.byteLength(body),
    })
    outgoing.flushHeaders()
    const piece = Math.ceil(body.length / SLOW_BODY_PIECES)
    for (let sent = 0; sent < body.length; sent += piece) {
      await pause((fault.ms ?? 0) / SLOW_BODY_PIECES, undefined, { signal })
      outgoing.write(body.slice(sent, sent + piece))
    }
    outgoing.end()
  },
}

function send(outgoing: ServerResponse, { status, headers, body }: Delivery): void {
  outgoing.writeHead(status, {
    ...headers,
    "content-length": Buffer.byteLength(body),
  })
  outgoing.end(body)
}

function write(outgoing: ServerResponse, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    outgoing.write(text, (error) => (error ? reject(error) : resolve()))
  })
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve()
    }
    signal.addEventListener("abort", () => resolve(), { once: true })
  })
}

/**
 * How long the sandbox takes over each answer, in milliseconds: a fixed time, an even spread, a log-normal one (as
 * networks have), or a base with rare spikes.
 */
export type Latency =
  | number
  | { least: number; most: number }
  | { median: number; sigma: number }
  | { base: number; spike: number; spikeProbability: number }

/** One sample in milliseconds. */
export function sampleLatency(latency: Latency, random: SeededRandom): number {
  if (typeof latency === "number") {
    return latency
  }
  if ("least" in latency) {
    return random.between(latency.least, latency.most)
  }
  if ("median" in latency) {
    return latency.median * Math.exp(latency.sigma * random.normal())
  }
  return random.next() < latency.spikeProbability ? latency.spike : latency.base
}
