/** The web framework, from one place: the package's build bundles it into this file, so that no store installs it. */
export { createAdaptorServer, type HttpBindings } from "@hono/node-server"

export { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response"

export { type Context, Hono, type MiddlewareHandler } from "hono"

export { bodyLimit } from "hono/body-limit"

export { getCookie, setCookie } from "hono/cookie"

export { html, raw } from "hono/html"

export { secureHeaders } from "hono/secure-headers"

export type { HtmlEscapedString } from "hono/utils/html"

export { getPath } from "hono/utils/url"
