import { parseCallback } from ".."

/** The sample of the operator's documentation, newest revision. */
const sample =
  "orderUuid=ODR123&status=PAID&paymentMethod=Visa&amount=100&createdAt=1755764131&timestamp=1755764140"

describe("parseCallback", () => {
  it("takes for an identifier only what can be one", () => {
    for (const forged of ["../users", "a b", "ODR1?x=1", "x".repeat(65), ""]) {
      const notice = parseCallback({ orderUuid: forged, status: "PAID" })
      expect(notice).not.toHaveProperty("orderUuid")
      expect(notice.values.orderUuid).toBe(forged)
    }
  })

  it("reads the documented parameters", () => {
    expect(parseCallback(`${sample}&checksum=abc`)).toEqual({
      orderUuid: "ODR123",
      status: "PAID",
      values: {
        orderUuid: "ODR123",
        status: "PAID",
        paymentMethod: "Visa",
        amount: "100",
        createdAt: "1755764131",
        timestamp: "1755764140",
        checksum: "abc",
      },
      conflicting: [],
      unknown: {},
    })
  })

  it.each([
    ["paid", "PAID"],
    [" Invoiced ", "INVOICED"],
    ["RESEVRED", "RESERVED"],
    ["Reserved", "RESERVED"],
    ["CAPTURED", "CAPTURED"],
    ["charged", "CHARGED"],
    ["success", "SUCCESS"],
    ["failed", "FAILED"],
    ["canceled", "CANCELLED"],
    ["partial_refunded", "PARTIAL REFUNDED"],
    ["On-going", undefined],
    ["__proto__", undefined],
    ["", undefined],
  ])("reads the status %j as %s", (raw, status) => {
    const notice = parseCallback({ status: raw })

    expect(notice.status).toBe(status)
    expect(notice.values.status).toBe(raw)
  })

  it("reads names in any case and keeps the merchant's own parameters", () => {
    const notice = parseCallback({
      ORDERUUID: "ODR1",
      Created_At: "1755764131",
      order_status: "success",
      order_identifier: ["7", "8"],
    })

    expect(notice.values).toEqual({
      orderUuid: "ODR1",
      createdAt: "1755764131",
    })
    expect(notice.unknown).toEqual({
      order_status: ["success"],
      order_identifier: ["7", "8"],
    })
  })

  it("believes none of several values, but one that is only repeated", () => {
    const notice = parseCallback("status=PAID&status=CANCELLED&orderUuid=ODR1&orderUuid=ODR1")

    expect(notice.status).toBeUndefined()
    expect(notice.conflicting).toEqual(["status"])
    expect(notice.orderUuid).toBe("ODR1")
  })

  it("takes the same parameters as string, URLSearchParams or parsed object", () => {
    const parsed = parseCallback(sample)

    expect(parseCallback(new URLSearchParams(sample))).toEqual(parsed)
    expect(parseCallback(`?${sample}`)).toEqual(parsed)
    expect(parseCallback(Object.fromEntries(new URLSearchParams(sample)))).toEqual(parsed)
  })

  const circular: unknown[] = []
  circular.push(circular)
  it.each([
    undefined,
    null,
    0,
    true,
    "%E0%A4%A",
    [],
    [["a"]],
    () => 1,
    Symbol("x"),
    { status: { toString: "no" } },
    { status: [{ a: 1 }, null, ["b"]], amount: NaN, orderUuid: Symbol("x") },
    { status: circular },
    { status: 10n },
    JSON.parse('{"__proto__": "x", "constructor": {"name": "y"}}') as object,
    Object.create(null) as object,
  ])("never throws (%#)", (query) => {
    const notice = parseCallback(query)

    expect(notice.status).toBeUndefined()
    expect(notice.values).toBeDefined()
  })
})
