import { MASK, maskPersonalNumbersIn } from "../../../connect/personal-numbers"
import { maskPersonalValues } from "../../../connect/redaction"

/** Names under which the service and its callers write a personal number. */
const PERSONAL_NUMBER_KEY = /^(personal_?number|personal_?id|ssn|national_?id)$/i

/** Names of members that identify a person. */
const PERSON_KEY =
  /^(customerDetails|organizationDetails|address(es)?|billing|shipping|additionalContact|.*name|.*email|msisdn|phone|mobile|street|zip|city|sentTo|actionBy|createdBy)$/i

/** A callback address carries the record's token. */
const SECRET_KEY = new RegExp(`${PERSONAL_NUMBER_KEY.source}|^(callbackUrl|token|password)$`, "i")

/** Members whose digits are others: a German mobile number has eleven, too. */
const OTHER_NUMBER_KEY = /^(msisdn|phone|mobile|invoiceNumber)$/i

/** @returns what stands in a member's place; undefined to look into it */
type Replacement = (key: string, member: unknown, parent: object) => unknown

/**
 * A copy without personal numbers, for readers who may see the rest: masked by the name of the member, and wherever a text
 * holds one.
 */
export function maskPersonalNumbers(value: unknown): unknown {
  return copy(value, (key, member) => {
    if (PERSONAL_NUMBER_KEY.test(key) && isPresent(member)) {
      return MASK
    }
    return OTHER_NUMBER_KEY.test(key) && isDigits(member) ? member : undefined
  })
}

/** A copy without anything that identifies a person, as it may be stored. */
export function withoutPeople(value: unknown): unknown {
  return copy(value, (key, member, parent) => {
    if (!isPresent(member)) {
      return undefined
    }
    if (isProductName(key, parent) || isMoneyMoved(key, member)) {
      return undefined
    }
    if (SECRET_KEY.test(key) || PERSON_KEY.test(key)) {
      return MASK
    }
    return /note|text|reference/i.test(key) && typeof member === "string"
      ? maskPersonalValues(member)
      : undefined
  })
}

const isDigits = (value: unknown): boolean =>
  typeof value === "number" || (typeof value === "string" && /^[+\d -]*$/.test(value))

const isPresent = (value: unknown): boolean => value !== null && value !== undefined && value !== ""

/** Lines of a request are told from people by their rate. */
const isProductName = (key: string, parent: object): boolean =>
  /^(name|productName)$/.test(key) && "rate" in parent

/** A refund of a reservation refers to a capture or charge by its identifier. */
const isMoneyMoved = (key: string, member: unknown): boolean =>
  key === "reference" && typeof member === "string" && /^(CAP|CHA)\d{1,12}$/.test(member)

function copy(value: unknown, replacement: Replacement, key = ""): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => copy(item, replacement, key))
  }
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        replacement(name, member, value) ?? copy(member, replacement, name),
      ])
    )
  }
  return scalar(value, key)
}

function scalar(value: unknown, key: string): unknown {
  if (typeof value === "number") {
    return /^\d{11}$/.test(String(value)) ? MASK : value
  }
  if (typeof value !== "string" || /url$|link$/i.test(key)) {
    return value
  }
  return maskPersonalNumbersIn(value)
}
