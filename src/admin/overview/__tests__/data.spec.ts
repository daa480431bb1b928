import { attentionTarget, type StatusCount, statusGroups } from "../data"

const counts = (...rows: [StatusCount["state"], string | null, number][]) =>
  rows.map(([state, remote_status, count]) => ({ state, remote_status, count }))

describe("counts by status", () => {
  it("gathers what one word describes, and leads to all of it", () => {
    const [group, ...others] = statusGroups(
      counts(["succeeded", "REMINDER", 2], ["succeeded", "PURRING", 3])
    )

    expect(others).toEqual([])
    expect(group).toMatchObject({
      count: 5,
      to: "/e-invoice/orders?remote_status=REMINDER&remote_status=PURRING",
    })
  })

  it("puts the most frequent first", () => {
    const groups = statusGroups(counts(["succeeded", "PAID", 1], ["succeeded", "SENT", 7]))

    expect(groups.map(({ count }) => count)).toEqual([7, 1])
  })

  it("leads to orders that the service does not have by their state", () => {
    expect(statusGroups(counts(["in_doubt", null, 1]))[0]?.to).toBe(
      "/e-invoice/orders?state=in_doubt"
    )
  })

  it("keeps apart what has no words", () => {
    expect(statusGroups(counts(["succeeded", "ODD", 1], ["succeeded", "ODDER", 1]))).toHaveLength(2)
  })
})

const item: Parameters<typeof attentionTarget>[0] = {
  kind: "order",
  id: "einvord_1",
  reason: "second_order",
  order_id: "order_1",
  order_number: "12",
  customer_id: null,
  subject_kind: "order",
  remote_uuid: "ODR1",
}

const operation: Parameters<typeof attentionTarget>[0] = {
  kind: "operation",
  id: "einvop_1",
  reason: "operation_in_doubt",
  order_id: null,
  order_number: null,
  customer_id: null,
  subject_kind: null,
  remote_uuid: null,
}

describe("where staff settle what waits", () => {
  it("is the Medusa order", () => {
    expect(attentionTarget(item)).toBe("/orders/order_1")
  })

  it("is the Medusa order of an operation", () => {
    expect(attentionTarget({ ...operation, order_id: "order_1", order_number: "12" })).toBe(
      "/orders/order_1"
    )
  })

  it("is a page of its own where Medusa took the order back", () => {
    expect(attentionTarget({ ...item, order_number: null })).toBe("/e-invoice/orders/einvord_1")
  })

  it.each([
    ["reservation", "RES 1", "/e-invoice/reservations/RES%201"],
    ["subscription", "SUB1", "/e-invoice/subscriptions/SUB1"],
    ["customer", "CSRT1", "/customers/cus_1"],
    ["company", "999888777", "/e-invoice/operations/einvop_1"],
    ["order", "ODR1", "/e-invoice/operations/einvop_1"],
  ])("is the page of an operation's %s, or its own", (subject_kind, remote_uuid, page) => {
    expect(
      attentionTarget({
        ...operation,
        subject_kind,
        remote_uuid,
        customer_id: "cus_1",
      })
    ).toBe(page)
  })

  it("is the operation's own page where the service contradicted staff", () => {
    expect(
      attentionTarget({
        ...operation,
        reason: "operation_contradicted",
        order_id: "order_1",
        order_number: "12",
      })
    ).toBe("/e-invoice/operations/einvop_1")
  })

  it("is the operation's own page while what it made is in doubt", () => {
    expect(attentionTarget(operation)).toBe("/e-invoice/operations/einvop_1")
  })
})
