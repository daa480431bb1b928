import { request as httpRequest } from "node:http"

/** Requests under way at a time. */
const AT_A_TIME = 24

export type RawAnswer = { status: number; text: string }

/** Sends what `fetch` would tidy up, or refuse to send. */
export function rawAnswer(
  address: string,
  request: {
    method: string
    headers?: Record<string, string>
    body?: string | undefined
  }
): Promise<RawAnswer> {
  const { hostname, port, pathname, search } = new URL(address)
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      {
        hostname,
        port,
        path: `${pathname}${search}`,
        method: request.method,
        headers: {
          ...(request.body !== undefined && {
            "content-length": Buffer.byteLength(request.body),
          }),
          ...request.headers,
        },
      },
      (response) => {
        let text = ""
        response
          .setEncoding("utf8")
          .on("data", (chunk) => (text += chunk))
          .once("end", () => resolve({ status: response.statusCode ?? 0, text }))
      }
    )
    sent.once("error", (error: NodeJS.ErrnoException) => {
      // The server may close a connection that was idle in the moment it is used again: it read nothing then.
      if (sent.reusedSocket && error.code === "ECONNRESET") {
        resolve(rawAnswer(address, request))
      } else {
        reject(error)
      }
    })
    sent.end(request.body)
  })
}

/** The status that a call is answered with: POST where it has a body. */
export async function statusOf(
  address: string,
  headers: Record<string, string> = {},
  body?: string
): Promise<number> {
  const method = body === undefined ? "GET" : "POST"
  return (await rawAnswer(address, { method, headers, body })).status
}

/** Sends one after the other, some at a time; the answers come in the order of the items. */
export async function inBatches<Item>(
  items: readonly Item[],
  send: (item: Item) => Promise<number>
): Promise<number[]> {
  const statuses: number[] = []
  for (let start = 0; start < items.length; start += AT_A_TIME) {
    const batch = items.slice(start, start + AT_A_TIME)
    statuses.push(...(await Promise.all(batch.map(send))))
  }
  return statuses
}

/** What of all that was sent the server failed at. */
export const serverErrors = (sent: readonly string[], statuses: readonly number[]): string[] =>
  sent.filter((_, index) => (statuses[index] ?? 500) >= 500)
