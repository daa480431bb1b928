import { keyRing, open, seal, UnreadableError } from "../encryption"

const key = (fill: number) => Buffer.alloc(32, fill).toString("base64")
const keys = keyRing(key(1))

describe("sealed text", () => {
  it("opens for its owner", () => {
    const sealed = seal(keys, "row-1", "17 æøå")

    expect(Buffer.from(sealed.ciphertext, "base64").includes("17 æøå")).toBe(false)
    expect(open(keys, "row-1", sealed)).toBe("17 æøå")
  })

  it("names its key by eight characters of the key's hash", () => {
    expect(seal(keys, "row-1", "x").keyId).toMatch(/^[0-9a-f]{8}$/)
    expect(seal(keyRing(key(2)), "row-1", "x").keyId).not.toBe(seal(keys, "row-1", "x").keyId)
  })

  it("is different each time", () => {
    expect(seal(keys, "row-1", "x").ciphertext).not.toBe(seal(keys, "row-1", "x").ciphertext)
  })

  it("opens after the key was replaced, while the old one is kept", () => {
    const sealed = seal(keys, "row-1", "x")

    expect(open(keyRing(key(2), [key(1)]), "row-1", sealed)).toBe("x")
    expect(() => open(keyRing(key(2)), "row-1", sealed)).toThrow(
      /encrypted with key [0-9a-f]{8}, which is neither/
    )
  })

  it("does not open for another row", () => {
    const sealed = seal(keys, "row-1", "secret")

    expect(() => open(keys, "row-2", sealed)).toThrow(UnreadableError)
  })

  it("does not open when any byte was changed or cut off", () => {
    const { ciphertext, keyId } = seal(keys, "row-1", "secret")
    const bytes = Buffer.from(ciphertext, "base64")
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(bytes.readUInt8(at) ^ 1, at)
      expect(() => open(keys, "row-1", { ciphertext: changed.toString("base64"), keyId })).toThrow(
        "changed or belongs to another row"
      )
    }
    for (const length of [0, 5, 27, bytes.length - 1]) {
      expect(() =>
        open(keys, "row-1", {
          ciphertext: bytes.subarray(0, length).toString("base64"),
          keyId,
        })
      ).toThrow(UnreadableError)
    }
  })

  it("never says what it held", () => {
    const sealed = seal(keys, "row-1", "very secret")
    try {
      open(keys, "row-2", sealed)
    } catch (error) {
      expect(String(error)).not.toContain("very secret")
      expect(String(error)).not.toContain(sealed.ciphertext)
    }
    expect.assertions(2)
  })
})
