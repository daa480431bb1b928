import { hasLeftFirstStatus, isCallbackOverdue } from "../missed-callback"

const status = (actor: string) => ({
  action: "status",
  actor,
  outcome: "done",
})

describe("a message that did not come", () => {
  it("is overdue when the regular check brought the last news", () => {
    expect(isCallbackOverdue([status("service"), status("schedule")])).toBe(true)
  })

  it.each(["service", "admin:user_1"])("is not when %s did", (actor) => {
    expect(isCallbackOverdue([status("schedule"), status(actor)])).toBe(false)
  })

  it("judges news of the status alone", () => {
    expect(
      isCallbackOverdue([
        { action: "create", actor: "shopper", outcome: "done" },
        status("service"),
        status("schedule"),
        { action: "status", actor: "service", outcome: "failed" },
        { action: "capture", actor: "service", outcome: "done" },
      ])
    ).toBe(true)
  })

  it("is not while there is no news", () => {
    expect(isCallbackOverdue([])).toBe(false)
    expect(
      ["SENT", null].map((remote_status) => hasLeftFirstStatus({ state: "created", remote_status }))
    ).toEqual([false, false])
    expect(hasLeftFirstStatus({ state: "created", remote_status: "PAID" })).toBe(true)
  })
})
