import { statusGroups } from "../status-groups"

const counts = (...rows: [string, string | null, number][]) =>
  rows.map(([state, remote_status, count]) => ({ state, remote_status, count }))

describe("counts by status", () => {
  it("gathers what one word describes, and leads to all of it", () => {
    const [group, ...others] = statusGroups(
      counts(["created", "REMINDER", 2], ["created", "PURRING", 3])
    )

    expect(others).toEqual([])
    expect(group).toMatchObject({
      count: 5,
      to: "/e-invoice/orders?remote_status=REMINDER&remote_status=PURRING",
    })
  })

  it("puts the most frequent first", () => {
    const groups = statusGroups(counts(["created", "PAID", 1], ["created", "SENT", 7]))

    expect(groups.map(({ count }) => count)).toEqual([7, 1])
  })

  it("leads to orders that the service does not have by their state", () => {
    expect(statusGroups(counts(["in_doubt", null, 1]))[0]?.to).toBe(
      "/e-invoice/orders?state=in_doubt"
    )
  })

  it("keeps apart what has no words", () => {
    expect(statusGroups(counts(["created", "ODD", 1], ["created", "ODDER", 1]))).toHaveLength(2)
  })
})
