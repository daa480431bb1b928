import type { ArmFigures, RatioFigures, Target } from "./benchmark"
import { ratiosByRound, summarise } from "./statistics"

export type Arm = {
  name: string
  unit: string
  /** Does the work of one round. @returns its measurement */
  round(): Promise<number> | number
}

/** What every arm measured in every round. */
export type Rounds = {
  arms: ArmFigures[]
  /** All measurements of an arm, by round. */
  of(name: string): number[]
  /** One arm divided by another. @throws Error when there is no arm of that name */
  ratio(name: string, measured: string, baseline: string, target: Target): RatioFigures
}

/**
 * Measures the arms in turns, beginning with another one each round, so that whatever the machine does meanwhile
 * happens to all of them.
 *
 * @param warmUps rounds that are not counted
 */
export async function interleave(
  arms: readonly Arm[],
  { rounds, warmUps = 1 }: { rounds: number; warmUps?: number }
): Promise<Rounds> {
  const measured = new Map<string, number[]>(arms.map(({ name }) => [name, []]))
  for (let round = -warmUps; round < rounds; round++) {
    const first = (round + warmUps) % arms.length
    for (const arm of [...arms.slice(first), ...arms.slice(0, first)]) {
      const value = await arm.round()
      if (round >= 0) {
        measured.get(arm.name)?.push(value)
      }
    }
  }
  const of = (name: string) => {
    const values = measured.get(name)
    if (!values) {
      throw new Error(`There is no arm named "${name}"`)
    }
    return values
  }
  return {
    arms: arms.map(({ name, unit }) => ({
      name,
      unit,
      ...summarise(of(name)),
    })),
    of,
    ratio: (name, one, other, target) => judged(name, ratiosByRound(of(one), of(other)), target),
  }
}

/** A ratio measured in several rounds, beside what it has to be; its median decides. */
export function judged(name: string, ratios: readonly number[], target: Target): RatioFigures {
  const summary = summarise(ratios)
  return { name, ...summary, target, isMet: meets(summary.median, target) }
}

function meets(value: number, target: Target): boolean {
  if ("least" in target) {
    return value >= target.least
  }
  return "most" in target ? value <= target.most : value === target.exactly
}
