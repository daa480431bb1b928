import { uncountedRefunds } from "../uncounted-refunds"

const raw = (value: number) => ({ value: String(value), precision: 20 })
const refund = (id: string, amount: number) => ({
  id,
  amount,
  raw_amount: raw(amount),
})
const transaction = (id: string, amount: number) => ({
  reference_id: id,
  amount,
  raw_amount: raw(amount),
})

describe("uncountedRefunds", () => {
  const of = async (refunds: object[], transactions: object[]) => {
    const query = {
      graph: async ({ entity }: { entity: string }) => ({
        data: entity === "refund" ? refunds : transactions,
      }),
    }
    const uncounted = await uncountedRefunds(query as never, {
      orderId: "order_1",
      paymentId: "pay_1",
    })
    return uncounted.map(({ id, amount }) => [id, amount])
  }

  it("are those without a transaction of their own, each with its own amount", async () => {
    const refunds = [refund("ref_1", 30), refund("ref_2", 20.5), refund("ref_3", 10)]

    expect(await of(refunds, [transaction("ref_2", -20.5)])).toEqual([
      ["ref_1", "30"],
      ["ref_3", "10"],
    ])
  })

  it("are none of those that have one, whatever its amount", async () => {
    expect(await of([refund("ref_1", 30)], [transaction("ref_1", -20)])).toEqual([])
  })

  it("are none that Medusa counted by the payment when it cancelled the order", async () => {
    const refunds = [refund("ref_1", 30), refund("ref_2", 70)]

    expect(await of(refunds, [transaction("ref_1", -30), transaction("pay_1", -70)])).toEqual([])
  })

  it("are what goes beyond that", async () => {
    const refunds = [refund("ref_1", 30), refund("ref_2", 70), refund("ref_3", 5)]

    expect(await of(refunds, [transaction("pay_1", -80)])).toEqual([
      ["ref_2", "20"],
      ["ref_3", "5"],
    ])
  })
})
