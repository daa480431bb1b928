import type { Run } from "../harness/benchmark"
import type { Children } from "../harness/children"
import type { Arm } from "../harness/interleave"
import { summarise } from "../harness/statistics"
import { durationsOf, requestsPerSecond } from "./closed-loop"
import type { Creator } from "./create-order"

const IN_FLIGHT = 50

/** An arm that creates orders as fast as it can, and how much processor time of this process one took. */
export type ThroughputArm = Arm & { processorTime(): string }

/** Warms a client up, and makes an arm of it. */
export async function throughputArm(
  run: Run,
  children: Children,
  name: string,
  creator: Creator
): Promise<ThroughputArm> {
  children.beforehand(() => creator.close())
  // Past the first thousands of calls the engine has compiled what it is going to.
  await durationsOf(creator.create, {
    inFlight: IN_FLIGHT,
    count: run.amount(5_000, 500),
  })
  const microseconds: number[] = []
  return {
    name,
    unit: "requests/s",
    round: async () => {
      let answered = 0
      const before = process.cpuUsage()
      const rate = await requestsPerSecond(
        async () => {
          await creator.create()
          answered++
        },
        { inFlight: IN_FLIGHT, milliseconds: run.amount(2_000, 500) }
      )
      const { user, system } = process.cpuUsage(before)
      microseconds.push((user + system) / answered)
      return rate
    },
    processorTime: () => `${name}: ${Math.round(summarise(microseconds).median)} µs`,
  }
}

/** What the arms took of a processor, which a busy machine changes less than their speed. */
export const processorTimes = (arms: readonly ThroughputArm[]): string =>
  `Processor time of a request in this process: ${arms
    .map((arm) => arm.processorTime())
    .join("; ")}.`
