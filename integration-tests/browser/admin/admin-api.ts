import type { RunningDemo } from "../../../demo/start-demo"

/** What Admin's API answered. */
export type AdminAnswer<Body> = {
  readonly status: number
  readonly body: Body
}

/** Calls Medusa's Admin API as the merchant, for what a flow needs and is not about; also a refusal is an answer. */
export async function callAdmin<Body>(
  { storeUrl, store }: RunningDemo,
  method: "GET" | "POST",
  path: string,
  body?: unknown
): Promise<AdminAnswer<Body>> {
  const { email, password } = store.admin
  const send = async (
    to: string,
    init: RequestInit
  ): Promise<AdminAnswer<unknown>> => {
    const response = await fetch(`${storeUrl}${to}`, init)
    return { status: response.status, body: await response.json() }
  }
  const json = { "content-type": "application/json" }
  const { body: session } = await send("/auth/user/emailpass", {
    method: "POST",
    headers: json,
    body: JSON.stringify({ email, password }),
  })
  const { token } = session as { token: string }
  const answer = await send(path, {
    method,
    headers: { ...json, authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return answer as AdminAnswer<Body>
}

/**
 * The same where it has to succeed.
 *
 * @throws Error when it was refused
 */
export async function askAdmin<Body>(
  demo: RunningDemo,
  method: "GET" | "POST",
  path: string,
  body?: unknown
): Promise<Body> {
  const answer = await callAdmin<Body>(demo, method, path, body)
  if (answer.status >= 300) {
    throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  }
  return answer.body
}
