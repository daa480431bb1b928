import { explainMessageKey, isSameMessageKey, operationIds, operationOf } from ".."

describe("message keys", () => {
  it("are the same as key and as sentence", () => {
    expect(isSameMessageKey("Order Not Found", "orderNotFound")).toBe(true)
    expect(isSameMessageKey("orderNotFound", "customerNotFound")).toBe(false)
  })

  it("that the catalogue names as documented refusals are explained", () => {
    const assumed = [
      "orderStatusNotSent",
      "reservationStatusNotReserved",
      "orderStatusAlreadyCompleted",
      "subscriptionStatusNotCancellable",
      "subscriptionNotFound",
    ]
    for (const id of operationIds) {
      for (const { messageKey } of operationOf(id).refusals) {
        if (!assumed.includes(messageKey)) {
          expect([messageKey, explainMessageKey(messageKey)]).toEqual([
            messageKey,
            expect.objectContaining({
              sentence: expect.any(String),
              advice: expect.any(String),
            }),
          ])
        }
      }
    }
    expect(explainMessageKey("neverSeen")).toBeUndefined()
    expect(explainMessageKey("")).toBeUndefined()
  })
})
