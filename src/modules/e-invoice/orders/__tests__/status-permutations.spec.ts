import type { OrderStatus } from "../../../../connect"
import { goalOf, judgeStatus, type KnownStatus } from "../order-status"

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) {
    return [[]]
  }
  return items.flatMap((first, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [first, ...rest])
  )
}

const hear = (known: KnownStatus, news: OrderStatus): KnownStatus => {
  const { status, paid } = judgeStatus(known, news)
  return { status, paid }
}

describe("the five statuses of an order's life, heard in any order", () => {
  const life: OrderStatus[] = ["SENT", "INVOICED", "PAID", "CANCELLED", "REFUNDED"]
  const all = permutations(life)

  it("are 120 orders", () => {
    expect(new Set(all.map((order) => order.join())).size).toBe(120)
  })

  it.each(all)("%s, %s, %s, %s, %s", (...order) => {
    const known = order.reduce(hear, { status: undefined, paid: false })

    expect(known).toEqual({ status: "REFUNDED", paid: true })
    expect(goalOf(known, ["PAID"])).toEqual({
      payment: "capture",
      refunded: true,
    })
  })
})
