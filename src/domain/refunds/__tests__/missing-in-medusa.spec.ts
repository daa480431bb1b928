import { missingInMedusa } from "../refund-request"

const asked: string[][] = []

const medusaRefunds = {
  known: async (ids: readonly string[]) => {
    asked.push([...ids])
    return new Set(ids.filter((id) => id !== "ref_deleted"))
  },
}

const row = (
  refund_id: string,
  state: "sending" | "succeeded" | "rejected" | "in_doubt" = "succeeded",
  purpose: "refund" | "credit" = "refund"
) => ({
  id: "einvref_1",
  refund_id,
  state,
  purpose,
})

beforeEach(() => {
  asked.length = 0
})

describe("what was carried out and is missing in Medusa", () => {
  it("is what Medusa was not told of, and what it took back", async () => {
    const untold = row("einvref_1")
    const takenBack = row("ref_deleted")

    expect(await missingInMedusa(medusaRefunds, [untold, row("ref_1"), takenBack])).toEqual([
      untold,
      takenBack,
    ])
  })

  it("is no credit: Medusa's payment is over what the invoice asks for after it", async () => {
    const rows = [row("einvref_1", "succeeded", "credit")]

    expect(await missingInMedusa(medusaRefunds, rows)).toEqual([])
  })

  it.each(["sending", "rejected", "in_doubt"] as const)("is nothing that is %s", async (state) => {
    const rows = [row("einvref_1", state), row("ref_deleted", state)]

    expect(await missingInMedusa(medusaRefunds, rows)).toEqual([])
    expect(asked).toEqual([])
  })
})
