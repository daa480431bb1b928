import type { Benchmark } from "../harness/benchmark"
import { interleave } from "../harness/interleave"
import type { StoreKind } from "../store/build"

const WITH = "with the plugin"
const WITHOUT = "without"

export const boot: Benchmark = {
  id: "R11",
  title: "Time from the start of the process until a store serves: with the plugin to without",
  meaning:
    "A restart takes at most a twentieth longer. Both stores start from a build, on the same database server.",
  measure: (run) =>
    run.inScene({ name: "boot_with" }, (withPlugin) =>
      run.inScene({ name: "boot_without" }, async (without) => {
        const arm = (name: string, scene: typeof without, kind: StoreKind) => ({
          name,
          unit: "ms",
          round: async () => {
            const { store, milliseconds } = await scene.start(kind)
            await store.stop()
            return milliseconds
          },
        })
        const rounds = await interleave(
          [arm(WITH, withPlugin, "plugin"), arm(WITHOUT, without, "bare")],
          { rounds: run.amount(9, 3) }
        )
        return {
          arms: rounds.arms,
          ratios: [rounds.ratio("with : without", WITH, WITHOUT, { most: 1.05 })],
        }
      })
    ),
}
