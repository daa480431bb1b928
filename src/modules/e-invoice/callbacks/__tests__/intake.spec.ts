import { readCallbackContent } from "../callback-content"
import { type Call, Intake, type TakenCall } from "../inbox"

const call = (tokenHash: string, status: string): Call => ({
  tokenHash,
  content: readCallbackContent(`status=${status}`),
})

const taken = ({ tokenHash, content }: Call): TakenCall | undefined =>
  tokenHash === "unknown"
    ? undefined
    : {
        ownerId: `owner of ${tokenHash}`,
        stored: {
          kept: "new",
          entry: {
            id: content.contentHash,
            eInvoiceOrderId: `owner of ${tokenHash}`,
            parameters: content.parameters,
            state: "received",
            attempts: 0,
          },
        },
      }

describe("taking callbacks in", () => {
  const takeIn = jest.fn((calls: readonly Call[]) => Promise.resolve(calls.map(taken)))
  const intake = new Intake({ takeIn })

  beforeEach(() => jest.clearAllMocks())

  it("takes those that come together by one statement, and tells each its own result", async () => {
    const calls = [
      call("a", "SENT"),
      call("unknown", "SENT"),
      call("b", "PAID"),
      call("a", "INVOICED"),
    ]

    const results = await Promise.all(calls.map((one) => intake.take(one)))

    expect(takeIn.mock.calls).toEqual([[calls]])
    expect(results).toEqual(calls.map(taken))
    expect(results[1]).toBeUndefined()
  })

  it("takes each anew, though it said the same a moment ago", async () => {
    await intake.take(call("a", "SENT"))
    await intake.take(call("a", "SENT"))

    expect(takeIn).toHaveBeenCalledTimes(2)
  })

  it("lets nobody pay for what another sent", async () => {
    takeIn.mockImplementation((calls) =>
      calls.some(({ tokenHash }) => tokenHash === "bad")
        ? Promise.reject(new Error("cannot be stored"))
        : Promise.resolve(calls.map(taken))
    )

    const results = await Promise.allSettled(
      ["a", "bad", "b"].map((token) => intake.take(call(token, "PAID")))
    )

    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"])
    expect(results[1]).toMatchObject({ reason: new Error("cannot be stored") })
  })

  it("takes more than a statement should hold by several", async () => {
    takeIn.mockImplementation((calls) => Promise.resolve(calls.map(taken)))

    await Promise.all(
      Array.from({ length: 450 }, (_, index) => intake.take(call(`token ${index}`, "PAID")))
    )

    expect(takeIn.mock.calls.map(([calls]) => calls.length)).toEqual([200, 200, 50])
  })
})
