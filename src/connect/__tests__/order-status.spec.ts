import { parseOrderStatus } from ".."

describe("parseOrderStatus", () => {
  it.each([
    ["SENT", "SENT"],
    ["Paid", "PAID"],
    [" invoiced ", "INVOICED"],
    ["PARTIAL REFUNDED", "PARTIAL REFUNDED"],
    ["partial_refunded", "PARTIAL REFUNDED"],
    ["Partially  Refunded", "PARTIAL REFUNDED"],
    ["Canceled", "CANCELLED"],
    ["Inkasso", "INKASSO"],
    ["Purring", "PURRING"],
    ["Refund Pending", "REFUND PENDING"],
    ["RESERVED", undefined],
    ["", undefined],
    [null, undefined],
    [1, undefined],
    ["constructor", undefined],
  ])("reads %j as %s", (raw, status) => {
    expect(parseOrderStatus(raw)).toBe(status)
  })
})
