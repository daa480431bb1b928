import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"

/** Every address below the callback's prefix, however its slashes are doubled or encoded. */
export const CALLBACK_PREFIX = /^(?:\/|%2f)+hooks(?:\/|%2f)+e-invoice(?:$|(?:\/|%2f).*$)/i

/** What Medusa's access log shows in place of the address, which carries the order's token. */
const MASKED_ADDRESS = "/hooks/e-invoice/[token]"

/** What the route serves; whether the token has the right form is the route's to say. */
const SERVED_PATH = /^\/hooks\/e-invoice\/[\w-]+\/?$/i

/**
 * Keeps the token out of Medusa's access log, which prints the whole address of every request, and answers whatever
 * the callback's route does not serve before an error of the router prints the address, too.
 */
export function guardCallbackAddress(
  request: MedusaRequest,
  response: MedusaResponse,
  next: MedusaNextFunction
): void {
  request.originalUrl = MASKED_ADDRESS
  const isServed =
    (request.method === "GET" || request.method === "HEAD") && SERVED_PATH.test(request.baseUrl)
  if (isServed) {
    return next()
  }
  response.status(404).json({ type: "not_found", message: "Not found." })
}
