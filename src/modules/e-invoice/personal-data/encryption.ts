import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from "node:crypto"

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

/** What `derive` makes, as text that names its key: under a key that was lost, nothing can be told from it. */
export const hashUnder = (key: EncryptionKey, purpose: string, value: string): string =>
  `${key.id}.${derive(key, purpose, value).toString("base64url")}`

const ALGORITHM = "aes-256-gcm"
const IV_BYTES = 12
const TAG_BYTES = 16

/** Text encrypted with AES-256-GCM; `ciphertext` is base64 of nonce, tag and encrypted bytes. */
export type SealedText = { ciphertext: string; keyId: string }

/** Thrown when stored ciphertext cannot be opened; never says what it held. */
export class UnreadableError extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`Encrypted data cannot be read: ${reason}`, cause === undefined ? undefined : { cause })
    this.name = "UnreadableError"
  }
}

/**
 * Encrypts under the current key.
 *
 * @param owner identifier of the row that holds the result; the text can be opened for this owner only
 */
export function seal(keys: KeyRing, owner: string, text: string): SealedText {
  const [key] = keys
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(ALGORITHM, key.bytes, iv)
  cipher.setAAD(Buffer.from(owner))
  const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
  return {
    ciphertext: Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString("base64"),
    keyId: key.id,
  }
}

/**
 * Decrypts with whichever key of the ring the text was sealed under.
 *
 * @throws UnreadableError when the key is not configured, or the text was changed or moved to another row
 */
export function open(keys: KeyRing, owner: string, sealed: SealedText): string {
  const key = keys.find((candidate) => candidate.id === sealed.keyId)
  if (!key) {
    throw new UnreadableError(
      `it was encrypted with key ${sealed.keyId}, which is neither encryptionKey nor among previousEncryptionKeys`
    )
  }
  const bytes = Buffer.from(sealed.ciphertext, "base64")
  const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)
  if (tag.length < TAG_BYTES) {
    throw new UnreadableError("it is cut short")
  }
  try {
    const decipher = createDecipheriv(ALGORITHM, key.bytes, bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(Buffer.from(owner))
    decipher.setAuthTag(tag)
    return Buffer.concat([
      decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)),
      decipher.final(),
    ]).toString("utf8")
  } catch (cause) {
    throw new UnreadableError("it was changed or belongs to another row", cause)
  }
}
