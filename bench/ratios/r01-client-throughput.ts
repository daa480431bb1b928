import { ourClient, withAxios, withFetch } from "../arms/create-order"
import { startBareService } from "../arms/service"
import { processorTimes, throughputArm } from "../arms/throughput-arm"
import type { Benchmark } from "../harness/benchmark"
import { withChildren } from "../harness/children"
import { interleave } from "../harness/interleave"

const OURS = "our client, everything on"
const AXIOS = "axios, keep-alive"
const FETCH = "fetch"

export const clientThroughput: Benchmark = {
  id: "R1",
  title: "Creations per second: our client to axios and to fetch",
  meaning:
    "A creation costs no more by our client, which checks request and answer, than by axios or fetch, which check nothing.",
  measure: (run) =>
    withChildren(async (children) => {
      const url = await startBareService(children)
      const arms = [
        await throughputArm(run, children, OURS, await ourClient(url)),
        await throughputArm(run, children, AXIOS, withAxios(url)),
        await throughputArm(run, children, FETCH, withFetch(url)),
      ]
      const rounds = await interleave(arms, { rounds: run.amount(7, 3) })
      return {
        arms: rounds.arms,
        ratios: [
          rounds.ratio("ours : axios", OURS, AXIOS, { least: 1 }),
          rounds.ratio("ours : fetch", OURS, FETCH, { least: 1 }),
        ],
        remarks: [processorTimes(arms)],
      }
    }),
}
