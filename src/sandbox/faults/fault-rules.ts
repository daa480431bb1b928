import { randomUUID } from "node:crypto"
import type { OperationId } from "../../connect"
import type { SeededRandom } from "../random"
import { parseFault, type Fault } from "./fault"

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
