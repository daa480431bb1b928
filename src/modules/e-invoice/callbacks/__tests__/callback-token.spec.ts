import { callbackTokenHash, CallbackTokens } from "../callback"
import { keyRing } from "../../personal-data/encryption"

const key = (fill: number) => Buffer.alloc(32, fill).toString("base64")
const tokens = new CallbackTokens(keyRing(key(1)), "https://shop.example.com")

describe("callback tokens", () => {
  it("are 256 bits, the same for every attempt of a row and different for every row", () => {
    const token = tokens.issue("einvord_1")

    expect(Buffer.from(token, "base64url")).toHaveLength(32)
    expect(tokens.issue("einvord_1")).toBe(token)
    expect(tokens.issue("einvord_2")).not.toBe(token)
  })

  it("depend on the key", () => {
    const others = new CallbackTokens(keyRing(key(2)), "https://example.com")

    expect(others.issue("einvord_1")).not.toBe(tokens.issue("einvord_1"))
  })

  it("are stored as a hash that does not contain them", () => {
    const token = tokens.issue("einvord_1")

    expect(callbackTokenHash(token)).toMatch(/^[0-9a-f]{64}$/)
    expect(callbackTokenHash(token)).not.toContain(token)
  })

  it("stay the same for a row after the key was replaced", () => {
    const token = tokens.issue("einvord_1")
    const hash = callbackTokenHash(token)
    const rotated = new CallbackTokens(keyRing(key(2), [key(1)]), "https://e")

    expect(rotated.recover("einvord_1", hash)).toBe(token)
    expect(rotated.recover("einvord_2", hash)).toBeUndefined()
    expect(
      new CallbackTokens(keyRing(key(2)), "https://e").recover("einvord_1", hash)
    ).toBeUndefined()
  })

  it("stand in the callback address", () => {
    expect(tokens.addressOf("abc")).toBe("https://shop.example.com/hooks/e-invoice/abc")
  })
})
