import { REPLACED } from "../../../modules/e-invoice/refunds/refund-row"
import { isPaidLess } from "../send-credit"

/** An invoice over 348.70, as the journals hold it. */
const journals = ({
  rows = [],
  credited = "0",
  refunded = credited,
  flags = [],
}: {
  rows?: readonly object[]
  credited?: string
  refunded?: string
  flags?: readonly string[]
}) => {
  const read: string[] = []
  const dependencies = {
    refunds: {
      list: async () => {
        read.push("refund")
        return rows
      },
    },
    operations: { ofKey: async () => ({ state: "succeeded" }) },
    orders: {
      statuses: {
        find: async () => {
          read.push("order")
          return {
            grandTotal: "348.70",
            creditedTotal: credited,
            refundedTotal: refunded,
            flags,
            cancelRequestedAt: null,
          }
        },
      },
    },
  } as unknown as Parameters<typeof isPaidLess>[0]
  return { dependencies, read }
}

const FLAGS = ["change_not_followed"]
const AWAITING = credit("199.80", "rejected", {
  kind: "refused",
  messageKey: "refundRejectionForRequestAmountThresholdExceed",
})
const MISSING = credit("99.90", "rejected", { kind: "left-to-staff" })
const MISSING_NO_MORE = { ...MISSING, down_to: "148.90" }
const BEFORE = credit("199.80", "rejected", { kind: REPLACED })

describe("whether the customer paid less than a payment is over", () => {
  it.each([
    ["is not known while the credit is in doubt", { rows: [credit("199.80")] }, 24_880n, "perhaps"],
    ["they did not if it went that low already", { rows: [credit("199.80")] }, 14_890n, false],
    ["a refund in doubt says nothing", { rows: [refund("199.80")] }, 34_870n, false],
    ["is not known while it awaits approval", { rows: [AWAITING] }, 24_880n, "perhaps"],
    ["they did not if it is missing", { rows: [MISSING], flags: FLAGS }, 24_880n, false],
    ["is not known of one before", { rows: [MISSING, BEFORE], flags: FLAGS }, 24_880n, "perhaps"],
    ["is not known of several before", { rows: [BEFORE, BEFORE], flags: FLAGS }, 100n, "perhaps"],
    [
      "is not known of one that is missing no more, where the service shows a refund",
      { rows: [MISSING_NO_MORE], flags: ["refunded_at_service"] },
      34_870n,
      "perhaps",
    ],
    ["they did not where it shows none", { rows: [MISSING_NO_MORE], flags: [] }, 34_870n, false],
    ["they did not once none is missing", { rows: [MISSING, BEFORE] }, 24_880n, false],
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

function credit(amount: string, state = "in_doubt", failure: object | null = null) {
  return { id: "einvref_1", attempt: 1, purpose: "credit", amount, state, failure }
}

function refund(amount: string) {
  return { ...credit(amount), purpose: "refund" }
}
