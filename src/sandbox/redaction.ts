const LONG_SEGMENT = 16

/** Eleven digits that are a word of their own, also as six and five: in a note, for example. */
const PERSONAL_NUMBER = /(?<!\w)\d{6}[ -]?\d{5}(?!\w)/g

type Mask = (value: string) => string

const hidden: Mask = () => "***"

const digitsHidden: Mask = (value) => "*".repeat(Math.min(value.length, 11))

const lastTwo: Mask = (value) =>
  value.length > 4 ? "*".repeat(value.length - 2) + value.slice(-2) : digitsHidden(value)

/** An e-mail address with its local part cut to one letter: `k***@example.com`. */
export const maskEmail: Mask = (value) => {
  const at = value.lastIndexOf("@")
  return at > 0 ? `${value.charAt(0)}***${value.slice(at)}` : hidden(value)
}

/** A person's name as initials: `K. N.`. */
export const maskName: Mask = (value) =>
  value
    .split(/\s+/)
    .filter(Boolean)
    .map((part) => `${part.charAt(0)}.`)
    .join(" ")

/**
 * An address on the web without what could be a secret in it: path segments and query values of 16 characters or
 * more (a callback's token, a checksum) keep their first four.
 */
export function maskUrl(value: string): string {
  if (!URL.canParse(value)) {
    return hidden(value)
  }
  const url = new URL(value)
  const cut = (part: string) => (part.length >= LONG_SEGMENT ? `${part.slice(0, 4)}…` : part)
  const path = url.pathname.split("/").map(cut).join("/")
  const query = [...url.searchParams].map(([name, text]) => `${name}=${cut(text)}`).join("&")
  return `${url.origin}${path}${query && `?${query}`}`
}

/** Phone number and e-mail address, of which one may be missing: `*********00, k***@example.com`. */
export const maskContacts: Mask = (value) =>
  value
    .split(", ")
    .map((contact) => (contact.includes("@") ? maskEmail(contact) : lastTwo(contact)))
    .join(", ")

const masks: Readonly<Record<string, Mask>> = {
  personalnumber: digitsHidden,
  personalid: digitsHidden,
  email: maskEmail,
  customeremail: maskEmail,
  contactpersonemail: maskEmail,
  firstname: maskName,
  customername: maskName,
  contactpersonname: maskName,
  msisdn: lastTwo,
  phone: lastTwo,
  sentto: maskContacts,
  street: hidden,
  password: hidden,
  token: hidden,
  callbackurl: maskUrl,
  success: maskUrl,
  failure: maskUrl,
  paymenturl: maskUrl,
  url: maskUrl,
}

// `name` is a person's inside these objects and beside an e-mail address or a phone number, and a product's elsewhere.
const personObjects = new Set(["customerdetails", "additionalcontact", "contacts", "person"])

const withoutPersonalNumbers = (text: string): string =>
  text.replace(PERSONAL_NUMBER, (number) => "*".repeat(number.length))

/** A caller's text fit for one line of a log: without personal numbers, and with all but plain ASCII as in an address. */
export const inOneLine = (text: string): string =>
  withoutPersonalNumbers(text).replace(/[^ -~]/gu, percentEncoded)

// encodeURIComponent throws at half a character.
const percentEncoded = (character: string): string =>
  [...Buffer.from(character)]
    .map((byte) => `%${byte.toString(16).padStart(2, "0")}`)
    .join("")
    .toUpperCase()

/**
 * A copy of a JSON value fit for a log: personal numbers, contact details, names, streets and long tokens in
 * addresses are masked; everything else is kept as it is.
 */
export function redact(value: unknown, within = ""): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => redact(item, within))
  }
  if (typeof value === "string") {
    return withoutPersonalNumbers(value)
  }
  if (typeof value !== "object" || value === null) {
    return value
  }
  const holder = "email" in value || "msisdn" in value ? "person" : within
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, redactField(key.toLowerCase(), item, holder)])
  )
}

function redactField(key: string, item: unknown, within: string): unknown {
  const isPersonsName = key === "name" && personObjects.has(within)
  const mask = isPersonsName ? maskName : masks[key]
  if (mask && (typeof item === "string" || typeof item === "number")) {
    return mask(String(item))
  }
  return redact(item, /^\d+$/.test(key) ? within : key)
}
