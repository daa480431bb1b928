import type { z } from "zod"

type Issue = z.core.$ZodIssue

/**
 * The sentences of a 417, in the recorded form: `The customer details.email must be a valid email address.` Recorded
 * are the required, e-mail and format rules; the others follow the same family of texts.
 *
 * @param input what was checked, to tell a missing value from a wrong one
 */
export function sentencesOf(issues: readonly Issue[], input: unknown): string[] {
  return [...new Set(issues.map((issue) => sentenceOf(issue, input)))]
}

/** A field as a sentence names it: `orderSummary.subTotal` is `order summary.sub total`. */
export function fieldWords(path: readonly PropertyKey[]): string {
  return path
    .map((part) => String(part).replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`))
    .join(".")
}

function sentenceOf(issue: Issue, input: unknown): string {
  if (issue.path.length === 0 && issue.code === "invalid_type") {
    return "The request body must be a JSON object."
  }
  if (issue.path.length === 0) {
    return `The request body ${ownRule(issue)}`
  }
  const field = fieldWords(issue.path)
  return isMissing(valueAt(input, issue.path))
    ? `The ${field} field is required${requiredWhen(issue)}.`
    : `The ${ruleBroken(issue, field)}`
}

/** The condition of a field that only some requests need, as the recorded sentences word it. */
function requiredWhen({ message }: Issue): string {
  const [, condition] = /^must be given( when .+)$/.exec(message) ?? []
  return condition === undefined ? "" : fieldWords([condition])
}

function ruleBroken(issue: Issue, field: string): string {
  switch (issue.code) {
    case "invalid_type":
      return `${field} ${typeRule(issue.expected)}`
    case "invalid_format":
      return `${field} ${formatRule(issue.format) ?? ownRule(issue)}`
    case "invalid_union":
      return `${field} ${ownRule(issue)}`
    case "invalid_value":
      return `selected ${field} is invalid.`
    case "too_small":
      return `${field} must be at least ${issue.minimum}${sizeUnit(issue.origin)}.`
    case "too_big":
      return `${field} must not be greater than ${issue.maximum}${sizeUnit(issue.origin)}.`
    default:
      return `${field} ${ownRule(issue)}`
  }
}

function typeRule(expected: string): string {
  switch (expected) {
    case "string":
      return "must be a string."
    case "number":
      return "must be a number."
    case "int":
      return "must be an integer."
    case "boolean":
      return "field must be true or false."
    default:
      return "must be an array."
  }
}

function formatRule(format: string): string | undefined {
  switch (format) {
    case "email":
      return "must be a valid email address."
    case "url":
      return "must be a valid URL."
    case "date":
      return "is not a valid date."
    default:
      return undefined
  }
}

/** The catalogue words most rules itself: "must be exactly 11 digits". */
function ownRule({ message }: Issue): string {
  return message.startsWith("must ") ? `${message.replace(/\.$/, "")}.` : "format is invalid."
}

function sizeUnit(origin: string): string {
  if (origin === "string") {
    return " characters"
  }
  return origin === "array" ? " items" : ""
}

// The service treats empty text as absent.
function isMissing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "")
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input
  for (const part of path) {
    if (typeof value !== "object" || value === null) {
      return undefined
    }
    value = Object.hasOwn(value, part) ? Reflect.get(value, part) : undefined
  }
  return value
}
