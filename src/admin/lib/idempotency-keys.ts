import { AdminRequestError } from "./errors"

/** Refusals that leave open whether the intent took effect. */
const OPEN_CODES: ReadonlySet<string> = new Set(["in_doubt", "under_way", "malformed_answer"])

/**
 * Whether a failed intent may have taken effect after all: nothing came back, or not in the words of our own server, or
 * the server itself does not know.
 */
export const isOutcomeUnknown = (error: unknown): boolean => {
  if (!(error instanceof AdminRequestError)) {
    return true
  }
  return error.code === null ? (error.status ?? 500) >= 500 : OPEN_CODES.has(error.code)
}

/** The operation that has to be settled before anything is sent again; undefined where none has. */
export const operationToSettle = (error: unknown): string | undefined =>
  error instanceof AdminRequestError ? (error.openOperation ?? undefined) : undefined

/**
 * Whether pressing again tells what became of it: a failed intent may have taken effect, and the server carries on with it. What
 * is under way is waited for instead.
 */
export const mayPressAgain = (error: unknown): boolean =>
  isOutcomeUnknown(error) &&
  operationToSettle(error) === undefined &&
  !(error instanceof AdminRequestError && error.code === "under_way")

/** Refusals after which nothing under the key had an effect, now or before. */
const CODES_WITHOUT_EFFECT: ReadonlySet<string> = new Set([
  "refused",
  "disabled",
  "not_found",
  "conflict",
  "token",
  "unavailable",
  "confirm_repeat",
  "not_sent",
])

/**
 * Whether a failure leaves no doubt that nothing took effect, so that the next press may be another intent. Any other refusal
 * may be Medusa's own, given after the service acted, or speak of an earlier press: the key is kept then, which is always
 * safe, because the server attempts under the same key again what had no effect.
 */
export const provesNoEffect = (error: unknown): boolean =>
  !isOutcomeUnknown(error) &&
  error instanceof AdminRequestError &&
  (CODES_WITHOUT_EFFECT.has(error.code ?? "") || error.errors.length > 0 || error.oneField !== null)

/** 128 random bits in hexadecimal: `crypto.randomUUID` is missing where Admin is not served over HTTPS. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0")
  ).join("")

/**
 * The `Idempotency-Key` of each open intent: the same path and body keep the same key until the intent is
 * settled, also when the form is closed and opened again, so that pressing again never acts twice.
 */
export class IntentKeys {
  private readonly open = new Map<string, string>()

  keyOf(path: string, body: unknown): string {
    const intent = intentOf(path, body)
    const key = this.open.get(intent) ?? newKey()
    this.open.set(intent, key)
    return key
  }

  /** Call it when the intent was carried out, or certainly was not. */
  settle(path: string, body: unknown): void {
    this.open.delete(intentOf(path, body))
  }
}

/** What a request says of the page that it was chosen on makes no other intent of it. */
const intentOf = (path: string, body: unknown): string =>
  JSON.stringify([path, body], (name, value: unknown) => (name === "seen" ? undefined : value))

/** Those of this page. */
export const intentKeys = new IntentKeys()
