import { setTimeout as pause } from "node:timers/promises"

import {
  openOrdersAtService,
  openOrdersInStore,
} from "../../integration-tests/http/support/many-orders"
import type { ArmFigures, Benchmark, Run } from "../harness/benchmark"
import { judged } from "../harness/interleave"
import { ratiosByRound, summarise } from "../harness/statistics"
import type { Scene } from "../store/lab"
import { type StoreMemory, storeMemorySchema } from "../store/messages"

/** One order in so many has a new status. */
const ONE_IN = 100
const MINUTE = 60_000
const MOST_SWEEPS = 20
const MIB = 2 ** 20

type Swept = StoreMemory & { calls: number; changed: number; seconds: number }

export const sweep: Benchmark = {
  id: "R9",
  title: "A sweep over all open orders: remote calls to changed orders, and its memory",
  meaning:
    "After lost callbacks, a sweep calls for what changed, not for what is open, and keeps nothing of them: Node's heap after a collection is the same.",
  measure: async (run) => {
    const few = 1_000
    const many = run.amount(100_000, 20_000)
    const swept = new Map<number, Swept[]>([
      [few, []],
      [many, []],
    ])
    const rounds = run.amount(2, 1)
    for (let round = 0; round < rounds; round++) {
      for (const count of round % 2 === 0 ? [few, many] : [many, few]) {
        run.step(`${count} open orders`)
        swept.get(count)?.push(await sweepOf(run, count, round))
      }
    }
    const of = (count: number) => swept.get(count) ?? []
    const live = (count: number) => of(count).map((swept) => swept.live / MIB)
    const arm = (name: string, unit: string, measured: readonly number[]): ArmFigures => ({
      name,
      unit,
      ...summarise(measured),
    })
    return {
      arms: [few, many].flatMap((count) => [
        arm(
          `${count} open: calls`,
          "calls",
          of(count).map(({ calls }) => calls)
        ),
        arm(
          `${count} open: time`,
          "s",
          of(count).map(({ seconds }) => seconds)
        ),
        arm(`${count} open: live memory`, "MiB", live(count)),
        arm(
          `${count} open: peak memory, garbage included`,
          "MiB",
          of(count).map(({ peak }) => peak / MIB)
        ),
      ]),
      ratios: [
        judged(
          "calls : changed orders",
          of(many).map(({ calls, changed }) => calls / changed),
          { most: 1.2 }
        ),
        judged(`live memory, ${many} open : ${few} open`, ratiosByRound(live(many), live(few)), {
          most: 1.1,
        }),
      ],
    }
  },
}

const sweepOf = (run: Run, count: number, round: number): Promise<Swept> =>
  run.inScene(
    {
      name: `sweep_${count}_${round}`,
      sandbox: {
        rateLimit: { perMinute: 1_000_000, enforced: false },
      },
    },
    async (scene) => {
      await openOrdersInStore(scene.database, count)
      openOrdersAtService(scene.sandbox, count, (number) =>
        number % ONE_IN === 0 ? "INVOICED" : "SENT"
      )
      const { store } = await scene.start()
      const began = performance.now()
      let sweeps = 0
      while ((await notLookedAt(scene)) > 0) {
        if (sweeps === MOST_SWEEPS) {
          throw new Error(
            `${await notLookedAt(scene)} orders were not looked at in ${MOST_SWEEPS} sweeps.`
          )
        }
        const swept = await store.ask({
          type: "sweep",
          now: new Date(Date.now() + sweeps * MINUTE).toISOString(),
        })
        if (swept === null) {
          // The store's own job, which starts each minute, is at it: what it does counts as well.
          await pause(100)
        } else {
          sweeps++
        }
      }
      const seconds = (performance.now() - began) / 1000
      return {
        calls: scene.sandbox.requests().length,
        changed: count / ONE_IN,
        ...storeMemorySchema.parse(await store.ask({ type: "memory" })),
        seconds,
      }
    }
  )

async function notLookedAt({ database }: Scene): Promise<number> {
  const [row] = await database("einvoice_order").whereNull("last_checked_at").count({ count: "*" })
  return Number(row?.["count"])
}
