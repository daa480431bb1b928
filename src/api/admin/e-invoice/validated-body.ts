import {
  type MedusaNextFunction,
  type MedusaRequest,
  type MedusaResponse,
  type MiddlewareFunction,
  validateAndTransformBody,
} from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"

import { maskPersonalNumbersIn } from "../../../modules/e-invoice/personal-data/personal-masks"

/** How Medusa ends the sentence about a value of the wrong kind. */
const WHAT_WAS_SENT = /,(?: but)? got: '[^]*?'(?=; |$)/g

/**
 * Checks a body as Medusa does, but for repeating in answer and log what was sent: it may be a personal number in the
 * wrong field, or in the wrong kind.
 *
 * @throws MedusaError naming the field
 */
export const validatedBody = (
  schema: Parameters<typeof validateAndTransformBody>[0]
): MiddlewareFunction => {
  const validate = validateAndTransformBody(schema)
  return (request: MedusaRequest, response: MedusaResponse, next: MedusaNextFunction) =>
    validate(request, response, (error?: unknown) => next(silent(error)))
}

const silent = (error: unknown): unknown =>
  error instanceof MedusaError
    ? new MedusaError(
        error.type,
        maskPersonalNumbersIn(error.message.replaceAll(WHAT_WAS_SENT, "")),
        error.code
      )
    : error
