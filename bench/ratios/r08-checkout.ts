import { setTimeout as pause } from "node:timers/promises"

import { inFlight } from "../arms/in-turn"
import type { Benchmark } from "../harness/benchmark"
import { interleave } from "../harness/interleave"
import { quantile } from "../harness/statistics"
import { completed, E_INVOICE, readyToComplete, SYSTEM } from "../store/shopping"

/** The background work of a placed order is over by then, and not charged to the next checkout. */
const BREATH_MS = 300

const OURS = "e-invoice"
const THEIRS = "system provider"

export const checkout: Benchmark = {
  id: "R8",
  title:
    "Median time of POST /store/carts/:id/complete: with e-invoice to Medusa's system provider",
  meaning:
    "How much longer a shopper waits than with a payment method that does nothing, while the service answers at once: 15 % of one checkout are 60 ms.",
  measure: (run) =>
    run.inScene({ name: "checkout" }, async (scene) => {
      const { store } = await scene.start()
      const arm = (name: string, provider: string, most: number) => ({
        name: `${name}, ${most} in flight`,
        unit: "ms, p50",
        round: async () => {
          const carts = Array.from({
            length: most * run.amount(most === 1 ? 10 : 2, most === 1 ? 3 : 1),
          })
          const shoppers = await inFlight(carts, most === 1 ? 2 : most, () =>
            readyToComplete(scene, store, provider)
          )
          await pause(BREATH_MS)
          const durations = await inFlight(shoppers, most, async (shopper) => {
            const began = performance.now()
            await completed(shopper)
            return performance.now() - began
          })
          await pause(BREATH_MS)
          return quantile(durations, 0.5)
        },
      })
      const rounds = await interleave(
        [1, 8].flatMap((most) => [arm(OURS, E_INVOICE, most), arm(THEIRS, SYSTEM, most)]),
        { rounds: run.amount(7, 2) }
      )
      return {
        arms: rounds.arms,
        ratios: [1, 8].map((most) =>
          rounds.ratio(
            `ours : system, ${most} in flight`,
            `${OURS}, ${most} in flight`,
            `${THEIRS}, ${most} in flight`,
            { most: 1.15 }
          )
        ),
      }
    }),
}
