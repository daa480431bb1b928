import { getCookie, html, type MiddlewareHandler, setCookie } from "./hono"
import { createHash, randomBytes, timingSafeEqual } from "node:crypto"

const COOKIE = "sandbox-control"

/** A token for a sandbox that was given none. */
export const newControlToken = (): string => randomBytes(12).toString("base64url")

/**
 * Lets nobody at the console and the control routes without the token: as `Authorization: Bearer …`, or once as `?control=…` in
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
