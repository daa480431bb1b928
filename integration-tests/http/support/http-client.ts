import { randomUUID } from "node:crypto"

export type HttpAnswer<Body> = { status: number; body: Body }

/**
 * Calls the Medusa server as its users do, over HTTP; an error status is an answer like any other. A caller that names no
 * `idempotency-key` sends a new one with each change in the plugin's admin routes; undefined sends none. `onChange` hears of each
 * change that was answered, before the caller does.
 */
export class HttpClient {
  constructor(
    private readonly baseUrl: () => string,
    private readonly headers: Record<string, string | undefined> = {},
    private readonly onChange: (path: string) => Promise<void> = () => Promise.resolve()
  ) {}

  /** The same server, with further headers. */
  with(headers: Record<string, string | undefined>): HttpClient {
    return new HttpClient(this.baseUrl, { ...this.headers, ...headers }, this.onChange)
  }

  get<Body>(path: string): Promise<HttpAnswer<Body>> {
    return this.send("GET", path)
  }

  post<Body>(path: string, body: unknown = {}): Promise<HttpAnswer<Body>> {
    return this.send("POST", path, body)
  }

  delete<Body>(path: string): Promise<HttpAnswer<Body>> {
    return this.send("DELETE", path)
  }

  private async send<Body>(
    method: string,
    path: string,
    body?: unknown
  ): Promise<HttpAnswer<Body>> {
    const headers = {
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(method === "POST" &&
        path.startsWith("/admin/e-invoice") && {
          "idempotency-key": randomUUID(),
        }),
      ...this.headers,
    }
    const response = await fetch(`${this.baseUrl()}${path}`, {
      method,
      headers: Object.fromEntries(
        Object.entries(headers).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, value] as const]
        )
      ),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (method !== "GET") {
      await this.onChange(path)
    }
    const isText = /^text\/(csv|plain)/.test(response.headers.get("content-type") ?? "")
    return {
      status: response.status,
      body: (await (isText ? response.text() : response.json())) as Body,
    }
  }
}
