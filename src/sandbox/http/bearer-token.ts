import { createHash, timingSafeEqual } from "node:crypto"

/** Whether an `Authorization` header carries one of the tokens. Takes the same time whichever it is. */
export function carriesToken(header: string | undefined, tokens: readonly string[]): boolean {
  const [, given] = /^Bearer +(\S+)$/i.exec(header ?? "") ?? []
  const matches = tokens.filter((token) => timingSafeEqual(digest(token), digest(given ?? "")))
  return given !== undefined && matches.length > 0
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest()
}
