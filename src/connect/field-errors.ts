import { z } from "zod"

import { maskPersonalValues } from "./personal-values"

/** Sentences by dotted field path, such as `products.0.rate`; what concerns no single field stands under "". */
export type FieldErrors = Record<string, string[]>

const MAX_SENTENCES = 100

const byField = (found: readonly (readonly [field: string, sentence: string])[]): FieldErrors => {
  const sentences = new Map<string, string[]>()
  for (const [field, sentence] of found) {
    sentences.set(field, [...(sentences.get(field) ?? []), sentence])
  }
  return Object.fromEntries(sentences)
}

/** The issues of our own check, by field. Never repeats a value, nor one that stands in the place of a field. */
export function fieldErrorsOfIssues(issues: readonly z.core.$ZodIssue[]): FieldErrors {
  return byField(
    issues.flatMap((issue) =>
      issue.code === "unrecognized_keys"
        ? issue.keys.map((key): [string, string] => [
            pathOf([...issue.path, maskPersonalValues(key)]),
            "is not a field of this request",
          ])
        : [[pathOf(issue.path), sentenceOf(issue)] as const]
    )
  )
}

/** Our schemas say what they expect in their own words; where they do not, zod's words are put in the same form. */
function sentenceOf(issue: z.core.$ZodIssue): string {
  if (!issue.message.startsWith("Invalid")) {
    return issue.message
  }
  if (issue.message.endsWith("received undefined")) {
    return "is required"
  }
  switch (issue.code) {
    case "invalid_type":
      return `must be ${/^[aeio]/.test(issue.expected) ? "an" : "a"} ${issue.expected}`
    case "invalid_value":
      return `must be one of ${issue.values.map(String).join(", ")}`
    default:
      return issue.message
  }
}

const pathOf = (path: readonly PropertyKey[]) => path.map(String).join(".")

/**
 * Translates the `errors` of a refused request (417): English sentences in which a field is written in lower-case words
 * ("The customer details.personal number field is required."), or sentences already keyed by field.
 *
 * @param body - the operation's body schema, whose field names are restored
 */
export function fieldErrorsOfAnswer(errors: unknown, body: z.ZodType | undefined): FieldErrors {
  const names = body ? fieldNamesOf(body) : new Map<string, string>()
  return byField(
    sentencesOf(errors)
      .slice(0, MAX_SENTENCES)
      .map(([field, sentence]) => [
        field ?? restoreField(fieldIn(sentence), names),
        maskPersonalValues(sentence),
      ])
  )
}

type Sentence = readonly [field: string | undefined, sentence: string]

function sentencesOf(errors: unknown): Sentence[] {
  if (typeof errors === "string") {
    return [[undefined, errors]]
  }
  if (Array.isArray(errors)) {
    return errors.flatMap(sentencesOf)
  }
  if (typeof errors !== "object" || errors === null) {
    return []
  }
  return Object.entries(errors).flatMap(([key, value]) =>
    sentencesOf(value).map(([field, sentence]): Sentence => [
      field ?? (/^\d+$/.test(key) ? undefined : maskPersonalValues(key)),
      sentence,
    ])
  )
}

const FIELD =
  /^The (?:selected )?(.+?) (?:field |format |confirmation )?(?:is|are|must|may|does|do|has|have|cannot|can)\b/i

/** The words by which a sentence names its field; "" when it names none. */
const fieldIn = (sentence: string): string => FIELD.exec(sentence)?.[1] ?? ""

/** Restores `customer details.personal number` to `customerDetails.personalNumber`, by the schema's own names. */
const restoreField = (words: string, names: ReadonlyMap<string, string>): string =>
  maskPersonalValues(words)
    .split(".")
    .map((segment) => names.get(plain(segment)) ?? camelCase(segment))
    .join(".")

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, "")

const camelCase = (words: string): string =>
  words.trim().replace(/[\s_]+(\w)/g, (_gap, letter: string) => letter.toUpperCase())

/** Every field name of a schema, by its letters and digits in lower case. */
function fieldNamesOf(schema: z.ZodType): Map<string, string> {
  const names = new Map<string, string>()
  const visit = (node: unknown) => {
    if (Array.isArray(node)) {
      node.forEach(visit)
    } else if (typeof node === "object" && node !== null) {
      for (const [key, value] of Object.entries(node)) {
        if (key === "properties") {
          Object.keys(value as object).forEach((name) => names.set(plain(name), name))
        }
        visit(value)
      }
    }
  }
  visit(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }))
  return names
}
