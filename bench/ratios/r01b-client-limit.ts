import { ourClient, withUndici } from "../arms/create-order"
import { startBareService } from "../arms/service"
import { processorTimes, throughputArm } from "../arms/throughput-arm"
import type { Benchmark } from "../harness/benchmark"
import { withChildren } from "../harness/children"
import { interleave } from "../harness/interleave"

const OURS = "our client, everything on"
const UNDICI = "undici pool, nothing on"

export const clientLimit: Benchmark = {
  id: "R1b",
  title: "Creations per second: our client to a bare undici request",
  meaning:
    "With checks, budget, breaker and report on, 60 % of the fastest request possible on this HTTP library are left.",
  measure: (run) =>
    withChildren(async (children) => {
      const url = await startBareService(children)
      const arms = [
        await throughputArm(run, children, OURS, await ourClient(url)),
        await throughputArm(run, children, UNDICI, withUndici(url)),
      ]
      const rounds = await interleave(arms, { rounds: run.amount(7, 3) })
      return {
        arms: rounds.arms,
        ratios: [rounds.ratio("ours : undici", OURS, UNDICI, { least: 0.6 })],
        remarks: [processorTimes(arms)],
      }
    }),
}
