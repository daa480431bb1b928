import { createHash } from "node:crypto"

import { parseCallback, verifyChecksum } from ".."

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex")

/** The sample of the operator's documentation, newest revision. */
const sample =
  "orderUuid=ODR123&status=PAID&paymentMethod=Visa&amount=100&createdAt=1755764131&timestamp=1755764140"

describe("verifyChecksum", () => {
  const secret = "shared-secret"
  const noticeOf = (text: string, query = sample) =>
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
    const query = sample.replace("&paymentMethod=Visa", "")
    const notice = parseCallback(`${query}&checksum=${sha256(text + secret).toUpperCase()}`)

    expect(verifyChecksum(notice, secret)).toBeDefined()
  })

  it.each([
    ["another status", "status=PAID", "status=REFUNDED"],
    ["another amount", "amount=100", "amount=1"],
    ["another order", "ODR123", "ODR124"],
    ["a second status", "status=PAID", "status=PAID&status=INVOICED"],
  ])("refuses %s", (_change, from, to) => {
    const notice = noticeOf("ODR123PAID17557641311001755764140", sample.replace(from, to))

    expect(verifyChecksum(notice, secret)).toBeUndefined()
  })

  it("refuses values cut apart elsewhere", () => {
    // 1755764131 100 1755764140 read as 1755764131 1001755 764140
    const query = sample
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
      const notice = parseCallback(`${sample}&checksum=${checksum}`)

      expect(verifyChecksum(notice, secret)).toBeUndefined()
    }
  )

  it("refuses every notice when there is no secret", () => {
    const notice = parseCallback(`${sample}&checksum=${sha256("ODR123PAID1755764131")}`)

    expect(verifyChecksum(notice, "")).toBeUndefined()
  })
})
