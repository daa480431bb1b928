import { request } from "undici"

import { inFlight } from "../arms/in-turn"
import { fiveLineBody } from "../arms/five-line-order"
import { createSandbox, type Sandbox } from "../../src/sandbox"
import type { Benchmark, Run } from "../harness/benchmark"
import { judged } from "../harness/interleave"
import { summarise } from "../harness/statistics"
import type { Shopper } from "../../integration-tests/http/support/shopper"
import { E_INVOICE, readyToComplete } from "../store/shopping"

const FAULT = {
  fault: "after:drop",
  operation: "orders.create-e-invoice",
  probability: 0.1,
} as const

const MINUTE = 60_000
const SHOPPERS_AT_A_TIME = 8

/** How often a shopper whose order was not placed comes back, some minutes later each time. */
const MOST_VISITS = 8

/** A slow machine has fewer shoppers, rather than a day of them. */
const LONGEST_MS = 20 * MINUTE

/** How often the naive client sends again what was not answered. */
const NAIVE_ATTEMPTS = 4

export const oneOrderPerIntent: Benchmark = {
  id: "R6",
  title:
    "E-invoice orders to orders meant, when one creation in ten is carried out and never answered",
  meaning:
    "No shopper is billed twice, or not at all, when the service keeps one order in ten and drops the connection. Beside it a client that repeats.",
  measure: async (run) => {
    const ours = await throughCheckout(run, run.amount(2_000, 60))
    const { intents } = ours
    const naive = await naively(intents)
    return {
      arms: [
        {
          name: "ours",
          unit: "orders per intent",
          ...summarise([ours.orders / intents]),
        },
        {
          name: "naive retries",
          unit: "orders per intent",
          ...summarise([naive / intents]),
        },
      ],
      ratios: [judged("ours : intents", [ours.orders / intents], { exactly: 1 })],
      remarks: [
        `${intents} checkouts, ${ours.dropped} answers dropped; ${ours.placed} placed at Medusa, ${ours.orders} e-invoice orders.`,
        `E-invoice orders that no checkout knows of: ${ours.unknown}. The naive client made ${naive} orders.`,
      ],
    }
  },
}

const throughCheckout = (run: Run, most: number) =>
  run.inScene(
    {
      name: "twice",
      options: { inDoubtQuietPeriod: 60 },
      sandbox: { rateLimit: { perMinute: 1_000_000, enforced: false } },
    },
    async (scene) => {
      const { store } = await scene.start()
      scene.sandbox.faults.add(FAULT)
      let waiting: Shopper[] = []
      let placed = 0
      let intents = 0
      const attempt = async (shopper: Shopper) => {
        const { body } = await shopper.complete()
        if (body.type === "order") {
          placed++
        } else {
          waiting.push(shopper)
        }
      }
      const closing = performance.now() + LONGEST_MS
      await inFlight(Array.from({ length: most }), SHOPPERS_AT_A_TIME, async () => {
        if (performance.now() < closing) {
          intents++
          await attempt(await readyToComplete(scene, store, E_INVOICE))
        }
      })
      for (let visit = 1; visit <= MOST_VISITS && waiting.length > 0; visit++) {
        run.step(`${waiting.length} of ${intents} shoppers come back`)
        await store.ask({
          type: "sweep",
          now: new Date(Date.now() + visit * 3 * MINUTE).toISOString(),
        })
        const back = waiting
        waiting = []
        await inFlight(back, SHOPPERS_AT_A_TIME, attempt)
      }
      const rows: { remote_order_uuid: string; payment_session_id: string }[] = await scene
        .database("einvoice_order")
        .whereNotNull("remote_order_uuid")
        .select("remote_order_uuid", "payment_session_id")
      const known = new Set(rows.map((row) => row.remote_order_uuid))
      const creations = scene.sandbox
        .requests()
        .filter(({ operationId }) => operationId === FAULT.operation)
      return {
        intents,
        placed,
        orders: scene.sandbox.orders().length,
        unknown: scene.sandbox.orders().filter(({ uuid }) => !known.has(uuid)).length,
        dropped: creations.filter(({ status }) => status === 0).length,
      }
    }
  )

/** @returns orders at a service of its own */
async function naively(intents: number): Promise<number> {
  const sandbox = createSandbox()
  const { url } = await sandbox.listen()
  sandbox.faults.add(FAULT)
  try {
    await inFlight(Array.from({ length: intents }), SHOPPERS_AT_A_TIME, () =>
      createUntilAnswered(url)
    )
    return ordersOf(sandbox)
  } finally {
    await sandbox.close()
  }
}

async function createUntilAnswered(url: string): Promise<void> {
  const body = JSON.stringify(fiveLineBody())
  for (let attempt = 1; attempt <= NAIVE_ATTEMPTS; attempt++) {
    try {
      const answer = await request(`${url}/api/v1/connect/orders/faktura/create`, {
        method: "POST",
        headers: {
          authorization: "Bearer sandbox-token",
          "content-type": "application/json",
        },
        body,
      })
      await answer.body.dump()
      if (answer.statusCode === 201) {
        return
      }
    } catch {
      // No answer: it sends once more, as naive clients do.
    }
  }
}

const ordersOf = (sandbox: Sandbox) => sandbox.orders().length
