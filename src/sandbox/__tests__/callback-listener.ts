import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** A merchant's callback address that remembers what it received. */
export type CallbackListener = {
  url: string
  /** Query of each call, in the order of arrival. */
  received: URLSearchParams[]
  paths: string[]
  close(): Promise<void>
}

type Answer = (request: IncomingMessage, response: ServerResponse, calls: number) => void

export async function callbackListener(
  answer: Answer = (_request, response) => response.end()
): Promise<CallbackListener> {
  const received: URLSearchParams[] = []
  const paths: string[] = []
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://merchant.test")
    received.push(searchParams)
    paths.push(pathname)
    answer(request, response, received.length)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    paths,
    close: async () => {
      const closed = once(server, "close")
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
