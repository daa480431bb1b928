import fc from "fast-check"

import { LONGEST_CALLBACK_QUERY, OversizedCallbackError, readCallbackContent } from "../callback"

describe("readCallbackContent", () => {
  it("reads names and values, decoded", () => {
    expect(
      readCallbackContent("orderUuid=ODR1&status=PARTIAL%20REFUNDED&x=a+b").parameters
    ).toEqual({ orderUuid: "ODR1", status: "PARTIAL REFUNDED", x: "a b" })
  })

  it("keeps every value of a name that is given several times", () => {
    expect(readCallbackContent("a=1&b=2&a=3").parameters).toEqual({
      a: ["1", "3"],
      b: "2",
    })
  })

  it("reads an empty query", () => {
    expect(readCallbackContent("").parameters).toEqual({})
  })

  it("treats names as plain text, whatever a parser might make of them", () => {
    const { parameters } = readCallbackContent("a[b]=1&__proto__=2&constructor=3")
    expect(Object.entries(parameters)).toEqual([
      ["a[b]", "1"],
      ["__proto__", "2"],
      ["constructor", "3"],
    ])
    expect(Object.getPrototypeOf(parameters)).toBe(Object.prototype)
  })

  it("masks what looks like a personal number, and leaves identifiers and checksums", () => {
    const checksum = "a17819010188b".padEnd(64, "0")
    expect(
      readCallbackContent(
        `orderUuid=ODR12345678901&createdAt=1795235558&checksum=${checksum}&a=17819010188&b=178190-10188&17819010188=c`
      ).parameters
    ).toEqual({
      orderUuid: "ODR12345678901",
      createdAt: "1795235558",
      checksum,
      a: "***********",
      b: "***********",
      "***********": "c",
    })
  })

  it("has one hash for the same content in any order and encoding", () => {
    expect(readCallbackContent("a=1&b=%32").contentHash).toBe(
      readCallbackContent("b=2&a=1").contentHash
    )
  })

  it("has different hashes for different contents", () => {
    const hashes = ["a=1", "a=2", "b=1", "", "a=1&a=1", "a=1&b=", "a=1%0Ab="]
      .map(readCallbackContent)
      .map(({ contentHash }) => contentHash)
    expect(new Set(hashes).size).toBe(hashes.length)
  })

  it("replaces what the database cannot store", () => {
    expect(readCallbackContent("a=%00x&%00=1").parameters).toEqual({
      a: "\uFFFDx",
      "\uFFFD": "1",
    })
  })

  it("refuses a query longer than any callback has reason to be", () => {
    const longest = `a=${"x".repeat(LONGEST_CALLBACK_QUERY - 2)}`
    expect(readCallbackContent(longest).parameters).toHaveProperty("a")
    expect(() => readCallbackContent(`${longest}x`)).toThrow(OversizedCallbackError)
  })

  it("reads whatever it is given, and the same way each time", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 500 }), (query) => {
        expect(readCallbackContent(query)).toEqual(readCallbackContent(query))
        expect(JSON.stringify(readCallbackContent(query))).not.toContain("\\u0000")
      })
    )
  })
})
