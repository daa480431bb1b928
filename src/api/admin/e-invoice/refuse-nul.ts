import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"

/**
 * Refuses the one character that PostgreSQL can neither store nor compare: it would come out as a failure of the server.
 */
export function refuseNul(
  request: MedusaRequest,
  response: MedusaResponse,
  next: MedusaNextFunction
): void {
  const isNulWithin =
    /%00/.test(request.originalUrl) || (JSON.stringify(request.body) ?? "").includes("\\u0000")
  if (isNulWithin) {
    response.status(400).json({
      type: "invalid_data",
      message: "The request must not contain the NUL character.",
    })
    return
  }
  next()
}
