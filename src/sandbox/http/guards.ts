import { createHash, randomBytes, timingSafeEqual } from "node:crypto"

import { getCookie, html, type MiddlewareHandler, setCookie } from "./hono"

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"])

/**
 * Keeps other web sites off the console and the control routes: a page elsewhere may not post to them through the
 * visitor's browser, nor reach a loopback sandbox under a name of its own (DNS rebinding). Callers that are no browser
 * send neither `Origin` nor `Sec-Fetch-Site` and are let through.
 *
 * @param boundTo host the server listens on
 * @param publicUrl where a proxy on this machine serves it to others
 */
export function ownPagesOnly(boundTo: string, publicUrl?: string): MiddlewareHandler {
  const publicHost = publicUrl && new URL(publicUrl).hostname
  return async (context, next) => {
    const url = new URL(context.req.url)
    if (isLoopback(boundTo) && !isLoopback(url.hostname) && url.hostname !== publicHost) {
      return context.json({ error: "This sandbox answers on its loopback address only." }, 403)
    }
    const site = context.req.header("sec-fetch-site")
    const origin = context.req.header("origin")
    const isOwn = site
      ? site === "same-origin" || site === "none"
      : origin === undefined ||
        origin === publicUrl ||
        isOfHost(origin, context.req.header("host") ?? url.host)
    if (!SAFE_METHODS.has(context.req.method) && !isOwn) {
      return context.json({ error: "This address takes no posts from other sites." }, 403)
    }
    await next()
  }
}

/** Whether a page's origin is at a host: by its name and port alone, since a proxy may have taken TLS off. */
function isOfHost(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) {
    return false
  }
  const { host: own, protocol } = new URL(origin)
  const here = `${protocol}//${host}`
  return ["http:", "https:"].includes(protocol) && URL.canParse(here) && new URL(here).host === own
}

export function isLoopback(hostname: string): boolean {
  return (
    ["localhost", "::1", "[::1]"].includes(hostname) ||
    hostname.endsWith(".localhost") ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  )
}

const COOKIE = "sandbox-control"

/** A token for a sandbox that was given none. */
export const newControlToken = (): string => randomBytes(12).toString("base64url")

/**
 * Rejects calls of the console and the control routes without the token: as `Authorization: Bearer …`, or once as `?control=…` in
 * the address of a page, which the browser then remembers.
 */
export function controlGuard(token: string): MiddlewareHandler {
  const isToken = (given: string | undefined) =>
    given !== undefined && timingSafeEqual(digest(given), digest(token))
  return async (context, next) => {
    const url = new URL(context.req.url)
    const inAddress = url.searchParams.get("control") ?? undefined
    if (context.req.method === "GET" && isToken(inAddress)) {
      setCookie(context, COOKIE, token, { httpOnly: true, sameSite: "Strict", path: "/" })
      url.searchParams.delete("control")
      // Two slashes at the beginning would name another host.
      return context.redirect(`${url.pathname.replace(/^[/\\]+/, "/")}${url.search}`, 303)
    }
    const [, bearer] = /^Bearer +(\S+)$/i.exec(context.req.header("authorization") ?? "") ?? []
    if (isToken(bearer) || isToken(getCookie(context, COOKIE))) {
      return next()
    }
    const how =
      "The control token is missing: send it as a bearer token, or open the console with ?control=TOKEN."
    return context.req.header("accept")?.includes("text/html")
      ? context.html(
          html`<!doctype html>
            <html lang="en">
              <title>Control token</title>
              <p>${how}</p>
            </html>`,
          401
        )
      : context.json({ error: how }, 401)
  }
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest()

/** Whether an `Authorization` header carries one of the tokens. Takes the same time whichever it is. */
export function carriesToken(header: string | undefined, tokens: readonly string[]): boolean {
  const [, given] = /^Bearer +(\S+)$/i.exec(header ?? "") ?? []
  const matches = tokens.filter((token) => timingSafeEqual(digest(token), digest(given ?? "")))
  return given !== undefined && matches.length > 0
}

const WINDOW_MS = 60_000

/** Counts calls in windows of one minute of real time, as the service's `x-ratelimit` headers do. */
export class RateCounter {
  #windowStart = 0
  #used = 0

  constructor(private readonly perMinute: number) {}

  /** Counts one call. */
  count(now = Date.now()): {
    headers: Record<string, string>
    isExceeded: boolean
    /** Seconds until the window ends. */
    retryAfter: number
  } {
    if (now - this.#windowStart >= WINDOW_MS) {
      this.#windowStart = now
      this.#used = 0
    }
    this.#used += 1
    const remaining = Math.max(0, this.perMinute - this.#used)
    return {
      headers: {
        "x-ratelimit-limit": String(this.perMinute),
        "x-ratelimit-remaining": String(remaining),
      },
      isExceeded: this.#used > this.perMinute,
      retryAfter: Math.ceil((this.#windowStart + WINDOW_MS - now) / 1000),
    }
  }
}
