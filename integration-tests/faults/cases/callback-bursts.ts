import { expectNobodyBilledTwice } from "../lab/audit"
import { callAll, callsForStatus, callUntilAccepted, hintAddress, inboxOf } from "../lab/callbacks"
import type { FaultLab } from "../lab/fault-lab"
import { keepRemark } from "../lab/figures"
import { type Sale, stateOf } from "../lab/sales"
import type { Scene } from "../lab/scene"

/** Minutes. */
const DAY = 24 * 60

const ORDERS = 10
const HINTS_EACH = 10
const REPEATS = 10

/** Many callbacks at once, in a store that sells some orders first. */
export function callbackBursts(
  lab: FaultLab,
  sceneOf: () => Scene,
  sellSome: (count: number) => Promise<Sale[]>
): void {
  /** Orders paid at the service, which says so by nothing but these callbacks. */
  const payAndHint = (sales: readonly Sale[], each: number): string[] => {
    const { sandbox } = sceneOf()
    sandbox.callbacks.setChaos({ drop: true })
    sales.forEach(({ uuid }) => sandbox.pay(uuid))
    return Array.from({ length: each }, () =>
      sales.map((sale) => hintAddress(sceneOf(), sale, "PAID"))
    ).flat()
  }

  const stored = async () => Object.values(await inboxOf(sceneOf())).reduce(sum, 0)

  const expectCaptured = async (sales: readonly Sale[]) => {
    for (const sale of sales) {
      expect(await stateOf(sceneOf(), sale.id)).toBe("succeeded PAID captured")
    }
  }

  it.each([
    { count: 100, orders: 10 },
    { count: 100, orders: 1 },
  ])("come $count at once, all different, of $orders orders", async ({ count, orders }) => {
    const scene = sceneOf()
    const sales = await sellSome(orders)
    const addresses = payAndHint(sales, count / orders)
    const before = await stored()
    const asked = callsForStatus(scene)
    const started = performance.now()

    expect(new Set(await callAll(addresses))).toEqual(new Set([200]))

    await scene.until(
      "all callbacks are processed",
      async () => {
        const { processed } = await inboxOf(scene)
        return processed === before + count
      },
      120_000
    )
    const processedMs = Math.round(performance.now() - started)
    const questions = callsForStatus(scene) - asked
    expect(questions).toBeLessThan(count / 2)
    await expectCaptured(sales)
    await expectNobodyBilledTwice(scene)
    keepRemark(
      `${count} different callbacks of ${orders} orders: the service was asked ${questions} times, ` +
        `all were processed within ${processedMs} ms`
    )
  })

  it.each([0, 1_000])(
    "come in a burst of a thousand, with %d ms of database outage in the middle",
    async (outage) => {
      const scene = sceneOf()
      const sales = await sellSome(ORDERS)
      const distinct = payAndHint(sales, HINTS_EACH)
      const burst = Array.from({ length: REPEATS }, () => distinct).flat()
      const before = await stored()
      const started = performance.now()
      let answered = 0
      let days = 0
      let interruption = Promise.resolve()

      const answers = await callUntilAccepted(burst, () => {
        if (++answered === burst.length / 2 && outage > 0) {
          interruption = lab.postgres.interrupt(outage)
        }
      })
      await interruption

      const acceptedMs = Math.round(performance.now() - started)
      const refused = answers.filter((answer) => answer !== 200)
      // Which were under way when the connections broke is chance.
      expect(refused.filter((answer) => answer !== 503)).toEqual([])
      expect(outage === 0 && refused.length > 0).toBe(false)
      await scene.until(
        "all callbacks are processed",
        async () => {
          await scene.sweep(++days * DAY)
          const { processed } = await inboxOf(scene)
          return processed === before + distinct.length
        },
        150_000
      )
      expect(await inboxOf(scene)).toEqual({
        processed: before + distinct.length,
      })
      await expectCaptured(sales)
      await expectNobodyBilledTwice(scene)
      keepRemark(
        `a burst of ${burst.length} callbacks (${distinct.length} distinct)${outage ? `, ${outage} ms without database` : ""}: ` +
          `${answers.length} calls, ${refused.length} of them answered 503 and repeated, accepted within ${acceptedMs} ms, each processed once`
      )
    }
  )
}

const sum = (total: number, count: number) => total + count
