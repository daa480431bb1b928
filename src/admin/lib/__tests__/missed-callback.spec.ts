import { hasLeftFirstStatus, isCallbackOverdue } from "../missed-callback"

const status = (actor: string) => ({
  action: "status",
  actor,
  outcome: "done",
})

describe("a message that did not come", () => {
  it("is overdue when the regular check brought the last news", () => {
    expect(isCallbackOverdue([status("schedule"), status("service")])).toBe(
      true
    )
  })

  it.each(["service", "admin:user_1"])("is not when %s did", (actor) => {
    expect(isCallbackOverdue([status(actor), status("schedule")])).toBe(false)
  })

  it("is not while there is no news", () => {
    expect(isCallbackOverdue([])).toBe(false)
    expect(
      ["SENT", null].map((remote_status) =>
        hasLeftFirstStatus({ state: "created", remote_status })
      )
    ).toEqual([false, false])
    expect(
      hasLeftFirstStatus({ state: "created", remote_status: "PAID" })
    ).toBe(true)
  })
})
