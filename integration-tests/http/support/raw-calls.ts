import { request as httpRequest } from "node:http"

/** Requests under way at a time. */
const AT_A_TIME = 24

/** Sends what `fetch` would tidy up, or refuse to send. */
export function statusOf(
  address: string,
  headers: Record<string, string> = {},
  body?: string
): Promise<number> {
  const { hostname, port, pathname, search } = new URL(address)
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      {
        hostname,
        port,
        path: `${pathname}${search}`,
        method: body === undefined ? "GET" : "POST",
        headers,
      },
      (response) => {
        response.resume().once("end", () => resolve(response.statusCode ?? 0))
      }
    )
    sent.once("error", reject)
    sent.end(body)
  })
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
export const serverErrors = (
  sent: readonly string[],
  statuses: readonly number[]
): string[] => sent.filter((_, index) => (statuses[index] ?? 500) >= 500)
