import { setTimeout as pause } from "node:timers/promises"

import type { Benchmark } from "../harness/benchmark"
import { interleave } from "../harness/interleave"
import { CORE_ROUTE_PROVIDER } from "../store/build"
import type { Scene } from "../store/lab"
import { completed, E_INVOICE, readyToComplete } from "../store/shopping"
import type { StoreProcess } from "../store/store-process"

const OURS = "our route"
const CORE = "Medusa's route and its delay"
const CORE_PROVIDER = "pp_core-route_bench"
const PATIENCE_MS = 30_000
const GLANCE_MS = 5

export const timeToCapture: Benchmark = {
  id: "R5",
  title: "Time from the arrival of a callback to the captured payment: ours to core's route",
  meaning:
    "A paid invoice shows as paid at once. Ours asks the service first; core's route believes the callback, five seconds later.",
  measure: (run) =>
    run.inScene(
      {
        name: "capture",
        medusa: {
          modules: [
            {
              resolve: "@medusajs/medusa/payment",
              options: {
                providers: [
                  {
                    resolve: CORE_ROUTE_PROVIDER,
                    id: "bench",
                  },
                ],
              },
            },
          ],
        },
      },
      async (scene) => {
        const { store } = await scene.start()
        await offer(scene, CORE_PROVIDER)
        const rounds = await interleave(
          [
            { name: OURS, unit: "ms", round: () => ours(scene, store) },
            { name: CORE, unit: "ms", round: () => throughCore(scene, store) },
          ],
          { rounds: run.amount(7, 3) }
        )
        return {
          arms: rounds.arms,
          ratios: [rounds.ratio("ours : core", OURS, CORE, { most: 0.05 })],
        }
      }
    ),
}

async function ours(scene: Scene, store: StoreProcess): Promise<number> {
  await completed(await readyToComplete(scene, store, E_INVOICE))
  const order = scene.sandbox.orders().at(-1)
  if (!order) {
    throw new Error("The service has no order.")
  }
  const [row] = await scene
    .database("einvoice_order")
    .where({ remote_order_uuid: order.uuid })
    .select("payment_session_id")
  return captureOf(scene, String(row?.payment_session_id), async () => {
    scene.sandbox.pay(order.uuid)
  })
}

async function throughCore(scene: Scene, store: StoreProcess): Promise<number> {
  const orderId = await completed(await readyToComplete(scene, store, CORE_PROVIDER))
  const [session] = await scene
    .database("payment_session as s")
    .join("order_payment_collection as o", "o.payment_collection_id", "s.payment_collection_id")
    .where({ "o.order_id": orderId, "s.provider_id": CORE_PROVIDER })
    .select("s.id", "s.amount")
  return captureOf(scene, session.id, async () => {
    const { status } = await fetch(`${store.url}/hooks/payment/core-route_bench`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        session_id: session.id,
        amount: Number(session.amount),
      }),
    })
    if (status !== 200) {
      throw new Error(`Core's route answered ${status}`)
    }
  })
}

/** Milliseconds from a report until the payment it is about is captured. */
async function captureOf(
  { database }: Scene,
  sessionId: string,
  report: () => Promise<void>
): Promise<number> {
  // The background work of the order runs first.
  await pause(500)
  const began = performance.now()
  await report()
  while (performance.now() - began < PATIENCE_MS) {
    const captured = await database("payment")
      .where({ payment_session_id: sessionId })
      .whereNotNull("captured_at")
      .first("id")
    if (captured) {
      return performance.now() - began
    }
    await pause(GLANCE_MS)
  }
  throw new Error(`Not captured within ${PATIENCE_MS} ms.`)
}

/** Has the region take the provider. */
async function offer({ database, store }: Scene, provider: string): Promise<void> {
  await database("region_payment_provider").insert({
    id: "regpp_bench",
    region_id: store.regions.norway,
    payment_provider_id: provider,
  })
}
