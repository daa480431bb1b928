import { randomUUID } from "node:crypto"

import type { OperationId } from "../../connect"
import type { SeededRandom } from "../random"

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
export type DeliveryFaultKind = (typeof DELIVERY_KINDS)[number]

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
