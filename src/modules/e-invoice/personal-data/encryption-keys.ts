import { createHash, createHmac } from "node:crypto"

/** A 256-bit key and the name by which stored data says which key it needs. */
export type EncryptionKey = { id: string; bytes: Buffer }

/** Characters of the key's SHA-256, in hex, that make up its id. */
const KEY_ID_LENGTH = 8

/** The keys in use: the current one first, then earlier ones that still have to decrypt. */
export type KeyRing = readonly [EncryptionKey, ...EncryptionKey[]]

/**
 * @param current 32 bytes in base64
 * @param previous earlier keys in the same form
 */
export function keyRing(current: string, previous: readonly string[] = []): KeyRing {
  return [keyOf(current), ...previous.map(keyOf)]
}

function keyOf(base64: string): EncryptionKey {
  const bytes = Buffer.from(base64, "base64")
  const id = createHash("sha256").update(bytes).digest("hex").slice(0, KEY_ID_LENGTH)
  return { id, bytes }
}

/** HMAC-SHA256 under a key; `purpose` keeps what is derived for one use apart from every other. */
export function derive(key: EncryptionKey, purpose: string, value: string): Buffer {
  return createHmac("sha256", key.bytes).update(`${purpose}:${value}`).digest()
}
