import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"

/** Addresses whose bodies may carry a personal number. */
export const PERSONAL_ADDRESS =
  /^\/+(?:store\/+payment-collections|admin\/+payment-collections|admin\/+e-invoice)(?:$|\/.*$)/i

/** As much as Medusa's own parser reads, in bytes. */
const SIZE_LIMIT = 100 * 1024

/**
 * Reads the body of a request that may carry a personal number. Medusa's own parser quotes in log and answer what it
 * cannot read, so it is switched off for these addresses; this one quotes nothing. It reads JSON only, uncompressed.
 */
export async function readPersonalBody(
  request: MedusaRequest,
  response: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  // Medusa mounts this at the address's first part.
  if (!PERSONAL_ADDRESS.test(request.baseUrl + request.path)) {
    return next()
  }
  if (!hasBody(request)) {
    request.body = {}
    return next()
  }
  if (!isPlainJson(request)) {
    return reject(response, 415, "must be JSON, not compressed")
  }
  const text = await readText(request)
  if (text === undefined) {
    return reject(response, 413, `must have ${SIZE_LIMIT} bytes at most`)
  }
  const body = parseObject(text)
  if (body === undefined) {
    return reject(response, 400, "must be a JSON object")
  }
  request.body = body
  return next()
}

const hasBody = ({ headers }: MedusaRequest): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0

const isPlainJson = ({ headers }: MedusaRequest): boolean =>
  /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i.test(headers["content-type"] ?? "") &&
  (headers["content-encoding"] ?? "identity") === "identity"

/** @returns undefined when the text is too long; it is read to its end, so that the answer arrives */
async function readText(request: MedusaRequest): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size <= SIZE_LIMIT) {
      chunks.push(chunk)
    }
  }
  return size <= SIZE_LIMIT ? new TextDecoder().decode(Buffer.concat(chunks)) : undefined
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null ? value : undefined
  } catch {
    // The parser's message quotes the text.
    return undefined
  }
}

function reject(response: MedusaResponse, status: number, demand: string): void {
  response.status(status).json({ type: "invalid_data", message: `The request's body ${demand}.` })
}

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
