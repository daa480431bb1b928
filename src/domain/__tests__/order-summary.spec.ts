import { MathBN } from "@medusajs/framework/utils"

import { pendingOf, uncountedTransactions } from "../order-summary"

const transaction = (id: string, amount: number, version: number) => ({
  id,
  version,
  currency_code: "nok",
  reference: amount < 0 ? "refund" : "capture",
  reference_id: `of-${id}`,
  raw_amount: { value: String(amount) },
})

type Transaction = ReturnType<typeof transaction>

const order = (version: number, counted: number, ...transactions: (Transaction | null)[]) => ({
  version,
  summary: {
    raw_pending_difference: { value: String(1000 - counted) },
    raw_transaction_total: { value: String(counted) },
  },
  transactions,
})

const pending = (of: object) => MathBN.convert(pendingOf(of)).toNumber()
const uncounted = (of: object) => uncountedTransactions(of).map(({ id }) => id)

describe("what Medusa waits for of an order", () => {
  it.each([
    ["counts all of its transactions", order(3, 700, transaction("1", 700, 2)), 300, []],
    ["forgot the only one", order(3, 0, transaction("1", 700, 2)), 300, ["1"]],
    [
      "forgot the latest",
      order(3, 300, transaction("1", 300, 1), transaction("2", 400, 2)),
      300,
      ["2"],
    ],
    [
      "forgot an earlier one",
      order(4, 400, transaction("1", 300, 1), transaction("2", 400, 2)),
      300,
      ["1"],
    ],
    [
      "forgot a refund",
      order(3, 700, transaction("1", 700, 1), transaction("2", -100, 2)),
      400,
      ["2"],
    ],
    [
      "forgot a payment and its refund",
      order(
        3,
        50,
        transaction("1", 50, 1),
        transaction("2", 700, 2),
        null,
        transaction("3", -100, 2)
      ),
      350,
      ["3", "2"],
    ],
    [
      "forgot one of the version that stands, which cannot be counted anew",
      order(2, 0, transaction("1", 700, 2)),
      300,
      [],
    ],
    [
      "counts less than any of them come to",
      order(3, 650, transaction("1", 300, 1), transaction("2", 400, 2)),
      300,
      [],
    ],
    [
      "went back to the version before, which knows nothing of one",
      order(2, 300, transaction("1", 300, 1), transaction("2", 400, 3)),
      700,
      ["2"],
    ],
    ["divides amounts by itself", order(3, 699.995, transaction("1", 700, 1)), 300.005, []],
  ])("where its summary %s", (_, of, waits, forgotten) => {
    expect(pending(of)).toBe(waits)
    expect(uncounted(of)).toEqual(forgotten)
  })

  it("is what the summary says where that tells nothing of transactions", () => {
    expect(pendingOf({ summary: { pending_difference: 12 } })).toBe(12)
    expect(pendingOf(undefined)).toBe(0)
  })
})
