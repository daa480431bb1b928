import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"

import type { FieldProblem } from "../../storefront"
import { sendFieldProblems } from "./send-field-problems"

/**
 * Refuses a deformed request for a payment session before Medusa does: its own answer, and its log, repeat the value,
 * which may be a personal number that a storefront sent without its name, or to no provider.
 */
export function refuseBareData(
  request: MedusaRequest,
  response: MedusaResponse,
  next: MedusaNextFunction
): void {
  const body: unknown = request.body
  const errors = isObject(body) ? problemsOf(body) : [problem("body", "object")]
  if (errors.length > 0) {
    sendFieldProblems(response, errors)
    return
  }
  next()
}

const problemsOf = ({
  provider_id = "",
  data = {},
}: Record<string, unknown>): FieldProblem[] => [
  ...(typeof provider_id === "string" ? [] : [problem("provider_id", "text")]),
  ...(data === null || isObject(data) ? [] : [problem("data", "object")]),
]

const problem = (field: string, kind: "object" | "text"): FieldProblem => ({
  field,
  message: kind === "object" ? "must be an object" : "must be text",
})

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
