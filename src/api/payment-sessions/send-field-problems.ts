import type { MedusaResponse } from "@medusajs/framework/http"

import type { FieldProblem } from "../../mapping"

/** Answers 400 with every wrong field, in Medusa's form and field by field. */
export function sendFieldProblems(response: MedusaResponse, errors: readonly FieldProblem[]): void {
  response.status(400).json({
    type: "invalid_data",
    message: errors.map(({ field, message }) => `${field}: ${message}`).join("; "),
    errors,
  })
}
