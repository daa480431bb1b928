import { openOrdersInStore } from "../../integration-tests/http/support/many-orders"
import type { Benchmark } from "../harness/benchmark"
import { interleave } from "../harness/interleave"
import { quantile } from "../harness/statistics"
import type { Scene } from "../store/lab"
import type { StoreProcess } from "../store/store-process"

const OURS = "/admin/e-invoice/orders"
const THEIRS = "/admin/orders"
const PAGE = 20

/** A merchant looks at the newest orders far more often than at old ones. */
const DEPTHS = [0, 0, 0, 0, 0, 20, 40, 100, 1_000, 20_000, 50_000, 99_900]

export const adminList: Benchmark = {
  id: "R10",
  title: "p95 of a page of Admin's list: our invoice orders to Medusa's /admin/orders",
  meaning:
    "Staff wait no longer for the list of invoice orders than for Medusa's own list of the same orders, which carry no lines here.",
  measure: (run) =>
    run.inScene({ name: "list" }, async (scene) => {
      const count = 100_000
      await fill(scene, count)
      const { store } = await scene.start()
      const get = await signedIn(scene, store)
      const arm = (name: string, path: string) => ({
        name,
        unit: "ms, p95",
        round: async () => {
          const durations: number[] = []
          for (const offset of Array.from({ length: run.amount(4, 1) }, () => DEPTHS).flat()) {
            const began = performance.now()
            await get(`${path}${path.includes("?") ? "&" : "?"}limit=${PAGE}&offset=${offset}`)
            durations.push(performance.now() - began)
          }
          return quantile(durations, 0.95)
        },
      })
      const rounds = await interleave(
        [
          arm(OURS, `${OURS}?order=-created_at`),
          arm(THEIRS, `${THEIRS}?order=-created_at`),
          arm("ours, by status", `${OURS}?remote_status=SENT`),
        ],
        { rounds: run.amount(7, 3) }
      )
      return {
        arms: rounds.arms,
        ratios: [rounds.ratio("ours : Medusa's", OURS, THEIRS, { most: 1 })],
      }
    }),
}

/** What is kept of the request by which an order of five lines was created. */
const SENT_REQUEST = `jsonb_build_object(
  'currency', 'NOK', 'referenceNo', o.display_id::text, 'grandTotal', 100,
  'products', (
    select jsonb_agg(jsonb_build_object(
      'productId', md5(o.id || line), 'name', 'Product ' || md5(line || o.id), 'quantity', line, 'rate', 16,
      'discount', 0, 'tax', 25, 'amount', 20))
    from generate_series(1, 5) line))`

/** Orders of the last months, and what PostgreSQL knows of a table that has been in use. */
async function fill({ database }: Scene, count: number): Promise<void> {
  await openOrdersInStore(database, count)
  await database.raw(`update "order" set created_at = now() - display_id * interval '1 minute'`)
  await database.raw(
    `update einvoice_order set next_check_at = null, created_at = o.created_at, sent_request = ${SENT_REQUEST}
     from "order" o where o.id = einvoice_order.order_id`
  )
  await database.raw(`vacuum analyze`)
}

async function signedIn({ store: { admin } }: Scene, { http }: StoreProcess) {
  const { body } = await http.post<{ token: string }>("/auth/user/emailpass", {
    email: admin.email,
    password: admin.password,
  })
  const merchant = http.with({ authorization: `Bearer ${body.token}` })
  return async (path: string) => {
    const answer = await merchant.get<{ count?: number }>(path)
    if (answer.status !== 200 || !answer.body.count) {
      throw new Error(`${path} was answered ${answer.status}`)
    }
  }
}
