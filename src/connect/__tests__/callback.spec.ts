import { createHash } from "node:crypto"

import { parseCallback, verifyChecksum } from ".."

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

  it("keeps what is no text as text, and leaves out what has none", () => {
    const self: unknown[] = []
    self.push(self)

    const { values, unknown } = parseCallback({
      amount: 100,
      timestamp: 1755764140n,
      paymentMethod: true,
      createdAt: null,
      note: [{ a: 1 }, null, undefined, () => 1, ["b"], { self }, 7],
    })

    expect(values).toEqual({ amount: "100", timestamp: "1755764140", paymentMethod: "true" })
    expect(unknown).toEqual({ note: ['{"a":1}', '["b"]', "7"] })
  })

  it("reads an identifier with spaces around it, and keeps them in the value", () => {
    const notice = parseCallback({ orderUuid: " ODR1 " })

    expect(notice.orderUuid).toBe("ODR1")
    expect(notice.values.orderUuid).toBe(" ODR1 ")
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

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex")

/** The sample of the operator's documentation, newest revision. */
const signedSample =
  "orderUuid=ODR123&status=PAID&paymentMethod=Visa&amount=100&createdAt=1755764131&timestamp=1755764140"

describe("verifyChecksum", () => {
  const secret = "shared-secret"
  const noticeOf = (text: string, query = signedSample) =>
    parseCallback(`${query}&checksum=${sha256(text + secret)}`)

  it.each([
    ["the oldest revision", "ODR123PAID1755764131"],
    ["revisions before 1179", "ODR123PAID17557641311001755764140"],
    ["the newest, in reading order", "ODR123PAID1755764131100Visa1755764140"],
    ["the newest, in query order", "ODR123PAIDVisa10017557641311755764140"],
  ])("accepts the formula of %s", (_revision, text) => {
    expect(verifyChecksum(noticeOf(text), secret)).toEqual(
      expect.arrayContaining(["orderUuid", "status", "createdAt"])
    )
  })

  it("says what the checksum vouches for", () => {
    expect(verifyChecksum(noticeOf("ODR123PAID1755764131"), secret)).toEqual([
      "orderUuid",
      "status",
      "createdAt",
    ])
  })

  it("accepts capitals and a notice without a payment method", () => {
    const text = "ODR123PAID10017557641311755764140"
    const query = signedSample.replace("&paymentMethod=Visa", "")
    const notice = parseCallback(`${query}&checksum=${sha256(text + secret).toUpperCase()}`)

    expect(verifyChecksum(notice, secret)).toBeDefined()
  })

  it.each([
    ["another status", "status=PAID", "status=REFUNDED"],
    ["another amount", "amount=100", "amount=1"],
    ["another order", "ODR123", "ODR124"],
    ["a second status", "status=PAID", "status=PAID&status=INVOICED"],
  ])("refuses %s", (_change, from, to) => {
    const notice = noticeOf("ODR123PAID17557641311001755764140", signedSample.replace(from, to))

    expect(verifyChecksum(notice, secret)).toBeUndefined()
  })

  it("refuses values cut apart elsewhere", () => {
    // 1755764131 100 1755764140 read as 1755764131 1001755 764140
    const query = signedSample
      .replace("amount=100", "amount=1001755")
      .replace("timestamp=1755764140", "timestamp=764140")
    const notice = noticeOf("ODR123PAID17557641311001755764140", query)

    expect(verifyChecksum(notice, secret)).toBeUndefined()
  })

  describe("over every value", () => {
    const values = {
      orderUuid: "ODR123",
      status: "PAID",
      createdAt: "1755764131",
      amount: "100",
      paymentMethod: "Visa",
      timestamp: "1755764140",
    }
    const verified = (changed: Partial<typeof values>) => {
      const written = { ...values, ...changed }
      const checksum = sha256(Object.values(written).join("") + secret)
      return verifyChecksum(
        parseCallback(`${new URLSearchParams({ ...written, checksum })}`),
        secret
      )
    }

    it("vouches for all of them", () => {
      expect(verified({})).toEqual(Object.keys(values))
    })

    it.each([
      { orderUuid: "1ODR123" },
      { orderUuid: "ODR123P" },
      { status: "1PAID" },
      { status: "PAID1" },
      { createdAt: "11755764131" },
      { createdAt: "17557641311" },
      { amount: "x100" },
      { amount: "100x" },
      { paymentMethod: "1Visa" },
      { paymentMethod: "Visa1" },
      { timestamp: "11755764140" },
      { timestamp: "17557641401" },
    ])("vouches for nothing where one could end elsewhere: %j", (changed) => {
      expect(verified(changed)).toBeUndefined()
    })
  })

  it.each(["", "abc", "z".repeat(64), "a".repeat(64), "a".repeat(63)])(
    "refuses the checksum %j",
    (checksum) => {
      const notice = parseCallback(`${signedSample}&checksum=${checksum}`)

      expect(verifyChecksum(notice, secret)).toBeUndefined()
    }
  )

  it.each(["0%s", "%s0", "z%s", "%sz"])("refuses the right checksum within more: %j", (within) => {
    const right = sha256(`ODR123PAID1755764131${secret}`)
    const notice = parseCallback(`${signedSample}&checksum=${within.replace("%s", right)}`)

    expect(verifyChecksum(notice, secret)).toBeUndefined()
  })

  it("refuses every notice when there is no secret", () => {
    const notice = parseCallback(`${signedSample}&checksum=${sha256("ODR123PAID1755764131")}`)

    expect(verifyChecksum(notice, "")).toBeUndefined()
  })
})

it("vouches for nothing without a checksum", () => {
  expect(verifyChecksum(parseCallback(sample), "shared-secret")).toBeUndefined()
})
