import {
  CHECKOUT_REFUSALS,
  type CheckoutRefusalCode,
  isCheckoutRefusalCode,
} from "../mapping/checkout-refusals"
import {
  FIELD_PROBLEMS,
  type FieldProblem,
  type FieldProblemCode,
  SHOPPER_FIELDS,
} from "../mapping/shopper-rules"

/** What is wrong with one field. */
export type CodedProblem = FieldProblem & {
  /** Left out where a newer store says what this version does not know. */
  code?: FieldProblemCode
}

/** A refusal of the store, taken apart. */
export type Refusal = {
  /** What belongs beside a field. */
  problems: CodedProblem[]
  /** What belongs to no field: a sentence for the shopper, in English. */
  sentence?: string
  /** Why, where an invoice was not made: `textFor` says it in the shopper's language. */
  code?: CheckoutRefusalCode
}

/**
 * Takes a refused payment session or a declined completion apart, so that each problem can stand beside its field.
 *
 * @param error `error` of a completed cart's answer, or what `@medusajs/js-sdk` threw; or its message alone
 */
export function readRefusal(error: string | { message: string; name?: string }): Refusal {
  const { message, name } = typeof error === "string" ? { message: error, name: undefined } : error
  const parts = message.split("; ").map((part) => {
    const [, field = "", problem = ""] = /^([a-z_]+): (.+)$/s.exec(part) ?? []
    return SHOPPER_FIELDS.some((known) => known === field)
      ? withCode({ field, message: problem })
      : part
  })
  const rest = parts.filter((part) => typeof part === "string")
  const code = isCheckoutRefusalCode(name) ? name : codeOf(CHECKOUT_REFUSALS, message)
  return {
    problems: parts.filter((part) => typeof part !== "string"),
    ...(rest.length > 0 && { sentence: rest.join("; ") }),
    ...(code !== undefined && { code }),
  }
}

/** Adds the code of what is wrong with a field. */
export function withCode({ field, message }: FieldProblem): CodedProblem {
  const code = codeOf(FIELD_PROBLEMS, message)
  return { field, message, ...(code !== undefined && { code }) }
}

const codeOf = <Code extends string>(
  sentences: Readonly<Record<Code, string>>,
  said: string
): Code | undefined => {
  const entry = Object.entries<string>(sentences).find(([, sentence]) => sentence === said)
  return entry?.[0] as Code | undefined
}
