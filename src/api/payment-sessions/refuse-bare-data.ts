import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import type { FieldProblem } from "../../mapping"
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
  const errors = isObject(body) ? problemsOf(body) : [problem("body", "must be an object")]
  if (errors.length > 0) {
    sendFieldProblems(response, errors)
    return
  }
  next()
}

/** Medusa repeats the name of a field and the id of a provider that it does not know: neither may be a number. */
const problemsOf = ({
  provider_id = "pp_",
  data = {},
  ...others
}: Record<string, unknown>): FieldProblem[] => [
  ...(typeof provider_id === "string" && provider_id.startsWith("pp_")
    ? []
    : [problem("provider_id", "must be the id of a payment provider: pp_…")]),
  ...(data === null || isObject(data) ? [] : [problem("data", "must be an object")]),
  ...(Object.keys(others).some((name) => /\d{6}/.test(name))
    ? [problem("body", "must have no field with a number for its name")]
    : []),
]

const problem = (field: string, message: string): FieldProblem => ({
  field,
  message,
})

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
