import { readCallbackContent } from "../callback-content"
import type { Arrival, StoreResult } from "../inbox"
import { Intake } from "../intake"

const content = (status: string) => readCallbackContent(`status=${status}`)

const kept = ({ eInvoiceOrderId, content: said }: Arrival): StoreResult => ({
  kept: "new",
  entry: {
    id: said.contentHash,
    eInvoiceOrderId,
    parameters: said.parameters,
    state: "received",
    attempts: 0,
  },
})

describe("taking callbacks in", () => {
  const storeAll = jest.fn((arrivals: readonly Arrival[]) =>
    Promise.resolve(arrivals.map(kept))
  )
  const ownersOf = jest.fn((hashes: readonly string[]) =>
    Promise.resolve(
      hashes
        .filter((hash) => hash !== "unknown")
        .map((tokenHash) => ({ id: `owner of ${tokenHash}`, tokenHash }))
        .reverse()
    )
  )
  const intake = new Intake({ storeAll }, ownersOf)

  beforeEach(() => jest.clearAllMocks())

  it("stores those that come together by one statement, and tells each its own result", async () => {
    const results = await Promise.all(
      ["SENT", "PAID", "INVOICED"].map((status) =>
        intake.store("einvord_1", content(status))
      )
    )

    expect(storeAll).toHaveBeenCalledTimes(1)
    expect(results).toEqual(
      ["SENT", "PAID", "INVOICED"].map((status) =>
        kept({ eInvoiceOrderId: "einvord_1", content: content(status) })
      )
    )
  })

  it("stores each anew, though it said the same a moment ago", async () => {
    await intake.store("einvord_1", content("SENT"))
    await intake.store("einvord_1", content("SENT"))

    expect(storeAll).toHaveBeenCalledTimes(2)
  })

  it("asks once for the owners of several tokens, each of them once", async () => {
    const owners = await Promise.all(
      ["a", "b", "unknown", "a"].map((hash) => intake.ownerOf(hash))
    )

    expect(ownersOf.mock.calls).toEqual([[["a", "b", "unknown"]]])
    expect(owners.map((owner) => owner?.id)).toEqual([
      "owner of a",
      "owner of b",
      undefined,
      "owner of a",
    ])
  })

  it("lets nobody pay for what another sent", async () => {
    storeAll.mockImplementation((arrivals) =>
      arrivals.some(({ eInvoiceOrderId }) => eInvoiceOrderId === "bad")
        ? Promise.reject(new Error("cannot be stored"))
        : Promise.resolve(arrivals.map(kept))
    )

    const results = await Promise.allSettled(
      ["einvord_1", "bad", "einvord_2"].map((id) =>
        intake.store(id, content("PAID"))
      )
    )

    expect(results.map(({ status }) => status)).toEqual([
      "fulfilled",
      "rejected",
      "fulfilled",
    ])
    expect(results[1]).toMatchObject({ reason: new Error("cannot be stored") })
  })

  it("stores more than a statement should hold by several", async () => {
    storeAll.mockImplementation((arrivals) =>
      Promise.resolve(arrivals.map(kept))
    )

    await Promise.all(
      Array.from({ length: 450 }, (_, index) =>
        intake.store(`einvord_${index}`, content("PAID"))
      )
    )

    expect(storeAll.mock.calls.map(([arrivals]) => arrivals.length)).toEqual([
      200, 200, 50,
    ])
  })
})
