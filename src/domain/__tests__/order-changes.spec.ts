import { activeChangesOf, hasUnconfirmedChange, refuseIfChangedSince } from "../order-changes"

type Question = { entity: string; fields: string[]; filters: object }

/** A Medusa with one order. */
function medusa({ kinds = [], version = 3 }: { kinds?: (string | null)[]; version?: number } = {}) {
  const asked: Question[] = []
  const graph = async (question: Question) => {
    asked.push(question)
    return {
      data:
        question.entity === "order"
          ? [{ id: "order_1", version }]
          : kinds.map((change_type) => ({ change_type })),
    }
  }
  return { asked, query: { graph } as unknown as Parameters<typeof activeChangesOf>[0] }
}

it("reads the changes of one order that are neither confirmed nor cancelled", async () => {
  const { query, asked } = medusa({ kinds: ["edit", null] })

  expect(await activeChangesOf(query, "order_1")).toEqual(["edit", undefined])
  expect(asked).toEqual([
    {
      entity: "order_change",
      fields: ["id", "change_type"],
      filters: { order_id: "order_1", status: ["pending", "requested"] },
    },
  ])
})

it.each<[(string | null)[], boolean]>([
  [[], false],
  [["edit"], true],
  [[null], true],
  [["transfer"], false],
  [["transfer", "return_request"], true],
])("with changes %p, one that changes the amount is open: %p", async (kinds, isOpen) => {
  expect(await hasUnconfirmedChange(medusa({ kinds }).query, "order_1")).toBe(isOpen)
})

describe("refuseIfChangedSince", () => {
  it("lets what was read be billed while the order is as it was", async () => {
    const { query, asked } = medusa()

    await refuseIfChangedSince(query, "order_1", 3)
    expect(asked[0]).toEqual({
      entity: "order",
      fields: ["id", "version"],
      filters: { id: "order_1" },
    })
  })

  it.each([
    ["has another version", { version: 4 }],
    ["is being changed", { kinds: ["edit"] }],
  ])("refuses where the order %s", async (_what, now) => {
    await expect(refuseIfChangedSince(medusa(now).query, "order_1", 3)).rejects.toMatchObject({
      code: "order_changed_meanwhile",
    })
  })
})
