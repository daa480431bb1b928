import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import { readCallbackContent } from "../callback"
import { type Call, Inbox, type TakenCall } from "../inbox"

const call = (tokenHash: string, status: string): Call => ({
  tokenHash,
  content: readCallbackContent(`status=${status}`),
})

const taken = ({ tokenHash }: Call): TakenCall | undefined =>
  tokenHash === "unknown" ? undefined : { ownerId: `owner of ${tokenHash}`, kept: "due" }

describe("storing callbacks", () => {
  const inbox = new Inbox({} as Knex, { now: () => new Date(0) })
  let takeIn: jest.SpiedFunction<Inbox["takeIn"]>

  beforeEach(() => {
    takeIn = jest.spyOn(inbox, "takeIn").mockImplementation(async (calls) => calls.map(taken))
  })
  afterEach(() => jest.restoreAllMocks())

  it("stores those that come together by one statement, and tells each its own result", async () => {
    const calls = [
      call("a", "SENT"),
      call("unknown", "SENT"),
      call("b", "PAID"),
      call("a", "INVOICED"),
    ]

    const results = await Promise.all(calls.map((one) => inbox.store(one)))

    expect(takeIn.mock.calls).toEqual([[calls]])
    expect(results).toEqual(calls.map(taken))
    expect(results[1]).toBeUndefined()
  })

  it("stores each anew, though it said the same a moment ago", async () => {
    await inbox.store(call("a", "SENT"))
    await inbox.store(call("a", "SENT"))

    expect(takeIn).toHaveBeenCalledTimes(2)
  })

  it("keeps none from the disk because of another that cannot be stored", async () => {
    takeIn.mockImplementation((calls) =>
      calls.some(({ tokenHash }) => tokenHash === "bad")
        ? Promise.reject(new Error("cannot be stored"))
        : Promise.resolve(calls.map(taken))
    )

    const results = await Promise.allSettled(
      ["a", "bad", "b"].map((token) => inbox.store(call(token, "PAID")))
    )

    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"])
    expect(results[1]).toMatchObject({ reason: new Error("cannot be stored") })
  })

  it("tries one that came alone and cannot be stored once", async () => {
    takeIn.mockRejectedValue(new Error("cannot be stored"))

    await expect(inbox.store(call("a", "PAID"))).rejects.toThrow("cannot be stored")

    expect(takeIn).toHaveBeenCalledTimes(1)
  })
})
