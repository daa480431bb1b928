import { uncountedRefunds } from "../uncounted-refunds"
import { QueryStandIn } from "./query-stand-in"

const raw = (value: number | string) => ({ value, precision: 20 })
const refund = (id: string, amount: number | string, payment_id = "pay_1") => ({
  id,
  payment_id,
  raw_amount: raw(amount),
})
const transaction = (reference_id: string | null, amount: number | string, more: object = {}) => ({
  order_id: "order_1",
  reference: "refund",
  reference_id,
  raw_amount: raw(amount),
  ...more,
})

const asked = { orderId: "order_1", paymentId: "pay_1" }

describe("uncountedRefunds", () => {
  const of = async (refunds: object[], transactions: object[]) => {
    const query = new QueryStandIn({ refund: refunds, order_transaction: transactions })
    const uncounted = await uncountedRefunds(query as never, asked)
    return uncounted.map(({ id, amount }) => [id, amount])
  }

  it("are those without a transaction of their own, each with its own amount, the oldest first", async () => {
    const refunds = [refund("ref_3", "10"), refund("ref_2", 20.5), refund("ref_1", "30.05")]

    expect(await of(refunds, [transaction("ref_2", -20.5)])).toEqual([
      ["ref_1", "30.05"],
      ["ref_3", "10"],
    ])
  })

  it("are all where the order counts none", async () => {
    expect(await of([refund("ref_1", 30)], [])).toEqual([["ref_1", "30"]])
  })

  it("are none of another payment", async () => {
    expect(await of([refund("ref_1", 30, "pay_2")], [])).toEqual([])
  })

  it("are none of those that have one, whatever its amount", async () => {
    expect(await of([refund("ref_1", 30)], [transaction("ref_1", -20)])).toEqual([])
  })

  it.each<[string, object]>([
    ["another order counts", { order_id: "order_2" }],
    ["is counted as a capture", { reference: "capture" }],
  ])("are those that %s", async (_what, more) => {
    const refunds = [refund("ref_1", 30), refund("ref_2", 70)]
    const transactions = [transaction("ref_1", -30, more), transaction("pay_1", -70, more)]

    expect(await of(refunds, transactions)).toEqual([
      ["ref_1", "30"],
      ["ref_2", "70"],
    ])
  })

  it("are as they were beside a transaction that names no refund", async () => {
    expect(await of([refund("ref_1", 30)], [transaction(null, -30)])).toEqual([["ref_1", "30"]])
  })

  it("are none that Medusa counted by the payment when it cancelled the order", async () => {
    const refunds = [refund("ref_1", 30), refund("ref_2", 70)]

    expect(await of(refunds, [transaction("ref_1", -30), transaction("pay_1", -70)])).toEqual([])
  })

  it("are what goes beyond that, of the oldest first", async () => {
    const refunds = [refund("ref_3", 5), refund("ref_2", 70), refund("ref_1", 30)]

    expect(await of(refunds, [transaction("pay_1", -80)])).toEqual([
      ["ref_2", "20"],
      ["ref_3", "5"],
    ])
    expect(await of(refunds, [transaction("pay_1", -80), transaction("pay_1", -10)])).toEqual([
      ["ref_2", "10"],
      ["ref_3", "5"],
    ])
  })

  it("are none that is counted while they are read", async () => {
    const transactions: object[] = []
    const stored = new QueryStandIn({
      refund: [refund("ref_1", 30)],
      order_transaction: transactions,
    })
    const graph: typeof stored.graph = async (question) => {
      const answer = await stored.graph(question)
      transactions.push(transaction("ref_1", -30))
      return answer
    }

    expect(await uncountedRefunds({ graph } as never, asked)).toEqual([])
  })
})
