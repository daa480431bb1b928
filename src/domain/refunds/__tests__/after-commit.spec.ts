import { afterCommit } from "../refund-request"

describe("what follows a refund that is written down", () => {
  it("is all done, and what fails of it is logged and not thrown", async () => {
    const done: string[] = []
    const logged: string[] = []

    await afterCommit(
      { logger: { error: (line: string) => void logged.push(line) } as never },
      { id: "einvref_1" },
      async () => Promise.reject(new Error("Connection terminated")),
      async () => void done.push("timeline")
    )

    expect(done).toEqual(["timeline"])
    expect(logged).toEqual([
      "e-invoice: the outcome of refund einvref_1 is recorded; a later step failed: Connection terminated",
    ])
  })
})
