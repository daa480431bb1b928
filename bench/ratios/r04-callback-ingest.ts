import { randomBytes } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"

import { Pool } from "undici"

import { requestsPerSecond } from "../arms/closed-loop"
import type { Benchmark } from "../harness/benchmark"
import { interleave } from "../harness/interleave"
import {
  openOrdersAtService,
  openOrdersInStore,
} from "../../integration-tests/http/support/many-orders"
import { callbackTokenHash } from "../../src/modules/e-invoice/callbacks/callback"
import type { Scene } from "../store/lab"

const OURS = "GET /hooks/e-invoice/:token, kept on disk"
const THEIRS = "POST /hooks/payment/:provider, kept nowhere"
const IN_FLIGHT = 16

/** Orders whose callbacks come in, in turn. */
const ORDERS = 5_000

/** Core looks at what it was sent after 5 s; ours begins its work then at the latest, when a flood goes on for so long. */
const WORK_BEGINS_MS = 6_000

/** Longest wait until what was taken in has been worked off. */
const PATIENCE_MS = 60_000

export const callbackIngest: Benchmark = {
  id: "R4",
  title: "Callbacks taken in per second: ours, kept on disk, to Medusa's own route, kept nowhere",
  meaning:
    "The end of a month, a thousand callbacks a second, is stored before it is answered: half the rate of Medusa's route, which stores nothing, is enough.",
  measure: (run) =>
    run.inScene({ name: "ingest" }, async (scene) => {
      const paths = await ordersThatReport(scene)
      const { store } = await scene.start()
      const pool = new Pool(store.url, { connections: IN_FLIGHT })
      const milliseconds = run.amount(3_000, 1_000)
      let sent = 0

      const callBack = async () => {
        sent++
        const { statusCode, body } = await pool.request({
          method: "GET",
          path: `${paths[sent % paths.length]}?status=SENT&createdAt=${1_795_000_000 + sent}`,
        })
        await body.dump()
        expectTaken(statusCode)
      }
      const post = async () => {
        sent++
        const { statusCode, body } = await pool.request({
          method: "POST",
          path: "/hooks/payment/system_default",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ status: "SENT", createdAt: sent }),
        })
        await body.dump()
        expectTaken(statusCode)
      }
      const rate = (send: () => Promise<void>) =>
        requestsPerSecond(send, { inFlight: IN_FLIGHT, milliseconds })

      let kept = 0
      try {
        const rounds = await interleave(
          [
            {
              name: OURS,
              unit: "callbacks/s",
              round: async () => {
                const before = sent
                const measured = await rate(callBack)
                kept += sent - before
                await workedOff(scene)
                return measured
              },
            },
            {
              name: THEIRS,
              unit: "callbacks/s",
              round: async () => {
                const measured = await rate(post)
                await pause(WORK_BEGINS_MS)
                return measured
              },
            },
          ],
          { rounds: run.amount(6, 3) }
        )
        const onDisk = await rowsIn(scene)
        return {
          arms: rounds.arms,
          ratios: [rounds.ratio("ours : core", OURS, THEIRS, { least: 0.5 })],
          remarks: [`${kept} callbacks were answered 200; ${onDisk} stand in the inbox.`],
        }
      } finally {
        await pool.close()
      }
    }),
}

/** Seeds open orders. @returns the addresses that they report to */
async function ordersThatReport({ database, sandbox }: Scene): Promise<string[]> {
  await openOrdersInStore(database, ORDERS)
  // No sweep of its own is due while something else is measured.
  await database("einvoice_order").update({ next_check_at: null })
  openOrdersAtService(sandbox, ORDERS, () => "SENT")
  const ids: string[] = await database("einvoice_order").pluck("id")
  const tokens = ids.map(() => randomBytes(32).toString("base64url"))
  await database.raw(
    `update einvoice_order set callback_token_hash = given.hash
     from unnest(?::text[], ?::text[]) as given (id, hash) where einvoice_order.id = given.id`,
    [ids, tokens.map(callbackTokenHash)]
  )
  return tokens.map((token) => `/hooks/e-invoice/${token}`)
}

function expectTaken(status: number): void {
  if (status !== 200) {
    throw new Error(`A callback was answered ${status}`)
  }
}

async function rowsIn({ database }: Scene, state?: string[]): Promise<number> {
  const query = database("einvoice_callback")
  const [row] = await (state ? query.whereIn("state", state) : query).count({
    count: "*",
  })
  return Number(row?.["count"])
}

/** Waits until nothing of what was taken in is being worked at. */
async function workedOff(scene: Scene): Promise<void> {
  await pause(WORK_BEGINS_MS)
  const deadline = performance.now() + PATIENCE_MS
  let before = -1
  while (performance.now() < deadline) {
    const open = await rowsIn(scene, ["received"])
    // What stays is left to the sweep: more came at once than is worked at.
    if (open === 0 || open === before) {
      return
    }
    before = open
    await pause(1_000)
  }
}
