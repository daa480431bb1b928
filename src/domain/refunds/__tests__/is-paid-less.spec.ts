import { isPaidLess } from "../send-credit"

/** An invoice over 348.70, as the journals hold it. */
const journals = ({
  open,
  credited = "0",
  refunded = credited,
}: {
  open?: { purpose: string; amount: string }
  credited?: string
  refunded?: string
}) => {
  const read: string[] = []
  const dependencies = {
    refunds: {
      open: async () => {
        read.push("refund")
        return open
      },
    },
    orders: {
      statuses: {
        find: async () => {
          read.push("order")
          return { grandTotal: "348.70", creditedTotal: credited, refundedTotal: refunded }
        },
      },
    },
  } as unknown as Parameters<typeof isPaidLess>[0]
  return { dependencies, read }
}

describe("whether the customer paid less than a payment is over", () => {
  it.each([
    ["is not known while the credit is in doubt", { open: credit("199.80") }, 24_880n, "perhaps"],
    ["they did not if it went that low already", { open: credit("199.80") }, 14_890n, false],
    ["a refund in doubt says nothing", { open: refund("199.80") }, 34_870n, false],
    ["they did once it was carried out", { credited: "199.80" }, 24_880n, "certainly"],
    ["they did not once the payment followed", { credited: "199.80" }, 14_890n, false],
    ["what is divided otherwise does not count", { credited: "199.80" }, 14_899n, false],
    ["what was refunded may be of what they paid", { refunded: "100.00" }, 34_870n, false],
  ] as const)("%s", async (_what, journal, paymentOre, expected) => {
    const { dependencies } = journals(journal)
    expect(await isPaidLess(dependencies, { id: "einvord_1" }, paymentOre)).toBe(expected)
  })

  it("reads the order last, as the refund may be settled in between", async () => {
    const { dependencies, read } = journals({ credited: "199.80" })
    await isPaidLess(dependencies, { id: "einvord_1" }, 24_880n)
    expect(read).toEqual(["refund", "order"])
  })
})

function credit(amount: string) {
  return { purpose: "credit", amount }
}

function refund(amount: string) {
  return { purpose: "refund", amount }
}
