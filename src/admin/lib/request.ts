import Medusa from "@medusajs/js-sdk"

import { AdminRequestError } from "./errors"
import { queryText } from "./table-address"

export { AdminRequestError }

type AdminRequestInit = {
  /** Sent as JSON. */
  readonly body?: unknown
  readonly query?: AdminQuery | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** In which the amounts of a refusal are. */
  readonly currencyCode?: string | undefined
}

/** Query parameters as Medusa's lists take them: text, numbers, lists, and operators such as `{ $gte: "2026-01-01" }`. */
export type AdminQuery = Readonly<Record<string, unknown>>

/**
 * Calls a route of our Admin API as the person who is signed in.
 *
 * @param path below `/admin/e-invoice`, such as `/orders`
 * @returns the answer's body, not yet parsed
 * @throws AdminRequestError when the server refuses; TypeError when it could not be reached
 */
export const adminRequest = async (
  method: "GET" | "POST",
  path: string,
  init: AdminRequestInit = {}
): Promise<unknown> => (await answerTo(method, path, init)).json()

/**
 * Reads a file from a route of our Admin API, and has the browser save it.
 *
 * @throws AdminRequestError when the server refuses; TypeError when it could not be reached, or broke off
 */
export const saveFile = async (path: string, query: AdminQuery, name: string): Promise<void> => {
  const answer = await answerTo("GET", path, { query, headers: { accept: "text/csv" } })
  const address = URL.createObjectURL(await answer.blob())
  const link = document.createElement("a")
  link.href = address
  link.download = name
  link.click()
  // The browser begins to save in its own time.
  window.setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

const answerTo = async (
  method: "GET" | "POST",
  path: string,
  { body, query, headers, signal, currencyCode }: AdminRequestInit
): Promise<Response> => {
  const isSession = (__AUTH_TYPE__ ?? "session") === "session"
  const token = isSession ? null : await sdk.client.getToken()
  const response = await fetch(addressOf(path, query), {
    method,
    credentials: isSession ? "include" : "omit",
    headers: {
      accept: "application/json",
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  })
  if (!response.ok) {
    throw new AdminRequestError(
      response.status,
      response.statusText,
      await response.json().catch(() => undefined),
      currencyCode
    )
  }
  return response
}

const addressOf = (path: string, query: AdminQuery | undefined): URL => {
  const backend = new URL(__BACKEND_URL__ || "/", window.location.origin)
  const address = new URL(
    `${backend.pathname.replace(/\/$/, "")}/admin/e-invoice${path}`,
    backend.origin
  )
  address.search = queryText(query ?? {})
  return address
}

/** The store's own Admin API, reached and signed in to as the dashboard itself is. */
export const sdk = new Medusa({
  baseUrl: __BACKEND_URL__ ?? "/",
  auth: {
    type: __AUTH_TYPE__ ?? "session",
    jwtTokenStorageKey: __JWT_TOKEN_STORAGE_KEY__ || undefined,
  },
})
