import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"

import { isSessionOfOurs } from "./session-body"
import { sendFieldProblems } from "./send-field-problems"

/**
 * Refuses `data` that is no object before Medusa does: its own answer, and its log, repeat the value, which may be a
 * personal number that a storefront sent without its name.
 */
export function refuseBareData(
  request: MedusaRequest,
  response: MedusaResponse,
  next: MedusaNextFunction
): void {
  const body: unknown = request.body
  if (isSessionOfOurs(body) && !isObject(body.data ?? {})) {
    sendFieldProblems(response, [
      { field: "data", message: "must be an object" },
    ])
    return
  }
  next()
}

const isObject = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value)
