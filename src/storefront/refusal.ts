import { type FieldProblem, SHOPPER_FIELDS } from "../mapping/shopper-rules"

/** A refusal of the store, taken apart. */
export type Refusal = {
  /** What belongs beside a field. */
  problems: FieldProblem[]
  /** What belongs to no field: a sentence for the shopper. */
  sentence?: string
}

/**
 * Takes the message of a refused payment session or a refused completion apart, so that each problem can stand beside its
 * field. `@medusajs/js-sdk` keeps of an answer only this message.
 *
 * @param message `field: what is wrong; field: what is wrong`, or a plain sentence
 */
export function readRefusal(message: string): Refusal {
  const parts = message.split("; ").map((part) => {
    const [, field = "", problem = ""] = /^([a-z_]+): (.+)$/s.exec(part) ?? []
    return SHOPPER_FIELDS.some((known) => known === field) ? { field, message: problem } : part
  })
  const rest = parts.filter((part) => typeof part === "string")
  return {
    problems: parts.filter((part) => typeof part !== "string"),
    ...(rest.length > 0 && { sentence: rest.join("; ") }),
  }
}
