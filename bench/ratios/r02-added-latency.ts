import { durationsOf } from "../arms/closed-loop"
import { type Creator, ourClient, withUndici } from "../arms/create-order"
import { startBareService } from "../arms/service"
import type { Benchmark } from "../harness/benchmark"
import { withChildren } from "../harness/children"
import { interleave, judged } from "../harness/interleave"
import { quantile } from "../harness/statistics"

const DELAY_MS = 50
const TARGET = { most: 1.06 }

export const addedLatency: Benchmark = {
  id: "R2",
  title: `Median time of a creation to the ${DELAY_MS} ms that the service takes`,
  meaning:
    "A shopper waits for the service, not for the client: 6 % of its 50 ms are 3 ms. The bare arm shows Node's part and the loopback's.",
  measure: (run) =>
    withChildren(async (children) => {
      const url = await startBareService(children, { delay: DELAY_MS })
      const arm = (name: string, creator: Creator, inFlight: number) => ({
        name: `${name}, ${inFlight} in flight`,
        unit: "ms, p50",
        round: async () =>
          quantile(
            await durationsOf(creator.create, {
              inFlight,
              count: inFlight * run.amount(20, 8),
            }),
            0.5
          ),
      })
      const ours = await ourClient(url)
      const bare = withUndici(url)
      children.beforehand(() => ours.close())
      children.beforehand(() => bare.close())
      const rounds = await interleave(
        [1, 20].flatMap((inFlight) => [
          arm("our client", ours, inFlight),
          arm("undici pool, nothing on", bare, inFlight),
        ]),
        { rounds: run.amount(7, 3) }
      )
      return {
        arms: rounds.arms,
        ratios: [1, 20].map((inFlight) =>
          judged(
            `ours : delay, ${inFlight} in flight`,
            rounds
              .of(`our client, ${inFlight} in flight`)
              .map((milliseconds) => milliseconds / DELAY_MS),
            TARGET
          )
        ),
      }
    }),
}
